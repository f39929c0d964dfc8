"""Checks of stored games: each is played again from its record, and compared with it."""

import gc
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from arena.retelling.replay import OtherRules, Replay, ReplayError, read_record
from arena.retelling.stored import Number
from ladder.records import NoRecord, unpacked
from protocol import Json

GARBAGE_AFTER = 50_000
"""New objects until Python looks for circles among them: replays leave none, and its usual 700,
many times in each record, took a sixth of the work."""


class Said(NamedTuple):
    """What a record says of its deal and its end, which the ladder knows too. As it was read."""

    seed: Any
    bots: list[tuple[Any, Any]]
    """By seat: the hash, and the seed it was given."""
    scores: Any

    @classmethod
    def by(cls, record: Json) -> "Said | None":
        """None if it says too little."""
        try:
            bots = [(bot["hash"], bot["seed"]) for bot in record["bots"]]
            return cls(record["seed"], bots, record["result"]["scores"])
        except (LookupError, TypeError):
            return None


class Checked(NamedTuple):
    """The result of replaying a game."""

    number: Number
    wrong: str = ""
    """The differences, or why it cannot be replayed; empty if it is right."""
    other_rules: str = ""
    """The version of the rules that it was played by, if this arena has others."""
    said: Said | None = None
    """What its record says, if that can be read."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A stored game to be checked, here or wherever it is sent."""

    number: Number
    packed: bytes
    """Its record, as it is stored."""
    bots: tuple[()] = ()
    """Those that it is played by there: it is only replayed."""

    def checked(self) -> Checked:
        """Replay the game, and compare what came of it with what is stored."""
        said = None
        try:
            record = unpacked(self.packed)
            data = read_record(record)
            said = Said.by(data)
            return Checked(self.number, Replay(record, data).check() or "", said=said)
        except OtherRules as error:
            return Checked(self.number, str(error), error.version, said)
        except NoRecord as error:
            return Checked(self.number, f"The record of game {self.number} is damaged: {error}.")
        except ReplayError as error:
            return Checked(self.number, str(error), said=said)


class Checker:
    """Replays games, one chunk of them after the other: the work of a process."""

    def __init__(self) -> None:
        gc.set_threshold(max(GARBAGE_AFTER, gc.get_threshold()[0]))

    def play(self, games: Sequence[Sent]) -> tuple[tuple[Checked, ...], float]:
        """Play the games; return what came of them, and the seconds they took together."""
        start = time.perf_counter()
        return tuple(game.checked() for game in games), time.perf_counter() - start

    def close(self) -> None:
        """No-op: nothing was started."""
