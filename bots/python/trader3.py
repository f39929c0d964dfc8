"""A trader that asks more or less of a trade, by its part in the negotiation.

As the active player it asks for all that helps, and takes what is good enough: a no costs nothing.
To the active player it agrees only if its own gain is well beyond the other's, for a better offer
may come in the next round. Its fields are left sooner at a large table than at a small one, and it
minds less than trader2 if others grow what it grows.

The numbers come from 10,400 games between traders whose numbers were drawn at random, first around
those of trader2, then twice around the best ones found (docs/decisions/15-trader.md).
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from bohnanza import Choice, Data, Decision, Json
from judgement import Habits
from position import Position
from trader import TraderBot
from trader2 import Trader2Bot


class Parts(NamedTuple):
    """The habits for each part of a game; beyond `judging` only `least` and `envy` matter."""

    judging: Habits
    taking: Habits  # what the others reply to its offers
    proposing: Habits
    answering: Habits  # the active player's offers
    bidding: Habits
    others: Habits  # what is thought of the others, with `scatter`


class Trader3Bot(TraderBot):
    name = "trader3"

    def at_table(self, players: int) -> Parts:
        """The habits at a table of that size; from six on nothing was found that beats trader2."""
        if players > 5:
            return Parts(*[Trader2Bot.habits] * len(Parts._fields))
        judging = Habits(
            access=0.62,
            rarity=0.75,
            rivalry=0.05,
            rent=0.04,
            crowding=1.1,
            empty=0.69,
            patience=0.86,
            stubborn=0.39,
            reshuffle=0.46,
            eager=1.5,
        )
        usual = Parts(
            judging,
            taking=judging._replace(least=0.1, envy=0.36),
            proposing=judging._replace(least=0.01, envy=0.19),
            answering=judging._replace(least=0.11, envy=0.57),
            bidding=judging._replace(least=0.06, envy=0.47),
            others=judging._replace(least=-0.13, envy=0.09, scatter=0.72),
        )
        if players < 4:
            return usual._replace(
                judging=judging._replace(crowding=0.95, patience=0.88),
                answering=judging._replace(least=0.15, envy=0.57),
            )
        if players > 4:
            return usual._replace(
                judging=judging._replace(access=0.55, crowding=1.25, patience=0.85),
                answering=judging._replace(least=0.06, envy=0.5),
                bidding=judging._replace(least=0.06, envy=0.4),
            )
        return usual

    def on_game_start(self, game: Data) -> None:
        self.parts = self.at_table(game["players"])
        self.habits = self.parts.judging
        super().on_game_start(game)

    def takes(self, decision: Decision, at: Position) -> list[int | Json]:
        self.habits = self.parts.taking
        return super().takes(decision, at)

    def proposals(self, at: Position) -> list[Json]:
        self.habits = self.parts.proposing
        return super().proposals(at)

    def answer(self, decision: Decision) -> Choice:
        self.habits = self.parts.answering
        return super().answer(decision)

    def bids(self, at: Position) -> list[Json]:
        self.habits = self.parts.bidding
        return super().bids(at)

    def yes(self, theirs: float, mine: float) -> float:
        others = self.parts.others
        net = theirs - others.envy * mine if mine > 0.0 else theirs
        return 1 / (1 + exp(min(30.0, (others.least - net) / others.scatter)))


if __name__ == "__main__":
    Trader3Bot().run()
