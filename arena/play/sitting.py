"""One game with a person in it: who sits where, and everything that has to be ended afterwards."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from types import TracebackType

from arena.play.hosting import Hosted
from arena.play.line import Line
from arena.play.person import Doorstep
from arena.play.seat import Seat
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game import GameSpec
from arena.sandbox.level import Level
from arena.tournament.deals import Draws, bot_seeds, deal_seed, new_secret


class Sitting:
    """async with Sitting(…) as sitting: the game runs, and `sitting.line` speaks for the person."""

    def __init__(
        self,
        name: str,
        bots: Sequence[BotSpec],
        variant: str,
        time: TimeControl,
        level: Level,
        *,
        place: int | None = None,
        seed: int | None = None,
        talk: bool = True,
        network: bool = False,
    ) -> None:
        """`name` of the person; `bots` for the other seats; `time`, for these alone.

        `place`: the person's seat; None draws one. `seed`: the same one gives the same cards.
        """
        secret = new_secret(seed)
        if place is None:
            place = Draws(secret, "seat").below(len(bots) + 1)
        self._doorstep = Doorstep(name)
        seated = (*bots[:place], self._doorstep.bot, *bots[place:])
        self.spec = GameSpec(
            id="1",
            variant=variant,
            players=len(seated),
            seed=deal_seed(secret, 0),
            bots=seated,
            bot_seeds=bot_seeds(secret, 0, [bot.hash for bot in seated]),
            lane=0,
            time=time,
            talk=talk,
        )
        self.seat = Seat(names([bot.name for bot in seated], place))
        self.line = Line(self._doorstep.socket)
        self.hosted: Hosted
        self._level, self._network = level, network

    async def __aenter__(self) -> "Sitting":
        try:
            await self.line.__aenter__()
            self.hosted = Hosted(self.spec, self._level, self._network)
        except BaseException:
            self.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the game, if it is not over, and remove what it needed."""
        try:
            await asyncio.to_thread(self.hosted.close)  # which may take a while
            await self.line.__aexit__(kind, error, trace)
        finally:
            self.close()

    def close(self) -> None:
        """Remove what a game that was never begun needed."""
        self._doorstep.close()


def names(called: Sequence[str], me: int) -> list[str]:
    """Names that differ, so that each means one seat: of those that are alike, with the seat."""
    counts = Counter(name.casefold() for name in called)
    return [
        name if seat == me or counts[name.casefold()] == 1 else f"{name} {seat}"
        for seat, name in enumerate(called)
    ]
