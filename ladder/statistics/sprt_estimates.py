"""Estimates after a test that was stopped: as the games are, and corrected for the stopping.

A test stops when luck has carried it to a bound, so the score as it is lies too far out on average.
The correction asks which true difference would make half of all tests end at least as clearly as
this one did; see sprt_stopping.py.

Normalised Elo goes by the lead, as the test does. Elo goes by the score of A against B alone: it
is then on the ladder's scale, however strong the other bots at the table are.
"""

from dataclasses import dataclass
from math import erf, inf, log10, sqrt

from ladder.statistics.sprt import LEAST_UNITS, NORMALISED, Bounds, UnitCounts

NORMAL = 1.959964
"""A normal variable is within ± this with 95 %."""


@dataclass(frozen=True, slots=True)
class IntervalEstimate:
    """A number with its 95 % interval; any of them may be infinite."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Estimates:
    """Estimates of how much better A is than B."""

    elo: IntervalEstimate
    nelo: IntervalEstimate


def plain(tally: UnitCounts) -> Estimates | None:
    """Estimate by the games alone, biased by the stopping; None if all units have one lead."""
    if tally.units < 2 or tally.mean in (0.0, inf, -inf):
        return None
    half = NORMAL / sqrt(tally.units)
    means = tally.mean, tally.mean - half, tally.mean + half
    score, spread, _ = _scores(tally)
    return Estimates(
        IntervalEstimate(
            *(_elo(each) for each in (score, score - half * spread, score + half * spread))
        ),
        IntervalEstimate(*(NORMALISED * mean for mean in means)),
    )


def corrected(tally: UnitCounts, bounds: Bounds) -> Estimates | None:
    """Corrected for the stopping: medians, and intervals that hold; None as with `plain`.

    The score is corrected by as much as usually goes with such a lead: J. Whitehead, "Supplementary
    analysis at the conclusion of a sequential clinical trial", Biometrics 42 (1986).
    """
    if plain(tally) is None or tally.units < LEAST_UNITS:
        return None
    from ladder.statistics.sprt_stopping import quantiles  # numpy takes a while to import

    mean, low, high = quantiles(tally.units, tally.mean, bounds, (0.5, 0.025, 0.975))
    score, spread, alike = _scores(tally)
    score += alike * spread * (mean - tally.mean)
    rest = (1 - alike**2) * NORMAL**2 / tally.units
    down, up = (spread * sqrt((alike * (mean - end)) ** 2 + rest) for end in (low, high))
    return Estimates(
        IntervalEstimate(_elo(score), _elo(score - down), _elo(score + up)),
        IntervalEstimate(NORMALISED * mean, NORMALISED * low, NORMALISED * high),
    )


def superiority(tally: UnitCounts) -> float:
    """The likelihood of superiority (LOS) as the games are: that A is better than B at all."""
    return (1 + erf(tally.mean * sqrt(tally.units / 2))) / 2 if tally.units else 0.5


def _scores(tally: UnitCounts) -> tuple[float, float, float]:
    """A's mean score against B, its deviation by unit, and its correlation with the lead."""
    score = tally.points / tally.units / 4
    spread = sqrt(tally.units * tally.points_squared - tally.points**2)
    lead = sqrt(tally.units * tally.lead_squared - tally.lead**2)
    both = tally.units * tally.both - tally.lead * tally.points
    alike = both / (lead * spread) if lead and spread else 0.0
    return score, spread / tally.units / 4, max(-1.0, min(1.0, alike))


def _elo(score: float) -> float:
    if not 0 < score < 1:
        return inf if score >= 1 else -inf
    return 400 * log10(score / (1 - score))
