"""A confidence sequence for a mean: an interval that may be looked at after every single score.

Scores lie in [-1, 1]. The null hypothesis is that the mean of each score, given all before it, is
at most m. A bettor who doubts it stakes a share g of their wealth on y/p, where y = (1 + score)/2
and p = (1 + m)/2, so that each score multiplies the wealth by

    1 - g + g · y/p

Under the hypothesis the bets are fair at best, so the chance that the bettor ever holds 1/α times
the initial wealth is at most α, however long it goes on (Ville's inequality). The wealth is divided
among several g beforehand, so that large and small differences are both detected. A second bettor
tests in the same way that the mean is at least m, with 1 - y and 1 - p. The interval consists of
all m against which neither bettor has reached 2/α. If every score has the same mean, given those
before it, the chance that the interval ever excludes it is at most α, whatever the distribution of
scores. The wealth depends on how often each score came up, not on the order.

Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, JRSS B 86 (2024):
the hedged capital process, here with fixed bets in a mixture, as in Cover's universal portfolios.
`docs/decisions/07-two-bots.md` compares it with others.
"""

from bisect import bisect_left
from dataclasses import dataclass

import numpy as np

from ladder.statistics.arrays import Floats, Indices

ALPHA = 0.05
"""Upper bound of the chance that the sequence ever excludes the true mean."""
SHARES = 0.9 / 2.0 ** np.arange(8)
"""The shares g that are bet, one for each part of the bettor's wealth."""
ENOUGH = np.log(2 / ALPHA)
"""Logarithm of the wealth at which a bettor excludes a mean."""
HALVINGS = 50
"""Bisections of an interval no wider than 2, after which doubles hardly tell its ends apart."""
MOST_SCORES = 10_000_000
"""Number of scores beyond which `Scores.more` predicts nothing."""


def growth(scores: Floats, mean: float) -> Floats:
    """Return the logarithm of what each score multiplies each bet by, on means above and below.

    Args:
        scores: An array of any shape.
        mean: The hypothesised mean m.

    Returns:
        An array with two more axes in front: above or below `mean`, and the share of `SHARES`.
    """
    ratio = np.stack([_over(1 + scores, 1 + mean), _over(1 - scores, 1 - mean)])
    share = SHARES.reshape(-1, *(1,) * scores.ndim)
    return np.asarray(np.log1p(share * (ratio[:, None] - 1)))


def wealth(logs: Floats) -> Floats:
    """Return the logarithms of both bettors' wealth.

    logs: the logarithms of their single bets, of shape (2, shares, …).
    """
    return np.asarray(np.logaddexp.reduce(logs, axis=1) - np.log(len(SHARES)))


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores from -1 to 1 so far: the distinct ones, and how often each came up."""

    scores: Floats
    times: Indices

    @classmethod
    def of(cls, scores: Floats) -> "Scores":
        """Collect scores in any order; those that differ by rounding only count as equal."""
        return cls(*np.unique(scores.round(12), return_counts=True))

    @property
    def number(self) -> int:
        """The number of scores."""
        return int(self.times.sum())

    @property
    def mean(self) -> float:
        """The mean score."""
        return float(self.scores @ self.times) / self.number

    def interval(self) -> tuple[float, float]:
        """Return the lowest and the highest mean that is not excluded, valid at any time."""
        return self._limit(0, -1.0), self._limit(1, 1.0)

    def more(self) -> int | None:
        """Estimate how many more scores like these it takes until the interval excludes 0.

        Returns:
            0 if it already does; None if their mean is 0 or it takes more than MOST_SCORES.
        """
        side = 0 if self.mean > 0 else 1
        growth_per_score = growth(self.scores, 0.0) @ self.times / self.number

        def enough(number: int) -> bool:
            return bool(wealth(growth_per_score * number)[side] >= ENOUGH)

        # Enough stays enough: the wealth, if it ever grows, grows ever faster.
        numbers = range(self.number, max(self.number, MOST_SCORES) + 1)
        more = bisect_left(numbers, True, key=enough)
        return more if more < len(numbers) else None

    def _limit(self, side: int, end: float) -> float:
        """Find by bisection where exclusion begins, between `end` of the scale and the mean."""
        outside, inside = end, self.mean
        if inside == end:
            return end
        for _ in range(HALVINGS):
            middle = (outside + inside) / 2
            if wealth(growth(self.scores, middle) @ self.times)[side] >= ENOUGH:
                outside = middle
            else:
                inside = middle
        return inside


def _over(one: Floats, other: float) -> Floats:
    """Divide; a divisor of 0, at the end of the scale, gives a bet that always wins."""
    return one / max(other, 1e-12)
