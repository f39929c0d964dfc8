"""The distribution of where a sequential test stops, given the true difference.

The corrected estimates need it. Units are taken as normal with a known deviation. The sum of their
leads is then a random walk with normal steps until it meets a bound, and its density is carried
from unit to unit on a grid. Outcomes are ordered by how clear they are: the upper bound early, the
upper bound late, no bound, the lower bound late, the lower bound early. D. Siegmund, "Estimation
following sequential tests", Biometrika 65 (1978); A. Tsiatis, G. Rosner, C. Mehta, "Exact
confidence intervals following a group sequential test", Biometrics 40 (1984).
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
"""Steps of more deviations than this are left out."""
FARTHEST = 9.0
"""First sums further out than this, in their own deviations, are left out."""
REACH = 6.0
"""Number of standard errors within which the true mean is searched."""


def quantiles(
    units: int, mean: float, bounds: Bounds, chances: Sequence[float]
) -> tuple[float, ...]:
    """Return the true means at which an outcome at least as clear has the given chances.

    The chance of ½ gives the median-unbiased estimate; .025 and .975 give the ends of a 95%
    interval.

    Args:
        units: Units after which the test ended, at a bound or not.
        mean: The mean lead then, in deviations of a unit.
        bounds: The bounds of the test.
        chances: The chances, each between 0 and 1.
    """
    if units <= LEAST_UNITS or _reach(units - 1, bounds) == (-inf, inf):
        return tuple(mean + float(ndtri(chance)) / sqrt(units) for chance in chances)
    ends = _Ends(units, mean, bounds)
    return tuple(ends.mean + ends.shift(chance) for chance in chances)


def _reach(units: int, bounds: Bounds) -> tuple[float, float]:
    """Return the mean leads at which a test of `units` units meets its lower and upper bound."""
    return bounds.mean_at(units, bounds.lower), bounds.mean_at(units, bounds.upper)


class _Ends:
    """The outcomes at least as clear as that of one test, with their chances.

    These are computed for the observed mean, or that of the bound if the test ended far beyond it.
    For any other mean each is weighted by its likelihood ratio, which depends only on the units and
    the sum at that outcome.
    """

    def __init__(self, units: int, mean: float, bounds: Bounds) -> None:
        lowest, highest = _reach(units, bounds)
        self.mean = min(max(mean, lowest), highest)
        self._width = REACH / sqrt(units)
        found: list[tuple[Floats, Floats, Floats]] = []
        steps = _normal(np.arange(-FAR, FAR + CELL / 2, CELL))
        sums = chances = None
        for n in range(LEAST_UNITS, units + 1):
            # Sums are kept less their expectation, so that the walk has no drift.
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
            # Clearer are all that met the upper bound before, and at the end a greater sum.
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
        """Return how far the true mean would be from `mean` if the outcome had this chance."""
        least, most = (self.chance(end) - chance for end in (-self._width, self._width))
        if least >= 0 or most <= 0:  # leads far from normal have led where no normal ones lead
            return -self._width if least >= 0 else self._width
        found = brentq(lambda shift: self.chance(shift) - chance, -self._width, self._width)
        return float(found)

    def chance(self, shift: float) -> float:
        """Return the chance of such an outcome if the true mean is `shift` more than `mean`."""
        likelier = np.exp(shift * self._sums - shift**2 / 2 * self._units)
        return float(likelier @ self._chances)


def _normal(at: Floats, deviation: float = 1.0) -> Floats:
    """Return the probabilities of the grid cells around these points."""
    density = np.exp(-((at / deviation) ** 2) / 2) / (deviation * sqrt(2 * pi))
    return np.asarray(density * CELL)


def _share(cells: Floats, bound: float) -> Floats:
    """Return the share of each cell that lies above a bound."""
    return np.clip((cells - bound) / CELL + 0.5, 0.0, 1.0)
