"""Those who look on at one show, and are told the same: each frame is put in words once for all."""

import asyncio
import time
from collections.abc import AsyncIterable, Awaitable, Callable
from typing import Any

import orjson

from arena.replay.frames import Frame, Live
from arena.replay.replay import Replay
from arena.text import harmless
from arena.text.phrases import listed
from arena.text.speaker import Speaker
from arena.web import urls
from arena.web.replay.replay_data import in_full, told_of_game
from protocol import Json

LIVE_BEAT_S = 0.25
"""The least between two frames of a game that is being played, a fifth of it to catch up …"""
BEHIND_S = 3.0
"""… once they are so late."""
MOST_WAITING = 60
"""Messages that a page may be behind, until it is let go; it comes back by itself."""


class Viewers:
    """Pages that look on. What keeps them informed runs only while there are any."""

    def __init__(self, *works: Callable[[], Awaitable[None]]) -> None:
        self._works = works
        self.pages: set[asyncio.Queue[str]] = set()
        """Those that look on; one that has fallen too far behind no longer does."""
        self._latest: dict[str, str] = {}  # by sort of message, for who comes now
        self._tasks: list[asyncio.Future[None]] = []

    def join(self) -> asyncio.Queue[str]:
        """A page looks on: the messages for it."""
        page: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        for text in self._latest.values():
            page.put_nowait(text)
        self.pages.add(page)
        if not self._tasks:
            self._tasks = [asyncio.ensure_future(work()) for work in self._works]
        return page

    def leave(self, page: asyncio.Queue[str]) -> None:
        """A page looks on no more."""
        self.pages.discard(page)
        if not self.pages:
            self._stop()

    async def close(self) -> None:
        """End it."""
        tasks = self._tasks
        self._stop()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._tasks, self._latest = [], {}

    def has_sent(self, sort: str) -> bool:
        """True if who comes now is told a message of this sort."""
        return sort in self._latest

    def send(self, **message: Any) -> None:
        """Tell all pages; it is put in words once."""
        (sort,) = message
        text = orjson.dumps(message).decode()
        if sort in ("game", "idle"):
            for other in ("game", "idle", "frame", "final"):
                self._latest.pop(other, None)
        self._latest[sort] = text
        for page in [*self.pages]:
            try:
                page.put_nowait(text)
            except asyncio.QueueFull:
                self.pages.discard(page)

    def send_failure(self, why: str) -> None:
        """A game cannot be shown; `why`: a sentence."""
        self.send(idle=f"The game cannot be shown. {why}")

    # --- a game -----------------------------------------------------------------------------------

    def begin(self, replay: Replay, about: str, address: str = "") -> Speaker:
        """A game begins; who speaks of it. `address`: of its replay, if there is one."""
        self.send(game=told_of_game(replay) | {"about": about, "replay": address})
        return Speaker([harmless(name, 40) for name in replay.names])

    async def frame(self, replay: Replay, frame: Frame, speaker: Speaker, seconds: float) -> None:
        """A frame, and as much time to see it, unless it tells only that somebody declines."""
        told = in_full(replay, frame, speaker)
        self.send(frame=told)
        if any(line[0] != "declined" for line in told["lines"]):
            await asyncio.sleep(seconds)

    def end(self, replay: Replay, address: str = "") -> None:
        """The game is over."""
        self.send(
            final={
                "scores": replay.data["result"]["scores"],
                "places": replay.places,
                "winners": list(replay.winners),
                "forfeits": {str(seat): "forfeited" for seat in replay.forfeits},
                "replay": address,
            }
        )

    async def follow(
        self, parts: AsyncIterable[tuple[float, Json]], about: str, reader: int | None, delay: float
    ) -> None:
        """Show a game while it is played. Raises ReplayError.

        parts   what is added to its record, each with when: the first is the record so far, the
                last has the result, and perhaps the number of the replay
        about   what the game is called, if not by those who play
        reader  what spectators may see, see `arena.replay.frames`
        delay   so many seconds later
        """
        retold: Live | None = None
        async for at, part in parts:
            await asyncio.sleep(max(0.0, at + delay - time.time()))
            if retold is None:
                retold = Live(part, (reader,))
                later = f", shown {delay:g} seconds later" if delay else ""
                names = listed(harmless(name, 40) for name in retold.replay.names)
                speaker = self.begin(retold.replay, f"{about or names}, being played{later}")
                # Only how it stands now: latecomers have missed the rest.
                for _, frame in (await asyncio.to_thread(list, retold.add(part)))[-1:]:
                    await self.frame(retold.replay, frame, speaker, 0.0)
                continue
            learnt = await asyncio.to_thread(list, retold.add(part))
            if "result" in part:
                retold.replay.data["result"] = part["result"]
                learnt += retold.rest()
            for _, frame in learnt:
                late = time.time() - at - delay > BEHIND_S
                beat = LIVE_BEAT_S / 5 if late else LIVE_BEAT_S
                await self.frame(retold.replay, frame, speaker, beat)
            if "result" in part:
                number = part.get("replay", "")
                self.end(retold.replay, urls.replay(number) if number else "")
