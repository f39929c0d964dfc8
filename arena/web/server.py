"""A read-only server of the pages, for browsers of this machine unless asked otherwise.

Pages of other sites must not read the ladder through a visitor's browser. So nothing is shared
across origins, and requests with an unexpected Host are rejected: a foreign name may have been made
to lead here ("DNS rebinding"). Visitors can play only if a host seats them.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import orjson
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.errors import ArenaError
from arena.replay.analysis.report import keep, kept
from arena.rules import VariantError
from arena.web import play_routes, urls
from arena.web.broadcast import Broadcast
from arena.web.connections import WebSocketLimit
from arena.web.reader import LadderReader, site
from arena.web.rendering import NoPage, Page, rendered
from arena.web.replay.replay_data import judgement_data
from arena.web.rooms import Host, Rooms
from arena.web.routes import replayed
from ladder.database.errors import LadderError, UnknownBot, UnknownGame, UnknownTournament
from ladder.database.store import Store
from protocol import Json

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Style and program are in the policy that each page brings; a header may only add to it.
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cache-Control": "no-cache",
}
PATIENCE_S = 0.5
"""Seconds until a browser gets a waiting page in place of a slow one."""
SMALL = 1_000
"""Responses of fewer bytes are not worth compressing."""
GZIP_LEVEL = 5
"""Higher levels take twice as long, to save two percent."""
ABSENT = (NoPage, UnknownBot, UnknownGame, UnknownTournament)


def application(
    open_store: Callable[[], Store],
    names: frozenset[str],
    explain: Callable[[Exception], str],
    host: Host | None = None,
    address: str = "",
    judged: Path | None = None,
    broadcast: Broadcast | None = None,
) -> Starlette:
    """Return the server as an application.

    Args:
        open_store: Opens the ladder for reading.
        names: Accepted host names, beside IP addresses and localhost.
        explain: Describes an unexpected error in a sentence.
        host: Seats visitors who want to play; without it nobody can.
        address: The address at which other machines reach the server, if they do.
        judged: The folder of judgements of games; without it none are made.
        broadcast: What viewers see; by default finished games only.
    """
    plays = host is not None
    coach = None if judged is None else Coach(judged)
    reader = LadderReader(open_store, plays, coach.kept if coach else None)
    patient = LadderReader(open_store, plays)
    broadcast = broadcast or Broadcast(open_store, explain, None)
    rooms = None if host is None else Rooms(host, broadcast.delay)

    async def ask(request: Request) -> Response:
        address = request.path_params["address"] or urls.INDEX
        try:
            # Slow pages have a reader of their own, so they keep nobody else waiting.
            slow = address.startswith(urls.SLOW)
            making = asyncio.wrap_future((patient if slow else reader).page(address))
            await asyncio.wait((making,), timeout=PATIENCE_S if slow else None)
            if not making.done():
                return _working(address, plays)
            page = making.result()
        except ABSENT as error:
            return _failed(str(error), 404, plays)
        except (ArenaError, VariantError, LadderError) as error:
            return _failed(str(error), 503, plays)
        except Exception as error:
            return _failed(explain(error), 500, plays)
        headers = HEADERS | {"ETag": page.tag}
        if page.tag in request.headers.get("If-None-Match", ""):
            return Response(status_code=304, headers=headers)
        return Response(page.content, media_type="text/html", headers=headers)

    async def judge(request: Request) -> Response:
        game = replayed(request.url.path.removeprefix("/"))
        if game is None or coach is None:
            return _failed("There is no judgement at this address.", 404, plays)
        try:
            state = await coach.look(await asyncio.wrap_future(reader.record(game)))
        except LadderError as error:
            state = {"error": str(error)}
        return JSONResponse(state, headers=HEADERS)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        if rooms is not None:
            await rooms.close()
        await broadcast.close()
        if coach is not None:
            await coach.close()
        reader.close()
        patient.close()

    return Starlette(
        routes=[
            *play_routes.routes(broadcast.viewers, rooms, HEADERS, address),
            Route("/judged/{game}", judge, methods=["GET"]),
            Route("/{address:path}", ask, methods=["GET"]),
        ],
        middleware=[
            Middleware(Guard, names=names),
            Middleware(WebSocketLimit),
            # Compression could leak secrets (BREACH), but they go through WebSockets alone.
            Middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=GZIP_LEVEL),
        ],
        lifespan=lifespan,
    )


def _working(address: str, plays: bool) -> Response:
    """Return a page that stands for one that is being made, and reloads by itself."""
    text = (
        "This page goes through many games, which takes a few seconds. It appears when it is ready."
    )
    page = Page("message.html", "One moment", {"told": text, "waits": True})
    content = rendered(page, address, site(plays=plays))
    return Response(content, 200, HEADERS | {"Refresh": "1"}, "text/html")


def _failed(text: str, status: int, plays: bool) -> Response:
    # The address may have any depth, so links start from the root of the server.
    title = "There is nothing here" if status == 404 else "This cannot be shown"
    page = Page("message.html", title, {"told": text, "waits": False})
    content = rendered(page, "", site(plays=plays), root="/")
    return Response(content, status, HEADERS, "text/html")


class Guard:
    """Middleware that rejects requests with an unexpected Host."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on the request if its Host is a name of this server."""
        if scope["type"] in ("http", "websocket"):
            named = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
            if not self._own(named):
                refusal = PlainTextResponse(
                    "This server does not answer to that name. Use its address.", 421, HEADERS
                )
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _own(self, named: str) -> bool:
        try:
            host = urlsplit(f"//{named}").hostname or ""
        except ValueError:
            return False
        return host == "localhost" or host in self._names or is_address(host)


def is_address(host: str) -> bool:
    """Return True for an IP address, which nobody can redirect as they could a name."""
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


# --- the coach ----------------------------------------------------------------------------------

COMMAND = (sys.executable, "-P", "-m", "arena.replay.analysis")
LONGEST = 4_000_000
"""Bytes of a line of the judging process; a judgement is one line."""


class Coach:
    """A coach that judges games on request, one at a time, and stores the judgements."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._current: bytes | None = None
        """The record of the game that is being judged."""
        self._percent = 0
        self._failed: set[bytes] = set()
        self._work: asyncio.Task[None] | None = None

    def kept(self, record: bytes) -> Json | None:
        """Return the stored judgement of a game; None if there is none."""
        return kept(self._folder, record)

    async def look(self, record: bytes) -> Json:
        """Return the judgement of a game, or its progress; begin to judge it if idle.

        Returns:
            One of the keys `judged` (the judgement), `percent` (the progress), `waits` (another
            game is being judged) and `error` (a sentence).
        """
        if record in self._failed:
            return {"error": "This game cannot be judged."}
        if self._current == record:
            return {"percent": self._percent}
        if (judgement := await asyncio.to_thread(self.kept, record)) is not None:
            return {"judged": judgement_data(judgement)}
        if self._current is not None:
            return {"waits": True}
        self._current, self._percent = record, 0
        self._work = asyncio.create_task(self._judge(record))
        return {"percent": 0}

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
                self._percent = message.get("percent", 100)
            await asyncio.to_thread(keep, self._folder, record, message["judged"])
        except (OSError, KeyError, ValueError):
            self._failed.add(record)
        finally:
            if process is not None and process.returncode is None:
                process.kill()
                await process.wait()
            self._current = None
