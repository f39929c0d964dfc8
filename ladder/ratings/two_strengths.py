"""Two strengths of a player, where nobody trades and beside traders: what `arena bench` measures.

How far one player is ahead of another depends on how many traders sit on the other seats. With s,
the share of those seats that traders have, player i beats player j with the chance

    1 / (1 + exp(-d))   d = (1 - s) · (a_i - a_j) + s · (b_i - b_j)

a is a player's strength where nobody trades, b beside traders, both in log-odds above `ORIGIN`,
which has 0 in both. Pairs weigh as in `ladder.ratings.fit_model`, and the prior is as wide as it
may get there, so that a player is measured by its games alone. The variance is the larger of the
model's and that between deals. What is unsure about the known bots moves all players of a strength
alike, so it stands apart: as the error of the scale, it says nothing of how they compare.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.special import expit, stdtrit

from ladder.ratings.fit_model import SURE
from ladder.ratings.scope import FEW_DEALS, NORMAL
from ladder.statistics.arrays import Floats
from ladder.statistics.elo import SCALE, START, rated_pairs, weight
from ladder.statistics.maximum_likelihood import LONGEST, NEARLY, WIDEST


class Meeting(NamedTuple):
    """Two seats of a game, by what their players are called."""

    one: str
    other: str
    traders: float
    """The share of the other seats that traders have."""
    score: float
    """The first one's: 1, ½ or 0."""
    weighs: float


class Known(NamedTuple):
    """A bot's two strengths, in Elo points above ORIGIN, and their 95% intervals."""

    elo: tuple[float, float]
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True)
class TwoStrengths:
    """The strengths of some players, two each, with their uncertainty."""

    strength: Floats
    """In log-odds: two by player."""
    variances: tuple[Floats, Floats]
    """The covariances by the model and from deal to deal."""
    scale: Floats
    """The covariance that comes from the known bots' strengths."""
    deals: int

    def elo(self, by: Sequence[float]) -> float:
        """Return a mean of the strengths, by weights whose sum is 1, as an Elo rating."""
        return float(START + SCALE * (np.asarray(by) @ self.strength))

    def interval(self, by: Sequence[float]) -> float:
        """Return half the width of its 95% interval."""
        weights = np.asarray(by)
        variance = max(float(weights @ each @ weights) for each in self.variances)
        return float(SCALE * stdtrit(FEW_DEALS + self.deals - 1, SURE) * np.sqrt(variance))

    def of_scale(self, by: Sequence[float]) -> float:
        """Return half the width of the 95% interval of the scale there."""
        return float(SCALE * NORMAL * np.sqrt(np.asarray(by) @ self.scale @ np.asarray(by)))


def meetings(
    names: Sequence[str],
    places: Sequence[int],
    forfeited: Collection[int],
    traders: Collection[str],
) -> Iterator[Meeting]:
    """Yield the rated pairs of a game of three or more players, named by seat."""
    trade = [name in traders for name in names]
    for seat, other, score in rated_pairs(range(len(names)), places, forfeited):
        # Copies of one player say nothing about its strength.
        if names[seat] != names[other]:
            beside = sum(trade) - trade[seat] - trade[other]
            share = beside / (len(names) - 2)
            yield Meeting(names[seat], names[other], share, score, weight(len(names)))


def two_strengths(
    deals: Sequence[Sequence[Meeting]], players: Sequence[str], known: Mapping[str, Known]
) -> TwoStrengths:
    """Fit the strengths of players.

    Args:
        deals: The meetings on each deal; of them count those of at least one of the players.
        players: The names of those whose strengths are unknown.
        known: The strengths of the others.
    """
    place = {name: 2 * at for at, name in enumerate([*players, *known])}
    rows = [(at, each) for at, deal in enumerate(deals) for each in deal]
    sides = np.zeros((len(rows), 2 * len(place)))
    for row, (_, each) in enumerate(rows):
        share = np.array([1 - each.traders, each.traders])
        sides[row, place[each.one] :][:2] += share
        sides[row, place[each.other] :][:2] -= share
    own, others = np.split(sides, [2 * len(players)], axis=1)
    score, weighs = (
        np.array([getattr(each, name) for _, each in rows]) for name in ("score", "weighs")
    )
    ahead = others @ np.array([each.elo for each in known.values()]).ravel() / SCALE
    strength, step = np.zeros(own.shape[1]), np.ones(1)
    while np.abs(step).max() > NEARLY:
        chance = expit(own @ strength + ahead)
        curvature = weighs * chance * (1 - chance)
        inverse = np.linalg.inv((own.T * curvature) @ own + np.eye(len(strength)) / WIDEST**2)
        step = inverse @ (own.T @ (weighs * (score - chance)) - strength / WIDEST**2)
        # Newton's steps, none too long: where a player hardly ever loses, the first overshoots.
        strength = strength + step * min(1, LONGEST / max(np.abs(step).max(), LONGEST))
    # Games on one deal are alike, so a deal is one observation: the sandwich estimator by deal.
    surprise = np.zeros((len(deals), len(strength)))
    np.add.at(surprise, [at for at, _ in rows], own * (weighs * (score - chance))[:, None])
    between = inverse @ surprise.T @ surprise @ inverse * len(deals) / max(1, len(deals) - 1)
    unsure = np.array([each.interval for each in known.values()]).ravel() / (NORMAL * SCALE)
    carried = inverse @ (own.T * curvature) @ others * unsure
    return TwoStrengths(strength, (inverse, between), carried @ carried.T, len(deals))
