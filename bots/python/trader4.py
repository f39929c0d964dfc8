"""A trader3 that waits for a better trade, and is content with less from round to round.

What the others reply stands until step 2 ends, and bidders go down their lists: to wait costs the
active player little. So at first it takes only what gains much, and never ends the negotiation
early; at the last word it takes all that gains. It answers in the same way, for the active player
may come down, too.

Where to begin was found by a regression over games in which each seat drew its own patience
(docs/decisions/15-trader.md).
"""

from __future__ import annotations

from bohnanza import Choice, Decision, Json
from position import Position
from trader3 import Trader3Bot

ANSWERING = 0.6  # the gain that an offer must bring in the first round
TAKING = {3: 3.0, 4: 2.0, 5: 2.0}
"""The same for a reply, by players: beside two others there are fewer to choose from.

At larger tables whoever waits comes too late: there it plays as trader3.
"""


class Trader4Bot(Trader3Bot):
    name = "trader4"

    def trade(self, decision: Decision) -> Choice:
        choice = super().trade(decision)
        if isinstance(choice, dict) and self.judge.players in TAKING:
            choice["end"] = False
        return choice

    def takes(self, decision: Decision, at: Position) -> list[int | Json]:
        if self.judge.players in TAKING:
            least = comes_down(TAKING[self.judge.players], at.view)
            self.parts = self.parts._replace(taking=self.parts.taking._replace(least=least))
        return super().takes(decision, at)

    def answer(self, decision: Decision) -> Choice:
        if self.judge.players in TAKING:
            least = comes_down(ANSWERING, decision["view"])
            self.parts = self.parts._replace(answering=self.parts.answering._replace(least=least))
        return super().answer(decision)


def comes_down(first: float, view: Json) -> float:
    """That gain in the first round, evenly less in each, and 0 at the last word."""
    number: int = view["round"]
    rounds: int = view["rounds"]
    return first * max(0, rounds + 1 - number) / rounds


if __name__ == "__main__":
    Trader4Bot().run()
