"""Checks of stored games: each is played again from its record, and compared with it."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arena.retelling.replay import OtherRules, Replay, ReplayError
from arena.retelling.stored import Number
from ladder.records import NoRecord, unpacked


class Checked(NamedTuple):
    """The result of replaying a game."""

    number: Number
    wrong: str = ""
    """The differences, or why it cannot be replayed; empty if it is right."""
    other_rules: str = ""
    """The version of the rules that it was played by, if this arena has others."""


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
        try:
            return Checked(self.number, Replay(unpacked(self.packed)).check() or "")
        except OtherRules as error:
            return Checked(self.number, str(error), error.version)
        except NoRecord as error:
            return Checked(self.number, f"The record of game {self.number} is damaged: {error}.")
        except ReplayError as error:
            return Checked(self.number, str(error))


class Checker:
    """The work of a process that replays games: one chunk of them after the other."""

    def play(self, games: Sequence[Sent]) -> tuple[tuple[Checked, ...], float]:
        """Play the games; return what came of them, and the seconds they took together."""
        start = time.perf_counter()
        return tuple(game.checked() for game in games), time.perf_counter() - start

    def close(self) -> None:
        """No-op: nothing was started."""
