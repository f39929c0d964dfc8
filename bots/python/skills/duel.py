"""The duels: what to take, what to get rid of, what to leave to the opponent.

Without trades a turn is small enough to be searched: every way to plant or refuse what is due,
with the harvests that make room. What that leaves is judged by the promises of the fields, and by
playing out the hand, which can be rid of one card a turn here.
"""

from __future__ import annotations

from typing import Any

from bohnanza import Data, Decision, Json
from judgement import Fields, Judge, Kinds
from position import Position

from skills.skill import Skill, put

FADING = 0.85  # what a card of the hand still counts for each turn of mine that it has to wait


class Duel(Skill):
    rule = "duel"

    def __init__(self, game: Data, judge: Judge) -> None:
        super().__init__(game, judge)
        self.by_kind = self.facts["whole_kinds"]
        self.step: tuple[int, str] | None = None
        self.held = 0
        # What is turned over goes to the player who wants it, as often as its share of the cards
        # to come says; as most burdens can be refused, few fields must go early; and what the only
        # opponent gains weighs more.
        judge.habits = judge.habits._replace(
            access=0.8,
            rarity=1.0,
            rivalry=0.2,
            rent=0.05,
            crowding=0.75,
            empty=0.8,
            third=1.2,
            envy=0.5,
        )

    def look(self, view: Json) -> None:
        """Note with how many cards of the hand a step began: that tells how many are planted."""
        step = view["turn"], view["step"]
        if step != self.step:
            self.step, self.held = step, len(view["hand"])

    def act(self, decision: Decision, at: Position) -> int | None:
        buy = decision.find(do="buy_field")
        if buy is not None and self.buys():
            return buy
        if decision["ask"] not in ("use_offer", "plant", "spare_card", "keep_or_leave"):
            return None
        move = self.move(decision, at)
        return decision.find(**move) if move else None

    def move(self, decision: Decision, at: Position) -> Json | None:
        """The next move of the best way to go on, as the keys of a choice; None: not mine."""
        ask, view = decision["ask"], decision["view"]
        fields, hand = at.mine, at.hand
        self.hand, self.theirs = hand, at.fields[1 - self.seat]
        self.known: dict[tuple[Fields, Kinds], float] = {}
        # Turns of mine to wait for the next step 1, and the cards that will be left to draw then.
        self.wait, self.pile = 1, view["draw_pile"]
        if self.book["last_run_out"] - view["run_outs"] > 1:
            self.pile += len(view["discard"])
        if ask == "use_offer":
            self.wait = 0
            return self.table(fields, kinds_of(view["on_offer"]), 0.0)[1]
        if ask == "keep_or_leave":
            self.pile -= self.book["draw"] + self.a_turn()
            envy = self.judge.habits.envy
            return self.table(fields, kinds_of(view["turned_over"]), envy)[1] or PASS
        self.pile -= 2 * self.a_turn()
        if ask == "spare_card":
            return self.spare(fields, hand)[1]
        spared = self.by_kind and decision.find(do="discard_from_hand") is None
        if self.is_bean(decision["card"]):
            return self.plant(fields, hand, self.held - len(hand) - spared, spared)[1]
        if self.by_kind and not spared:
            move = self.spare(fields, hand)[1]
            return None if move == PASS else move
        return None

    def a_turn(self) -> int:
        """Cards that a turn takes from the draw pile."""
        turned_over: int = self.book["turn_over"]
        drawn: int = self.book["draw"]
        return turned_over + drawn

    def is_bean(self, card: str) -> bool:
        """True if it is one to be planted."""
        return card in self.judge.promise and card not in self.judge.unplanted

    def buys(self) -> bool:
        """True if a third field will still pay."""
        price: int = self.book["third_field_price"]
        return self.judge.turns_left / 2 >= self.judge.habits.third * price

    # --- the search ---------------------------------------------------------------------------

    def table(
        self, fields: Fields, due: tuple[tuple[str, int], ...], envy: float
    ) -> tuple[float, Json | None]:
        """The best worth with what lies on the table, (kind, number) each, and the move to it.

        With `envy` what is refused is left to the opponent, else it is discarded.
        """
        if not due:
            return self.worth(fields, self.hand), None
        (kind, number), rest = due[0], due[1:]
        best, move = self.table(fields, rest, envy)
        if envy:
            best -= envy * self.pleases(kind, number)
        else:
            move = {"do": "discard", "card": kind}
        for coins, changed, first in self.ways(fields, kind, number):
            worth = coins + self.table(changed, rest, envy)[0]
            if worth > best + 1e-9:
                best, move = worth, first
        return best, move

    def plant(self, fields: Fields, hand: Kinds, done: int, spared: bool) -> tuple[float, Json]:
        """The best worth in step 1 with `done` cards planted, and the move to it."""
        best, move = float("-inf"), PASS
        if done or not hand:
            if not spared:
                best, move = self.spare(fields, hand)
                move = move if self.by_kind else PASS  # else there is a question for it
            else:
                best = self.worth(fields, hand)
        if done > 1 or not hand:
            return best, move
        card, rest = hand[0], hand[1:]
        if not self.is_bean(card):
            return max(best, self.worth(fields, rest)), move
        if self.by_kind and not spared:
            worth = self.plant(fields, rest, done, True)[0]
            if worth > best + 1e-9:
                best, move = worth, drop(0)
        for coins, changed, first in self.ways(fields, card, 1):
            worth = coins + self.plant(changed, rest, done + 1, spared)[0]
            if worth > best + 1e-9:
                best, move = worth, first
        return best, move

    def spare(self, fields: Fields, hand: Kinds) -> tuple[float, Json]:
        """The best worth after discarding a card of the hand, or none, and the move to it."""
        best, move = self.worth(fields, hand), PASS
        for card in dict.fromkeys(hand):
            if not self.is_bean(card):
                continue
            at = hand.index(card)
            worth = self.worth(fields, hand[:at] + hand[at + 1 :])
            if worth > best + 1e-9:
                best, move = worth, drop(at)
        return best, move

    def ways(self, fields: Fields, kind: str, number: int) -> list[tuple[float, Fields, Json]]:
        """The ways to plant cards of a kind: coins earned, fields afterwards, first move."""
        if not self.is_bean(kind):
            return []
        earns = self.judge.earns
        protected = max(count for _, count in fields) > 1
        kinds = [name for name, _ in fields]
        if None in kinds and kind not in kinds:
            at = kinds.index(None)
            return [(0.0, put(fields, at, (kind, number)), plant(kind, at))]
        found = []
        for at, (name, count) in enumerate(fields):
            if name == kind:
                found.append((0.0, put(fields, at, (kind, count + number)), plant(kind, at)))
            elif name is None or kind in kinds:
                continue
            if count > 1 or not protected:
                harvest = {"do": "harvest", "field": at}
                found.append((earns[name][count], put(fields, at, (kind, number)), harvest))
        return found

    # --- judging ------------------------------------------------------------------------------

    def pleases(self, kind: str, number: int) -> float:
        """The worth to the opponent of cards that are left to it."""
        if not self.is_bean(kind):
            return 0.0
        promise, earns = self.judge.promise, self.judge.earns
        fresh, gain = promise[kind][number], 0.0
        for name, count in self.theirs:
            if name == kind:
                return promise[kind][count + number] - promise[kind][count]
            if name is None:
                gain = max(gain, fresh - self.judge.empty)
            else:
                gain = max(gain, earns[name][count] + fresh - promise[name][count])
        return gain

    def worth(self, fields: Fields, hand: Kinds) -> float:
        """Coins to be expected from fields, and from a hand of which the front is due next."""
        key = fields, hand
        if key not in self.known:
            self.known[key] = self.worth_of_fields(fields) + self.worth_of_hand(fields, hand)
        return self.known[key]

    def worth_of_fields(self, fields: Fields) -> float:
        promise, empty = self.judge.promise, self.judge.empty
        worth = sum([empty if kind is None else promise[kind][count] for kind, count in fields])
        if self.judge.extras:
            kinds, counts = [kind for kind, _ in fields], [count for _, count in fields]
            worth += sum([extra(kinds, counts) for extra in self.judge.extras])
        return worth

    def worth_of_hand(self, fields: Fields, hand: Kinds) -> float:
        """The worth of the hand: what it adds to the fields, one step 1 after the other.

        A card that fits nowhere stays where it is if it can: it may fit later, and discarded it
        may come to the opponent.
        """
        kinds = [kind for kind, _ in fields]
        counts = [count for _, count in fields]
        waiting = list(hand)
        total, weight, pile = 0.0, FADING**self.wait, self.pile
        while waiting and (pile > 0 or weight == 1.0):
            planted, spared = 0, False
            while waiting and planted < 2:
                card = waiting[0]
                if not self.is_bean(card):
                    total += weight * self.judge.unplanted.get(card, 0.0)
                else:
                    change, at, fresh = self.fit(kinds, counts, card)
                    if change <= 0.0 and planted:
                        break
                    if change <= 0.0 and self.by_kind and not spared:
                        spared = True
                        del waiting[0]
                        continue
                    total += weight * change
                    counts[at] = 1 if fresh else counts[at] + 1
                    kinds[at] = card
                planted += 1
                del waiting[0]
            if not spared and None not in kinds:
                burden = next((c for c in waiting if c not in kinds and self.is_bean(c)), None)
                if burden is not None:
                    waiting.remove(burden)
            weight *= FADING
            pile -= 2 * self.a_turn()
        return total

    def fit(self, kinds: list[Any], counts: list[int], card: str) -> tuple[float, int, bool]:
        """Find where planting a card adds most: the gain, the field, whether it starts anew."""
        promise, earns = self.judge.promise, self.judge.earns
        promised = promise[card]
        if card in kinds:
            at = kinds.index(card)
            count = counts[at]
            more = promised[count + 1] - promised[count]
            anew = earns[card][count] + promised[1] - promised[count]
            return (anew, at, True) if count > 1 and anew > more else (more, at, False)
        if None in kinds:
            return promised[1] - self.judge.empty, kinds.index(None), True
        most = max(counts)
        change, at = max(
            [
                (earns[kind][count] - promise[kind][count], -at)
                for at, (kind, count) in enumerate(zip(kinds, counts))  # noqa: B905, same length
                if count > 1 or most == 1
            ]
        )
        return change + promised[1], -at, True


PASS = {"do": "pass"}


def plant(card: str, field: int) -> Json:
    return {"do": "plant", "card": card, "field": field}


def drop(place: int) -> Json:
    return {"do": "discard_from_hand", "hand": place}


def kinds_of(cards: list[str]) -> tuple[tuple[str, int], ...]:
    """The cards by kind, ((kind, number), …), in order of appearance."""
    return tuple([(kind, cards.count(kind)) for kind in dict.fromkeys(cards)])
