"""The lines of a game rebuilt from its record, however a bot of it ended."""

from collections.abc import Callable

import orjson
import pytest

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.player import SeatedBot
from arena.referee.process import BotLost
from arena.referee.referee import Referee
from arena.replay.replay import Replay
from arena.replay.transcript import transcript
from arena.rules import compile_rulebook
from tests.support.one_game import one_game

SEATS = 3
TIME = TimeControl.parse("standard")
BOT = BotSpec("bot", 1, "hash", ("none",), "/")
Says = Callable[[int], bytes | BotLost | None]
MALFORMED, LATE = b"what?\n", None
CRASHED, FLOODED = BotLost("crashed", "exited with code 1"), BotLost("malformed", "wrote too much")


class Scripted:
    """Says to each question, by its number, what it is told to, and remembers all it was sent."""

    ms = 1.0
    skipped = 0

    def __init__(self, says: Says) -> None:
        self.says = says
        self.lines: list[str] = []
        self.number = 0

    def post(self, line: bytes, limit_ms: float) -> None:
        self.number += 1
        self.tell(line)

    def tell(self, line: bytes) -> None:
        self.lines.append(line.decode().rstrip("\n"))

    def collect(self) -> bytes | None:
        said = self.says(self.number)
        if isinstance(said, BotLost):
            raise said
        return said

    def end(self) -> None: ...


# What a bot says to the first questions; after them it answers 0.
ENDINGS: dict[str, list[bytes | BotLost | None]] = {
    "it plays well": [],
    "it crashes": [b"0", CRASHED],
    "it crashes at once": [CRASHED],
    "it writes too much": [b"0", FLOODED],
    "it writes too much after three faults": [LATE, MALFORMED, b"99", FLOODED],
    "it crashes after three faults": [LATE, MALFORMED, LATE, CRASHED],
    "four faults": [MALFORMED, b"99", LATE, MALFORMED],
    "four times late": [LATE] * 4,
    "three faults are borne": [MALFORMED, LATE, b"99"],
}
# With as many faults as are free before it, such an end is taken for one fault too many.
SHORTER = {"it writes too much after three faults": 2}


@pytest.mark.parametrize("name", ENDINGS)
def test_the_lines_are_those_that_were_sent(name: str) -> None:
    first = ENDINGS[name]
    bots = [
        Scripted(lambda number: b"0"),
        Scripted(lambda number: first[number - 1] if number <= len(first) else b"0"),
        Scripted(lambda number: b"0"),
    ]
    book = compile_rulebook("anniversary", SEATS)
    players = [SeatedBot(seat, bot, book, TIME) for seat, bot in enumerate(bots)]
    spec = one_game(BOT, SEATS, TIME)
    referee = Referee(spec, book, players)
    record, _ = referee.play([frozenset()] * SEATS)
    referee.tell_result()
    stored = Replay(orjson.dumps({"format": 1, **record}))
    for seat, bot in enumerate(bots):
        told = [line.text for line in transcript(stored, seat) if line.to_bot]
        sent = bot.lines
        if seat == 1 and name in SHORTER:
            told = told[: -SHORTER[name]]
        # Of two refusals of one question the record keeps the first reason.
        assert [_without_reason(line) for line in told] == [_without_reason(line) for line in sent]


def _without_reason(line: str) -> dict[str, object]:
    message: dict[str, object] = orjson.loads(line)
    return {key: value for key, value in message.items() if key not in ("reason", "example")}
