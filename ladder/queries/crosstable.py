"""The crosstable: every bot's score against every other in the games they shared.

Import this only where a crosstable is made: it needs numpy, which loads slowly.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ladder.database.store import Store
from ladder.ratings.fit_model import by_pair, numbered
from ladder.ratings.fitting import Matches, read
from ladder.statistics.arrays import Floats


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Scores and games by pair of bots, in the order in which the bots were asked for."""

    score: Floats
    """[i, j]: the mean score of bot i against bot j, 1 for a win and ½ for a tie; nan if they never
    met."""
    games: Floats
    """[i, j]: the rated games that the two shared; 0 for a bot with itself."""
    overall: Floats
    """[i]: the mean score against all bots, not only those asked for; nan if it met none."""


def crosstable(
    store: Store, bot_ids: Sequence[int], pool_ids: Sequence[int], matches: Matches | None = None
) -> Crosstable:
    """Return the crosstable of some bots over the rated matches of pools, or some (ids by pool)."""
    tables = read(store, pool_ids, matches)
    size = 1 + max([*bot_ids, *(int(table.bots.max()) for table in tables)], default=0)
    scored, games = np.zeros((size, size)), np.zeros((size, size))
    for table in tables:
        pairs = numbered(table, size)
        won, met = (by_pair(pairs, numbers, size) for numbers in (table.scores, table.games))
        scored += won + (met - won).T
        games += met + met.T
    chosen = np.ix_(list(bot_ids), list(bot_ids))
    # Bots that never met divide 0 by 0, which makes the nan that says so.
    with np.errstate(invalid="ignore"):
        overall = scored.sum(1) / games.sum(1)
        score = scored / games
    return Crosstable(score[chosen], games[chosen], overall[list(bot_ids)])
