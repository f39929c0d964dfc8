"""Verification of stored games: each is replayed from its record and compared with it."""

import resource
import signal
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from arena.replay.replay import OtherRules, Replay, ReplayError, read_record
from arena.replay.stored_game import Number
from arena.rules.trades import TradeLog
from arena.sandbox.limits import MB, impose
from ladder.database.records import NoRecord, unpacked
from ladder.database.trades import packed
from protocol import Json

MOST_MEMORY = 1024 * MB
MOST_SECONDS = 60
"""Processor time for a game; the longest take less than one second."""

NOTHING_SAID = "The record does not say who played in which seat, or how each of them ended."


class RecordSummary(NamedTuple):
    """The parts of a record about the deal and the outcome that the ladder stores, too.

    They are as read, unchecked.
    """

    game: list[Any]
    """The variant, the number of players, the version of the rules."""
    seed: Any
    bots: list[tuple[Any, Any]]
    """By seat: the bot's hash, and the seed it was given."""
    scores: Any
    ends: list[tuple[bool, bool, dict[str, int]]]
    """By seat: True if it won by the rulebook, True if it forfeited, its faults by kind."""
    refused: list[int]
    """By seat: answers that were refused or cut, and then made good."""

    @classmethod
    def by(cls, record: Json) -> "RecordSummary | None":
        """Summarize a record; None if it lacks something."""
        try:
            game = [record["variant"], record["players"], record["rules"]]
            bots = [(bot["hash"], bot["seed"]) for bot in record["bots"]]
            scores, ends = record["result"]["scores"], _ends(record)
            return cls(game, record["seed"], bots, scores, ends, _refused(record))
        except (LookupError, TypeError):
            return None


def _ends(record: Json) -> list[tuple[bool, bool, dict[str, int]]]:
    winners = record["result"]["winners"]
    forfeits = {each["seat"]: each["fault"] for each in record.get("forfeits", ())}
    faults = [Counter[str]() for _ in record["bots"]]
    for entry in record["decisions"]:
        if (fault := entry.get("fault")) not in (None, "forfeit"):
            faults[entry["seat"]][fault] += 1
    for seat, fault in forfeits.items():
        if not faults[seat]:  # it was never ready
            faults[seat][fault] = 1
    return [(seat in winners, seat in forfeits, dict(each)) for seat, each in enumerate(faults)]


def _refused(record: Json) -> list[int]:
    made_good = Counter(
        entry["seat"]
        for entry in record["decisions"]
        if "refused" in entry and "fault" not in entry
    )
    return [made_good[seat] for seat in range(len(record["bots"]))]


class Checked(NamedTuple):
    """The result of replaying a game."""

    number: Number
    wrong: str = ""
    """A difference, or why it can't be replayed; empty if it is right."""
    other_rules: str = ""
    """The version of the rules that it was played by, if this arena has another."""
    said: RecordSummary | None = None
    """A summary of its record, if that can be read."""
    trades: bytes = b""
    """Its trades as the ladder stores them, if it is right and they were wanted."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A stored game to be checked."""

    number: Number
    packed: bytes
    """Its record as stored."""
    trades: bool = False
    """True if its trades are wanted, too."""

    def checked(self) -> Checked:
        """Replay the game, and compare the outcome with what is stored."""
        said = None
        try:
            record = unpacked(self.packed)
            data = read_record(record)
            # Before the replay, as games by other rules have a summary, too.
            said = RecordSummary.by(data)
            replay = Replay(record, data)
            trades = TradeLog(replay.book.players) if self.trades else None
            wrong = replay.check(trades) or ("" if said else NOTHING_SAID)
            between = packed(trades.between()) if trades and not wrong else b""
            return Checked(self.number, wrong, said=said, trades=between)
        except OtherRules as error:
            return Checked(self.number, str(error), error.version, said)
        except NoRecord as error:
            return Checked(self.number, f"The record of game {self.number} is damaged: {error}.")
        except ReplayError as error:
            return Checked(self.number, str(error), said=said)


class LimitedChecker:
    """Checks games in a process of its own, which no record by a stranger can let grow or hang."""

    def __init__(self) -> None:
        impose(0, [(resource.RLIMIT_DATA, MOST_MEMORY)])
        signal.signal(signal.SIGPROF, _end)

    def play(self, games: Sequence[Sent]) -> tuple[Checked, ...]:
        """Check the games."""
        return tuple(map(self._checked, games))

    def close(self) -> None:
        """Do nothing: nothing was started."""

    def _checked(self, game: Sent) -> Checked:
        # By processor time, so that no game fails because the machine is busy.
        signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
        try:
            return game.checked()
        except (MemoryError, _TookTooLong):
            limits = f"{MOST_MEMORY // MB} MB or {MOST_SECONDS} s"
            return Checked(game.number, f"Replaying it takes more than {limits}.")
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)


class _TookTooLong(BaseException):
    """A game took more processor time than it may."""


def _end(*_: object) -> None:
    raise _TookTooLong
