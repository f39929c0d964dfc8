"""Line charts as data for an SVG of 100 by 100, which the style stretches to any size."""

from collections.abc import Sequence
from dataclasses import dataclass

MOST_LINES = 8
"""Lines that can be told apart in one chart."""
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
"""Possible distances of two rules, in Elo points."""
MOST_RULES = 5


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A named line through points (x, y) from left to right."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart, ready to be drawn."""

    lines: tuple[tuple[str, str, float], ...]
    """Name, SVG path and last value of each line."""
    rules: tuple[tuple[float, int], ...]
    """Distance from the top, and value, of each rule across the chart."""


def scale(values: Sequence[float]) -> tuple[float, float, int]:
    """Return the two ends of an axis for these values, and the distance of its rules."""
    low, high = min(values), max(values)
    step = next((each for each in STEPS if (high - low) / each <= MOST_RULES - 1), STEPS[-1])
    bottom, top = step * (low // step), step * -(-high // step)
    return bottom, max(top, bottom + step), step


def charts(lines: Sequence[ChartLine]) -> list[Chart]:
    """Draw all lines of two points or more on one scale, those with the most points first."""
    long = [line for line in lines if len(line.points) > 1]
    long.sort(key=lambda line: -len(line.points))
    groups = [long[at : at + MOST_LINES] for at in range(0, len(long), MOST_LINES)]
    return [_drawn(group, long) for group in groups]


def _drawn(lines: Sequence[ChartLine], all_: Sequence[ChartLine]) -> Chart:
    """Draw some lines on the scale of all."""
    xs = [x for line in all_ for x, _ in line.points]
    ys = [y for line in all_ for _, y in line.points]
    left, width = min(xs), max(max(xs) - min(xs), 1.0)
    bottom, top, step = scale(ys)
    height = top - bottom

    def down(y: float) -> float:
        return round(100 * (1 - (y - bottom) / height), 2)

    def path(line: ChartLine) -> str:
        points = (f"{round(100 * (x - left) / width, 2):g},{down(y):g}" for x, y in line.points)
        return "M" + " ".join(points)

    levels = [bottom + number * step for number in range(round(height / step) + 1)]
    return Chart(
        lines=tuple((line.name, path(line), line.points[-1][1]) for line in lines),
        rules=tuple((down(level), round(level)) for level in levels),
    )
