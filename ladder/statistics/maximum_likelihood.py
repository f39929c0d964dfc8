"""Maximum-likelihood strengths of bots from their scores, and the spread of the field.

The model and its objective are those of `ladder.ratings.fit_model`. All strengths are in units
of log-odds.
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.linalg.lapack import dpotri

from ladder.statistics.arrays import Floats, Indices

ENOUGH = 1e-11
"""The fit ends when no strength moves by more; the error of Newton's method is then far less."""
NEARLY = 1e-6
"""A step below this that is no shorter than the last one is due to rounding alone."""
LONGEST = 0.85
"""The longest step of the fit; see `solve`."""
SETTLED = 0.01
"""The search for a field's spread ends when it grows by no more than this share."""
WIDEST = 6.0
"""Upper bound of a field's spread, needed if each bot always beats all that are below it."""


@dataclass(frozen=True, slots=True)
class StrengthPrior:
    """A normal prior for differences of strength, known from other games."""

    strength: Floats
    """The mean strength by bot; the numbers of bots that are not known do not matter."""
    precision: Floats
    """The inverse of the covariance matrix; every row and column sums to 0."""


def spread(
    won: Floats, group: Indices, least: float, before: StrengthPrior | None = None
) -> tuple[Floats, Floats, Floats]:
    """Estimate the spread σ of each group of bots, and their strengths under it.

    The estimate maximises the marginal likelihood of σ (empirical Bayes): σ² is the sum of θ² over
    the number of strengths that the games, rather than the prior, determine (MacKay, 1992). It is
    approached from below.

    Args:
        won: As for `solve`.
        group: By bot, the number of its group: the bots that a chain of meetings joins.
        least: The smallest σ; the greatest is WIDEST.
        before: As for `solve`.

    Returns:
        By bot the σ of its group, by bot the strength, and the covariances of strengths.
    """
    prior: Floats = np.full(len(won), least)
    strength, inverse = solve(won, prior, before=before)
    while True:
        determined = np.bincount(group, 1 - np.diag(inverse) / prior**2)
        shown = np.sqrt(np.bincount(group, strength**2) / np.maximum(NEARLY, determined))
        wider = np.maximum(prior, np.minimum(shown, WIDEST)[group])
        if np.all(wider <= prior * (1 + SETTLED)):
            return prior, strength, inverse
        prior = wider
        strength, inverse = solve(won, prior, strength, before)


def solve(
    won: Floats,
    prior: float | Floats,
    start: Floats | None = None,
    before: StrengthPrior | None = None,
) -> tuple[Floats, Floats]:
    """Maximise the posterior of the strengths, by Newton's method.

    Args:
        won: [i, j] is the weighted score of bot i against bot j.
        prior: σ of the normal prior, for all bots or by bot.
        start: Strengths to begin with.
        before: What is known of the bots without these games.

    Returns:
        The strengths, and the inverse of the objective's second derivative there: the covariances
        of the strengths by the model.
    """
    met = won + won.T
    if start is None:
        start = np.log((won.sum(1) + 1) / (won.sum(0) + 1))  # near enough to save some steps
    strength, last = start, np.inf
    while True:
        # With e = exp(θ) a pair is expected to score e_i / (e_i + e_j), and its curvature is
        # e_i · e_j / (e_i + e_j)²: one division for both, and no exponential of a pair.
        power = np.exp(strength)
        sums = power[:, None] + power
        expected = met * (power[:, None] / sums)
        slope = (won - expected).sum(1) - strength / prior**2
        curvature = expected * (-power / sums)
        np.fill_diagonal(curvature, prior**-2 - curvature.sum(1) + curvature.diagonal())
        if before is not None:
            slope -= before.precision @ (strength - before.strength)
            curvature += before.precision
        factor, _ = cho_factor(curvature.T, lower=True, overwrite_a=True, check_finite=False)
        step = cho_solve((factor, True), slope, check_finite=False)
        longest = np.abs(step).max(initial=0)
        # A step of at most LONGEST always leads down, since a pair's curvature cannot change by
        # more than a factor of e to the power of its change (Bach, 2010).
        strength = strength + step * min(1, LONGEST / max(longest, LONGEST))
        if longest < ENOUGH or last <= longest < NEARLY:
            return strength, _inverse(factor)
        last = longest


def _inverse(factor: Floats) -> Floats:
    """Invert a matrix, given its lower Cholesky factor."""
    if not len(factor):
        return factor
    half, _ = dpotri(factor, lower=1)
    below = np.tril(half, -1)
    return np.asarray(below + below.T + np.diag(half.diagonal()))
