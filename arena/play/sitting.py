"""One game with a person in it: who sits where, how its lines reach her, and how all of it ends.

The referee starts the relay for her; it meets us at a socket.
"""

import asyncio
import shutil
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from hashlib import sha256
from pathlib import Path
from types import TracebackType

import orjson

from arena.play import relay
from arena.play.hosting import Hosted
from arena.play.seat import Seat
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game import GameSpec
from arena.sandbox.level import Level
from arena.tournament.deals import Draws, bot_seeds, deal_seed, new_secret
from protocol import Json

SOCKET = "seat"
LONGEST_LINE = 1 << 24
"""Bytes of one line of the referee; the longest ever seen are far below."""


class Sitting:
    """async with Sitting(…) as sitting: the game runs, and `sitting.line` speaks for the person."""

    def __init__(
        self,
        name: str,
        bots: Sequence[BotSpec],
        variant: str,
        time: TimeControl,
        level: Level,
        *,
        place: int | None = None,
        seed: int | None = None,
        talk: bool = True,
        network: bool = False,
    ) -> None:
        """`name` of the person; `bots` for the other seats; `time`, for these alone.

        `place`: the person's seat; None draws one. `seed`: the same one gives the same cards.
        """
        secret = new_secret(seed)
        if place is None:
            place = Draws(secret, "seat").below(len(bots) + 1)
        self._doorstep = Doorstep(name)
        seated = (*bots[:place], self._doorstep.bot, *bots[place:])
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
        self.seat = Seat(names([bot.name for bot in seated], place))
        self.line = Line(self._doorstep.socket)
        self.hosted: Hosted
        self._level, self._network = level, network

    async def __aenter__(self) -> "Sitting":
        try:
            await self.line.__aenter__()
            self.hosted = Hosted(self.spec, self._level, self._network)
        except BaseException:
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
            await self.line.__aexit__(kind, error, trace)
        finally:
            self.close()

    def close(self) -> None:
        """Remove what a game that was never begun needed."""
        self._doorstep.close()


def names(called: Sequence[str], me: int) -> list[str]:
    """Names that differ, so that each means one seat: of those that are alike, with the seat."""
    counts = Counter(name.casefold() for name in called)
    return [
        name if seat == me or counts[name.casefold()] == 1 else f"{name} {seat + 1}"
        for seat, name in enumerate(called)
    ]


class Doorstep:
    """A socket in a folder that only its owner can enter; `bot` is how the relay is started."""

    def __init__(self, name: str) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="arena-play-"))  # for its owner alone: 0700
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


class Line:
    """Our end of the relay: the messages for a person's seat, one after the other, and her answers.

    async with Line(path) as line:
        async for message in line.messages(): ...
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._relay: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]]
        self._writer: asyncio.StreamWriter | None = None

    async def __aenter__(self) -> "Line":
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
        """Every message as plain data, until the referee says bye or is gone."""
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
