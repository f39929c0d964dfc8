"""The coach: judges games in a process of its own when a replay asks for it."""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path

import orjson

from arena.replay.analysis.stored_judgement import keep, kept
from arena.web.replay.replay_data import judgement_data
from protocol import Json

COMMAND = (sys.executable, "-P", "-m", "arena.replay.analysis")
LONGEST = 4_000_000
"""Bytes of a line of the judging process; a judgement is one line."""


class Coach:
    """A coach that judges games on request, one at a time, and stores the judgements."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._current: bytes | None = None
        """The record of the game that is being judged."""
        self._told: Json = {}
        """How far that is: `percent`, and `found`, the first suspects."""
        self._failed: set[bytes] = set()
        self._work: asyncio.Task[None] | None = None

    async def look(self, record: bytes) -> Json:
        """Return the judgement of a game, or its progress; begin to judge it if idle.

        Returns:
            One of the keys `judged` (the judgement), `percent` (the progress; then perhaps
            `found`, see `plain_suspects`), `waits` (another game is being judged) and `error` (a
            sentence).
        """
        if record in self._failed:
            return {"error": "This game cannot be judged."}
        if self._current == record:
            return self._told
        if (judgement := await asyncio.to_thread(kept, self._folder, record)) is not None:
            return {"judged": judgement_data(judgement)}
        if self._current is not None:
            return {"waits": True}
        self._current, self._told = record, {"percent": 0}
        self._work = asyncio.create_task(self._judge(record))
        return self._told

    async def close(self) -> None:
        """Stop judging."""
        if self._work is not None:
            self._work.cancel()
            with suppress(asyncio.CancelledError):
                await self._work

    async def _judge(self, record: bytes) -> None:
        """Judge a game in a process, since it takes minutes of CPU time."""
        process = None
        try:
            process = await asyncio.create_subprocess_exec(
                *COMMAND,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=LONGEST,
            )
            assert process.stdin and process.stdout
            process.stdin.write(record)
            process.stdin.close()
            message: Json = {}
            async for line in process.stdout:
                message = orjson.loads(line)
                if "judged" not in message:
                    self._told = self._told | message
            await asyncio.to_thread(keep, self._folder, record, message["judged"])
        # KeyError: it ended without the judgement, which its last line would have had.
        except (OSError, KeyError, ValueError):
            self._failed.add(record)
        finally:
            # Cancelled when the server ends, which must not leave a process at work behind.
            if process is not None and process.returncode is None:
                process.kill()
                await process.wait()
            self._current = None
