"""A person's seat in the browser: the page, and the line between it and her game.

Any web site may try to open a line to a server on this machine, and a browser would let it. So a
line is opened only to a page of this server: its origin must be the name that the server was called
by.
"""

import asyncio
from contextlib import suppress
from typing import Any, Literal
from urllib.parse import urlsplit

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from arena.errors import ArenaError
from arena.pages import addresses
from arena.pages.seat_data import form_data, game_data, seat_data
from arena.pages.visits import Visit, Visits
from arena.play.composing import Composer
from arena.play.conduct import COMPOSE
from arena.play.draft import MOST_WANTED, Part
from arena.play.reasons import why_not
from arena.play.seat import USUAL_WISHES, WISHES
from arena.rules import VariantError
from arena.show.page import page, table
from arena.text import harmless
from ladder.errors import LadderError
from protocol import Json

LINE = "play"
"""The address of the line, beside that of the page."""
LONGEST = 1 << 14
"""Bytes of what a page says at once."""
POLICY_VIOLATED = 1008
STYLE = ("tokens.css", "replay.css", "table.css", "play.css")
_PROGRAM = ("line", "trade", "touch", "asked", "begin", "page")
PROGRAM = (*table(), *(f"play/{name}.js" for name in _PROGRAM))
"""The scripts of the page, in `arena/show/static/`: it is drawn as a replay is."""


class Wishes(BaseModel):
    """A visitor's wishes for a game."""

    model_config = ConfigDict(extra="forbid", strict=True)
    variant: str = Field("anniversary", max_length=200)
    bots: list[str] = Field([], max_length=10)
    players: int | None = None
    seat: int | None = None
    seed: int | None = Field(None, ge=0, lt=1 << 63)
    name: str = Field("Guest", max_length=100)


class Said(BaseModel):
    """A message from a page.

    question  the id of the one that it shows
    send      whether what is composed goes out at once
    pile, place, field  what was touched, of the visitor's own; a field alone, or a card
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    do: Literal[
        "begin", "return", "choose", "type", "compose", "touch", "undo", "hint", "wish", "leave"
    ]
    wishes: Wishes | None = None
    token: str = Field("", max_length=100)
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


def routes(visits: Visits, headers: dict[str, str]) -> list[BaseRoute]:
    """The page and its line. `headers`: of every answer."""

    async def seat_page(_: Request) -> Response:
        bots = await asyncio.to_thread(visits.host.bots)
        content = page("play.html", "Play a game", STYLE, PROGRAM, form_data(bots), connects=True)
        return Response(content, media_type="text/html", headers=headers)

    async def line(socket: WebSocket) -> None:
        if not same_origin(socket.headers):
            await socket.close(POLICY_VIOLATED)
            return
        await socket.accept()
        await _Talk(socket, visits).run()

    return [
        Route(f"/{addresses.PLAY}", seat_page, methods=["GET"]),
        WebSocketRoute(f"/{LINE}", line),
    ]


def same_origin(headers: Headers) -> bool:
    """True if who asks is a page of this server."""
    try:
        origin = urlsplit(headers.get("origin", ""))
    except ValueError:
        return False
    host = headers.get("host", "")
    return origin.scheme in ("http", "https") and host != "" and origin.netloc == host


class _Talk:
    """The talk with one page, as long as it is open."""

    def __init__(self, socket: WebSocket, visits: Visits) -> None:
        self._socket = socket
        self._visits = visits
        self._visit: Visit | None = None
        self._news = asyncio.Event()
        self._look = self._news.set  # one and the same, by which this page is known
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        self._start(self._show())
        try:
            while (message := await self._socket.receive())["type"] == "websocket.receive":
                await self._hear(message.get("text") or "")
        except WebSocketDisconnect:
            pass  # while it was told something
        finally:
            for task in self._tasks:
                task.cancel()
            if self._visit is not None:
                self._visits.go(self._visit, self._look)

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _show(self) -> None:
        """Tell how it stands whenever there is something new."""
        with suppress(WebSocketDisconnect):
            while await self._news.wait():
                self._news.clear()
                visit = self._visit
                if visit is not None and visit.look is self._look:
                    replay = addresses.replay(visit.number) if visit.number else ""
                    await self._tell(seat=seat_data(visit.conduct, visit.gone, replay))

    async def _tell(self, **message: Any) -> None:
        await self._socket.send_text(orjson.dumps(message).decode())

    async def _hear(self, text: str) -> None:
        try:
            said = Said.model_validate_json(text)
        except ValidationError:
            await self._tell(refused="The server does not understand this page. Reload it.")
            return
        if said.do in ("begin", "return"):
            await self._come(said)
        elif self._visit is None:
            await self._tell(refused="There is no game. Begin one.")
        elif self._visit.look is not self._look:
            await self._tell(refused="This game is open in another page now. Play it there.")
        elif said.do == "leave":
            self._visits.leave(self._visit)
            self._visit = None
            await self._tell(left=True)
        else:
            await self._obey(self._visit, said)
            self._visit.changed()

    async def _come(self, said: Said) -> None:
        """Seat the visitor in a new game, or back in hers."""
        if self._visit is not None:
            await self._tell(refused="You are in a game already. Leave it to begin another.")
            return
        try:
            if said.do == "return":
                visit = self._visits.find(said.token)
            else:
                visit = await self._visits.begin((said.wishes or Wishes()).model_dump())
        except (ArenaError, VariantError, LadderError) as error:
            told = {"left": str(error)} if said.do == "return" else {"refused": str(error)}
            await self._tell(**told)
            return
        except Exception as error:
            await self._tell(refused=self._visits.explain(error))
            return
        self._visit = visit
        self._visits.come(visit, self._look)
        spec = visit.sitting.spec
        versions = [bot.version for bot in spec.bots]
        game = game_data(visit.sitting.seat, spec.variant, versions)
        await self._tell(game=game, token=visit.token)
        self._look()

    async def _obey(self, visit: Visit, said: Said) -> None:
        """Do what a page says about the game; what is wrong with it becomes the note."""
        conduct = visit.conduct
        question = conduct.seat.question["id"] if conduct.seat.question else None
        if said.do in ("choose", "compose") and said.question != question:
            return  # an old list was shown, perhaps it was clicked twice
        if said.do == "choose":
            options = conduct.seat.options()
            same = 0 <= said.number < len(options) and said.text == harmless(
                options[said.number].text
            )
            if same and conduct.choose(options[said.number]):
                await self._tell(show=COMPOSE)
        elif said.do == "compose":
            _compose(visit, said)
        elif said.do == "touch":
            conduct.note = why_not(conduct.seat, said.pile, said.place, said.field)
        elif said.do == "undo":
            conduct.undo()
        elif said.do == "hint":
            self._hint(visit)
        elif said.do == "wish":
            conduct.seat.wish(WISHES if said.windows else USUAL_WISHES)
        else:
            try:
                command = conduct.read(said.text)
            except ArenaError as error:
                conduct.note = str(error)
                return
            if command == "hint":
                self._hint(visit)
            elif command:
                await self._tell(show=command)

    def _hint(self, visit: Visit) -> None:
        async def advise(question: Json) -> None:
            await visit.conduct.advise(question)
            visit.changed()

        if (question := visit.conduct.ask_for_hint()) is not None:
            self._start(advise(question))


def _compose(visit: Visit, said: Said) -> None:
    """An offer of the composer becomes part of the draft."""
    conduct = visit.conduct
    if not conduct.may_compose():
        return
    seat = conduct.seat
    composer = Composer(seat.to_give(), [kind["name"] for kind in seat.rules["kinds"]])
    composer.giving = {at for at in said.giving if 0 <= at < len(composer.cards)}
    for kind, number in said.wanting.items():
        if kind in composer.kinds:
            composer.more(kind, min(number, MOST_WANTED + 1))
    composer.open = said.open
    if said.to in range(len(seat.who.names)):
        composer.to = said.to
    if conduct.do(Part("offer", composer.offer())) and said.send:
        conduct.send()
