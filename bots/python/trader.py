"""Lives by trading: looks for exchanges, gifts and requests from which both sides gain.

What anything is worth comes from judgement.py and position.py. As the active player it opens with
what would please it most and comes down round by round; what nobody pays for it gives away. To the
active player's offers it says yes if its own gain outweighs the other's; its bids name a price.

What an expansion adds is known to a skill (skills/). It asks for no windows but those of its
skills: in the basic games all that it would do there can wait for its own decisions, which all
allow harvesting and buying.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import exp, prod

from bohnanza import (
    OPEN,
    Bot,
    Choice,
    Data,
    Deal,
    Decision,
    Json,
    accepting,
    answer,
    offer,
    paying,
    trade,
)
from judgement import Habits, Judge, Kinds
from position import Idea, Mine, Position
from skills import SKILLS, Outcome
from skills.skill import put

ROUNDING = 1 + 1e-9
UNLIKELY = 0.05  # a smaller chance of a yes is not worth asking
GREED = (0.4, 0.55, 0.7, 0.85, 1.0)  # how much the chance of a yes counts, round by round
WORDS = {"offers", "accepts", "round"}  # of a view: all that a negotiation changes without trades
Weigh = Callable[[float, Kinds, Kinds], "tuple[float, int | None] | None"]
"""An idea's gain, kinds given and kinds wanted → its score and to whom it goes, or None."""
Weighed = tuple[float, int, Idea, "int | None"]
"""A score, the number of an idea, the idea, to whom it goes."""
AGAIN = 0.6  # part of its score that an idea keeps for each offer of the same cards beside it


class TraderBot(Bot):
    name = "trader"
    wants: Sequence[str] = ("bids",)
    habits = Habits()
    skills = SKILLS

    def run(self) -> None:
        gc.disable()  # nothing here refers to itself in a circle, and to look for that takes time
        super().run()

    def on_game_start(self, game: Data) -> None:
        rules = {rule["name"] for rule in game["rulebook"]["rules"]}
        playing = [skill for skill in self.skills if skill.rule in rules]
        judges = [skill.judges for skill in playing if skill.judges]
        self.judge = (judges[0] if judges else Judge)(game, self.habits)
        self.playing = [skill(game, self.judge) for skill in playing]
        wants = [window for skill in self.playing for window in skill.wants]
        self.wants = (*TraderBot.wants, *dict.fromkeys(wants))
        self.seen: tuple[Decision, Position] | None = None
        self.table: Json | None = None
        self.turn = 0
        self.tried: set[tuple[Kinds, Kinds]] = set()
        self.shown: list[Counter[str]] = [Counter() for _ in range(game["players"])]
        self.limits = game["rulebook"]["negotiation"]

    # --- looking ------------------------------------------------------------------------------

    def on_event(self, event: Json) -> None:
        """Remember the cards that others have shown in their hands, as long as they are there."""
        name = event["event"]
        if name in ("offered", "answered"):
            for made in event["offers"] + event.get("accepts", []):
                if made["give"] and made["give"] != OPEN:
                    cards = [card["kind"] for card in made["give"] if in_a_hand(card)]
                    known = self.shown[made["seat"]]
                    for kind in cards:
                        known[kind] = max(known[kind], cards.count(kind))
        elif name == "traded":
            for seat, cards in ((event["seat"], event["gave"]), (event["with"], event["got"])):
                for card in cards:
                    if in_a_hand(card):
                        self.gone(seat, card["kind"])
        elif name == "planted" and event["from"] == "hand":
            self.gone(event["seat"], event["card"])

    def gone(self, seat: int, kind: str) -> None:
        """A card is no longer in a hand."""
        known = self.shown[seat]
        if known[kind] > 0:
            known[kind] -= 1

    def look(self, decision: Decision) -> Position:
        """Take in the view, once a decision: the position, and what the judge makes of the deck."""
        if self.seen is not None and self.seen[0] is decision:
            return self.seen[1]
        view = decision["view"]
        for skill in self.playing:
            skill.look(view)
        if view["turn"] != self.turn:
            self.turn, self.tried = view["turn"], set()
        table = dict(view)
        for word in WORDS:
            del table[word]
        if self.seen and table == self.table:  # only words were exchanged: what is known stays true
            at = self.seen[1]
            at.renew(view)
        else:
            self.table = table
            self.judge.look(view, self.unseen(view))
            at = Position(self.judge, view, self.shown)
        self.seen = decision, at
        return at

    def choose(self, decision: Decision) -> Choice:
        """A skill may act before all else; what no handler knows is a skill's to answer, or 0."""
        if self.playing:
            at = self.look(decision)
            for skill in self.playing:
                index = skill.act(decision, at)
                if index is not None:
                    return index
                due = skill.due(decision, at)
                if due is not None:
                    return self.best(decision, at, due, at.hand)
        return super().choose(decision)

    # --- planting -----------------------------------------------------------------------------

    def plant(self, decision: Decision) -> Choice:
        at = self.look(decision)
        if decision.find(do="pass") is None:
            return self.best(decision, at, at.hand[:1], at.hand[1:], going_on=True)
        return self.best(decision, at, (), at.hand, going_on=True)

    def set_aside(self, decision: Decision) -> Choice:
        at = self.look(decision)
        return self.best(decision, at, at.got, at.hand)

    def best(
        self,
        decision: Decision,
        at: Position,
        due: Sequence[str],
        hand: Sequence[str],
        going_on: bool = False,
    ) -> int:
        """The index of the choice that leaves the best position."""
        before = Outcome(0.0, at.mine, tuple(due), tuple(hand), going_on)
        best, index = float("-inf"), 0
        for number, choice in enumerate(decision["choices"]):
            if choice["do"] == "buy_field" and self.buys():
                return number
            left = self.outcome(choice, before)
            if left is None and number == 0:
                left = before  # it is always safe: no reason to harvest instead
            if left is None:
                continue
            coins, fields, still, rest, more = left
            worth = coins + self.judge.worth(fields, tuple(sorted(still)), rest, at.wait, more)
            if worth > best + 1e-9:
                best, index = worth, number
        return index

    def outcome(self, choice: Json, before: Outcome) -> Outcome | None:
        """The outcome of a choice after `before`, or None if it can't be judged."""
        do, mine = choice["do"], before.fields
        if do == "plant":
            field, card = choice["field"], choice["card"]
            kind, count = mine[field]
            left = before.planted(card, field, (kind or card, count + 1))
            if kind == card and not before.due:
                return left._replace(coins=self.habits.eager)
            return left
        if do == "harvest":
            field = choice["field"]
            kind, count = mine[field]
            coins = self.judge.earns[kind][count]
            if not coins and (None, 0) in mine:
                return None  # there is room as it is
            return before._replace(coins=coins, fields=put(mine, field, self.judge.emptied(kind)))
        if do == "pass":
            return before._replace(going_on=False)
        for skill in self.playing:
            judged = skill.outcome(choice, before)
            if judged is not None:
                return judged
        return None

    def buys(self) -> bool:
        """True if a third field will still pay."""
        rounds = self.judge.turns_left / self.judge.players
        return rounds >= self.habits.third * (self.judge.third_field_price or 0)

    # --- negotiating as the active player -----------------------------------------------------

    def trade(self, decision: Decision) -> Choice:
        at = self.look(decision)
        buying = decision.find(do="buy_field")
        if buying is not None and self.buys():
            return buying
        takes = self.takes(decision, at)
        offers = self.proposals(at) if at.view["round"] <= at.view["rounds"] else []
        return trade(takes, offers, end=not offers)

    def takes(self, decision: Decision, at: Position) -> list[int | Json]:
        """Standing replies to take now, the best first; notes them in the position."""
        offered = {made["id"]: made["give"] for made in at.view["offers"]}
        accepted = {
            made["id"]: [place(card) for card in offered[made["offer"]]]
            for made in at.view["accepts"]
        }
        agreed = self.agreeable(at, decision.deals, lambda deal: accepted.get(deal.id))
        return [
            deal.id if deal.id in accepted else paying(deal.id, at.named(cards))
            for deal, cards in agreed
        ]

    def agreeable(
        self, at: Position, deals: list[Deal], fixed: Callable[[Deal], list[Mine] | None]
    ) -> list[tuple[Deal, list[Mine]]]:
        """Choose the deals to agree to, the best first, each with the cards to hand over.

        `fixed(deal)`: the cards that must be handed over; None leaves the choice.
        """
        deals = [deal for deal in deals if deal.get is not None and deal.give is not None]
        agreed = []
        while deals:
            best, choice = self.habits.least, None
            for deal in deals:
                cards = fixed(deal)
                if cards is None:
                    cards = at.pick(deal.give)
                if cards is None or at.used.intersection(cards):
                    continue
                theirs = at.their_gain(deal.seat, deal.give, deal.get)
                net = self.net(at.gain(deal.get, cards), theirs)
                if net > best:
                    best, choice = net, (deal, cards)
            if choice is None:
                break
            agreed.append(choice)
            deals.remove(choice[0])
            at.exchange(choice[0].get, choice[1])
        return agreed

    def proposals(self, at: Position) -> list[Json]:
        """The offers to post in this round: what pleases most and may still find a yes."""
        wanted = at.welcome(self.judge.scale, 4)
        wants: list[Kinds] = [(kind,) for kind in wanted]
        wants += [(kind, kind) for kind in wanted[:2]]
        wants += combinations(wanted[:3], 2)
        others = [seat for seat in range(self.judge.players) if seat != self.seat]
        greed = GREED[min(at.view["round"], len(GREED)) - 1]
        least, envy = self.habits.least, self.habits.envy
        # What nobody is likely to have is not worth asking for; hopes: at most so much of a gain.
        hopes: dict[Kinds, float] = {(): 1.0}
        holders: dict[Kinds, list[tuple[int, float]]] = {(): [(seat, 1.0) for seat in others]}
        for want in wants:
            chances = [at.holding(seat, want) for seat in others]
            if max(chances) > UNLIKELY:
                hopes[want] = (1 - prod([1 - chance for chance in chances])) ** greed
                holders[want] = list(zip(others, chances))  # noqa: B905, one a seat
        wants = [want for want in wants if want in hopes]

        def weigh(mine: float, given: Kinds, want: Kinds) -> tuple[float, int | None] | None:
            nobody, likely, net, seats = 1.0, 0.0, 0.0, []
            for seat, holds in holders[want]:
                theirs = at.their_gain(seat, given, want)
                chance = holds * self.yes(theirs, mine)
                net += chance * (mine - envy * theirs if theirs > 0.0 else mine)
                likely += chance
                nobody *= 1 - chance
                if chance > UNLIKELY:
                    seats.append(seat)
            if not seats or net / likely <= least:
                return None
            return (1 - nobody) ** greed * net / likely, seats[0] if len(seats) == 1 else None

        return self.offers(at, wants, hopes, weigh, self.limits["offers"], AGAIN)

    # --- the negotiations of others -----------------------------------------------------------

    def answer(self, decision: Decision) -> Choice:
        at = self.look(decision)
        withdraw = self.regrets(at)
        agreed = self.agreeable(at, decision.deals, lambda deal: None)
        accept = [accepting(d.id, at.named(cards)) if cards else d.id for d, cards in agreed]
        return answer(accept, self.bids(at), withdraw)

    def bid(self, decision: Decision) -> Choice:
        return answer(offers=self.bids(self.look(decision)))

    def regrets(self, at: Position) -> list[int]:
        """Standing replies of mine that would do harm by now and are to be withdrawn."""
        offers = {made["id"]: made for made in at.view["offers"]}
        standing = [(made, made["want"]) for made in offers.values() if made["seat"] == self.seat]
        standing += [
            (made, kinds(offers[made["offer"]]["give"]))
            for made in at.view["accepts"]
            if made["seat"] == self.seat
        ]
        return [
            made["id"]
            for made, get in standing
            if at.gain(get, [place(card) for card in made["give"]]) < 0
        ]

    def bids(self, at: Position) -> list[Json]:
        """Offers to the active player: for cards known to be there, or to be rid of a burden."""
        for made in at.view["offers"]:
            if made["seat"] == self.seat:
                self.tried.add((tuple(sorted(kinds(made["give"]))), tuple(made["want"])))
        theirs = Counter(at.view["turned_over"]) + self.shown[at.active]
        wanted = at.welcome(theirs, 3)
        wants: list[Kinds] = [(kind,) for kind in wanted]
        wants += [(kind, kind) for kind in wanted if theirs[kind] > 1]
        wants += [tuple(sorted(wanted[:2]))] if len(wanted) > 1 else []

        def weigh(mine: float, given: Kinds, want: Kinds) -> tuple[float, int | None] | None:
            theirs = at.their_gain(at.active, given, want)
            net = self.net(mine, theirs)
            return (net * self.yes(theirs, mine), None) if net > self.habits.least else None

        hopes: dict[Kinds, float] = dict.fromkeys([(), *wants], 1.0)
        return self.offers(at, wants, hopes, weigh, self.limits["replies"], 1.0)

    # --- offers in general --------------------------------------------------------------------

    def net(self, mine: float, theirs: float) -> float:
        """A gain, less what the other's gain costs in the race for places."""
        return mine - self.habits.envy * max(0.0, theirs)

    def yes(self, theirs: float, mine: float) -> float:
        """Chance that somebody agrees to a trade."""
        habits = self.habits
        net = theirs - habits.envy * mine if mine > 0.0 else theirs
        return 1 / (1 + exp(min(30.0, (habits.least - net) / habits.scatter)))

    def offers(
        self,
        at: Position,
        wants: Iterable[Kinds],
        hopes: dict[Kinds, float],
        weigh: Weigh,
        most: int,
        again: float,
    ) -> list[Json]:
        """The best new ideas for trades as offers, at most so many; notes them as tried.

        `weigh(gain, kinds given, kinds wanted)` tells an idea's score, which is at most the gain,
        and to whom it goes, or None; `again` is the part of its score that an idea keeps for each
        offer of the same cards beside it.
        """
        ideas, tried = at.exchanges(tuple(wants)), self.tried
        # Those that gain most first: one whose gain is less than a score found need not be weighed.
        waiting = [
            (idea[0] * hopes[idea[3]] * ROUNDING, number, idea)
            for number, idea in enumerate(ideas)
            if (idea[1], idea[3]) not in tried
        ]
        if not waiting:
            return []
        waiting.sort()
        weighed: list[Weighed] = []
        offers: list[Json] = []
        times: dict[tuple[Mine, ...], int] = {}

        def value(idea: Weighed) -> tuple[float, float, int]:  # of equal ones the first
            return idea[0] * again ** times.get(idea[2][2], 0), idea[0], -idea[1]

        while len(offers) < most:
            best = max(weighed, key=value, default=None)
            sure = value(best)[0] if best else 0.0
            while waiting and waiting[-1][0] >= sure:
                _, number, idea = waiting.pop()
                mine, given, _, want = idea
                found = weigh(mine, given, want)
                if found:
                    score, to = found
                    weighed.append((score, number, idea, to))
                    if best is None or value(weighed[-1]) > value(best):
                        best = weighed[-1]
                        sure = value(best)[0]
            if best is None or best[0] <= self.habits.least:
                break
            weighed.remove(best)
            _, _, (_, given, give, want), to = best
            times[give] = times.get(give, 0) + 1
            self.tried.add((given, want))
            offers.append(offer(at.named(give), want, to))
        return offers


def place(card: Json) -> Mine:
    """The place of a card of mine, as (pile, place)."""
    return next((pile, at) for pile, at in card.items() if pile != "kind")


def in_a_hand(card: Json) -> bool:
    """True if a card shown lies in a hand: its place there may be hidden, others never are."""
    return "hand" in card or len(card) == 1


def kinds(cards: list[Json]) -> list[str]:
    return [card["kind"] for card in cards]


if __name__ == "__main__":
    TraderBot().run()
