"""A confidence sequence for a mean: an interval that may be looked at after every single score.

Scores lie in [-1, 1]. Suppose the mean of each, given all before it, is at most m. Somebody who
does not believe that bets: with y = (1 + score)/2 and p = (1 + m)/2 she puts a share g of what she
has on y/p, so that each score multiplies it by

    1 - g + g · y/p

The bets are fair at best, so the chance that she ever has 1/α times what she began with is at most
α, however long it goes on (Ville's inequality). She divides her money among several g beforehand,
which serves large differences and small ones. Somebody else bets in the same way that the mean is
at least m, by 1 - y and 1 - p. The sequence holds all m against which neither has reached 2/α. If
every score has the same mean, given those before it, the chance that the sequence ever leaves it is
at most α, whatever the scores' distribution. What each bettor has depends on how often each score
came, not on the order.

Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, JRSS B 86 (2024):
the hedged capital process, here with fixed bets in a mixture, as in Cover's universal portfolios.
`docs/decisions/07-two-bots.md` compares it with others.
"""

from dataclasses import dataclass

import numpy as np

from ladder.statistics.arrays import Floats, Indices

ALPHA = 0.05
"""The chance that the sequence ever leaves the true mean is no greater."""
SHARES = 0.9 / 2.0 ** np.arange(8)
"""What of the money is bet, by those among whom it is divided."""
ENOUGH = np.log(2 / ALPHA)
"""The logarithm of what a bettor must have for a mean to be excluded."""
HALVINGS = 50
MOST_SCORES = 10_000_000
"""Further ahead nothing is foretold."""


def growth(scores: Floats, mean: float) -> Floats:
    """Logarithms: by what a score multiplies each bet on a mean above `mean`, and on one below.

    scores: of any shape; the result has two axes before it, (above or below, number of shares).
    """
    ratio = np.stack([_over(1 + scores, 1 + mean), _over(1 - scores, 1 - mean)])
    share = SHARES.reshape(-1, *(1,) * scores.ndim)
    return np.asarray(np.log1p(share * (ratio[:, None] - 1)))


def money(logs: Floats) -> Floats:
    """Logarithms of what both bettors have, from those of their single bets, (2, shares, …)."""
    return np.asarray(np.logaddexp.reduce(logs, axis=1) - np.log(len(SHARES)))


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores from -1 to 1, as far as they have come: the distinct ones, and how often each came."""

    scores: Floats
    times: Indices

    @classmethod
    def of(cls, scores: Floats) -> "Scores":
        """Make the interval of scores in any order. Equal ones may differ by the last bits."""
        return cls(*np.unique(scores.round(12), return_counts=True))

    @property
    def number(self) -> int:
        """The number of scores."""
        return int(self.times.sum())

    @property
    def mean(self) -> float:
        """Their mean."""
        return float(self.scores @ self.times) / self.number

    def interval(self) -> tuple[float, float]:
        """The lowest and the highest mean that is not excluded. It may be looked at any time."""
        return self._limit(0, -1.0), self._limit(1, 1.0)

    def more(self) -> int | None:
        """Estimate how many more scores like these it takes until the interval leaves 0 out.

        0 if it does. None if their mean is 0, or if it takes more than MOST_SCORES.
        """
        side = 0 if self.mean > 0 else 1
        each = growth(self.scores, 0.0)[side] @ self.times / self.number

        def enough(number: int) -> bool:
            return bool(np.logaddexp.reduce(each * number) - np.log(len(SHARES)) >= ENOUGH)

        if enough(self.number):
            return 0
        low, high = self.number, 2 * self.number
        while not enough(high):
            low, high = high, 2 * high
            if high > MOST_SCORES:
                return None
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if enough(middle) else (middle, high)
        return high - self.number

    def _limit(self, side: int, end: float) -> float:
        """Between an end of the scale, where anything is excluded first, and the mean."""
        outside, inside = end, self.mean
        if inside == end:
            return end
        for _ in range(HALVINGS):
            middle = (outside + inside) / 2
            logs = (growth(self.scores, middle) @ self.times)[:, :, None]
            if money(logs)[side, 0] >= ENOUGH:
                outside = middle
            else:
                inside = middle
        return inside


def _over(one: Floats, other: float) -> Floats:
    """one / other; at the end of the scale, where other is 0, a bet is never lost."""
    return one / max(other, 1e-12)
