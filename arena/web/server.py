"""A read-only server of the pages, for browsers of this machine unless asked otherwise.

Visitors can play only if there is a host to seat them. `guard.py` keeps other sites out.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urljoin

import orjson
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from arena.errors import ArenaError
from arena.rules import VariantError
from arena.web import play_routes, urls
from arena.web.broadcast import Broadcast
from arena.web.coach import Coach
from arena.web.connections import WebSocketLimit
from arena.web.database_thread import CachedPage, LadderReader, site
from arena.web.guard import HEADERS, Guard
from arena.web.rendering import NoPage, Page, rendered
from arena.web.room import Host
from arena.web.rooms import Rooms
from arena.web.routes import replayed
from ladder.database.errors import LadderError, UnknownName
from ladder.database.store import Store
from ladder.queries.pools import EVERY
from ladder.queries.standings import selected

PATIENCE_S = 0.5
"""Seconds until a browser gets a waiting page in place of a slow one."""
MOST_FAILED = 100
"""Slow pages whose failure is remembered for those that wait for them."""
SMALL = 1_000
"""Responses of fewer bytes are not worth compressing."""
SPARE_THREADS = 32
"""Threads for all but games."""
GZIP_LEVEL = 5
"""Higher levels take twice as long, to save two percent."""


def application(
    open_store: Callable[[], Store],
    names: frozenset[str],
    explain: Callable[[Exception], str],
    host: Host | None,
    address: str,
    judged: Path,
    broadcast: Broadcast,
) -> Starlette:
    """Return the server as an application.

    Args:
        open_store: Opens the ladder for reading.
        names: Accepted host names, beside IP addresses and localhost.
        explain: Describes an unexpected error in a sentence.
        host: Seats visitors who want to play; without it nobody can.
        address: The address at which other machines reach the server; empty if they do not.
        judged: The folder of judgements of games.
        broadcast: What viewers see.

    Returns:
        The application; its `state.hall` has the secrets of a class, if there is one.
    """
    rooms = None if host is None else Rooms(host, broadcast.delay)
    picture = address and urljoin(address, urls.PICTURE)
    ladder = _LadderPages(open_store, explain, host is not None, judged, picture)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if host is not None:
            # Each game takes a thread, and where there are few cores, there are few by themselves.
            threads = ThreadPoolExecutor(SPARE_THREADS + host.at_once + host.tables)
            asyncio.get_running_loop().set_default_executor(threads)
        yield
        if rooms is not None:
            await rooms.close()
        await broadcast.close()
        await ladder.close()

    app = Starlette(
        routes=[
            *play_routes.routes(broadcast.viewers, rooms, address, picture),
            Route("/judged/{game}", ladder.judge, methods=["GET"]),
            Route(f"/{urls.DATA}", ladder.standings, methods=["GET"]),
            Route(f"/{urls.PICTURE}", _picture, methods=["GET"]),
            Route("/{address:path}", ladder.show, methods=["GET"]),
        ],
        middleware=[
            Middleware(Guard, names=names, address=address),
            Middleware(WebSocketLimit),
            # Compression could leak secrets (BREACH), but they go through WebSockets alone.
            Middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=GZIP_LEVEL),
        ],
        lifespan=lifespan,
    )
    app.state.hall = rooms and rooms.hall
    return app


class _LadderPages:
    """Answers requests for pages of the ladder, and for judgements of its games."""

    def __init__(
        self,
        open_store: Callable[[], Store],
        explain: Callable[[Exception], str],
        plays: bool,
        judged: Path,
        picture: str,
    ) -> None:
        self._explain = explain
        self._plays = plays
        self._coach = Coach(judged)
        # Slow pages have a reader of their own, so they keep nobody else waiting.
        self._quick, self._slow = (
            LadderReader(open_store, plays, judged, picture) for _ in range(2)
        )
        self._failed: dict[str, BaseException] = {}
        """By address, why a page could not be made while a waiting page stood in for it."""

    async def close(self) -> None:
        await self._coach.close()
        self._quick.close()
        self._slow.close()

    async def show(self, request: Request) -> Response:
        address = request.path_params["address"] or urls.INDEX
        try:
            if address in self._failed:  # said once: whoever asks again has it made again
                raise self._failed.pop(address)
            slow = address.startswith(urls.SLOW)
            making = asyncio.wrap_future((self._slow if slow else self._quick).page(address))
            await asyncio.wait((making,), timeout=PATIENCE_S if slow else None)
            if not making.done():  # it goes on, and the waiting page asks for it again
                making.add_done_callback(lambda made: self._note(address, made))
                return _working(address, self._plays)
            page = making.result()
        except (NoPage, UnknownName) as error:
            return _failed(str(error), 404, self._plays)
        except (ArenaError, VariantError, LadderError) as error:
            return _failed(str(error), 503, self._plays)
        except Exception as error:
            return _failed(self._explain(error), 500, self._plays)
        headers = HEADERS | {"ETag": page.tag}
        if page.tag in request.headers.get("If-None-Match", ""):
            return Response(status_code=304, headers=headers)
        return Response(page.content, media_type="text/html", headers=headers)

    def _note(self, address: str, made: asyncio.Future[CachedPage]) -> None:
        if not made.cancelled() and (error := made.exception()) is not None:
            if len(self._failed) >= MOST_FAILED:
                self._failed.clear()
            self._failed[address] = error

    async def standings(self, request: Request) -> Response:
        """Return the rows of all games' standings, as `arena ladder --json` has them."""
        try:
            look = self._quick.look(lambda store: selected(store, EVERY).rows)
            rows = await asyncio.wrap_future(look)
            content = orjson.dumps({"standings": rows})
        except LadderError as error:
            return JSONResponse({"error": str(error)}, 503, headers=HEADERS)
        return Response(content, 200, HEADERS, "application/json")

    async def judge(self, request: Request) -> Response:
        game = replayed(request.url.path.removeprefix("/"))
        if game is None:
            return _failed("There is no judgement at this address.", 404, self._plays)
        try:
            record = await asyncio.wrap_future(self._quick.look(game.record))
            state = await self._coach.look(record)
        except LadderError as error:
            missing = isinstance(error, UnknownName)
            return JSONResponse({"error": str(error)}, 404 if missing else 503, headers=HEADERS)
        return JSONResponse(state, headers=HEADERS)


async def _picture(_: Request) -> FileResponse:
    file = Path(__file__).with_name("static") / urls.PICTURE
    # Other sites show it beside a link.
    headers = HEADERS | {"Cross-Origin-Resource-Policy": "cross-origin"}
    return FileResponse(file, headers=headers)


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
