"""The coach of a server: judges the game that a reader looks at, one at a time, beside its work."""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path

import orjson

from arena.rollouts.verdicts import keep, kept
from arena.show.telling import judged
from protocol import Json

COMMAND = (sys.executable, "-P", "-m", "arena.rollouts")
LONGEST = 4_000_000
"""Bytes of a judgement in one line."""


class Coach:
    """Judgements of games: those that are kept in a folder, others made when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._at: bytes | None = None
        """The record of the game that is being judged."""
        self._percent = 0
        self._failed: set[bytes] = set()
        self._work: asyncio.Task[None] | None = None

    def kept(self, record: bytes) -> Json | None:
        """The judgement of a game, if there is one."""
        return kept(self._folder, record)

    async def look(self, record: bytes) -> Json:
        """The judgement of a game under `judged`, or how far it is; if nobody is at work, begins.

        percent  so much is done
        waits    another game is judged first
        error    it cannot be judged
        """
        if record in self._failed:
            return {"error": "This game cannot be judged."}
        if self._at == record:
            return {"percent": self._percent}
        if (found := await asyncio.to_thread(self.kept, record)) is not None:
            return {"judged": judged(found)}
        if self._at is not None:
            return {"waits": True}
        self._at, self._percent = record, 0
        self._work = asyncio.create_task(self._judge(record))
        return {"percent": 0}

    async def close(self) -> None:
        """End what is being done."""
        if self._work is not None:
            self._work.cancel()
            with suppress(asyncio.CancelledError):
                await self._work

    async def _judge(self, record: bytes) -> None:
        """By a process of its own, which ends with this one."""
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
            told: Json = {}
            async for line in process.stdout:
                told = orjson.loads(line)
                self._percent = told.get("percent", 100)
            await asyncio.to_thread(keep, self._folder, record, told["judged"])
        except (OSError, KeyError, ValueError):
            self._failed.add(record)
        finally:
            if process is not None and process.returncode is None:
                process.kill()
                await process.wait()
            self._at = None
