"""Where a sequential test stops, given the true difference: estimates after it need that.

Units are taken as normal and their deviation as known. The sum of their leads then wanders by
normal steps until it meets a bound, and its density is carried from unit to unit on a grid. Ends
are ordered by how clear they are: the upper bound early, the upper bound late, none, the lower
bound late, the lower bound early. D. Siegmund, "Estimation following sequential tests", Biometrika
65 (1978); A. Tsiatis, G. Rosner, C. Mehta, "Exact confidence intervals following a group sequential
test", Biometrics 40 (1984).
"""

from collections.abc import Sequence
from math import inf, pi, sqrt

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtri

from ladder.statistics.arrays import Floats
from ladder.statistics.sprt import LEAST_UNITS, Bounds

CELL = 1 / 8
"""The width of the grid's cells, in deviations of a unit."""
FAR = 6.0
"""A step of more deviations is left out, …"""
FARTHEST = 9.0
"""… and so is a first sum that is so many of its own away."""
REACH = 6.0
"""The true mean is sought within so many standard errors."""


def quantiles(
    units: int, mean: float, bounds: Bounds, chances: Sequence[float]
) -> tuple[float, ...]:
    """The true means at which a test ends at least so clearly with these chances.

    units, mean: where it ended, whether at a bound or not; means in deviations of a unit.
    The chance of ½ gives the estimate that is as often too high as too low; .025 and .975 are the
    ends of a 95 % interval.
    """
    if units <= LEAST_UNITS or _reach(units - 1, bounds) == (-inf, inf):
        return tuple(mean + float(ndtri(chance)) / sqrt(units) for chance in chances)
    ends = _Ends(units, mean, bounds)
    return tuple(ends.mean + ends.shift(chance) for chance in chances)


def _reach(units: int, bounds: Bounds) -> tuple[float, float]:
    """The means at which so many units meet the lower bound and the upper one."""
    return bounds.mean_at(units, bounds.lower), bounds.mean_at(units, bounds.upper)


class _Ends:
    """The ends that are at least as clear as that of one test, with their chances.

    These are worked out for the mean that the test has shown, or that of its bound if it ended far
    beyond. For any other, each is weighted by how much likelier that makes it, which the units and
    the sum at that end say. Sums are kept less their expectation, so they wander without drift.
    """

    def __init__(self, units: int, mean: float, bounds: Bounds) -> None:
        lowest, highest = _reach(units, bounds)
        self.mean = min(max(mean, lowest), highest)
        self._width = REACH / sqrt(units)
        found: list[tuple[Floats, Floats, Floats]] = []
        steps = _normal(np.arange(-FAR, FAR + CELL / 2, CELL))
        sums = chances = None
        for n in range(LEAST_UNITS, units + 1):
            low, high = (n * (end - self.mean) for end in _reach(n, bounds))
            if sums is None or chances is None:
                if n < units and low == -inf and high == inf:
                    continue  # nothing can stop it so early
                cells = np.ceil(FARTHEST * sqrt(n) / CELL)
                sums = CELL * np.arange(-cells, cells + 1)
                chances = _normal(sums, sqrt(n))
            else:
                chances = np.convolve(chances, steps)
                sums = sums[0] - FAR + CELL * np.arange(len(chances))
            beyond = _share(sums, n * (mean - self.mean) if n == units else high)
            ended = np.flatnonzero(beyond)
            found.append((np.full(len(ended), float(n)), sums[ended], (beyond * chances)[ended]))
            chances = chances * (_share(sums, low) - beyond)
            kept = np.flatnonzero(chances)
            if not len(kept):
                break
            within = slice(kept[0], kept[-1] + 1)
            sums, chances = sums[within], chances[within]
        self._units, self._sums, self._chances = (
            np.concatenate(column) for column in zip(*found, strict=True)
        )

    def shift(self, chance: float) -> float:
        """How far the true mean would be from `mean` if this were the chance of the outcome."""
        least, most = (self.chance(end) - chance for end in (-self._width, self._width))
        if least >= 0 or most <= 0:  # leads far from normal have led where no normal ones lead
            return -self._width if least >= 0 else self._width
        found = brentq(lambda shift: self.chance(shift) - chance, -self._width, self._width)
        return float(found)

    def chance(self, shift: float) -> float:
        """The chance of one of them if the true mean is `shift` more than `mean`."""
        likelier = np.exp(shift * self._sums - shift**2 / 2 * self._units)
        return float(likelier @ self._chances)


def _normal(at: Floats, deviation: float = 1.0) -> Floats:
    """The chances of the cells around these points."""
    density = np.exp(-((at / deviation) ** 2) / 2) / (deviation * sqrt(2 * pi))
    return np.asarray(density * CELL)


def _share(cells: Floats, bound: float) -> Floats:
    """The share of each cell that lies above a bound."""
    return np.clip((cells - bound) / CELL + 0.5, 0.0, 1.0)
