"""The crosstable: every bot's score against every other in the games they shared.

Needs numpy, so it is imported where a crosstable is made, and nowhere else.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ladder.database.store import Store
from ladder.ratings.fitting import Matches, read
from ladder.ratings.official_fit import by_pair, numbered
from ladder.statistics.arrays import Floats


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Scores and games by pair of bots, in the order in which the bots were asked for."""

    score: Floats
    """[i, j]: the mean score of bot i against bot j: 1 before it, ½ beside, 0 behind; nan."""
    games: Floats
    """[i, j]: the rated games that they shared. A bot does not meet itself."""
    overall: Floats
    """[i]: the mean score against everybody, those who were not asked for among them; nan."""


def crosstable(
    store: Store, bot_ids: Sequence[int], pool_ids: Sequence[int], matches: Matches | None = None
) -> Crosstable:
    """Make the crosstable of some bots by the rated matches of pools, or by some (ids by pool)."""
    tables = read(store, pool_ids, matches)
    size = 1 + max([*bot_ids, *(int(table.bots.max()) for table in tables)], default=0)
    scored, games = np.zeros((size, size)), np.zeros((size, size))
    for table in tables:
        pairs = numbered(table, size)
        won, met = (by_pair(pairs, each, size) for each in (table.scores, table.games))
        scored += won + (met - won).T
        games += met + met.T
    chosen = np.ix_(list(bot_ids), list(bot_ids))
    with np.errstate(invalid="ignore"):
        overall = scored.sum(1) / games.sum(1)
        score = scored / games
    return Crosstable(score[chosen], games[chosen], overall[list(bot_ids)])
