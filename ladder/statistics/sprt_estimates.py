"""Estimates after a sequential test: plain ones, and ones corrected for the stopping.

A test stops when luck has carried it to a bound, so the plain score is too extreme on average.
The correction finds the true difference with which half of all tests would end at least as clearly
as this one did; see sprt_stopping.py.

Normalised Elo is computed from the lead, as the test is. Elo is computed from the score of A
against B alone: it is then on the ladder's scale, however strong the other bots at the table are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, inf, log10, sqrt

from ladder.statistics.sprt import LEAST_UNITS, NORMALISED, Bounds, UnitCounts

NORMAL = 1.959964
"""The 97.5% quantile of the normal distribution: 95% lie within ± this."""
RARE = 0.025
"""How often a one-sided bound misleads, as each end of an interval."""


@dataclass(frozen=True, slots=True)
class IntervalEstimate:
    """A number with its 95% interval; any of the three may be infinite."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Estimates:
    """Estimates of how much better A is than B."""

    elo: IntervalEstimate
    nelo: IntervalEstimate


def plain(counts: UnitCounts) -> Estimates | None:
    """Estimate by the games alone, biased by the stopping; None if they tell nothing.

    Units that all have one lead tell something only if one bot won all games.
    """
    score, spread, _ = _scores(counts) if counts.units else (0.5, 0.0, 0.0)
    alike = counts.mean in (inf, -inf)
    if counts.units < 2 or counts.mean == 0 or (alike and 0 < score < 1):
        return None
    half = NORMAL / sqrt(counts.units)
    return _estimates(
        _bounded(counts, score, half * spread, half * spread),
        (counts.mean, counts.mean - half, counts.mean + half),
    )


def corrected(counts: UnitCounts, bounds: Bounds) -> Estimates | None:
    """Estimate with correction for the stopping: medians, and intervals that hold.

    None where `plain` has none, or if there are too few units for a verdict. The score is corrected
    in proportion to its correlation with the lead: J. Whitehead, "Supplementary analysis at the
    conclusion of a sequential clinical trial", Biometrics 42 (1986).
    """
    known = plain(counts)
    if known is None or counts.units < LEAST_UNITS or counts.mean in (inf, -inf):
        return None
    from ladder.statistics.sprt_stopping import quantiles  # numpy takes a while to import

    mean, low, high = quantiles(counts.units, counts.mean, bounds, (0.5, 0.025, 0.975))
    score, spread, correlation = _scores(counts)
    score += correlation * spread * (mean - counts.mean)
    rest = (1 - correlation**2) * NORMAL**2 / counts.units
    down, up = (spread * sqrt((correlation * (mean - end)) ** 2 + rest) for end in (low, high))
    return _estimates(_bounded(counts, score, down, up), (mean, low, high))


def superiority(counts: UnitCounts) -> float:
    """Return the likelihood of superiority (LOS), uncorrected: that A is better than B at all."""
    return (1 + erf(counts.mean * sqrt(counts.units / 2))) / 2 if counts.units else 0.5


def _scores(counts: UnitCounts) -> tuple[float, float, float]:
    """Return A's mean score against B, its deviation by unit, and its correlation with the lead."""
    score = counts.points / counts.units / 4
    spread = sqrt(counts.units * counts.points_squared - counts.points**2)
    lead = sqrt(counts.units * counts.lead_squared - counts.lead**2)
    both = counts.units * counts.both - counts.lead * counts.points
    correlation = both / (lead * spread) if lead and spread else 0.0
    return score, spread / counts.units / 4, max(-1.0, min(1.0, correlation))


def _bounded(
    counts: UnitCounts, score: float, down: float, up: float
) -> tuple[float, float, float]:
    """Return a score and its interval, which has one end where all games were won, or none was."""
    if score not in (0, 1):
        return score, score - down, score + up
    # A share of units below `edge` would win all of them less often than in 1 of 40 tests, whenever
    # such a test ends; a unit is worth as much at least as the chance to win it whole.
    edge = RARE ** (1 / counts.units)
    return (score, edge, 1) if score else (score, 0, 1 - edge)


def _estimates(scores: Sequence[float], means: Sequence[float]) -> Estimates:
    """Convert A's mean score against B, and its mean lead, each followed by its interval's ends."""
    return Estimates(
        IntervalEstimate(*map(_elo, scores)),
        IntervalEstimate(*(NORMALISED * mean for mean in means)),
    )


def _elo(score: float) -> float:
    if not 0 < score < 1:
        return inf if score >= 1 else -inf
    return 400 * log10(score / (1 - score))
