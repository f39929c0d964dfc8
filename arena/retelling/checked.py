"""Whether stored games are right: each is played again from its record, and compared with it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arena.errors import ArenaError
from arena.retelling.replay import OtherRules, Replay
from arena.retelling.stored import Number
from arena.rules import VariantError
from ladder.errors import DamagedRecord, UnknownGame
from ladder.records import NoRecord, unpacked
from ladder.store import Store


class Checked(NamedTuple):
    """What came of replaying a game."""

    number: Number
    wrong: str = ""
    """What differs, or why it cannot be replayed; empty if it is right."""
    other_rules: str = ""
    """The version of the rules that it was played by, if this arena has others."""


def checked(store: Store, number: Number) -> Checked:
    """Replays a game. Raises UnknownGame."""
    return _replayed(number, lambda: number.record(store))


@dataclass(frozen=True, slots=True)
class Sent:
    """A stored game that is checked on another machine."""

    number: Number
    packed: bytes
    """Its record, as it is stored."""
    bots: tuple[()] = ()
    """Those that it is played by there: it is only replayed."""

    def checked(self) -> Checked:
        """Replays it."""
        return _replayed(self.number, lambda: unpacked(self.packed))


def _replayed(number: Number, record: Callable[[], bytes]) -> Checked:
    try:
        return Checked(number, Replay(record()).check() or "")
    except OtherRules as error:
        return Checked(number, str(error), error.version)
    except NoRecord as error:
        return Checked(number, f"The record of game {number} is damaged: {error}.")
    except (ArenaError, VariantError, DamagedRecord) as error:
        return Checked(number, str(error))


class Checker:
    """The same as the work of a process (arena.tournament.worker_process): many at a time."""

    def __init__(self, database: str) -> None:
        self._store = Store(database, read_only=True)

    def do(self, task: Sequence[Number]) -> list[Checked]:
        """Of each of these games."""
        return [self._of(number) for number in task]

    def _of(self, number: Number) -> Checked:
        try:
            return checked(self._store, number)
        except UnknownGame as error:  # its record is gone
            return Checked(number, str(error))

    def close(self) -> None:
        """Closes the ladder."""
        self._store.close()
