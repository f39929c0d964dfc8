"""A trader3 that waits for a better trade, and is content with less from round to round.

What the others reply stands until step 2 ends, and bidders go down their lists: to wait costs the
active player little. So it takes only what gains much at first, and never ends the negotiation
early. It answers the same way: the active player may come down, too.

The first and last measures come from a regression over games in which each seat drew its own
(docs/decisions/15-trader.md).
"""

from __future__ import annotations

from typing import NamedTuple

from bohnanza import Choice, Decision, Json, offer
from position import Position
from trader3 import Trader3Bot


class Patience(NamedTuple):
    """The gain that a trade must bring: in the first round and, coming down evenly, at the end."""

    first: float
    last: float

    def least(self, at: Position) -> float:
        """The gain that it must bring in this round."""
        waited: float = (at.view["round"] - 1) / at.view["rounds"]
        return self.first + (self.last - self.first) * min(1.0, waited)


class Trader4Bot(Trader3Bot):
    name = "trader4"
    taking = Patience(2.0, 0.05)
    answering = Patience(0.6, 0.03)

    def trade(self, decision: Decision) -> Choice:
        choice = super().trade(decision)
        at = self.look(decision)
        view = at.view
        if isinstance(choice, dict):
            choice["end"] = False
            if not choice["offers"] and view["round"] <= view["rounds"]:
                # Only an offer lets the others bid again. To ask for a gift costs nothing.
                wanted = at.welcome(self.judge.scale, 1) or [*self.judge.scale]
                choice["offers"] = [offer(want=wanted[:1])]
        return choice

    def takes(self, decision: Decision, at: Position) -> list[int | Json]:
        taking = self.parts.taking._replace(least=self.taking.least(at))
        self.parts = self.parts._replace(taking=taking)
        return super().takes(decision, at)

    def answer(self, decision: Decision) -> Choice:
        least = self.answering.least(self.look(decision))
        answering = self.parts.answering._replace(least=least)
        self.parts = self.parts._replace(answering=answering)
        return super().answer(decision)


if __name__ == "__main__":
    Trader4Bot().run()
