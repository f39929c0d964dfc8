"""Strengths of the reference bots in the games of a fit, with their uncertainty.

A fit over several pools finds one strength for each bot. If the best bot nearly always wins in some
pools and often loses in others, its strength lies in between. So the calibration's games are mixed
in the same proportions, and the strengths are fitted to the mixture as on any ladder.

Import this only where something is fitted: it needs numpy and scipy, which load slowly.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ladder.ratings.calibration import (
    FIELD,
    NUMBERS,
    ORIGIN,
    PAIRS,
    PRODUCTS,
    Calibration,
    PoolResults,
)
from ladder.ratings.scope import NORMAL
from ladder.statistics.arrays import Floats, Indices
from ladder.statistics.elo import SCALE, weight
from ladder.statistics.maximum_likelihood import WIDEST, solve

TRANSFER = 100.0 / SCALE
"""How much a bot's strength relative to ORIGIN varies with the rest of the field, in log-odds: its
standard deviation in real games, at tables that are not all copies of one bot."""
LEAST = 0.05 / SCALE
"""The deviation of ORIGIN, which is 1500 by definition, in log-odds; small enough to show as ±
0."""
TINY = np.finfo(float).tiny
_ALL = range(len(FIELD))
_AT = FIELD.index(ORIGIN)


@dataclass(frozen=True, slots=True)
class KnownStrengths:
    """Reference bots with known strengths, in log-odds above the first ORIGIN's."""

    ids: Indices
    strength: Floats
    covariance: Floats

    @property
    def precision(self) -> Floats:
        """The precision matrix of their differences; their common level is for the fit to find."""
        inverse = np.linalg.inv(self.covariance)
        rows = inverse.sum(1)
        return np.asarray(inverse - np.outer(rows, rows) / rows.sum())

    @property
    def share(self) -> Floats:
        """The weight of each bot in locating the scale; the sum is 1."""
        rows = np.linalg.inv(self.covariance).sum(1)
        return np.asarray(rows / rows.sum())

    @property
    def level(self) -> float:
        """The variance of the scale's location, given that the bots' strengths are certain."""
        return float(1 / np.linalg.inv(self.covariance).sum())


def known_strengths(
    source: Calibration, bots: Mapping[str, int], played: Mapping[tuple[str, int], float]
) -> KnownStrengths | None:
    """Return the strengths of these bots over some pools; None if there are none.

    Args:
        source: The calibration.
        bots: Ids by name in FIELD.
        played: How much they have played, by variant and number of players.
    """
    there = [at for at, name in enumerate(FIELD) if name in bots]
    total = sum(played.values())
    if not there or not total:
        return None
    strength, covariance = field_strengths(
        [(source.pools[pool], pool[1], games / total) for pool, games in played.items() if games]
    )
    above, half = source.link
    wide = covariance + np.diag([LEAST**2 if at == _AT else TRANSFER**2 for at in _ALL])
    wide += (half / NORMAL / SCALE) ** 2  # the same for all
    chosen = np.array(sorted(there, key=lambda at: bots[FIELD[at]]))
    ids = np.array([bots[FIELD[at]] for at in chosen], np.intp)
    return KnownStrengths(ids, strength[chosen] + above / SCALE, wide[np.ix_(chosen, chosen)])


def field_strengths(pools: Sequence[tuple[PoolResults, int, float]]) -> tuple[Floats, Floats]:
    """Fit the strengths of FIELD, less that of ORIGIN, to a mixture of pools.

    Args:
        pools: Results, number of players, and share in the mixture.

    Returns:
        The strengths in log-odds, and their covariances.
    """
    won, met, unsure = np.zeros(len(PAIRS)), np.zeros(len(PAIRS)), np.zeros((len(PAIRS),) * 2)
    # As many games of a single pool would be as sure as the mixture.
    effective = 1 / sum(share**2 / played.games for played, _, share in pools)
    for played, players, share in pools:
        weighs = effective * share * weight(players)
        scores, meetings, variance = _mean_game(played)
        won += weighs * scores
        met += weighs * meetings
        unsure += weighs**2 * variance / played.games
    table = np.zeros((len(FIELD),) * 2)
    one, other = np.array(PAIRS).T
    table[one, other], table[other, one] = won, met - won
    strength, inverse = solve(table, WIDEST)
    sides = np.eye(len(FIELD))[one] - np.eye(len(FIELD))[other]  # by pair: who gains, who loses
    relative = np.eye(len(FIELD)) - np.eye(len(FIELD))[_AT]
    half = relative @ inverse
    between, model = half @ sides.T @ unsure @ sides @ half.T, half @ relative.T
    # Pairs that always went one way show no variance, so each variance is at least the model's.
    missing = np.maximum(0, np.diag(model) - np.diag(between))
    return relative @ strength, between + np.diag(missing)


def _mean_game(played: PoolResults) -> tuple[Floats, Floats, Floats]:
    """Return a game's mean scores and meetings by pair, and the covariances of the scores."""
    mean = np.array(played.sums) / played.games
    square = np.zeros((NUMBERS, NUMBERS))
    for (one, two), product in zip(PRODUCTS, played.products, strict=True):
        square[one, two] = square[two, one] = product / played.games
    scores, meetings = mean[: len(PAIRS)] / 2, mean[len(PAIRS) :]
    expected = scores / np.maximum(meetings, TINY)
    above = np.hstack([np.eye(len(PAIRS)) / 2, -np.diag(expected)])
    return scores, meetings, above @ square @ above.T
