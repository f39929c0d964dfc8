"""The likeliest strengths of bots by what they scored against each other, and the field's spread.

The model and what is minimised are those of `ladder.ratings`. All is in units of log-odds.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve
from scipy.special import expit

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

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


def spread(won: Floats, group: Indices, least: float) -> tuple[Floats, Floats, Floats]:
    """By bot the σ that its group shows, from `least` to WIDEST, and its strength; with them, the
    inverse of the second derivative there.

    won: as for `solve`. group: by bot, the number of those that a chain of meetings joins.

    Under that σ the results are likeliest: σ² is the sum of θ² over the number of strengths that
    the games determine, rather than the prior (MacKay, 1992). It is approached from below.
    """
    prior: Floats = np.full(len(won), least)
    strength, curvature = solve(won, prior)
    while True:
        inverse = np.asarray(np.linalg.inv(curvature), np.float64)
        determined = np.bincount(group, 1 - np.diag(inverse) / prior**2)
        shown = np.sqrt(np.bincount(group, strength**2) / np.maximum(NEARLY, determined))
        wider = np.maximum(prior, np.minimum(shown, WIDEST)[group])
        if np.all(wider <= prior * (1 + SETTLED)):
            return prior, strength, inverse
        prior = wider
        strength, curvature = solve(won, prior, strength)


def solve(won: Floats, prior: float | Floats, start: Floats | None = None) -> tuple[Floats, Floats]:
    """The likeliest strengths, and there the second derivative of what is minimised.

    Newton's method. A step of at most LONGEST always leads down, since a pair's curvature cannot
    change by more than a factor of e to the power of its change (Bach, 2010).

    won: [i, j] is the weighted score of bot i against bot j. prior: σ for all bots, or by bot.
    start: strengths to begin with.
    """
    met = won + won.T
    if start is None:
        start = np.log((won.sum(1) + 1) / (won.sum(0) + 1))  # near enough to save some steps
    strength, last = start, np.inf
    while True:
        chance = expit(strength[:, None] - strength[None, :])
        expected = met * chance
        slope = (won - expected).sum(1) - strength / prior**2
        curvature = expected * (chance - 1)
        np.fill_diagonal(curvature, prior**-2 - curvature.sum(1) + curvature.diagonal())
        step = cho_solve(cho_factor(curvature), slope)
        longest = np.abs(step).max(initial=0)
        strength = strength + step * min(1, LONGEST / max(longest, LONGEST))
        if longest < ENOUGH or last <= longest < NEARLY:
            return strength, curvature
        last = longest
