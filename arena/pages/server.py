"""The pages on a server that only reads: for the browsers of this machine, unless asked otherwise.

A page of another site that a browser here shows may not read the ladder through it: requests are
answered only if they name this server by an address or a name that is its own (a foreign name that
was made to lead here would be another: "DNS rebinding"), and nothing is shared across origins.
Visitors can play games there only if somebody is named who seats them.
"""

from asyncio import wait, wrap_future
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.errors import ArenaError
from arena.pages import addresses, playing, watching
from arena.pages.catalogue import replayed
from arena.pages.coach import Coach
from arena.pages.page import NoPage, Page
from arena.pages.parties import Host, Parties
from arena.pages.reader import Reader, site
from arena.pages.rendering import rendered
from arena.pages.showing import Show
from arena.rules import VariantError
from ladder.errors import LadderError, UnknownBot, UnknownGame, UnknownTournament
from ladder.store import Store

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
ABSENT = (NoPage, UnknownBot, UnknownGame, UnknownTournament)


def application(
    open_store: Callable[[], Store],
    names: frozenset[str],
    explain: Callable[[Exception], str],
    host: Host | None = None,
    address: str = "",
    judged: Path | None = None,
    show: Show | None = None,
) -> Starlette:
    """The server. names: by which it may be called, beside addresses and localhost.

    explain: a sentence for an error that nobody expected. host: seats visitors who want to play;
    without one, nobody can. address: by which other machines reach it, if they do. judged: where
    judgements of games are kept; without that none is made. show: what spectators see.
    """
    plays = host is not None
    coach = None if judged is None else Coach(judged)
    reader = Reader(open_store, plays, coach.kept if coach else None)
    patient = Reader(open_store, plays)
    show = show or Show(open_store, explain, None)
    parties = None if host is None else Parties(host, show.delay)

    async def ask(request: Request) -> Response:
        address = request.path_params["address"] or addresses.INDEX
        try:
            # What goes through many games keeps nobody else waiting, and says that it does.
            slow = address.startswith(addresses.SLOW)
            making = wrap_future((patient if slow else reader).page(address))
            await wait((making,), timeout=PATIENCE_S if slow else None)
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
            told = await coach.look(await wrap_future(reader.record(game)))
        except LadderError as error:
            told = {"error": str(error)}
        return JSONResponse(told, headers=HEADERS)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        if parties is not None:
            await parties.close()
        await show.close()
        if coach is not None:
            await coach.close()
        reader.close()
        patient.close()

    return Starlette(
        routes=[
            *watching.routes(show.audience, parties, HEADERS),
            *(() if parties is None else playing.routes(parties, HEADERS, address)),
            Route("/judged/{game}", judge, methods=["GET"]),
            Route("/{address:path}", ask, methods=["GET"]),
        ],
        middleware=[Middleware(Guard, names=names)],
        lifespan=lifespan,
    )


def _working(address: str, plays: bool) -> Response:
    """The page that stands for one that is being made. It asks again by itself."""
    content = rendered(Page("working.html", "One moment", {}), address, site(plays=plays))
    return Response(content, 200, HEADERS | {"Refresh": "1"}, "text/html")


def _failed(told: str, status: int, plays: bool) -> Response:
    # An address that is not there may be of any depth.
    title = "There is nothing here" if status == 404 else "This cannot be shown"
    content = rendered(Page("error.html", title, {"told": told}), "", site(plays=plays), root="/")
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
