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
    bar: str = ""
    """What the median has to be, such as `≤ 3`; empty: it is only shown."""

    @property
    def verdict(self) -> str:
        """Whether it is, and if not, by how much it misses."""
        if not self.bar:
            return ""
        sign, limit = self.bar.split()
        by = (median(self.values) / float(limit) - 1) * (1 if sign == "≤" else -1)
        return f"misses by {by:.0%}" if by > 0 else "holds"

    @property
    def cells(self) -> tuple[str, ...]:
        """A row of the table, as text."""
        shown = (min(self.values), median(self.values), max(self.values))
        numbers = (f"{value:,.4g}" for value in shown)
        return (self.name, *numbers, self.unit, self.bar, self.verdict)


def markdown(rows: Sequence[Row]) -> str:
    """The table for a page."""
    head = ("", "minimum", "median", "maximum", "", "bar", "")
    lines = [head, ("---", *["---:"] * 3, *["---"] * 3), *(row.cells for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def line(row: Row) -> str:
    """A row for the terminal."""
    name, low, middle, high, unit, bar, verdict = row.cells
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


def conditions(rounds: int) -> str:
    """Machine, load and Python, in a line."""
    with Path("/proc/cpuinfo").open() as lines:
        names = [each.partition(":")[2].strip() for each in lines if each[:10] == "model name"]
    return (
        f"{(*names, platform.machine())[0]}, {os.cpu_count()} cores; "
        f"load {os.getloadavg()[0]:.1f}; Python {platform.python_version()}, "
        f"{platform.system()} {platform.release()}; "
        f"{rounds} rounds in turn; pinned to a core, but not tournaments"
    )
