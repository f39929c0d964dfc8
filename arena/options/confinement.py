"""Under what conditions bots run: how they are confined, and the most that they may use."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from arena.errors import ArenaError
from arena.options.parsing import OptionError
from arena.printing.console import note
from arena.referee.clock import NETWORK, TimeControl
from arena.sandbox.level import Level
from arena.sandbox.needs import LIMITS, Needs
from arena.sandbox.probe import Trial, best_level, trials
from arena.text.phrases import listed

USUAL_TC = "standard"


@dataclass(frozen=True)
class Conditions:
    """What the user said about it on the command line."""

    level: str | None = None
    """None: the best of this machine."""
    trusted: bool = False
    """Submitted bots may play unconfined, where the machine can do no better."""
    limits: str = ""
    network: bool = False
    env: tuple[str, ...] = ()
    address: str = ""
    """Of the Ray cluster on which they play; empty: on this machine."""

    @property
    def elsewhere(self) -> bool:
        """Whether they play on a cluster."""
        return bool(self.address)

    def confinement(self, strangers: Sequence[str] = ()) -> Level:
        """How bots are confined; `strangers`: those of them that did not come with the arena.

        On a cluster, where each node confines them as well as it can, the worst that will do.
        Raises ArenaError where a level does not hold here, or strangers would not be confined.
        """
        if self.elsewhere and self.level is None:
            return Level.B if strangers and not self.trusted else Level.C
        level = best_level() if self.level is None else self._asked_for(self.level)
        if level is Level.C and strangers and not self.trusted:
            chosen = self.level is not None
            raise ArenaError(_unconfined(strangers, chosen))
        if level is Level.C and self.level is None:
            note("Bots run unconfined here (level C). See: arena doctor")
        return level

    def _asked_for(self, word: str) -> Level:
        found = next((trial for trial in trials() if trial.level == word.upper()), None)
        if found is None:
            raise OptionError(f"--level {word!r} is not a level. Give A, B or C.")
        if not found.holds and not self.elsewhere:
            why = f"Level {found.level} does not hold on this machine: {found.why}."
            raise ArenaError(f"{why} {found.remedy}".rstrip())
        return found.level

    @property
    def cap(self) -> Needs:
        """The most that a bot may use. Raises OptionError."""
        given: dict[str, Any] = {"network": self.network, "pass_env": self.env}
        for word in filter(None, self.limits.replace(",", " ").split()):
            name, _, value = word.partition("=")
            if name not in LIMITS or not value.isdecimal() or int(value) < 1:
                raise OptionError(
                    f"--limits {word!r} is not understood. Write it as memory=1024,processes=128, "
                    f"with any of {listed([*LIMITS])}; sizes are in MB."
                )
            given[LIMITS[name]] = int(value)
        return Needs(**given)

    def clock(self, tc: str, st: float | None = None) -> TimeControl:
        """The time control: with a network, one by the clock on the wall. Raises ClockError."""
        if not self.network:
            return TimeControl.parse(tc, st)
        given = TimeControl.parse(NETWORK if tc == USUAL_TC else tc, st)
        return replace(given, wall=True)


USUAL_CONDITIONS = Conditions()


def conditions(
    level: str | None, trusted: bool, limits: str, network: bool, env: str, address: str = ""
) -> Conditions:
    """From the options as they were typed."""
    names = tuple(name.strip() for name in env.split(",") if name.strip())
    if unset := [name for name in names if name not in os.environ]:
        note(f"{listed(unset)} {'is' if len(unset) == 1 else 'are'} not set in your environment.")
    return Conditions(level, trusted, limits, network, names, address)


def _unconfined(strangers: Sequence[str], chosen: bool) -> str:
    who = listed(strangers) if len(strangers) <= 3 else f"{len(strangers)} submitted bots"
    what = f"{who} would play unconfined, able to read and change all that you can"
    if chosen:
        return f"{what}. Leave out --level, or say that you trust them: --trusted"
    return (
        f"{what}: {_shortcomings(trials())} See: arena doctor. "
        "If you trust them, play all the same: --trusted"
    )


def _shortcomings(tried: Sequence[Trial]) -> str:
    return " ".join(f"level {each.level} does not hold ({each.why})." for each in tried[:2])
