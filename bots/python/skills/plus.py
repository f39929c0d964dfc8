"""Orders: cards of the hand that become coins when two adjacent fields hold exact numbers of beans.

An order is filled as soon as it can be. How near a position is to that adds to its worth, which
makes planting left or right, a harvest, a trade or a second card turn towards it.
"""

from __future__ import annotations

from collections.abc import Sequence

from bohnanza import Data, Decision, Json
from judgement import Fields, Judge, Kinds
from position import Position

from skills.skill import Outcome, Skill, put


class Orders(Skill):
    rule = "orders"
    wants = ("before_draw",)  # what the last planted card fills, and then a new order is drawn

    COIN = 1.0  # what a filled order is worth
    IN_HAND = 0.75  # chance that a missing card comes in time if the hand holds it
    ARRIVES = 0.2  # … if it does not: for each turn of mine left for the order, times the cards
    # drawn in a round and its share of the unseen cards
    ANY = 0.7  # chance that some card comes for an empty field, …
    ALIKE = 0.2  # … and for each more that one of the same kind comes
    LAID = 0.5  # turns of mine left for an order that is laid …
    A_TURN = 1.8  # … and cards of the hand that one takes otherwise
    NEW = 0.15  # what the next order is worth, with nothing known about it
    STAYS = 0.95  # chance that a field keeps its number until my turn
    WEIGHT = 0.7  # of all this against sure coins

    def __init__(self, game: Data, judge: Judge) -> None:
        super().__init__(game, judge)
        self.orders = {name: tuple(wanted) for name, wanted in self.facts["orders"].items()}
        self.order: tuple[int, ...] | None = None
        judge.unplanted.update(dict.fromkeys(self.orders, 0.0))
        judge.prospects.append(self.prospect)

    def look(self, view: Json) -> None:
        """Take in my order, laid or in the hand, and how long it will last."""
        self.own_turn = view["active"] == self.seat
        laid = view["laid_order"][self.seat]
        orders = laid or [card for card in view["hand"] if card in self.orders]
        self.order = self.orders.get(orders[0]) if orders else None
        self.turns = self.LAID if laid else 1 + self.place(view["hand"]) / self.A_TURN
        self.turns = min(self.turns, 1 + self.judge.count_turns(view) / self.players)
        self.laid = bool(laid)
        self.chances: dict[str, float] = {}

    def place(self, hand: Sequence[str]) -> int:
        """The place of the order in the hand."""
        return next((place for place, card in enumerate(hand) if card in self.orders), 0)

    def act(self, decision: Decision, at: Position) -> int | None:
        """Fill the order whenever that is possible; else harvest for it."""
        if not self.own_turn:
            return 0 if decision["ask"] == "window" else None
        filled = decision.find(do="fill_order")
        if filled is not None:
            return filled
        if decision["ask"] not in ("window", "return_order"):
            return None
        judge = self.judge
        as_it_is = self.prospect(at.mine, (), at.hand, at.wait, False)
        best, index = judge.worth(at.mine, (), at.hand, at.wait) + 1e-9, 0
        for number, choice in enumerate(decision["choices"]):
            if choice["do"] == "harvest":
                field = choice["field"]
                kind, count = at.mine[field]
                left, coins = put(at.mine, field, (None, 0)), judge.earns[kind][count]
                worth = coins + judge.worth(left, (), at.hand, at.wait)
                nearer = self.prospect(left, (), at.hand, at.wait, False) > as_it_is
                if worth > best and (coins or nearer):
                    best, index = worth, number
        return index

    def outcome(self, choice: Json, before: Outcome) -> Outcome | None:
        if choice["do"] != "lay_order":
            return None
        card = choice["card"]
        if card in before.due:
            return before._replace(due=())
        # The second card of step 1: it goes back after this turn, and a new one comes.
        rest = before.hand[1:]
        kept = self.prospect(before.fields, (), before.hand, self.players, False)
        self.laid, turns, self.turns, self.chances = True, self.turns, self.LAID, {}
        left = self.prospect(before.fields, (), rest, self.players, False)
        self.laid, self.turns, self.chances = False, turns, {}
        return before._replace(coins=left + self.NEW - kept, hand=rest, going_on=False)

    # --- how near an order is -------------------------------------------------------------------

    def prospect(self, fields: Fields, due: Kinds, hand: Kinds, wait: int, going_on: bool) -> float:
        """Coins to be expected from my order in a position of mine."""
        if self.order is None or wait > self.players:
            return 0.0
        sure = due + hand[:1] if going_on else due
        best = 0.0
        for place in range(len(fields) - 1):
            chance, cost = self.chance(fields, place, self.order[0], sure, hand)
            if chance > 0.0:
                other, more = self.chance(fields, place + 1, self.order[1], sure, hand)
                best = max(best, chance * other * self.COIN - cost - more)
        return self.WEIGHT * best

    def chance(
        self, fields: Fields, place: int, wanted: int, sure: Kinds, hand: Kinds
    ) -> tuple[float, float]:
        """Chance that a field comes to hold exactly this number in time, and what that costs."""
        kind, count = fields[place]
        if not self.own_turn and kind is not None:
            count += sure.count(kind)  # planted before my turn
        if count == wanted:
            return (1.0 if self.own_turn else self.STAYS), 0.0
        cost = 0.0
        if count > wanted:
            cost = max(0.0, self.judge.promise[kind][count] - self.judge.earns[kind][count])
            kind, count = None, 0
            if wanted == 0:
                return 1.0, cost
        missing = wanted - count
        if kind is not None:
            return self.arrival(kind, missing, sure, hand), cost
        grown = [grows for grows, _ in fields]
        kinds = [card for card in dict.fromkeys(sure + hand) if card not in grown]
        chances = [
            self.arrival(card, missing, sure, hand) for card in kinds if card in self.judge.promise
        ]
        chances.append(self.ANY * self.ALIKE ** (missing - 1))
        return max(chances), cost

    def arrival(self, kind: str, missing: int, sure: Kinds, hand: Kinds) -> float:
        """Chance that the missing cards of a kind come in time."""
        if self.own_turn:
            missing -= sure.count(kind)
        chance = 1.0
        if missing > 0:
            soon = min(missing, hand.count(kind))
            if not self.laid:
                chance *= self.IN_HAND**soon
                missing -= soon
            if missing > 0:
                chance *= self.comes(kind) ** missing
        return chance

    def comes(self, kind: str) -> float:
        """Chance that one more card of a kind comes in time from elsewhere."""
        known = self.chances.get(kind)
        if known is None:
            judge = self.judge
            share = judge.unseen[kind] / judge.hidden
            rate = self.ARRIVES * self.turns * judge.a_turn * self.players * share
            known = self.chances[kind] = rate / (1 + rate)
        return known
