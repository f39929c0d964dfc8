"""Outliers among the pairs of bots of a ladder: pairs with more of something than both explain.

A value, never below 0, is measured at each deal for each ordered pair of bots that met there: cards
handed over, say. It depends honestly on both bots: some give much to everybody, some get much from
everybody. So the mean over a pair's deals is compared with a two-way multiplicative model,

    value = giving of the first * receiving of the second * excess

The effects multiply, because a bot that gives twice as much as others does so to popular bots, too.
The model is fitted robustly (Huber weights times the number of deals).

Pairs differ in their excess anyway, because bots with different strengths meet. The standard
deviation of log excess over pairs is estimated from the median absolute deviation (MAD), and never
taken for less than `least`. With few bots it is uncertain, so the p-value comes from Student's t
with half the residual degrees of freedom of the fit: the excesses of (a, b) and (b, a) go together.
The test is one-sided, against that standard deviation and the pair's own standard error over deals
combined. Holm's correction for the number of pairs (Scand. J. Statist. 6, 1979) makes it rare that
a ladder without any real cause shows an outlier.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr

from ladder.ratings.scope import NORMAL
from ladder.statistics.arrays import Floats, Indices

LEAST_DEALS = 20
"""The deals that a pair must have met in to be judged."""
MAD_TO_SD = 1.4826
"""Standard deviation of a normal distribution, in MADs."""
MOST_FREEDOM = 30.0
"""Upper bound of the degrees of freedom: large excesses are commoner among honest pairs than under
a normal distribution."""
HUBER_K = 1.345
"""Huber's k, in standard deviations: pairs further off get less weight in the fit."""
REWEIGHTINGS = 20
"""The number of times that weights are recomputed."""
MOST_ITERATIONS = 300
"""The most iterations of one fit."""
TOLERANCE = 1e-7
"""A fit has converged when no effect moves by more."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The scale on which a value is compared with its expectation: ln(value + few).

    Attributes:
        least: A standard deviation of the log excess that is honest in any case; .1 is about 10%.
        few: A negligible value, added before logarithms are taken.
    """

    least: float
    few: float

    def on(self, value: Floats) -> Floats:
        """Transform values to the log scale."""
        scaled: Floats = np.log(value + self.few)
        return scaled


@dataclass(frozen=True, slots=True)
class Observations:
    """Values of 0 or more, one for each deal and ordered pair of bots, which are numbered."""

    first: Indices
    second: Indices
    value: Floats


@dataclass(frozen=True, slots=True)
class Pairs:
    """Estimates for all pairs that met in LEAST_DEALS deals or more.

    Attributes:
        first: The first bot of each pair, by number.
        second: The second bot.
        deals: The deals in which the two met.
        value: The mean value over these deals.
        excess: The mean value less its expectation.
        half: Half the width of the excess's 95% interval.
        p_value: One-sided and uncorrected.
    """

    first: Indices
    second: Indices
    deals: Indices
    value: Floats
    excess: Floats
    half: Floats
    p_value: Floats
    spread: float
    """The standard deviation of log excess over pairs."""


def measure_pairs(tables: Sequence[Observations], bots: int, scale: Scale) -> Pairs:
    """Estimate the excess of each pair; the model is fitted to each table (a pool) separately.

    Args:
        tables: The values, by pool.
        bots: The number of bots.
        scale: The scale of the value.
    """
    pair = np.concatenate([table.first * bots + table.second for table in tables])
    value = np.concatenate([table.value for table in tables])
    expected = np.concatenate([_expected(table, bots, scale) for table in tables])
    pairs, index, deals = np.unique(pair, return_inverse=True, return_counts=True)
    mean = np.bincount(index, value) / deals
    expectation = np.bincount(index, expected) / deals
    # Differences between pools are expected and removed here. Over few deals a pair's variance may
    # be tiny by chance, so it is at least what is usual for its mean.
    square = np.bincount(index, (value - expected - (mean - expectation)[index]) ** 2)
    enough = deals >= LEAST_DEALS
    pairs, deals, mean = pairs[enough], deals[enough], mean[enough]
    expectation, square = expectation[enough], square[enough]
    level = mean + scale.few
    least = square.sum() / max(1.0, ((deals - 1) * level).sum()) * level
    error = np.sqrt(np.maximum(square / (deals - 1), least) / deals)
    log_excess = scale.on(mean) - scale.on(expectation)
    relative_error = error / level
    freedom = max(1.0, (len(mean) - 2 * len(np.unique(pairs // bots)) + 1) / 2)
    spread = max(scale.least, _spread(log_excess, relative_error, freedom))
    freedom = min(freedom, MOST_FREEDOM)
    return Pairs(
        pairs // bots,
        pairs % bots,
        deals,
        mean,
        mean - expectation,
        NORMAL * error,
        stdtr(freedom, -log_excess / np.hypot(relative_error, spread)),
        spread,
    )


def _spread(excess: Floats, error: Floats, freedom: float) -> float:
    """Estimate the standard deviation of log excess: from the MAD, less sampling error."""
    if not len(excess):
        return 0.0
    # What a fit leaves over is too small, by the degrees of freedom that it took.
    correction = max(1.0, len(excess) / (2 * freedom))
    sd = MAD_TO_SD * float(np.median(np.abs(excess)))
    return math.sqrt(max(0.0, sd**2 * correction - float(np.median(error)) ** 2))


def holm(p_values: Floats) -> Floats:
    """Return Holm-adjusted p-values: at 0.05, one honest ladder in twenty shows any outlier.

    This controls the family-wise error, not the false discovery rate, as each outlier is a
    suspicion.
    """
    order = np.argsort(p_values, kind="stable")
    steps = p_values[order] * np.arange(len(p_values), 0, -1)
    corrected = np.empty_like(p_values)
    corrected[order] = np.minimum(1, np.maximum.accumulate(steps))
    return corrected


def _expected(table: Observations, bots: int, scale: Scale) -> Floats:
    """Return the robust expectation of each entry from the other meetings of both bots.

    Without Huber weights, a pair that stands out would push all others of its two bots the other
    way.
    """
    pairs, index, deals = np.unique(
        table.first * bots + table.second, return_inverse=True, return_counts=True
    )
    mean = np.bincount(index, table.value) / deals
    scaled, at = scale.on(mean), (pairs // bots, pairs % bots)
    weight = deals.astype(float)
    for _ in range(REWEIGHTINGS):
        expected = _fit_additive(*at, scaled, weight, bots)
        weight = deals * _huber_weights(scaled - expected)
    # The additive fit of logarithms finds the weights, but is biased where values are near 0; the
    # multiplicative one is not.
    for _ in range(REWEIGHTINGS):
        expected = _fit_multiplicative(*at, mean, weight, bots)
        weight = deals * _huber_weights(scaled - scale.on(expected))
    return expected[index]


def _huber_weights(excess: Floats) -> Floats:
    """Return the Huber weight of each pair."""
    distance = np.abs(excess)
    bound = HUBER_K * MAD_TO_SD * float(np.median(distance))
    return np.minimum(1, bound / np.maximum(distance, TOLERANCE))


def _fit_additive(
    first: Indices, second: Indices, mean: Floats, weight: Floats, bots: int
) -> Floats:
    """Fit level + first + second to each pair by weighted least squares."""
    level = float(np.average(mean, weights=weight)) if weight.any() else 0.0

    def terms(effect: Floats) -> tuple[Floats, Floats]:
        return weight * (mean - level - effect), weight

    giving, receiving = _effects(first, second, np.zeros(bots), terms)
    return level + giving + receiving


def _fit_multiplicative(
    first: Indices, second: Indices, mean: Floats, weight: Floats, bots: int
) -> Floats:
    """Fit first * second to each pair by iterative proportional fitting.

    The weighted sums of each bot are then those of its values.
    """

    def terms(effect: Floats) -> tuple[Floats, Floats]:
        return weight * mean, weight * effect

    giving, receiving = _effects(first, second, np.ones(bots), terms)
    return giving * receiving


def _effects(
    first: Indices,
    second: Indices,
    start: Floats,
    terms: Callable[[Floats], tuple[Floats, Floats]],
) -> tuple[Floats, Floats]:
    """Find the effects of both bots of each pair, by turns, until none moves.

    Args:
        first: The first bot of each pair.
        second: The second bot.
        start: The effect of each bot to begin with.
        terms: Given the other bot's effects by pair, what is summed up for a bot, and what that is
            divided by.
    """
    giving, receiving = start, start
    for _ in range(MOST_ITERATIONS):
        last = np.stack([giving, receiving])
        giving = _ratio(first, *terms(receiving[second]), len(start))
        receiving = _ratio(second, *terms(giving[first]), len(start))
        if np.abs(last - [giving, receiving]).max() < TOLERANCE:
            break
    return giving[first], receiving[second]


def _ratio(group: Indices, above: Floats, below: Floats, groups: int) -> Floats:
    """Return each group's sum of `above` over its sum of `below`; 0 for an empty group."""
    total = np.bincount(group, below, groups)
    return np.bincount(group, above, groups) / np.where(total, total, 1)
