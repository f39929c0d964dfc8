"""The likeliest strengths of bots by what they scored against each other, and the field's spread.

The model and what is minimised are those of `ladder.ratings.official_fit`. All is in units of
log-odds.
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.linalg.lapack import dpotri

from ladder.statistics.arrays import Floats, Indices

ENOUGH = 1e-11
"""The fit ends when no strength moves by more. Newton's steps then err far less."""
NEARLY = 1e-6
"""Below this, a step that is not shorter than the last is due to rounding alone."""
LONGEST = 0.85
"""The longest step of the fit."""
SETTLED = 0.01
"""The share by which a field's spread may still grow when the search for it ends."""
WIDEST = 6.0
"""No field is taken to be wider, not even if each bot always beats all that are below it."""


@dataclass(frozen=True, slots=True)
class Beforehand:
    """Differences of strength that are known beforehand, as a normal distribution."""

    strength: Floats
    """By bot; of bots that are not known, anything."""
    precision: Floats
    """[i, j]: the inverse of the covariances; every row and column sums to 0."""


def spread(
    won: Floats, group: Indices, least: float, before: Beforehand | None = None
) -> tuple[Floats, Floats, Floats]:
    """By bot the σ that its group shows, from `least` to WIDEST, and its strength; with them, the
    inverse of the second derivative there.

    won, before: as for `solve`. group: by bot, the number of those that a chain of meetings joins.

    Under that σ the results are likeliest: σ² is the sum of θ² over the number of strengths that
    the games determine, rather than the prior (MacKay, 1992). It is approached from below.
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
    before: Beforehand | None = None,
) -> tuple[Floats, Floats]:
    """The likeliest strengths, and there the inverse of the second derivative of what is minimised:
    the covariances of the strengths by the model.

    Newton's method. A step of at most LONGEST always leads down, since a pair's curvature cannot
    change by more than a factor of e to the power of its change (Bach, 2010).

    won: [i, j] is the weighted score of bot i against bot j. prior: σ for all bots, or by bot.
    start: strengths to begin with. before: what is known without these games.
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
