"""The game of a room as viewers see it, who have a link and no seat: what all seats see."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable

from arena.replay.frames import PUBLIC
from arena.web.viewers import Viewers
from protocol import Json


class RoomBroadcast:
    """A game that is shown while it grows, from whenever the first viewer comes."""

    def __init__(self, explain: Callable[[Exception], str], delay: float) -> None:
        """Begin before the game.

        Args:
            explain: Describes an error in a sentence.
            delay: Seconds by which viewers see the game later.
        """
        self.viewers = Viewers(self._show)
        self._explain = explain
        self._delay = delay
        self.record: Json | None = None
        """What there is of the game; set when it begins, and grows as the game does."""
        self._parts: asyncio.Queue[tuple[float, Json] | None] | None = None
        """Parts of the record, with their times; None if nobody is viewing."""
        self._ending = ""
        """Why no more will come, in a sentence; empty until then."""
        self._last_part: Json | None = None
        """The part with the result, if the game has one."""

    def add(self, part: Json | None) -> None:
        """Show an addition to the record; None if there will be no more."""
        if self._parts is not None:
            self._parts.put_nowait(None if part is None else (time.time(), part))

    def end(self, why: str, last_part: Json | None = None) -> None:
        """Show nothing more, after the part with the result if there is one."""
        if not self._ending:  # a room closes after its game is over, too
            self._ending, self._last_part = why, last_part
            self.add(last_part)

    async def _show(self) -> None:
        """Show viewers the game, starting with its state when the first of them comes."""
        parts = self._parts = asyncio.Queue()
        if self.record is None:
            self.viewers.send(idle=self._ending or "The game has not begun yet.")
        else:
            # The result comes last, by itself: it ends what viewers follow.
            self.add({key: part for key, part in self.record.items() if key != "result"})
        if self._ending:
            self.add(self._last_part)
        try:
            await self.viewers.follow(_until_the_end(parts), "", PUBLIC, self._delay)
            if self._last_part is None:
                self.viewers.send(idle=self._ending)
        except Exception as error:
            self.viewers.send_failure(self._explain(error))
        finally:
            if self._parts is parts:  # viewers may have come back, and begun another queue
                self._parts = None


async def _until_the_end(
    parts: "asyncio.Queue[tuple[float, Json] | None]",
) -> AsyncIterator[tuple[float, Json]]:
    """Yield parts up to the one with the result, or to None if the game ends without one."""
    while (timed_part := await parts.get()) is not None:
        yield timed_part
        if "result" in timed_part[1]:
            return
