"""The pages of spectators, and the lines on which they are told of a show or a party's game."""

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from arena.pages import addresses
from arena.pages.audience import Audience
from arena.pages.parties import NoParty, Parties
from arena.pages.playing import POLICY_VIOLATED, same_origin
from arena.show.page import page, table

LINE = "watch"
PARTY = "watch/party"
"""Here a page says first by what secret it was invited."""
MOST_PAGES = 500
"""That look on at one game at once."""
STYLE = ("tokens.css", "replay.css", "table.css", "watch.css")
PROGRAM = (*table(), "watch.js")


def routes(show: Audience, parties: Parties | None, headers: dict[str, str]) -> list[BaseRoute]:
    """Both pages, which differ in size, and their lines. `headers`: of every answer."""

    def made(title: str, projector: bool) -> bytes:
        told = {"projector": projector}
        return page("watch.html", title, STYLE, PROGRAM, told, connects=True)

    async def watch(_: Request) -> Response:
        return Response(made("Watch", False), media_type="text/html", headers=headers)

    async def projector(_: Request) -> Response:
        return Response(made("Projector", True), media_type="text/html", headers=headers)

    async def line(socket: WebSocket) -> None:
        if not same_origin(socket.headers) or show.pages >= MOST_PAGES:
            await socket.close(POLICY_VIOLATED)
            return
        await socket.accept()
        await _look_on(socket, show)

    async def party(socket: WebSocket) -> None:
        if not same_origin(socket.headers) or parties is None:
            await socket.close(POLICY_VIOLATED)
            return
        await socket.accept()
        try:
            found = parties.watched((await socket.receive()).get("text") or "")
            if found.audience.pages >= MOST_PAGES:
                raise NoParty("Too many look on already. Try again later.")
        except NoParty as error:
            await socket.send_json({"none": str(error)})
            await socket.close()
            return
        await _look_on(socket, found.audience, found.changed)

    return [
        Route(f"/{addresses.WATCH}", watch, methods=["GET"]),
        Route(f"/{addresses.PROJECTOR}", projector, methods=["GET"]),
        WebSocketRoute(f"/{LINE}", line),
        WebSocketRoute(f"/{PARTY}", party),
    ]


async def _look_on(
    socket: WebSocket, show: Audience, changed: Callable[[], None] = lambda: None
) -> None:
    """Tell a page what it sees, until it is gone. `changed`: there is one more, or one less."""
    messages = show.join()
    changed()
    telling = asyncio.create_task(_tell(socket, show, messages))
    try:
        while (await socket.receive())["type"] == "websocket.receive":
            pass  # a spectator has nothing to say
    except WebSocketDisconnect:
        pass
    finally:
        telling.cancel()
        show.leave(messages)
        changed()


async def _tell(socket: WebSocket, show: Audience, messages: "asyncio.Queue[str]") -> None:
    while show.is_on(messages) or not messages.empty():
        await socket.send_text(await messages.get())
    await socket.close()
