"""Which pairs of bots stand out from the rest of a ladder in something that one does to another.

A value is measured at each deal for each pair of bots (from, to) that met in it: coins handed over,
say. It depends on both bots, and honestly: some give much to everybody, some get much from
everybody. So for each pair the mean over its deals is compared with what the two bots' other
meetings let one expect,

    value = level + what the first gives + what the second gets + excess,

fitted robustly, a pair weighing as many deals as it has. Pairs differ in their excess anyway,
because bots that are good at different things meet: by how much is read off all pairs together,
robustly (the median of |excess|), and never taken for less than `least`. With few bots that is not
known well: Student's t has as many degrees of freedom as the fit leaves, halved, since what one
gives another is what the other gives less. A pair stands out if its excess is large beside that and
beside its own standard error over deals, so large that hardly one ladder in twenty without any real
cause has such a pair: Holm's correction for the number of pairs (Scand. J. Statist. 6, 1979).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr

from ladder.arrays import Floats, Indices
from ladder.scope import NORMAL

MEETINGS = 20
"""Deals: pairs that met in fewer are not judged."""
NORMAL_MEDIAN = 1.4826
"""The standard deviation of a normal distribution, in medians of its absolute values."""
TAILS = 10.0
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
class Measured:
    """A value at each deal, for pairs of bots by number; one entry for each deal and pair."""

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


def measure_pairs(tables: Sequence[Measured], bots: int, least: float) -> Pairs:
    """The excess of each pair, over tables (pools) that are fitted by themselves.

    bots: how many there are. least: a spread of the excess that may be honest, in units of the
    value.
    """
    pair = np.concatenate([each.first * bots + each.second for each in tables])
    value = np.concatenate([each.value for each in tables])
    excess = np.concatenate([each.value - _expected(each, bots) for each in tables])
    found, where, deals = np.unique(pair, return_inverse=True, return_counts=True)
    mean = np.bincount(where, excess) / deals
    square = np.bincount(where, (excess - mean[where]) ** 2)
    enough = deals >= MEETINGS
    found, deals, mean, square = found[enough], deals[enough], mean[enough], square[enough]
    # Over few deals a pair's own variance may be tiny by chance: never less than the usual one.
    usual = square.sum() / max(1, (deals - 1).sum())
    error = np.sqrt(np.maximum(square / (deals - 1), usual) / deals)
    freedom = max(1.0, (len(mean) - 2 * len(np.unique(found // bots)) + 1) / 2)
    spread = max(least, _spread(mean, freedom))
    freedom = min(freedom, TAILS)
    return Pairs(
        found // bots,
        found % bots,
        deals,
        (np.bincount(where, value)[enough]) / deals,
        mean,
        NORMAL * error,
        stdtr(freedom, -mean / np.hypot(error, spread)),
        spread,
    )


def _spread(excess: Floats, freedom: float) -> float:
    """Estimate how much pairs differ, from the residuals of the fit."""
    if not len(excess):
        return 0.0
    left = math.sqrt(max(1.0, len(excess) / (2 * freedom)))
    return NORMAL_MEDIAN * float(np.median(np.abs(excess))) * left


def holm(chances: Floats) -> Floats:
    """The chances corrected for their number: with 0.05, one ladder in twenty shows any by chance.

    The family-wise error is controlled, not the rate of false discoveries, as each is a suspicion.
    """
    order = np.argsort(chances, kind="stable")
    steps = chances[order] * np.arange(len(chances), 0, -1)
    corrected = np.empty_like(chances)
    corrected[order] = np.minimum(1, np.maximum.accumulate(steps))
    return corrected


def _expected(table: Measured, bots: int) -> Floats:
    """Expect each entry from what the two bots do with all others.

    By Huber's weights, else a pair that stands out would make all others of its two bots stand out
    as well, the other way round.
    """
    found, where, deals = np.unique(
        table.first * bots + table.second, return_inverse=True, return_counts=True
    )
    mean = np.bincount(where, table.value) / deals
    weight = deals.astype(float)
    for _ in range(REWEIGHTED):
        expected = _fitted(found // bots, found % bots, mean, weight, bots)
        off = np.abs(mean - expected)
        bound = HUBER * NORMAL_MEDIAN * float(np.median(off))
        weight = deals * np.minimum(1, bound / np.maximum(off, STILL))
    return expected[where]


def _fitted(first: Indices, second: Indices, mean: Floats, weight: Floats, bots: int) -> Floats:
    """Fit level + first + second to each pair, by least squares."""
    level = float(np.average(mean, weights=weight)) if weight.any() else 0.0
    gives, gets = np.zeros(bots), np.zeros(bots)
    for _ in range(ROUNDS):
        before = gives, gets
        gives = _means(first, mean - level - gets[second], weight, bots)
        gets = _means(second, mean - level - gives[first], weight, bots)
        if all(
            np.abs(np.subtract(*each)).max() < STILL
            for each in zip(before, (gives, gets), strict=True)
        ):
            break
    return level + gives[first] + gets[second]


def _means(group: Indices, values: Floats, weight: Floats, groups: int) -> Floats:
    """The weighted mean of each group's values; 0 for a group without any."""
    total = np.bincount(group, weight, groups)
    return np.bincount(group, weight * values, groups) / np.where(total, total, 1)
