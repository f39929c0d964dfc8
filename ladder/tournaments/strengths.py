"""The strengths of a tournament's bots at a point of its ledger, for drawing its next match.

They follow from the tournament's own matches alone, so that they can be recomputed from its ledger,
whatever else is played on the ladder. Scores are summed as integers, which gives the same sums in
any order: a ledger read at once agrees with one followed match by match.

Import this only where something is fitted: it needs numpy and scipy, which load slowly.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ladder.database.store import Store
from ladder.ratings.fit_model import Deals, by_pair, numbered
from ladder.ratings.fitting import rated
from ladder.ratings.scope import PRIOR, Strength
from ladder.statistics.elo import SCALE, START, weight
from ladder.statistics.maximum_likelihood import solve

Counts = NDArray[np.int64]


class PairTotals:
    """The score of every bot against every other."""

    def __init__(self) -> None:
        self._place: dict[int, int] = {}
        self._twice: dict[int, Counts] = {}  # by players: [i, j] twice what i scored against j

    def add(self, deals: Deals) -> None:
        """Add some deals."""
        for bot in np.unique(deals.bots):
            self._place.setdefault(int(bot), len(self._place))
        size = len(self._place)
        known = self._twice.get(deals.players, np.zeros((0, 0), np.int64))
        total = np.zeros((size, size), np.int64)
        total[: len(known), : len(known)] = known
        places = np.vectorize(self._place.__getitem__, otypes=[np.intp])(deals.bots)
        pairs = numbered(replace(deals, bots=places), size)
        won = (
            by_pair(pairs, deals.scores, size) + by_pair(pairs, deals.games - deals.scores, size).T
        )
        self._twice[deals.players] = total + np.rint(2 * won).astype(np.int64)

    def strengths(self) -> dict[int, Strength]:
        """Return the maximum-posterior strength of each bot id, with its deviation by the model."""
        size = len(self._place)
        if not size:
            return {}
        won = np.zeros((size, size))
        for players, twice in sorted(self._twice.items()):
            won[: len(twice), : len(twice)] += weight(players) / 2 * twice
        np.fill_diagonal(won, 0)
        bots = sorted(self._place)  # the order in which they were added may differ between runs
        order = [self._place[bot] for bot in bots]
        strength, covariance = solve(won[np.ix_(order, order)], PRIOR)
        centre = np.eye(size) - 1 / size
        variance = np.diag(centre @ covariance @ centre)
        numbers = zip(
            START + SCALE * (strength - strength.mean()), SCALE * np.sqrt(variance), strict=True
        )
        return {
            bot: Strength(float(elo), float(deviation))
            for bot, (elo, deviation) in zip(bots, numbers, strict=True)
        }


@dataclass(slots=True)
class Strengths:
    """A tournament's strengths, updated along its ledger."""

    store: Store
    tournament_id: int
    _tally: PairTotals = field(default_factory=PairTotals)
    _number: int = 0
    _strengths: Mapping[int, Strength] = field(default_factory=dict)

    def before(self, number: int) -> Mapping[int, Strength]:
        """Return strengths by bot id after all matches before this number, which must be settled.

        Bots that had not played by then are missing.
        """
        # An earlier place than before: what was added cannot be told apart, so it is read again.
        if number < self._number:
            self._tally, self._number, self._strengths = PairTotals(), 0, {}
        if number > self._number:
            for deals in rated(self.store, self.tournament_id, self._number, number):
                self._tally.add(deals)
            self._number, self._strengths = number, self._tally.strengths()
        return self._strengths
