"""A trader3 that waits: it takes nothing before the last word, and then what goes best together.

What the others reply stands until step 2 ends, and bidders go down their lists: to wait costs the
active player little. So it never ends the negotiation early, and in the end takes replies as a set:
two that bring a pair may gain where neither does alone, and the best one may need cards that two
others pay for. To offers it is content with less from round to round, for the active player may
come down, too (docs/decisions/15-trader.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bohnanza import Choice, Deal, Decision, Json
from judgement import Kinds
from position import Cards, Mine, Position
from trader3 import Parts, Trader3Bot

PATIENT = (3, 4, 5)  # players; at larger tables who waits comes too late: there it is a trader3
ANSWERING = 0.6  # the gain that an offer must bring in the first round; at the last word any
MOST = 6  # replies taken at once
KEPT = 5  # sets of each size that larger ones are made from


class Replies(NamedTuple):
    """A set of replies: what taking it adds, what it costs, and what changes hands."""

    net: float
    price: float  # the gain that is asked, and what that of others costs
    got: Kinds
    used: Cards
    agreed: list[tuple[Deal, list[Mine]]]


class Trader4Bot(Trader3Bot):
    name = "trader4"

    def at_table(self, players: int) -> Parts:
        parts = super().at_table(players)
        self.waits = players in PATIENT
        return parts._replace(taking=parts.taking._replace(least=0.0)) if self.waits else parts

    def trade(self, decision: Decision) -> Choice:
        choice = super().trade(decision)
        if isinstance(choice, dict) and self.waits:
            choice["end"] = False
        return choice

    def takes(self, decision: Decision, at: Position) -> list[int | Json]:
        if self.waits and at.view["round"] <= at.view["rounds"]:
            return []
        return super().takes(decision, at)

    def answer(self, decision: Decision) -> Choice:
        if self.waits:
            view = decision["view"]
            least = ANSWERING * (view["rounds"] + 1 - view["round"]) / view["rounds"]
            self.parts = self.parts._replace(answering=self.parts.answering._replace(least=least))
        return super().answer(decision)

    def agreeable(
        self, at: Position, deals: list[Deal], fixed: Callable[[Deal], list[Mine] | None]
    ) -> list[tuple[Deal, list[Mine]]]:
        """Take the best set of replies; of offers, of which few come about, one after the other."""
        if at.seat != at.active or not self.waits:
            return super().agreeable(at, deals, fixed)
        prices = []
        for deal in deals:
            if deal.get is not None and deal.give is not None:
                theirs = at.their_gain(deal.seat, deal.give, deal.get)
                prices.append((deal, self.habits.least - self.net(0.0, theirs)))
        before, used = at.now(), at.used
        best = Replies(0.0, 0.0, (), used, [])
        sets = [best]
        for _ in range(MOST):
            larger: dict[tuple[Kinds, Cards], Replies] = {}
            for some in sets:
                at.used = some.used
                for deal, more in prices:
                    cards = fixed(deal)
                    if cards is None:
                        cards = at.pick(deal.give)
                    if cards is None or some.used.intersection(cards):
                        continue
                    if any(clash(deal, other) for other, _ in some.agreed):
                        continue
                    got, gone = tuple(sorted([*some.got, *deal.get])), some.used.union(cards)
                    price = some.price + more
                    net = at.worth(got, gone) - before - price
                    if (got, gone) not in larger or net > larger[got, gone].net:
                        agreed = [*some.agreed, (deal, cards)]
                        larger[got, gone] = Replies(net, price, got, gone, agreed)
            sets = sorted(larger.values(), key=lambda some: -some.net)[:KEPT]
            best = max([best, *sets[:1]], key=lambda some: some.net)
        at.used = used
        for deal, cards in best.agreed:
            at.exchange(deal.get, cards)
        return best.agreed


def clash(one: Deal, other: Deal) -> bool:
    """True if two replies are the same, or of one seat and may promise the same card."""
    same = one.seat == other.seat and not set(one.get).isdisjoint(other.get)
    return same or one.id == other.id


if __name__ == "__main__":
    Trader4Bot().run()
