"""Rounds of measurements in turn, the ratios of what was measured in the same round, and a table.

A machine drifts, so no figure is shown without its minimum and maximum, and what is compared is
measured side by side: a ratio is taken within a round.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TypeVar

Measured = TypeVar("Measured")


def in_turn(
    rounds: int, measures: Mapping[str, Callable[[], Measured]]
) -> dict[str, list[Measured]]:
    """By name, what each measurement gave in each round; another one begins in every round."""
    found: dict[str, list[Measured]] = {name: [] for name in measures}
    names = list(measures)
    for number in range(rounds):
        first = number % len(names) if names else 0
        for name in names[first:] + names[:first]:
            found[name].append(measures[name]())
    return found


def ratios(values: Sequence[float], others: Sequence[float]) -> list[float]:
    """Each value by that of the other in the same round."""
    return [value / other for value, other in zip(values, others, strict=True)]


@dataclass(frozen=True)
class Row:
    """A figure of several rounds, perhaps with a bar that its median has to hold."""

    name: str
    unit: str
    values: Sequence[float]
    most: float | None = None
    least: float | None = None

    @property
    def median(self) -> float:
        """What is judged."""
        return median(self.values)

    @property
    def bar(self) -> str:
        """What the median has to be; empty: it is only shown."""
        if self.most is not None:
            return f"≤ {self.most:g}"
        return f"≥ {self.least:g}" if self.least is not None else ""

    @property
    def verdict(self) -> str:
        """Whether it is, and if not, by how much it misses."""
        if self.most is not None and self.median > self.most:
            return f"misses by {self.median / self.most - 1:.0%}"
        if self.least is not None and self.median < self.least:
            return f"misses by {1 - self.median / self.least:.0%}"
        return "holds" if self.bar else ""

    @property
    def holds(self) -> bool:
        """Whether it misses no bar."""
        return not self.verdict.startswith("misses")


HEAD = ("", "minimum", "median", "maximum", "", "bar", "")


def cells(row: Row) -> tuple[str, ...]:
    """A row of the table, as text."""
    numbers = (f"{value:,.4g}" for value in (min(row.values), row.median, max(row.values)))
    return (row.name, *numbers, row.unit, row.bar, row.verdict)


def markdown(rows: Sequence[Row]) -> str:
    """The table for a page."""
    lines = [HEAD, ("---", *["---:"] * 3, *["---"] * 3), *map(cells, rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def line(row: Row) -> str:
    """A row for the terminal."""
    name, low, middle, high, unit, bar, verdict = cells(row)
    return f"  {name:58}{low:>9}{middle:>9}{high:>9} {unit:15}{bar:8}{verdict}".rstrip()


@contextmanager
def pinned(core: int) -> Iterator[None]:
    """What is started in the block keeps to one core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def conditions(rounds: int, core: int) -> str:
    """Machine, load and Python, in a line."""
    governor = Path(f"/sys/devices/system/cpu/cpu{core}/cpufreq/scaling_governor")
    try:
        speed = governor.read_text().strip()
    except OSError:
        speed = "not readable"
    return (
        f"{_processor()}, {os.cpu_count()} cores, governor {speed}; load {os.getloadavg()[0]:.1f}; "
        f"Python {platform.python_version()}, {platform.system()} {platform.release()}; "
        f"{rounds} rounds in turn; pinned to core {core}, but not tournaments"
    )


def _processor() -> str:
    with Path("/proc/cpuinfo").open() as lines:
        for each in lines:
            if each.startswith("model name"):
                return each.partition(":")[2].strip()
    return platform.machine()
