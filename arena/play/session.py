"""A game with people in it: their seats, their connections, and its clean end.

The referee starts a relay for each person, which connects to a socket here (see decision 12). The
game runs in a process of its own, so it can be left at any time. It ends with this process, and all
bots end with it.
"""

import asyncio
import contextlib
import os
import shutil
import signal
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from arena.errors import ArenaError
from arena.play import person_bot
from arena.play.seat import Seat
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game_types import FinishedGame, GameSpec
from arena.referee.live_record import Growing
from arena.referee.seating import Seating
from arena.rules import VariantError
from arena.sandbox.level import Level
from arena.sandbox.scratch import socket_folder
from arena.tournament.deals import Draws, bot_seeds, deal_seed, new_secret
from protocol import Json

NAMES = ("Emma", "Otto", "Ida", "Karl", "Lotte", "Emil", "Frieda", "Paul", "Greta", "Hugo")
"""More than bots and people together have seats."""
SOCKET = "seat"
LONGEST_LINE = 1 << 24
"""Bytes of a line from the referee; real ones are far shorter."""


class SeatedPerson(NamedTuple):
    """A person's seat and its connection to the referee."""

    seat: Seat
    connection: "SeatConnection"


class Session:
    """A game with people. It runs inside `async with`; `people` are their seats."""

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
        """Draw the seats and set up the game, which `async with` begins.

        Args:
            people: Names of the people.
            bots: Bots for the other seats.
            variant: The variant.
            time: The bots' time control; people have none.
            level: The level of the bots' sandboxes.
            first_seat: The first person's seat; None draws it like everybody else's.
            seed: A seed; the same one gives the same cards.
            talk: True if players may talk.
            network: True if bots that need the network get it.
            followed: True if `hosted.outcome` is read from the start.
            gateway: The gateway, as in `Seating`.
        """
        secret = new_secret(seed)
        # From the secret, as the deal is, so that a seed repeats the seats, too.
        draws, free = Draws(secret, "seat"), list(range(len(people) + len(bots)))
        self.seats = [
            free.pop(draws.below(len(free)) if number or first_seat is None else first_seat)
            for number in range(len(people))
        ]
        """The people's seats, in the order of their names."""
        connections = dict(zip(self.seats, map(SeatConnection, people), strict=True))
        others = iter(called(bots, people))
        seated = tuple(
            connections[at].relay if at in connections else next(others)
            for at in range(len(people) + len(bots))
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
        seats = [bot.name for bot in seated]
        self.people = [
            SeatedPerson(Seat(names(seats, at)), connection)
            for at, connection in connections.items()
        ]
        self.hosted: Hosted
        self._seating = {"level": level, "ask_all": network, "gateway": gateway}
        self._followed = followed

    async def __aenter__(self) -> "Session":
        try:
            for person in self.people:
                await person.connection.open()
            self.hosted = Hosted(self.spec, self._followed, **self._seating)
        except BaseException:
            self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the game if it is not over, and remove its files."""
        try:
            await asyncio.to_thread(self.hosted.close)  # waits for the bots to end
        finally:
            self.close()

    def close(self) -> None:
        """Remove the files of a game, which it has even if it never begins."""
        for person in self.people:
            person.connection.close()


def called(bots: Sequence[BotSpec], people: Sequence[str]) -> list[BotSpec]:
    """Name bots that are alike as people are at a table, since "trader 3" would be trader3."""
    free = iter([each for each in NAMES if each not in people])
    counts = Counter(bot.name for bot in bots)
    return [
        # A model's calls are counted by the bot's name.
        bot
        if counts[bot.name] == 1 or bot.model
        else replace(bot, name=f"{next(free)} ({bot.name})")
        for bot in bots
    ]


def names(called: Sequence[str], me: int) -> list[str]:
    """Make names unique by adding the seat to those that are alike, except at one's own seat."""
    counts = Counter(name.casefold() for name in called)
    return [
        name if seat == me or counts[name.casefold()] == 1 else f"{name} {seat + 1}"
        for seat, name in enumerate(called)
    ]


class SeatConnection:
    """A person's connection to the referee, who plays with a relay that connects to our socket.

    The socket is in a folder that only its owner can enter.
    """

    def __init__(self, name: str) -> None:
        """Make the folder of a person with this name; `open` makes the socket."""
        self.folder = socket_folder("arena-play-")
        program = Path(person_bot.__file__)
        self.relay = BotSpec(
            name=name,
            version=0,
            hash=sha256(program.read_bytes()).hexdigest(),
            command=("python3", "-I", str(program), SOCKET),
            cwd=str(self.folder),
            person=True,
        )
        self._reader: asyncio.Future[asyncio.StreamReader]
        self._writer: asyncio.StreamWriter | None = None
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Listen for the relay."""
        self._reader = asyncio.get_running_loop().create_future()
        self._server = await asyncio.start_unix_server(
            self._connected, self.folder / SOCKET, limit=LONGEST_LINE
        )

    def close(self) -> None:
        """Stop listening, if it has begun, and remove the folder."""
        for each in (self._server, self._writer):
            if each is not None:
                each.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Keep the first connection, which is the relay's, and refuse any other."""
        if self._reader.done():
            writer.close()
            return
        self._writer = writer
        self._reader.set_result(reader)

    async def messages(self) -> AsyncIterator[Json]:
        """Yield every message until the referee says bye or is gone."""
        reader = await self._reader
        while line := await reader.readline():
            message: Json = orjson.loads(line)
            yield message
            if message.get("type") == "bye":
                return

    def send(self, message: Json) -> None:
        """Send an answer; do nothing if the relay is gone."""
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(orjson.dumps(message, option=orjson.OPT_APPEND_NEWLINE))


_PATIENCE_S = 10.0
"""Time for the bots to end, which takes far less."""


class GameLost(ArenaError):
    """The game could not be played to its end, through no fault of a bot or a person."""


class Hosted:
    """A game in a process of its own, which begins at once."""

    def __init__(self, spec: GameSpec, followed: bool = False, **seating: Any) -> None:
        """Start the game.

        Args:
            spec: The game.
            followed: True to send `outcome` all that happens; it must then be read meanwhile.
            seating: Arguments of the game's `Seating`.
        """
        context = get_context("spawn")  # a fork would inherit our screen and threads
        self._updates, sending = context.Pipe(duplex=False)
        # Nothing is ever sent: the game ends when the other end closes, even if we are killed.
        alive, self._life = context.Pipe(duplex=False)
        self.process = context.Process(
            target=_play,
            args=(sending, alive, spec, followed, seating),
            name="game",
            daemon=True,
        )
        self.process.start()
        # Our copies of its ends: with them open, nobody would see the other side close.
        sending.close()
        alive.close()

    def outcome(self, follow: Callable[[Json], None] = lambda _: None) -> FinishedGame:
        """Wait for the end of the game.

        Args:
            follow: Called with the record of a `followed` game as it grows: with all of it first,
                then with additions to its decisions and forfeits.

        Raises:
            GameLost: The game could not be played to its end.
        """
        try:
            while isinstance(update := self._updates.recv(), dict):
                follow(update)
        except (EOFError, OSError):
            raise GameLost("The game was ended before it was over.") from None
        if isinstance(update, str):
            raise GameLost(f"The game could not be played: {update}")
        assert isinstance(update, FinishedGame)
        return update

    def close(self) -> None:
        """End the game if it is still running, and wait for its process to end."""
        self._life.close()
        self.process.join(_PATIENCE_S)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def _play(
    sending: Connection,
    alive: Connection,
    spec: GameSpec,
    followed: bool,
    seating_arguments: Mapping[str, Any],
) -> None:
    """Play the game in its process, and send how it ended."""
    # Bots are ended by `Seating.close`, so signals must unwind the stack.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    threading.Thread(target=_watch, args=(alive,), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt, OSError):
        with contextlib.closing(Seating(**seating_arguments)) as seating:
            try:
                played = seating.play(spec, Growing(sending.send) if followed else None)
                outcome = played.void or played
            except (ArenaError, VariantError) as error:
                outcome = str(error)
        # The bots have ended by now, also for whoever waits for this.
        sending.send(outcome)


def _watch(alive: Connection) -> None:
    """Interrupt the game as soon as the other end of the pipe closes."""
    with contextlib.suppress(EOFError, OSError):
        alive.recv()
    os.kill(os.getpid(), signal.SIGINT)
