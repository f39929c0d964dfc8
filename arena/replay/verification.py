"""Checks of stored games: each is played again from its record, and compared with it."""

import gc
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from arena.replay.replay import OtherRules, Replay, ReplayError, read_record
from arena.replay.stored_game import Number
from arena.rules.trades import TradeLog
from ladder.database.records import NoRecord, unpacked
from ladder.database.trades import packed
from protocol import Json

GARBAGE_AFTER = 50_000
"""New objects until Python looks for circles among them: replays leave none, and its usual 700,
many times in each record, took a sixth of the work."""

NOTHING_SAID = "The record does not say who played in which seat, or how each of them ended."


class RecordSummary(NamedTuple):
    """What a record says of its deal and its end, which the ladder knows too. As it was read."""

    game: list[Any]
    """The variant, the number of players, the version of the rules."""
    seed: Any
    bots: list[tuple[Any, Any]]
    """By seat: the hash, and the seed it was given."""
    scores: Any
    ends: list[tuple[bool, bool, dict[str, int]]]
    """By seat: whether it won by the rulebook, whether it forfeited, its faults by kind."""

    @classmethod
    def by(cls, record: Json) -> "RecordSummary | None":
        """None if it says too little."""
        try:
            game = [record["variant"], record["players"], record["rules"]]
            bots = [(bot["hash"], bot["seed"]) for bot in record["bots"]]
            return cls(game, record["seed"], bots, record["result"]["scores"], _ends(record))
        except (LookupError, TypeError):
            return None


def _ends(record: Json) -> list[tuple[bool, bool, dict[str, int]]]:
    winners = record["result"]["winners"]
    lost = {each["seat"]: each["fault"] for each in record.get("forfeits", ())}
    faults = [Counter[str]() for _ in record["bots"]]
    for entry in record["decisions"]:
        if (fault := entry.get("fault")) not in (None, "forfeit"):
            faults[entry["seat"]][fault] += 1
    for seat, fault in lost.items():
        if not faults[seat]:  # it was never ready
            faults[seat][fault] = 1
    return [(seat in winners, seat in lost, dict(each)) for seat, each in enumerate(faults)]


class Checked(NamedTuple):
    """The result of replaying a game."""

    number: Number
    wrong: str = ""
    """The differences, or why it cannot be replayed; empty if it is right."""
    other_rules: str = ""
    """The version of the rules that it was played by, if this arena has others."""
    said: RecordSummary | None = None
    """What its record says, if that can be read."""
    dealings: bytes = b""
    """What was handed over in it, as the ladder stores it, if it is right and that was wanted."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A stored game to be checked, here or wherever it is sent."""

    number: Number
    packed: bytes
    """Its record, as it is stored."""
    bots: tuple[()] = ()
    """Those that it is played by there: it is only replayed."""
    dealings: bool = False
    """Whether it is wanted what was handed over in it."""

    def checked(self) -> Checked:
        """Replay the game, and compare what came of it with what is stored."""
        said = None
        try:
            record = unpacked(self.packed)
            data = read_record(record)
            said = RecordSummary.by(data)
            replay = Replay(record, data)
            dealings = TradeLog(replay.book.players) if self.dealings else None
            wrong = replay.check(dealings) or ("" if said else NOTHING_SAID)
            found = packed(dealings.between()) if dealings and not wrong else b""
            return Checked(self.number, wrong, said=said, dealings=found)
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
