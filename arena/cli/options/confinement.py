"""Options on confinement: the limits of bots, where games are played, and at which level."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import typer

from arena.cli.help import Rare
from arena.cli.options.arguments import USUAL_TC, Address, Concurrency, option
from arena.cli.options.groups import Without
from arena.cli.options.parsing import OptionError, parts
from arena.cli.output.console import note
from arena.errors import ArenaError
from arena.referee.clock import CLASSES, NETWORK, TimeControl
from arena.registry.permissions import reduced_limits
from arena.sandbox.level import Level
from arena.sandbox.needs import LIMITS, USUAL, Needs
from arena.sandbox.probe import best_level, trials
from arena.text.phrases import listed, whole_number


def _tell_of_unset(ctx: typer.Context, names: str) -> str:
    unset = [name for name in parts(names) if name not in os.environ]
    if unset and not ctx.resilient_parsing:
        note(f"{listed(unset)} {'is' if len(unset) == 1 else 'are'} not set in your environment.")
    return names


@dataclass(frozen=True)
class _Place:
    """Where games are played."""

    panel = Rare("Where it is played")

    concurrency: Concurrency = None
    address: Address = ""


@dataclass(frozen=True)
class Conditions(_Place):
    """Where games are played, how bots are confined, and their limits."""

    panel = Rare("Confinement")

    level: str | None = option(
        "How bots are confined; see `arena doctor`.",
        metavar="A|B|C",
        show_default="the best that holds here",
    )
    trusted: bool = option(
        "Let submitted bots run unconfined if this machine cannot confine them.",
        default=False,
        envvar="ARENA_TRUSTED",
    )
    limits: str = option(
        "The most that a bot may use, as in memory=1024,file=64, in MB; also processes "
        "and scratch.",
        default="",
        metavar="LIMITS",
        show_default="memory=512, processes=64, file=16, scratch=64",
    )
    allow_network: bool = option(
        "Bots that ask for it may use the network; time is then measured by the wall "
        "clock, and the games are rated separately.",
        default=False,
    )
    allow_env: str = option(
        "Variables of your environment that bots may ask for: KEY,OTHER.",
        default="",
        metavar="NAMES",
        callback=_tell_of_unset,
    )

    @classmethod
    def capped(cls, cap: Needs) -> "Conditions":
        """Return the usual conditions with these limits."""
        limits = [
            f"{name}={getattr(cap, key)}"
            for name, key in LIMITS.items()
            if getattr(cap, key) != getattr(USUAL, key)
        ]
        env = ",".join(cap.pass_env)
        return cls(limits=",".join(limits), allow_network=cap.network, allow_env=env)

    @property
    def cap(self) -> Needs:
        """The most that a bot may use. Raises OptionError."""
        given: dict[str, Any] = {
            "network": self.allow_network,
            "pass_env": tuple(parts(self.allow_env)),
        }
        for word in filter(None, self.limits.replace(",", " ").split()):
            name, _, value = word.partition("=")
            number = whole_number(value)
            if name not in LIMITS or not number:
                raise OptionError(
                    f"--limits {word!r} is not understood. Write it as memory=1024,processes=128, "
                    f"with any of {listed([*LIMITS])}; sizes are in MB."
                )
            given[LIMITS[name]] = number
        return Needs(**given)

    def clock(self, tc: str | None, st: float | None = None) -> TimeControl:
        """Return the time control: with a network, one by the wall clock. Raise ClockError."""
        if not self.allow_network:
            return TimeControl.parse(tc or USUAL_TC, st)
        given = TimeControl.parse(NETWORK if tc in (None, USUAL_TC) else tc, st)
        return replace(given, wall=True)

    @property
    def elsewhere(self) -> bool:
        """True if games are played on a cluster."""
        return bool(self.address)

    def confinement(self, strangers: Sequence[str] = ()) -> Level:
        """Choose how bots are confined; `strangers`: those that aren't bundled.

        On a cluster, where each node confines them as well as it can, the worst that will do.
        Raises ArenaError where a level does not hold here, or strangers would not be confined.
        """
        if self.elsewhere and self.level is None:
            # Each node does better if it can; this is only what keeps a node out.
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
        if not found.holds and not self.elsewhere:  # what this machine can do says nothing there
            why = f"Level {found.level} does not hold on this machine: {found.why}."
            raise ArenaError(f"{why} {found.remedy}".rstrip())
        return found.level


USUAL_CONDITIONS = Conditions()

_PLACE = ("concurrency", "address")
NOT_HERE = ("trusted", *_PLACE)
"""Options that do nothing for games on this machine between bots named by the user."""
Here = Annotated[Conditions, Without(*NOT_HERE)]
"""Without these."""
HereWithStrangers = Annotated[Conditions, Without(*_PLACE)]
"""On this machine, for bots that others have written."""
Resumed = Annotated[Conditions, Without("limits", "allow_network", "allow_env")]
"""For a tournament that has begun: its limits stay."""


def tell_of_limits(bot: str, needs: Needs, cap: Needs) -> None:
    """Note it if a bot gets less than it asks for."""
    if less := reduced_limits(needs, cap):
        note(f"{bot} {less}")


def clock_words(time: TimeControl) -> tuple[str | None, float | None]:
    """Return --tc and --st for a time control, with --allow-network if it is by the wall clock."""
    names = {(each.bank_ms, each.increment_ms): name for name, each in CLASSES.items()}
    tc = names.get((time.bank_ms, time.increment_ms), str(time))
    st = None if TimeControl.parse(tc).limit_ms == time.limit_ms else time.limit_ms / 1000
    if time.wall:  # where the usual clock is another one
        tc = {NETWORK: USUAL_TC, USUAL_TC: str(time)}.get(tc, tc)
    return None if tc == USUAL_TC else tc, st


def _unconfined(strangers: Sequence[str], chosen: bool) -> str:
    who = listed(strangers) if len(strangers) <= 3 else f"{len(strangers)} submitted bots"
    what = f"{who} would play unconfined, able to read and change all that you can"
    if chosen:
        return f"{what}. Leave out --level, or say that you trust them: --trusted"
    whys = " ".join(f"level {each.level} does not hold ({each.why})." for each in trials()[:2])
    return f"{what}: {whys} See: arena doctor. If you trust them, play all the same: --trusted"
