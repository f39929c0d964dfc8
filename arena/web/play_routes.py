"""The pages where people play and watch games, and their WebSocket connections."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import orjson
from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from arena.errors import ArenaError
from arena.play.seat import LONGEST_NAME
from arena.web import urls
from arena.web.guard import HEADERS
from arena.web.hall import Hall
from arena.web.page_messages import (
    HALL_MESSAGE,
    HINT,
    PAGE_MESSAGE,
    BeginGame,
    BeginTables,
    GameMessage,
    LeaveRoom,
    OpenRoom,
    ReturnToSlot,
    SetTables,
    TakeSlot,
)
from arena.web.play_page import form_data, game_data, gathering_data, seat_data, wished
from arena.web.replay.page import STYLE, page, table
from arena.web.replay.replay_data import difference
from arena.web.room import NoRoom, Phase, Presence, Room, Slot
from arena.web.rooms import Rooms
from arena.web.viewers import Viewers
from protocol import Json
from protocol.model import whole_characters

LONGEST = 1 << 14
"""Bytes of a message from a page."""
MOST_PAGES = 500
"""Pages that may watch one game at once."""
PROGRAM = [
    "coach.js",
    *(
        f"play/{name}.js"
        for name in (
            "line",
            "mat",
            "trade",
            "touch",
            "asked",
            "room",
            "end",
            "begin",
            "turn",
            "page",
        )
    ),
]
"""The scripts of a seat's page beside those of the table, in `arena/web/replay/static/`."""

Result = TypeVar("Result")


def routes(viewers: Viewers, rooms: Rooms | None, address: str, picture: str) -> list[BaseRoute]:
    """Return the routes of the pages and of their connections.

    Args:
        viewers: Viewers of the broadcast.
        rooms: The rooms people play in; without them nobody can play.
        address: The address at which others reach this server.
        picture: The address of the picture of shared links.
    """

    async def show_watched(request: Request) -> Response:
        projector = request.url.path == f"/{urls.PROJECTOR}"
        title, data = "Projector" if projector else "Watch", {"projector": projector}
        return _page("watch.html", title, "watch.css", ("play/line.js", "watch.js"), data, picture)

    async def watch_broadcast(socket: WebSocket) -> None:
        if len(viewers.pages) >= MOST_PAGES:
            await socket.close()
            return
        await socket.accept()
        await _watch(socket, viewers)

    made: list[BaseRoute] = [
        Route(f"/{urls.WATCH}", show_watched, methods=["GET"]),
        Route(f"/{urls.PROJECTOR}", show_watched, methods=["GET"]),
        WebSocketRoute("/watch", watch_broadcast),
    ]
    return made if rooms is None else [*made, *_of_rooms(rooms, address, picture)]


def _of_rooms(rooms: Rooms, address: str, picture: str) -> list[BaseRoute]:
    async def show_seat(_: Request) -> Response:
        data = form_data(await asyncio.to_thread(rooms.host.bots), address)
        return _page("play.html", "Play a game", "play.css", PROGRAM, data, picture)

    async def play(socket: WebSocket) -> None:
        await socket.accept()
        await _SeatSocket(socket, rooms).run()

    async def watch_room(socket: WebSocket) -> None:
        """Let a page watch the room whose token is its first message."""
        await socket.accept()
        try:
            room = rooms.find_watched((await socket.receive()).get("text") or "")
            if len(room.viewers.pages) >= MOST_PAGES:
                raise NoRoom("Too many people are watching already. Try again later.")
        except NoRoom as error:
            await socket.send_json({"none": str(error)})
            await socket.close()
            return
        await _watch(socket, room.viewers, room.changed)

    made: list[BaseRoute] = [
        Route(f"/{urls.PLAY}", show_seat, methods=["GET"]),
        WebSocketRoute("/play", play),
        WebSocketRoute("/watch/room", watch_room),
    ]
    if (hall := rooms.hall) is None:
        return made

    async def show_hall(_: Request) -> Response:
        data = form_data(await asyncio.to_thread(rooms.host.bots), address)
        program = ("theme.js", "dom.js", "data.js", "play/line.js", "class.js")
        content = page("class.html", "A class", ("tokens.css", "replay.css", "class.css"), program,
                       data, connects=True)  # fmt: skip
        return Response(content, media_type="text/html", headers=HEADERS)

    async def organise(socket: WebSocket) -> None:
        await socket.accept()
        await _organise(socket, hall, address)

    return [
        *made,
        Route(f"/{urls.JOIN}", show_seat, methods=["GET"]),
        Route(f"/{urls.CLASS}", show_hall, methods=["GET"]),
        WebSocketRoute("/class", organise),
    ]


async def _organise(socket: WebSocket, hall: Hall, address: str) -> None:
    """Show the tables to a page that begins with the organiser's secret, and do what it asks."""
    if not hall.is_organised_by((await socket.receive()).get("text") or ""):
        none = (
            "This page is for whoever has started the class: open the link that the server printed."
        )
        await socket.send_json({"none": none})
        await socket.close()
        return

    async def hear(text: str) -> None:
        try:
            message = HALL_MESSAGE.validate_json(whole_characters(text.encode()))
            if isinstance(message, SetTables):
                await hall.set(message.wishes.model_dump())
            elif isinstance(message, BeginTables):
                hall.begin()
            else:
                hall.free(message.table, message.slot, message.name)
        except Exception as error:
            await socket.send_json({"refused": hall.host.explain(error)})

    link = f"{address or socket.base_url.replace(scheme='http')}{urls.JOIN}#{hall.code}"
    await socket.send_json({"link": link, "code": qr_code(link)})
    await _watch(socket, hall.viewers, heard=hear)


def qr_code(text: str) -> list[str]:
    """Return the rows of a QR code: 1 for each dark square, else 0."""
    from segno import make_qr  # only a class needs it

    return ["".join(map(str, row)) for row in make_qr(text, error="m").matrix]


def _page(
    template: str, title: str, style: str, program: Iterable[str], data: Json, picture: str
) -> Response:
    parts = (*STYLE, style), (*table(), *program)
    content = page(template, title, *parts, data, connects=True, picture=picture)
    return Response(content, media_type="text/html", headers=HEADERS)


class _SeatSocket:
    """The connection of one seat's page, for as long as the page is open."""

    def __init__(self, socket: WebSocket, rooms: Rooms) -> None:
        self._socket = socket
        self._rooms = rooms
        self._slot: Slot | None = None
        self._token = ""
        self._names: Sequence[str] | None = None
        """Those of the game that the page knows; None until it knows one."""
        self._sent: Json | None = None
        """The seat as the page knows it."""
        self._news = asyncio.Event()
        # A bound method is new each time; this one object is how the slot knows its page.
        self._notify = self._news.set

    async def run(self) -> None:
        updating = asyncio.create_task(self._send_updates())
        try:
            while (message := await self._socket.receive())["type"] == "websocket.receive":
                await self._receive(message.get("text") or "")
        except WebSocketDisconnect:
            pass  # the page closed while something was sent to it
        finally:
            updating.cancel()
            if self._slot is not None:
                self._slot.room.disconnect(self._slot, self._notify)

    async def _send_updates(self) -> None:
        """Send the state whenever it has changed."""
        with suppress(WebSocketDisconnect):
            while await self._news.wait():
                self._news.clear()
                if (slot := self._slot) is not None:
                    await self._send_state(slot, slot.room)

    async def _send_state(self, slot: Slot, room: Room) -> None:
        if slot.token != self._token:
            self._slot = None
            await self._send(left="The organiser has given your seat away.")
        elif slot.notify is not self._notify:
            self._slot = None
            await self._send(elsewhere=True)
        elif room.session is not None:
            if self._names != (names := slot.controller.seat.names):
                self._sent, self._names = None, names
                await self._send(game=game_data(room, slot))
            seat = seat_data(room, slot)
            changes, self._sent = difference(self._sent, seat), seat
            if changes:
                await self._send(seat=changes)
        elif room.phase is Phase.CLOSED:
            self._slot = None
            await self._send(left=room.ending)
        else:
            await self._send(gathering=gathering_data(room, slot))

    async def _send(self, **message: Any) -> None:
        await self._socket.send_text(orjson.dumps(message).decode())

    async def _receive(self, text: str) -> None:
        try:
            message = PAGE_MESSAGE.validate_json(whole_characters(text.encode()))
        except ValidationError:
            await self._send(refused="The server does not understand this page. Reload it.")
            return
        if isinstance(message, OpenRoom | ReturnToSlot | TakeSlot):
            await self._enter(message)
        elif (slot := self._slot) is None or slot.notify is not self._notify:
            # Another page shows the slot by now, or the message came before the answer to one.
            await self._send(refused="There is no game on this page. Begin one.")
        elif isinstance(message, LeaveRoom):
            self._slot = None
            slot.room.leave(slot)
            await self._send(left=True)
        elif slot.room.session is not None:
            await self._play(slot, message)
        elif isinstance(message, BeginGame) and slot is slot.room.organiser:
            await self._try(slot.room.begin())

    async def _enter(self, message: OpenRoom | ReturnToSlot | TakeSlot) -> None:
        """Open a room, or take a slot, or come back to one."""
        if self._slot is not None:
            await self._send(refused="You are in a game already. Leave it to begin another.")
            return
        name = _name_in(message)
        # Before a room is opened for it, which would take a place.
        if name is not None and not 0 < len(name) <= LONGEST_NAME:
            await self._send(refused=f"Your name must have 1 to {LONGEST_NAME} characters.")
            return
        slot = await self._find_slot(message, name)
        if slot is None:
            return
        room = slot.room
        if slot.presence is Presence.FREE:
            if name is None:
                await self._send(invited=gathering_data(room, slot))
                return
            slot.take(name)
        # Alone, a game that cannot begin leaves nothing to come back to: the page keeps its form.
        if not room.several and room.complete and not await self._try(room.begin()):
            room.close()
            return
        self._slot, self._token, self._names = slot, slot.token, None
        await self._send(token=slot.token)
        room.connect(slot, self._notify)
        if room.complete:
            await self._try(room.begin())

    async def _find_slot(
        self, message: OpenRoom | ReturnToSlot | TakeSlot, name: str | None
    ) -> Slot | None:
        """Return the slot that is meant; if there is none, tell the page why."""
        if isinstance(message, OpenRoom):
            return await self._try(self._rooms.open(message.wishes.model_dump()))
        hall = self._rooms.hall
        if hall is not None and hall.invites(message.token):
            if name is not None:
                return await self._try(hall.sit(name))
            await self._send(invited=wished(hall.wishes))
            return None
        try:
            return self._rooms.find(message.token)
        except ArenaError as error:
            await self._send(left=str(error))
            return None

    async def _try(self, work: Awaitable[Result]) -> Result | None:
        """Return the result of `work`; if it fails, tell the page why and return None."""
        try:
            return await work
        except Exception as error:
            await self._send(refused=self._rooms.host.explain(error))
        return None

    async def _play(self, slot: Slot, message: GameMessage) -> None:
        if slot.room.phase is Phase.PLAYING:
            slot.room.take_back(slot)
        command = message.apply(slot)
        if command == HINT:
            slot.room.in_background(slot.controller.advise(slot.changed))
        elif command:
            await self._send(show=command)
        slot.changed()


def _name_in(message: OpenRoom | ReturnToSlot | TakeSlot) -> str | None:
    """Return the name of a person who wants to sit down; None from who only comes to look."""
    if isinstance(message, ReturnToSlot):
        return None
    typed = message.wishes.name if isinstance(message, OpenRoom) else message.name
    return " ".join(typed.split())


# --- viewers ------------------------------------------------------------------------------------


async def _watch(
    socket: WebSocket,
    viewers: Viewers,
    changed: Callable[[], None] = lambda: None,
    heard: Callable[[str], Awaitable[None]] | None = None,
) -> None:
    """Send a page all messages for viewers until it closes.

    Args:
        socket: The connection of the page.
        viewers: The viewers it joins.
        changed: Called when the number of viewers has changed.
        heard: Takes what the page says; viewers of a game have nothing to say.
    """
    messages = viewers.join()
    changed()
    sending = asyncio.create_task(_send_queued(socket, viewers, messages))
    try:
        while (message := await socket.receive())["type"] == "websocket.receive":
            if heard is not None:
                await heard(message.get("text") or "")
    except WebSocketDisconnect:
        pass
    finally:
        sending.cancel()
        viewers.leave(messages)
        changed()


async def _send_queued(socket: WebSocket, viewers: Viewers, messages: "asyncio.Queue[str]") -> None:
    while messages in viewers.pages or not messages.empty():
        await socket.send_text(await messages.get())
    await socket.close()
