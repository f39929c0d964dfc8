"""Our end of the relay: the referee's messages to a person's seat, and her answers."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import orjson

from protocol import Json

LONGEST = 1 << 24
"""Bytes of one line of the referee; the longest ever seen are far below."""


class Line:
    """Messages one after the other, from one relay.

    async with Line(path) as line:
        async for message in line.messages(): ...
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._relay: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]]
        self._writer: asyncio.StreamWriter | None = None

    async def __aenter__(self) -> "Line":
        self._relay = asyncio.get_running_loop().create_future()
        self._server = await asyncio.start_unix_server(self._come, self._path, limit=LONGEST)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        if self._writer is not None:
            self._writer.close()

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """The first to come is the relay; nobody else has business here."""
        if self._relay.done():
            writer.close()
            return
        self._writer = writer
        self._relay.set_result((reader, writer))

    async def messages(self) -> AsyncIterator[Json]:
        """Every message as plain data, until the referee says bye or is gone."""
        reader, _ = await self._relay
        while line := await reader.readline():
            message: Json = orjson.loads(line)
            yield message
            if message.get("type") == "bye":
                return

    def send(self, message: Json) -> None:
        """An answer; nothing if the relay is gone."""
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(orjson.dumps(message, option=orjson.OPT_APPEND_NEWLINE))
