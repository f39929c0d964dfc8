"""Viewers of one game. All get the same messages, so each frame is put into words only once."""

import asyncio
import time
from collections.abc import AsyncIterable, Awaitable, Callable
from typing import Any

import orjson

from arena.replay.frames import Frame, Live
from arena.replay.replay import Replay
from arena.text.phrases import listed
from arena.text.speaker import Speaker
from arena.web import urls
from arena.web.replay.replay_data import frame_data, game_data, result_data, speaker_of
from protocol import Json

LIVE_BEAT_S = 0.25
"""The least time between two frames of a game that is being played."""
BEHIND_S = 3.0
"""Once frames are so late, they come five times as fast."""
MOST_WAITING = 60
"""Messages that a page may be behind before it is dropped; it reconnects by itself."""


class Viewers:
    """Pages that watch one game."""

    def __init__(self, *works: Callable[[], Awaitable[None]]) -> None:
        """Begin without viewers. `works` send the messages; they run only while there are any."""
        self._works = works
        self.pages: set[asyncio.Queue[str]] = set()
        """The queue of each page; one that has fallen too far behind is dropped."""
        self._latest: dict[str, str] = {}  # by sort of message, for pages that join now
        self._tasks: list[asyncio.Future[None]] = []

    def join(self) -> asyncio.Queue[str]:
        """Add a page, and return the queue of its messages."""
        page: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        for text in self._latest.values():
            page.put_nowait(text)
        self.pages.add(page)
        if not self._tasks:
            self._tasks = [asyncio.ensure_future(work()) for work in self._works]
        return page

    def leave(self, page: asyncio.Queue[str]) -> None:
        """Remove a page."""
        self.pages.discard(page)
        if not self.pages:
            self._stop()

    async def close(self) -> None:
        """Stop sending messages."""
        tasks = self._tasks
        self._stop()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._tasks, self._latest = [], {}

    def has_sent(self, sort: str) -> bool:
        """Return True if a page that joins now gets a message of this sort."""
        return sort in self._latest

    def send(self, **message: Any) -> None:
        """Send a message of one key, its sort, to all pages."""
        (sort,) = message
        text = orjson.dumps(message).decode()
        if sort in ("game", "idle"):  # what was shown before it is nothing to pages that join now
            for other in ("game", "idle", "frame", "final"):
                self._latest.pop(other, None)
        self._latest[sort] = text
        for page in [*self.pages]:
            try:
                page.put_nowait(text)
            except asyncio.QueueFull:  # `_send_queued` closes it, and nobody waits for a slow page
                self.pages.discard(page)

    def send_failure(self, why: str) -> None:
        """Tell pages that a game cannot be shown; `why` is a sentence."""
        self.send(idle=f"The game cannot be shown. {why}")

    # --- a game -----------------------------------------------------------------------------------

    def begin(self, replay: Replay, about: str, address: str = "") -> Speaker:
        """Tell pages that a game begins.

        Args:
            replay: The game.
            about: A title for it.
            address: The address of its replay, if there is one.

        Returns:
            A speaker that knows the players' names.
        """
        self.send(game=game_data(replay) | {"about": about, "replay": address})
        return speaker_of(replay)

    async def frame(self, replay: Replay, frame: Frame, speaker: Speaker, seconds: float) -> None:
        """Send a frame, and wait so many seconds unless it only says that somebody declines."""
        data = frame_data(replay, frame, speaker)
        self.send(frame=data)
        if any(line[0] != "declined" for line in data["lines"]):
            await asyncio.sleep(seconds)

    def end(self, replay: Replay, address: str = "") -> None:
        """Tell pages that the game is over."""
        result = result_data(replay, dict.fromkeys(replay.forfeits, "forfeited"))
        self.send(final=result | {"replay": address})

    async def follow(
        self, parts: AsyncIterable[tuple[float, Json]], about: str, reader: int | None, delay: float
    ) -> None:
        """Show a game while it is played. Raises ReplayError.

        Args:
            parts: Additions to the game's record, each with its time. The first is the record so
                far; the last has the result, and perhaps the number of the replay.
            about: A title for the game; "" uses the players' names.
            reader: What viewers may see, as in `arena.replay.frames`.
            delay: Seconds by which the game is shown later.
        """
        live: Live | None = None
        async for at, part in parts:
            await asyncio.sleep(max(0.0, at + delay - time.time()))
            if live is None:
                live = Live(part, (reader,))
                later = f", shown {delay:g} seconds later" if delay else ""
                title = about or listed(speaker_of(live.replay).names)
                speaker = self.begin(live.replay, f"{title}, being played{later}")
                # Viewers who come late see the game as it stands, without its past.
                for _, frame in (await asyncio.to_thread(list, live.add(part)))[-1:]:
                    await self.frame(live.replay, frame, speaker, 0.0)
                continue
            added = await asyncio.to_thread(list, live.add(part))
            if "result" in part:
                live.replay.data["result"] = part["result"]
                added += live.rest()
            for _, frame in added:
                late = time.time() - at - delay > BEHIND_S
                beat = LIVE_BEAT_S / 5 if late else LIVE_BEAT_S
                await self.frame(live.replay, frame, speaker, beat)
            if "result" in part:
                number = part.get("replay", "")
                self.end(live.replay, urls.replay(number) if number else "")
