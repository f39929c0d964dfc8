"""Comparing two bots by the games that both sat in.

The unit is the deal: one game, or in older tournaments a match, whose rotations were all played on
one deal. Every table meets in all rotations, so seats favour neither bot. Games in which a third
bot forfeited, or both did, do not count: as in the ratings, the referee's play would decide them.
See decision 7 (`docs/decisions/07-two-bots.md`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import numpy as np
from scipy.special import stdtrit

from ladder.database.store import Bot, Store
from ladder.queries.pools import EVERY, PoolInfo, Wanted, by_rules, left_out, pools
from ladder.ratings.calibration import scale_of
from ladder.ratings.fit_model import SURE
from ladder.ratings.fitting import Duel, duel
from ladder.statistics.arrays import Floats
from ladder.statistics.confidence_sequence import Scores


@dataclass(frozen=True, slots=True)
class Shared:
    """Two bots in the games that they shared; differences are the first minus the second.

    Place scores lie between 0 and 1, so their difference lies between -1 and 1.
    """

    games: int
    deals: int
    left_out: int
    """Games that do not count."""
    difference: float
    """Mean difference of place scores, over deals."""
    low: float
    """Lower end of the difference's confidence sequence, valid at any time."""
    high: float
    """Upper end of the confidence sequence."""
    coins: float
    """Mean difference in coins, over deals."""
    coins_interval: float | None
    """`coins` ± this is its 95% interval, valid for a single look; None for one deal."""
    before: float
    """Share of the games in which the first placed ahead of the second."""
    level: float
    """Share of the games in which the two tied."""
    more: int | None
    """Further deals until it is decided, if the difference stays; 0 if it is; None if not
    foreseeable."""

    @property
    def better(self) -> int:
        """1 if the first is better, -1 if the second is, 0 if undecided."""
        return int(self.low > 0) - int(self.high < 0)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two bots compared over all games that they shared, and by pool."""

    one: Bot
    other: Bot
    together: Shared | None
    """None if they have shared no game that counts."""
    pools: tuple[tuple[PoolInfo, Shared], ...]
    official: Duel | None
    """Ratings fitted to all rated games of these pools; None if one bot has no rated game."""
    calibration: str = ""
    """The id of the calibration that `official` is on the scale of; "" if it is on that of none."""
    not_counted: Mapping[str, int] = field(default_factory=dict)
    """Number of shared games left out, by older version of the rules."""


def compare(store: Store, one: Bot, other: Bot, wanted: Wanted = EVERY) -> Comparison:
    """Compare two bots in all games rated under the newest rules, or in the pools wanted."""
    with store.snapshot():
        # In one snapshot, or games and fit would not be of the same moment while a tournament runs.
        covered, older = pools(store, wanted), left_out(store, wanted)
        ids = [pool.id for pool in covered]
        by_pool = _games(store, one, other, [*covered, *older])
        official = duel(store, ids, one.id, other.id)
    rows = [row for pool in covered for row in by_pool.get(pool.id, [])]
    found = [(pool, _shared(by_pool.get(pool.id, []))) for pool in covered]
    return Comparison(
        one=one,
        other=other,
        together=_shared(rows),
        pools=tuple((pool, shared) for pool, shared in found if shared is not None),
        official=official,
        calibration=scale_of(store, ids),
        not_counted=by_rules((pool, len(by_pool.get(pool.id, []))) for pool in older),
    )


def _games(
    store: Store, one: Bot, other: Bot, pools: Sequence[PoolInfo]
) -> dict[int, list[dict[str, Any]]]:
    """Return the games that two bots shared in these pools, by pool."""
    ids = [pool.id for pool in pools]
    rows = store.rows(_GAMES, {"one": one.id, "other": other.id, "pools": ids})
    return {
        pool_id: list(games) for pool_id, games in groupby(rows, key=lambda row: row["pool_id"])
    }


def _shared(rows: Sequence[dict[str, Any]]) -> Shared | None:
    counting = [row for row in rows if row["counts"]]
    if not counting:
        return None
    # A deal is one piece of evidence, however many games were played on it.
    deals = [(row["match_id"], row["deal"]) for row in counting]
    _, deal = np.unique(deals, axis=0, return_inverse=True)
    scores = Scores.of(_means(deal, [row["score"] for row in counting]))
    low, high = scores.interval()
    coins = _means(deal, [row["coins"] for row in counting])
    return Shared(
        games=len(counting),
        deals=len(coins),
        left_out=len(rows) - len(counting),
        difference=scores.mean,
        low=low,
        high=high,
        coins=float(coins.mean()),
        coins_interval=margin(coins) if len(coins) > 1 else None,
        before=float(np.mean([row["before"] for row in counting])),
        level=float(np.mean([row["level"] for row in counting])),
        more=scores.more(),
    )


def _means(deal: Any, values: Sequence[float]) -> Floats:
    """Return the mean over the games of each deal."""
    return np.asarray(np.bincount(deal, values) / np.bincount(deal))


def margin(values: Floats, sure: float = SURE) -> float:
    """Return half of the interval of a mean by Student's t, each end of which is this sure."""
    error = values.std(ddof=1) / np.sqrt(len(values))
    return float(stdtrit(len(values) - 1, sure) * error)


# One row for each game that both sat in. A bot may hold several seats: means over their pairs.
_GAMES = """
WITH met AS (
    SELECT match_id FROM pairings WHERE bot_id = :one
    INTERSECT SELECT match_id FROM pairings WHERE bot_id = :other
)
SELECT m.pool_id, m.id AS match_id, g.deal,
    avg(a.place_score - b.place_score) AS score, avg(a.coins - b.coins) AS coins,
    avg(a.final_place < b.final_place) AS before, avg(a.final_place = b.final_place) AS level,
    max(a.forfeited <> b.forfeited OR NOT EXISTS (
        SELECT 1 FROM seats AS f WHERE f.game_id = g.id AND f.forfeited)) AS counts
FROM met JOIN matches AS m ON m.id = met.match_id AND m.status = 'rated'
    JOIN games AS g ON g.match_id = m.id
    JOIN seats AS a ON a.game_id = g.id AND a.bot_id = :one
    JOIN seats AS b ON b.game_id = g.id AND b.bot_id = :other
WHERE +m.pool_id IN (SELECT value FROM json_each(:pools)) -- `+`: the matches come first
GROUP BY g.id ORDER BY m.pool_id, m.id
"""
