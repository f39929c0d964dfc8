"""Limits on connections of browsers: how long a request may take to arrive, and how many there are.

Each connection takes one of the files that a process may have open. Without limits, a few hundred
unfinished requests would take them all, and nobody else would get a page.
"""

import asyncio
import resource

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_S = 10.0
"""Seconds for the head of a request to arrive, after its first byte or after connecting."""
BURST = 64
"""Connections that may wait to be accepted."""
MOST = 2_000
"""Connections at once, if the process may open enough files."""


def room() -> int:
    """Return how many connections there may be; games and the ladder need the other files."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if files == resource.RLIM_INFINITY else min(MOST, files * 5 // 8)


class Connection(H11Protocol):
    """A browser's connection: its request must arrive in time, and the oldest makes way."""

    _limit: asyncio.TimerHandle | None = None
    since: float

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Open the connection, and close the oldest if there are too many."""
        super().connection_made(transport)
        self.since = self.loop.time()
        # Not the new one, or whoever holds connections open would keep everybody else out.
        if len(self.connections) > room():
            oldest = min(
                (each for each in self.connections if isinstance(each, Connection)),
                key=lambda each: each.since,
            )
            self.connections.discard(oldest)
            oldest.transport.abort()
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Process a part of a request, which does not extend its time."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Close the connection."""
        self._stop_timeout()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Run the timeout while a request is awaited, and only then."""
        answering = self.cycle is not None and not self.cycle.response_complete
        if answering or self.transport.get_protocol() is not self:  # upgraded to a WebSocket
            self._stop_timeout()
        elif self._limit is None:
            self._limit = self.loop.call_later(REQUEST_S, self.transport.abort)

    def _stop_timeout(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None


class WebSocketLimit:
    """Middleware that limits WebSockets, which stay open, so that others can still get a page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a WebSocket if too many are open; pass on anything else."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
        elif self._open >= room() * 3 // 4:
            await WebSocketClose()(scope, receive, send)
        else:
            self._open += 1
            try:
                await self._app(scope, receive, send)
            finally:
                self._open -= 1
