"""The pages on a server that only reads: for the browsers of this machine, unless asked otherwise.

A page of another site that a browser here shows may not read the ladder through it: requests are
answered only if they name this server by an address or a name that is its own (a foreign name that
was made to lead here would be another: "DNS rebinding"), and nothing is shared across origins.
Visitors can play games there only if somebody is named who seats them.
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
from arena.web.connections import Lines
from arena.web.reader import LadderReader, site
from arena.web.rendering import NoPage, Page, rendered
from arena.web.replay.replay_data import judged as shown_of
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
"""How long a browser waits for a slow page until it is told that it is being made."""
SMALL = 1_000
"""Bytes that are not worth compressing."""
GZIP_LEVEL = 5
"""Above it a page takes twice as long, to be a fiftieth smaller."""
ABSENT = (NoPage, UnknownBot, UnknownGame, UnknownTournament)


def application(
    open_store: Callable[[], Store],
    names: frozenset[str],
    explain: Callable[[Exception], str],
    host: Host | None = None,
    address: str = "",
    judged: Path | None = None,
    show: Broadcast | None = None,
) -> Starlette:
    """The server. names: by which it may be called, beside addresses and localhost.

    explain: a sentence for an error that nobody expected. host: seats visitors who want to play;
    without one, nobody can. address: by which others reach it, if they do. judged: where
    judgements of games are kept; without that none is made. show: what spectators see.
    """
    plays = host is not None
    coach = None if judged is None else Coach(judged)
    reader = LadderReader(open_store, plays, coach.kept if coach else None)
    patient = LadderReader(open_store, plays)
    show = show or Broadcast(open_store, explain, None)
    rooms = None if host is None else Rooms(host, show.delay)

    async def ask(request: Request) -> Response:
        address = request.path_params["address"] or urls.INDEX
        try:
            # What goes through many games keeps nobody else waiting, and says that it does.
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
            told = await coach.look(await asyncio.wrap_future(reader.record(game)))
        except LadderError as error:
            told = {"error": str(error)}
        return JSONResponse(told, headers=HEADERS)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        if rooms is not None:
            await rooms.close()
        await show.close()
        if coach is not None:
            await coach.close()
        reader.close()
        patient.close()

    return Starlette(
        routes=[
            *play_routes.routes(show.viewers, rooms, HEADERS, address),
            Route("/judged/{game}", judge, methods=["GET"]),
            Route("/{address:path}", ask, methods=["GET"]),
        ],
        middleware=[
            Middleware(Guard, names=names),
            Middleware(Lines),
            # No page holds a secret: these go over lines, which are not compressed.
            Middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=GZIP_LEVEL),
        ],
        lifespan=lifespan,
    )


def _working(address: str, plays: bool) -> Response:
    """The page that stands for one that is being made. It asks again by itself."""
    told = (
        "This page goes through many games, which takes some seconds. "
        "It shows itself when it is ready."
    )
    page = Page("message.html", "One moment", {"told": told, "waits": True})
    content = rendered(page, address, site(plays=plays))
    return Response(content, 200, HEADERS | {"Refresh": "1"}, "text/html")


def _failed(told: str, status: int, plays: bool) -> Response:
    # An address that is not there may be of any depth.
    title = "There is nothing here" if status == 404 else "This cannot be shown"
    page = Page("message.html", title, {"told": told, "waits": False})
    content = rendered(page, "", site(plays=plays), root="/")
    return Response(content, status, HEADERS, "text/html")


class Guard:
    """Answers nobody who calls this server by a name that is not its own."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
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
    """True if it is an IP address, which nobody can make lead elsewhere."""
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


# --- the coach ----------------------------------------------------------------------------------

COMMAND = (sys.executable, "-P", "-m", "arena.replay.analysis")
LONGEST = 4_000_000
"""Bytes of a judgement in one line."""


class Coach:
    """Judgements of games: those that are kept in a folder, others made when they are asked for.

    It judges one game at a time, beside the server's work.
    """

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
            return {"judged": shown_of(found)}
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
