"""The connections of browsers: how long one may take to ask, and how many there may be.

Each takes one of the files that a process may have open. Without these bounds, a few hundred
requests of which only the beginning is sent take them all, and nobody else gets a page.
"""

import asyncio
import resource

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_S = 10.0
"""How long the head of a request may take to come, from its first byte or from connecting."""
BURST = 64
"""Connections that are taken in before any of them is heard."""
MOST = 2_000
"""Connections at once, wherever a process may have more files open than that needs."""


def room() -> int:
    """Return how many connections there may be: games and the ladder need the other files."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if files == resource.RLIM_INFINITY else min(MOST, files * 5 // 8)


class Connection(H11Protocol):
    """A browser's connection: it must ask in time, and the oldest goes where there is no room."""

    _limit: asyncio.TimerHandle | None = None
    since: float

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, in place of the oldest if there is no more room."""
        super().connection_made(transport)
        self.since = self.loop.time()
        if len(self.connections) > room():
            oldest = min(
                (each for each in self.connections if isinstance(each, Connection)),
                key=lambda each: each.since,
            )
            self.connections.discard(oldest)
            oldest.transport.abort()
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Hear a part of a request; that more of it came gives it no more time."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._rest()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Let the time run while a request is awaited, and only then."""
        answering = self.cycle is not None and not self.cycle.response_complete
        if answering or self.transport.get_protocol() is not self:  # or has become a line
            self._rest()
        elif self._limit is None:
            self._limit = self.loop.call_later(REQUEST_S, self.transport.abort)

    def _rest(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None


class Lines:
    """Takes no more lines of pages that stay open than leave room for others to get a page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
        elif self._open >= room() * 3 // 4:
            await receive()
            await send({"type": "websocket.close"})
        else:
            self._open += 1
            try:
                await self._app(scope, receive, send)
            finally:
                self._open -= 1
