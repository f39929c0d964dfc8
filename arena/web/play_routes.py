"""People at the table in a browser: who plays, and who looks on; their pages, and lines to these.

Any web site may try to open a line to a server on this machine, and a browser would let it. So a
line is opened only to a page of this server: its origin must be the name that the server was called
by, or its public address.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any, Literal, TypeVar
from urllib.parse import urlsplit

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from arena.errors import ArenaError
from arena.play.controller import COMPOSE, Controller
from arena.play.draft import MOST_WANTED, Part
from arena.play.seat import LONGEST_NAME, USUAL_WISHES, WISHES
from arena.rules import VariantError
from arena.text import harmless
from arena.web import urls
from arena.web.replay.page import STYLE, page, table
from arena.web.rooms import NoParty, Parties, Party, Slot
from arena.web.seat_data import form_data, game_data, gathering_data, seat_data
from arena.web.viewers import Audience
from ladder.database.errors import LadderError
from protocol import Json

LONGEST = 1 << 14
"""Bytes of what a page says at once."""
POLICY_VIOLATED = 1008
MOST_PAGES = 500
"""That look on at one game at once."""
PROGRAM = [
    f"play/{name}.js" for name in ("line", "trade", "touch", "asked", "begin", "party", "page")
]
"""The scripts of a seat beside those of the table, in `arena/web/replay/static/`."""


Made = TypeVar("Made")


class GameRequest(BaseModel):
    """Wishes for a game. people: so many, who come by links; clock: seconds for each question of
    theirs, 0 for none."""

    model_config = ConfigDict(extra="forbid", strict=True)
    variant: str = Field("anniversary", max_length=200)
    bots: list[str] = Field([], max_length=10)
    players: int | None = None
    people: int = Field(1, ge=1, le=7)
    clock: int = Field(0, ge=0, le=3_600)
    seat: int | None = None
    seed: int | None = Field(None, ge=0, lt=1 << 63)
    name: str = Field("Guest", max_length=100)


class PageMessage(BaseModel):
    """A message from a page.

    token     a secret of a place, see `arena.web.rooms`
    name      of who sits down there
    person    the number of the place that is meant
    question  the id of the one that it shows
    send      whether what is composed goes out at once
    pile, place, field  what was touched, of the visitor's own; a field alone, or a card
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    do: Literal[
        "open", "return", "sit", "begin", "replace", "say",
        "choose", "type", "compose", "touch", "undo", "hint", "wish", "leave", "here",
    ]  # fmt: skip
    wishes: GameRequest | None = None
    token: str = Field("", max_length=100)
    name: str = Field("Guest", max_length=100)
    person: int = -1
    question: int | None = None
    number: int = -1
    text: str = Field("", max_length=2_000)
    windows: bool = False
    giving: list[int] = Field([], max_length=99)
    wanting: dict[str, int] = Field({}, max_length=99)
    open: Literal["", "give", "want"] = ""
    to: int | None = None
    send: bool = False
    pile: str = Field("", max_length=40)
    place: int = -1
    field: int | None = None


def routes(
    show: Audience, parties: Parties | None, headers: dict[str, str], address: str
) -> list[BaseRoute]:
    """The pages, and their lines; without `parties` nobody can play. `headers`: of every answer.
    `address`: by which others reach us."""

    def answer(
        template: str, title: str, style: str, program: Iterable[str], told: Json
    ) -> Response:
        parts = (*STYLE, style), (*table(), *program)
        content = page(template, title, *parts, told, connects=True)
        return Response(content, media_type="text/html", headers=headers)

    async def watch(_: Request) -> Response:
        return answer("watch.html", "Watch", "watch.css", ("watch.js",), {"projector": False})

    async def projector(_: Request) -> Response:
        return answer("watch.html", "Projector", "watch.css", ("watch.js",), {"projector": True})

    async def opened(socket: WebSocket, there: bool = True) -> bool:
        if not there or not same_origin(socket.headers, address):
            await socket.close(POLICY_VIOLATED)
            return False
        await socket.accept()
        return True

    async def show_line(socket: WebSocket) -> None:
        if await opened(socket, len(show.pages) < MOST_PAGES):
            await _look_on(socket, show)

    async def party_line(socket: WebSocket) -> None:
        """A page says first by what secret it was invited."""
        if not await opened(socket, parties is not None):
            return
        assert parties is not None
        try:
            found = parties.watched((await socket.receive()).get("text") or "")
            if len(found.audience.pages) >= MOST_PAGES:
                raise NoParty("Too many look on already. Try again later.")
        except NoParty as error:
            await socket.send_json({"none": str(error)})
            await socket.close()
            return
        await _look_on(socket, found.audience, found.changed)

    made: list[BaseRoute] = [
        Route(f"/{urls.WATCH}", watch, methods=["GET"]),
        Route(f"/{urls.PROJECTOR}", projector, methods=["GET"]),
        WebSocketRoute("/watch", show_line),
        WebSocketRoute("/watch/party", party_line),
    ]
    if parties is None:
        return made

    async def seat_page(_: Request) -> Response:
        told = form_data(await asyncio.to_thread(parties.host.bots), address)
        return answer("play.html", "Play a game", "play.css", PROGRAM, told)

    async def seat_line(socket: WebSocket) -> None:
        if await opened(socket):
            await _Talk(socket, parties).run()

    return [
        *made,
        Route(f"/{urls.PLAY}", seat_page, methods=["GET"]),
        WebSocketRoute("/play", seat_line),
    ]


def same_origin(headers: Headers, address: str) -> bool:
    """True if who asks is a page of this server. `address`: by which others reach it; a server in
    front of this one may call it by another name than they do."""
    try:
        origin = urlsplit(headers.get("origin", ""))
    except ValueError:
        return False
    if origin.scheme not in ("http", "https") or not origin.netloc:
        return False
    return origin.netloc == headers.get("host") or origin[:2] == urlsplit(address)[:2]


class _Talk:
    """The talk with one page, as long as it is open."""

    def __init__(self, socket: WebSocket, parties: Parties) -> None:
        self._socket = socket
        self._parties = parties
        self._place: Slot | None = None
        self._begun = False  # whether the page was told of the game
        self._news = asyncio.Event()
        self._look = self._news.set  # one and the same, by which this page is known
        self._showing: asyncio.Task[None] | None = None

    async def run(self) -> None:
        self._showing = asyncio.create_task(self._show())
        try:
            while (message := await self._socket.receive())["type"] == "websocket.receive":
                await self._hear(message.get("text") or "")
        except WebSocketDisconnect:
            pass  # while it was told something
        finally:
            self._showing.cancel()
            if self._place is not None:
                self._place.party.go(self._place, self._look)

    async def _show(self) -> None:
        """Tell how it stands whenever there is something new."""
        with suppress(WebSocketDisconnect):
            while await self._news.wait():
                self._news.clear()
                if (place := self._place) is not None:
                    await self._show_place(place, place.party)

    async def _show_place(self, place: Slot, party: Party) -> None:
        if place.look is not self._look:
            self._place = None
            await self._tell(elsewhere=True)
        elif party.sitting is None and party.ended:
            self._place = None
            await self._tell(left=party.gone)
        elif party.sitting is None:
            await self._tell(gathering=gathering_data(party, place))
        else:
            if not self._begun:
                self._begun = True
                await self._tell(game=game_data(party, place))
            await self._tell(seat=seat_data(party, place))

    async def _tell(self, **message: Any) -> None:
        await self._socket.send_text(orjson.dumps(message).decode())

    async def _hear(self, text: str) -> None:
        try:
            said = PageMessage.model_validate_json(text)
        except ValidationError:
            await self._tell(refused="The server does not understand this page. Reload it.")
            return
        if said.do in ("open", "return", "sit"):
            await self._come(said)
        elif (place := self._place) is None or place.look is not self._look:
            await self._tell(refused="There is no game on this page. Begin one.")
        elif said.do == "leave":
            self._place = None
            place.party.leave(place)
            await self._tell(left=True)
        elif place.party.sitting is None:
            if said.do == "begin" and place is place.party.organiser:
                await self._try(place.party.begin())
        else:
            if not place.party.gone:
                place.party.back(place)
            await self._obey(place, said)
            place.changed()

    async def _come(self, said: PageMessage) -> None:
        """Open a party, or sit down in a place, or come back to it."""
        if self._place is not None:
            await self._tell(refused="You are in a game already. Leave it to begin another.")
            return
        opened = None
        wishes = said.wishes or GameRequest()
        name = " ".join((wishes if said.do == "open" else said).name.split())
        if said.do != "return" and not 0 < len(name) <= LONGEST_NAME:
            await self._tell(refused=f"Your name must have 1 to {LONGEST_NAME} characters.")
            return
        if said.do == "open":
            opened = await self._try(self._parties.open(wishes.model_dump()))
            if opened is None:
                return
        try:
            place = opened or self._parties.find(said.token)
        except ArenaError as error:
            await self._tell(left=str(error))
            return
        if not place.taken:
            if said.do == "return":
                await self._tell(invited=gathering_data(place.party, place))
                return
            place.taken, place.name = True, place.name or name
        party = place.party
        if not party.several and party.complete and not await self._try(party.begin()):
            party.end()
            return
        self._place, self._begun = place, False
        await self._tell(token=place.token)
        party.come(place, self._look)
        if party.complete:
            await self._try(party.begin())

    async def _try(self, work: Awaitable[Made]) -> Made | None:
        """Its result; if there is none, the page is told why."""
        try:
            return await work
        except (ArenaError, VariantError, LadderError) as error:
            await self._tell(refused=str(error))
        except Exception as error:
            await self._tell(refused=self._parties.host.explain(error))
        return None

    async def _obey(self, place: Slot, said: PageMessage) -> None:
        """Do what a page says about the game; what is wrong with it becomes the note."""
        conduct, party = place.conduct, place.party
        if said.do in ("choose", "compose") and said.question != place.asked:
            if said.question == place.stood_for:
                conduct.note = f"Too late: {party.by} has answered that for you."
            return  # an old list was shown, perhaps it was clicked twice
        if said.do == "say":
            party.say(place, said.text)
        elif said.do == "replace":
            party.replace(place, said.person)
        elif said.do == "choose":
            options = conduct.seat.options()
            same = 0 <= said.number < len(options) and said.text == harmless(
                options[said.number].text
            )
            if same and conduct.choose(options[said.number]):
                await self._tell(show=COMPOSE)
        elif said.do == "compose":
            _compose(conduct, said)
        elif said.do == "touch":
            conduct.touch(said.pile, said.place, said.field)
        elif said.do == "undo":
            conduct.undo()
        elif said.do == "hint":
            _hint(place)
        elif said.do == "wish":
            conduct.seat.wish(WISHES if said.windows else USUAL_WISHES)
        elif said.do == "type":
            try:
                command = conduct.read(said.text)
            except ArenaError as error:
                conduct.note = str(error)
                return
            if command == "hint":
                _hint(place)
            elif command:
                await self._tell(show=command)


def _hint(place: Slot) -> None:
    async def advise(question: Json) -> None:
        await place.conduct.advise(question)
        place.changed()

    if (question := place.conduct.ask_for_hint()) is not None:
        place.party.start(advise(question))


def _compose(conduct: Controller, said: PageMessage) -> None:
    """An offer of the composer becomes part of the draft."""
    if not conduct.may_compose():
        return
    seat = conduct.seat
    composer = seat.composer()
    composer.giving = {at for at in said.giving if 0 <= at < len(composer.cards)}
    for kind, number in said.wanting.items():
        if kind in composer.kinds:
            composer.more(kind, min(number, MOST_WANTED + 1))
    composer.open = said.open
    if said.to in range(len(seat.who.names)):
        composer.to = said.to
    if conduct.do(Part("offer", composer.offer())) and said.send:
        conduct.send()


# --- spectators ---------------------------------------------------------------------------------


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
    while messages in show.pages or not messages.empty():
        await socket.send_text(await messages.get())
    await socket.close()
