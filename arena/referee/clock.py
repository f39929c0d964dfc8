"""Thinking time: the time control of a game, and fair charges for decisions.

A decision is charged by the wall clock. If it takes more than a few milliseconds, the time that
the bot waited for a processor is subtracted, but never below the processor time that it used.
Reading these counts from the kernel is too slow to do for every decision.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.errors import UsageError

if TYPE_CHECKING:  # whoever only parses a clock starts sooner without it
    from arena.sandbox.supervisor_client import SandboxedProcess

PATIENCE_MS: Final = 4
"""Below this, a decision is charged by the wall clock alone."""

DOUBT_MS = 200
"""The most that a bot is credited for waiting that the kernel hasn't counted yet."""

NETWORK = "network"
"""The class of bots that use a network; rated apart, since they don't control their time."""

_TEXT = re.compile(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?", re.ASCII)
_USUAL_DECISIONS = 60
"""Decisions of a seat in a typical game, to weigh an increment against a bank."""


class ClockError(UsageError):
    """An invalid time control; the message shows a valid one."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The thinking time of each seat in a game, in milliseconds."""

    bank_ms: int
    increment_ms: int
    """Added to the bank before each decision."""
    limit_ms: int
    """The most that one decision may take."""
    start_ms: int
    """The most from the start of the process until it is ready."""
    wall: bool = False
    """True to charge all wall-clock time, for bots that wait for a network."""

    @classmethod
    def parse(cls, text: str, limit_s: float | None = None) -> TimeControl:
        """Parse a time control.

        Args:
            text: the name of a class, such as "bullet", or seconds as "10+0.1" (bank + increment).
            limit_s: the most seconds for one decision.

        Raises:
            ClockError: it isn't valid.
        """
        named = CLASSES.get(text)
        if named is None:
            match = _TEXT.fullmatch(text.strip())
            if match is None:
                raise ClockError(
                    f"{text!r} is not a time control. Name one of {', '.join(CLASSES)}, or give "
                    "seconds for the game and for each decision, as in 10+0.1."
                )
            bank, increment = (_ms(float(each or 0), "time of a game") for each in match.groups())
            if bank + increment == 0:
                raise ClockError(f"{text!r} leaves no time at all.")
            # The cap keeps one hung decision from holding up everybody: a fifth of the bank.
            named = cls(bank, increment, max(bank // 5, increment, 1), CLASSES["standard"].start_ms)
        if limit_s is None:
            return named
        if not limit_s > 0:  # so that "nan" is refused, too
            raise ClockError(f"The limit must be more than 0 seconds, not {limit_s:g}.")
        return replace(named, limit_ms=max(1, _ms(limit_s, "limit")))

    def plain(self) -> dict[str, int]:
        """Return the clock as shown to bots and in records."""
        return {
            "bank_ms": self.bank_ms,
            "increment_ms": self.increment_ms,
            "limit_ms": self.limit_ms,
        }

    @property
    def time_class(self) -> str:
        """The class of ratings that games under this control count for."""
        if self.wall:
            return NETWORK
        whole = self.bank_ms + _USUAL_DECISIONS * self.increment_ms
        return next((name for name, most in _CLASS_MS.items() if whole <= most), "slow")

    def __str__(self) -> str:
        return f"{self.bank_ms / 1000:g}+{self.increment_ms / 1000:g}"


def _ms(seconds: float, what: str) -> int:
    if seconds > _MONTHS_MS / 1000:
        raise ClockError(f"The {what} must be at most {_MONTHS_MS // 1000} seconds.")
    return round(seconds * 1000)


_MONTHS_MS = 10_000_000_000
"""About four months."""
CLASSES = {
    "bullet": TimeControl(2_000, 20, 500, 5_000),
    "standard": TimeControl(10_000, 100, 2_000, 10_000),
    "slow": TimeControl(300_000, 5_000, 60_000, 60_000),
    NETWORK: TimeControl(900_000, 20_000, 120_000, 60_000, wall=True),
}
_CLASS_MS = {"bullet": 5_000, "standard": 60_000}

UNHURRIED = TimeControl(_MONTHS_MS, 0, _MONTHS_MS, CLASSES["slow"].start_ms, wall=True)
"""The time control of people, who are never hurried."""


# --- the fair charge --------------------------------------------------------------------------

Waits = dict[int, int]
"""By task id, the nanoseconds spent waiting for a processor."""


class Wall:
    """A meter that charges all wall-clock time."""

    def charge(self, wall_ms: float) -> float:
        """Return the whole time."""
        return wall_ms

    def doubt(self, wall_ms: float) -> float:
        """Return 0: wall-clock time needs no allowance for error."""
        return 0.0


class Meter:
    """A meter that reads the kernel's counts for a tree of processes, starting now."""

    def __init__(self, child: SandboxedProcess) -> None:
        self._child = child
        self._before = waits(child.pid)
        self._cpu_before = child.cpu_ms()
        self._cpu = self._delay = 0.0

    def charge(self, wall_ms: float) -> float:
        """Return the charge for `wall_ms` since the start: less waiting, at least the CPU time."""
        # Only the longest wait of any task counts: they may wait at the same time, or for each
        # other.
        before, delay = self._before, 0
        for task, waited in waits(self._child.pid).items():
            delay = max(delay, waited - before.get(task, 0))
        self._cpu, self._delay = max(0.0, self._child.cpu_ms() - self._cpu_before), delay / 1e6
        return max(wall_ms - self._delay, self._cpu)

    def doubt(self, wall_ms: float) -> float:
        """Return the part of the last charge that may have been waiting; at most DOUBT_MS."""
        # The kernel counts a wait only when it is over. So if a task is ready to run, time in which
        # it neither ran nor is known to have waited may be a wait that goes on.
        unknown = wall_ms - self._delay - self._cpu
        if unknown <= 0 or not busy(self._child.pid):
            return 0.0
        return min(unknown, DOUBT_MS)


def waits(pid: int) -> Waits:
    """Read the waits of all tasks of `pid` and its descendants; empty without /proc."""
    counts: Waits = {}
    for task in _tasks(pid):
        try:
            _, waited, _ = Path(f"{task}/schedstat").read_bytes().split()
        except (OSError, ValueError):
            continue  # ended meanwhile, or a kernel without these counts
        counts[int(task.rpartition("/")[2])] = int(waited)
    return counts


def busy(pid: int) -> bool:
    """Return True if `pid` or a descendant runs or is ready to; False without /proc."""
    return any(map(_is_ready, _tasks(pid)))


def _tasks(pid: int) -> Iterator[str]:
    """Yield the /proc folders of all tasks of `pid` and its descendants."""
    processes = [pid]
    while processes:
        tasks = f"/proc/{processes.pop()}/task"
        try:
            names = os.listdir(tasks)  # noqa: PTH208
        except OSError:
            continue
        for name in names:
            yield f"{tasks}/{name}"
            with suppress(OSError):
                processes += map(int, Path(f"{tasks}/{name}/children").read_bytes().split())


def _is_ready(task: str) -> bool:
    try:
        return Path(f"{task}/stat").read_bytes().rpartition(b") ")[2].startswith(b"R")
    except OSError:
        return False
