"""Which pairs of bots stand out from the rest of a ladder in something that one does to another.

A value, never below 0, is measured at each deal for each pair of bots (from, to) that met in it:
cards handed over, say. It depends on both bots, and honestly: some give much to everybody, some get
much from everybody. So for each pair the mean over its deals is compared with what the two bots'
other meetings let one expect. It goes by shares, for who gives twice as much as others gives a
friend of everybody twice as much, too:

    value = what the first gives * what the second gets * excess

fitted robustly, a pair weighing as many deals as it has. Pairs differ in their excess anyway,
because bots that are good at different things meet: by how much is read off all pairs together,
robustly (the median of |excess|), and never taken for less than `least`. With few bots that is not
known well: Student's t has as many degrees of freedom as the fit leaves, halved, since what one
gives another goes with what it gets. A pair stands out if its excess is large beside that and
beside its own standard error over deals, so large that hardly one ladder in a hundred without any
real cause has such a pair: Holm's correction for the number of pairs (Scand. J. Statist. 6, 1979).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr

from ladder.ratings.scope import NORMAL
from ladder.statistics.arrays import Floats, Indices

MEETINGS = 20
"""Deals: pairs that met in fewer are not judged."""
NORMAL_MEDIAN = 1.4826
"""The standard deviation of a normal distribution, in medians of its absolute values."""
TAILS = 30.0
"""Degrees of freedom at most: among honest pairs, too, large excesses are commoner than a normal
distribution has them."""
HUBER = 1.345
"""Standard deviations from which a pair counts less in the fit."""
REWEIGHTED = 20
"""Times."""
ROUNDS = 300
"""Of a fit at most, …"""
STILL = 1e-7
"""… which ends when no effect moves by more."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How a value is compared with what is expected.

    least    a spread of the excess that may be honest, in natural logarithms: .1 is about a tenth
    few      so much is hardly anything, and added before logarithms are taken
    """

    least: float
    few: float

    def on(self, value: Floats) -> Floats:
        """The value on the scale of `least`."""
        scaled: Floats = np.log(value + self.few)
        return scaled


@dataclass(frozen=True, slots=True)
class Measured:
    """A value of 0 or more at each deal, for pairs of bots by number; one entry for each."""

    first: Indices
    second: Indices
    value: Floats


@dataclass(frozen=True, slots=True)
class Pairs:
    """All pairs that met in MEETINGS deals or more.

    excess ± half is its 95 % interval; chance: of such an excess if nothing is behind it.
    """

    first: Indices
    second: Indices
    deals: Indices
    value: Floats
    excess: Floats
    half: Floats
    chance: Floats
    spread: float
    """By how much the pairs differ in their excess."""


def measure_pairs(tables: Sequence[Measured], bots: int, scale: Scale) -> Pairs:
    """The excess of each pair, over tables (pools) that are fitted by themselves.

    bots: how many there are.
    """
    pair = np.concatenate([each.first * bots + each.second for each in tables])
    value = np.concatenate([each.value for each in tables])
    expected = np.concatenate([_expected(each, bots, scale) for each in tables])
    found, where, deals = np.unique(pair, return_inverse=True, return_counts=True)
    mean = np.bincount(where, value) / deals
    usual = np.bincount(where, expected) / deals
    # What pools differ by is expected; around that, over few deals a pair's own variance may be
    # tiny by chance: it is never less than is usual for as much.
    square = np.bincount(where, (value - expected - (mean - usual)[where]) ** 2)
    enough = deals >= MEETINGS
    found, deals, mean = found[enough], deals[enough], mean[enough]
    usual, square = usual[enough], square[enough]
    much = mean + scale.few
    least = square.sum() / max(1.0, ((deals - 1) * much).sum()) * much
    error = np.sqrt(np.maximum(square / (deals - 1), least) / deals)
    beyond = scale.on(mean) - scale.on(usual)
    relative = error / much
    freedom = max(1.0, (len(mean) - 2 * len(np.unique(found // bots)) + 1) / 2)
    spread = max(scale.least, _spread(beyond, relative, freedom))
    freedom = min(freedom, TAILS)
    return Pairs(
        found // bots,
        found % bots,
        deals,
        mean,
        mean - usual,
        NORMAL * error,
        stdtr(freedom, -beyond / np.hypot(relative, spread)),
        spread,
    )


def _spread(excess: Floats, error: Floats, freedom: float) -> float:
    """Estimate how much pairs differ, from the residuals of the fit, less what is luck of them."""
    if not len(excess):
        return 0.0
    left = max(1.0, len(excess) / (2 * freedom))
    seen = NORMAL_MEDIAN * float(np.median(np.abs(excess)))
    return math.sqrt(max(0.0, seen**2 * left - float(np.median(error)) ** 2))


def holm(chances: Floats) -> Floats:
    """The chances corrected for their number: with 0.05, one ladder in twenty shows any by chance.

    The family-wise error is controlled, not the rate of false discoveries, as each is a suspicion.
    """
    order = np.argsort(chances, kind="stable")
    steps = chances[order] * np.arange(len(chances), 0, -1)
    corrected = np.empty_like(chances)
    corrected[order] = np.minimum(1, np.maximum.accumulate(steps))
    return corrected


def _expected(table: Measured, bots: int, scale: Scale) -> Floats:
    """Expect each entry from what the two bots do with all others.

    By Huber's weights, else a pair that stands out would make all others of its two bots stand out
    as well, the other way round.
    """
    found, where, deals = np.unique(
        table.first * bots + table.second, return_inverse=True, return_counts=True
    )
    mean = np.bincount(where, table.value) / deals
    scaled, at = scale.on(mean), (found // bots, found % bots)
    weight = deals.astype(float)
    for _ in range(REWEIGHTED):
        expected = _sums(*at, scaled, weight, bots)
        weight = deals * _trust(scaled - expected)
    # Sums of logarithms tell who stands out, but do not fit those who hardly trade.
    for _ in range(REWEIGHTED):
        expected = _products(*at, mean, weight, bots)
        weight = deals * _trust(scaled - scale.on(expected))
    return expected[where]


def _trust(excess: Floats) -> Floats:
    """Weigh each pair by Huber's function of its excess."""
    off = np.abs(excess)
    bound = HUBER * NORMAL_MEDIAN * float(np.median(off))
    return np.minimum(1, bound / np.maximum(off, STILL))


def _sums(first: Indices, second: Indices, mean: Floats, weight: Floats, bots: int) -> Floats:
    """Fit level + first + second to each pair, by least squares."""
    level = float(np.average(mean, weights=weight)) if weight.any() else 0.0
    gives, gets = np.zeros(bots), np.zeros(bots)
    for _ in range(ROUNDS):
        before = gives, gets
        gives = _ratio(first, weight * (mean - level - gets[second]), weight, bots)
        gets = _ratio(second, weight * (mean - level - gives[first]), weight, bots)
        if _still(before, (gives, gets)):
            break
    return level + gives[first] + gets[second]


def _products(first: Indices, second: Indices, mean: Floats, weight: Floats, bots: int) -> Floats:
    """Fit first * second to each pair, so that the weighted sums of each bot are right."""
    gives, gets = np.ones(bots), np.ones(bots)
    for _ in range(ROUNDS):
        before = gives, gets
        gives = _ratio(first, weight * mean, weight * gets[second], bots)
        gets = _ratio(second, weight * mean, weight * gives[first], bots)
        if _still(before, (gives, gets)):
            break
    return gives[first] * gets[second]


def _still(before: tuple[Floats, Floats], now: tuple[Floats, Floats]) -> bool:
    return all(np.abs(np.subtract(*each)).max() < STILL for each in zip(before, now, strict=True))


def _ratio(group: Indices, above: Floats, below: Floats, groups: int) -> Floats:
    """Each group's sum of `above` by its sum of `below`; 0 for a group without any."""
    total = np.bincount(group, below, groups)
    return np.bincount(group, above, groups) / np.where(total, total, 1)
