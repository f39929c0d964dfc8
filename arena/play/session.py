"""One game with people in it: who sits where, how its lines reach them, and how all of it ends.

The referee starts a relay for each of them; it meets us at a socket. The game has a process of its
own, so that it can be left at any time without harm. It ends with ours, and with it all bots.
"""

import asyncio
import contextlib
import os
import shutil
import signal
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from hashlib import sha256
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import orjson

from arena.errors import ArenaError
from arena.play import relay
from arena.play.seat import Seat
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game import FinishedGame, GameSpec
from arena.referee.seating import Seating
from arena.referee.watched import Growing
from arena.rules import VariantError
from arena.sandbox.level import Level
from arena.sandbox.scratch import socket_folder
from arena.tournament.deals import Draws, bot_seeds, deal_seed, new_secret
from protocol import Json

SOCKET = "seat"
LONGEST_LINE = 1 << 24
"""Bytes of one line of the referee; the longest ever seen are far below."""


class SeatedPerson(NamedTuple):
    """A person's seat, and the line that speaks for her."""

    seat: Seat
    connection: "SeatConnection"


class Session:
    """async with Session(…) as session: the game runs; `session.people` are the people's."""

    def __init__(
        self,
        people: Sequence[str],
        bots: Sequence[BotSpec],
        variant: str,
        time: TimeControl,
        level: Level,
        *,
        first_seat: int | None = None,
        seed: int | None = None,
        talk: bool = True,
        network: bool = False,
        followed: bool = False,
        gateway: str = "",
    ) -> None:
        """`people`: their names; `bots` for the other seats; `time`, for these alone.

        `place`: the first person's seat; None draws one, as it is for everybody else. `seed`: the
        same one gives the same cards. `followed`: somebody reads `hosted.outcome` from the start.
        `gateway`: as `Seating` has it.
        """
        secret = new_secret(seed)
        draws, free = Draws(secret, "seat"), list(range(len(people) + len(bots)))
        self.seats = [
            free.pop(draws.below(len(free)) if number or first_seat is None else first_seat)
            for number in range(len(people))
        ]
        """Where they sit."""
        self._relay_sockets = [RelaySocket(name) for name in people]
        others = iter(bots)
        of = dict(zip(self.seats, self._relay_sockets, strict=True))
        seated = tuple(
            of[at].bot if at in of else next(others) for at in range(len(people) + len(bots))
        )
        self.spec = GameSpec(
            id="1",
            variant=variant,
            players=len(seated),
            seed=deal_seed(secret, 0),
            bots=seated,
            bot_seeds=bot_seeds(secret, 0, [bot.hash for bot in seated]),
            time=time,
            talk=talk,
        )
        called = [bot.name for bot in seated]
        self.people = [
            SeatedPerson(Seat(names(called, at)), SeatConnection(relay_socket.socket))
            for at, relay_socket in of.items()
        ]
        self.hosted: Hosted
        self._seating = {"level": level, "ask_all": network, "gateway": gateway}
        self._followed = followed
        self._lines = contextlib.AsyncExitStack()

    async def __aenter__(self) -> "Session":
        try:
            for person in self.people:
                await self._lines.enter_async_context(person.connection)
            self.hosted = Hosted(self.spec, self._followed, **self._seating)
        except BaseException:
            await self._lines.aclose()
            self.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the game, if it is not over, and remove what it needed."""
        try:
            await asyncio.to_thread(self.hosted.close)  # which may take a while
            await self._lines.aclose()
        finally:
            self.close()

    def close(self) -> None:
        """Remove what a game that was never begun needed."""
        for relay_socket in self._relay_sockets:
            relay_socket.close()


def names(called: Sequence[str], me: int) -> list[str]:
    """Make names differ, so that each means one seat: those that are alike get their seat."""
    counts = Counter(name.casefold() for name in called)
    return [
        name if seat == me or counts[name.casefold()] == 1 else f"{name} {seat + 1}"
        for seat, name in enumerate(called)
    ]


class RelaySocket:
    """A socket in a folder that only its owner can enter; `bot` is how the relay is started."""

    def __init__(self, name: str) -> None:
        self._folder = socket_folder("arena-play-")
        self.socket = self._folder / SOCKET
        program = Path(relay.__file__)
        self.bot = BotSpec(
            name=name,
            version=0,
            hash=sha256(program.read_bytes()).hexdigest(),
            command=("python3", "-I", str(program), SOCKET),
            cwd=str(self._folder),
            person=True,
        )

    def close(self) -> None:
        """Remove it."""
        shutil.rmtree(self._folder, ignore_errors=True)


class SeatConnection:
    """Our end of the relay: the messages for a person's seat, one after the other, and her answers.

    async with Line(path) as line:
        async for message in line.messages(): ...
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._relay: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]]
        self._writer: asyncio.StreamWriter | None = None

    async def __aenter__(self) -> "SeatConnection":
        self._relay = asyncio.get_running_loop().create_future()
        self._server = await asyncio.start_unix_server(self._come, self._path, limit=LONGEST_LINE)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        if self._writer is not None:
            self._writer.close()

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """The first to come is the relay; nobody else has business here."""
        if self._relay.done():
            writer.close()
            return
        self._writer = writer
        self._relay.set_result((reader, writer))

    async def messages(self) -> AsyncIterator[Json]:
        """Yield every message as plain data, until the referee says bye or is gone."""
        reader, _ = await self._relay
        while line := await reader.readline():
            message: Json = orjson.loads(line)
            yield message
            if message.get("type") == "bye":
                return

    def send(self, message: Json) -> None:
        """An answer; nothing if the relay is gone."""
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(orjson.dumps(message, option=orjson.OPT_APPEND_NEWLINE))


_PATIENCE_S = 10.0
"""For the bots to be ended; far more than that takes."""


class GameLost(ArenaError):
    """The game could not be played to its end, through no fault of a bot or a person."""


class Hosted:
    """One game, which begins at once."""

    def __init__(self, spec: GameSpec, followed: bool = False, **seating: Any) -> None:
        """`followed`: `outcome` is told of all that happens, and must be read while it does.
        `seating`: how the `Seating` of the game is made."""
        context = get_context("spawn")  # nothing of our screens or threads goes along
        self._told, telling = context.Pipe(duplex=False)
        alive, self._life = context.Pipe(duplex=False)
        self.process = context.Process(
            target=_play,
            args=(telling, alive, spec, followed, seating),
            name="game",
            daemon=True,
        )
        self.process.start()
        telling.close()
        alive.close()

    def outcome(self, follow: Callable[[Json], None] = lambda _: None) -> FinishedGame:
        """Wait for the end of the game. Raises GameLost when there is none.

        `follow` takes the record of a game that is `followed` as it grows: the whole of it first,
        then what has been added to its decisions and forfeits.
        """
        try:
            while isinstance(told := self._told.recv(), dict):
                follow(told)
        except (EOFError, OSError):
            raise GameLost("The game was ended before it was over.") from None
        if isinstance(told, str):
            raise GameLost(f"The game could not be played: {told}")
        assert isinstance(told, FinishedGame)
        return told

    def close(self) -> None:
        """End the game if it is still running, and wait until nothing is left of it."""
        self._life.close()
        self.process.join(_PATIENCE_S)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def _play(
    telling: Connection,
    alive: Connection,
    spec: GameSpec,
    followed: bool,
    seated: Mapping[str, Any],
) -> None:
    """Play the game in its process, and tell how it ended."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    threading.Thread(target=_watch, args=(alive,), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt, OSError):
        with contextlib.closing(Seating(**seated)) as seating:
            try:
                played = seating.play(spec, Growing(telling.send) if followed else None)
                told = played.void or played
            except (ArenaError, VariantError) as error:
                told = str(error)
        telling.send(told)


def _watch(alive: Connection) -> None:
    """Stop the game as soon as the other end of the pipe is closed: nobody waits for it."""
    with contextlib.suppress(EOFError, OSError):
        alive.recv()
    os.kill(os.getpid(), signal.SIGINT)
