"""The lines of a game rebuilt from its record, however a bot of it ended."""

import orjson
import pytest

from arena.referee.clock import TimeControl
from arena.referee.process import BotLost
from arena.replay.replay import Replay
from arena.replay.transcript import transcript
from tests.support.one_game import Script, play_scripts

SEATS = 3
TIME = TimeControl.parse("standard")
Said = bytes | BotLost | None
MALFORMED, LATE = b"what?\n", None
CRASHED, FLOODED = BotLost("crashed", "exited with code 1"), BotLost("malformed", "wrote too much")


class Scripted(Script):
    """Says to the first questions what it is told to."""

    def __init__(self, *says: Said) -> None:
        super().__init__()
        self.says = says

    def post(self, line: bytes, limit_ms: float) -> None:
        super().post(line, limit_ms)
        number = self.told[-1]["id"]
        self.said = self.says[number - 1] if number <= len(self.says) else b"0"

    def collect(self) -> bytes | None:
        if isinstance(self.said, BotLost):
            raise self.said
        return self.said


# What a bot says to the first questions; after them it answers 0.
ENDINGS: dict[str, list[Said]] = {
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
    bots = [Script(), Scripted(*ENDINGS[name]), Script()]
    _, record, _ = play_scripts(bots, [frozenset()] * SEATS, TIME)
    stored = Replay(orjson.dumps({"format": 1, **record}))
    for seat, bot in enumerate(bots):
        told = [orjson.loads(line.text) for line in transcript(stored, seat) if line.to_bot]
        if seat == 1 and name in SHORTER:
            told = told[: -SHORTER[name]]
        # Of two refusals of one question the record keeps the first reason.
        assert [*map(_without_reason, told)] == [*map(_without_reason, bot.told)]


def _without_reason(message: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in message.items() if key not in ("reason", "example")}
