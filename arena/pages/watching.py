"""The pages of spectators, and the line on which they are told of the show."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from arena.pages import addresses
from arena.pages.playing import POLICY_VIOLATED, same_origin
from arena.pages.showing import Show
from arena.show.page import page, table

LINE = "watch"
MOST_PAGES = 500
"""That look on at once."""
STYLE = ("tokens.css", "replay.css", "table.css", "watch.css")
PROGRAM = (*table(), "watch.js")


def routes(show: Show, headers: dict[str, str]) -> list[BaseRoute]:
    """Both pages, which differ in size, and their line. `headers`: of every answer."""

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
        messages = show.join()
        telling = asyncio.create_task(_tell(socket, show, messages))
        try:
            while (await socket.receive())["type"] == "websocket.receive":
                pass  # a spectator has nothing to say
        except WebSocketDisconnect:
            pass
        finally:
            telling.cancel()
            show.leave(messages)

    return [
        Route(f"/{addresses.WATCH}", watch, methods=["GET"]),
        Route(f"/{addresses.PROJECTOR}", projector, methods=["GET"]),
        WebSocketRoute(f"/{LINE}", line),
    ]


async def _tell(socket: WebSocket, show: Show, messages: "asyncio.Queue[str]") -> None:
    while show.is_on(messages) or not messages.empty():
        await socket.send_text(await messages.get())
    await socket.close()
