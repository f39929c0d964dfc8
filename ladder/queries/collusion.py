"""Signs of collusion: bots that lose to the others when a certain partner is at the table.

So do a bot that throws its games for a friend, and one that feeds it. `ladder.ratings.outliers`
says how rarely an honest ladder is suspected. Signs are no proof: look at the games. Tables of two
are left out, since there is nobody else to be harmed. Needs numpy and scipy.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from ladder.database.store import Store
from ladder.queries.pools import EVERY, Wanted, by_rules, left_out, pools
from ladder.ratings.fitting import read
from ladder.ratings.outliers import Outlier, outliers

SHOWN = 3
"""The number of games listed with each sign."""


@dataclass(frozen=True, slots=True)
class Sign(Outlier):
    """A bot that loses more beside a partner."""

    look_at: tuple[int, ...]
    """The numbers of games of both in which the bot came off worst."""


@dataclass(frozen=True, slots=True)
class Signs:
    """All signs, strongest first."""

    found: tuple[Sign, ...]
    games: int
    """The games examined."""
    pairs: int
    """Ordered pairs of bots that were judged, as they met in enough deals."""
    not_counted: Mapping[str, int]
    """Number of games left out, by older version of the rules."""


def signs(store: Store, wanted: Wanted = EVERY) -> Signs:
    """Find signs in all rated games, or in those of the pools wanted."""
    examined = [pool for pool in pools(store, wanted) if pool.players > 2]
    ids = [pool.id for pool in examined]
    found, judged = outliers(read(store, ids)) if ids else ([], 0)
    return Signs(
        tuple(Sign(**asdict(each), look_at=_worst(store, ids, each)) for each in found),
        sum(pool.games for pool in examined),
        judged,
        by_rules((pool, pool.games) for pool in left_out(store, wanted)),
    )


def _worst(store: Store, pool_ids: list[int], pair: Outlier) -> tuple[int, ...]:
    """Return the games of a pair in which the bot's place was the lowest."""
    games = store.column(
        """SELECT s.game_id FROM seats AS s JOIN seats AS o ON o.game_id = s.game_id
           JOIN games AS g ON g.id = s.game_id JOIN matches AS m ON m.id = g.match_id
           WHERE s.bot_id = ? AND o.bot_id = ? AND m.status = 'rated'
               AND m.pool_id IN (SELECT value FROM json_each(?))
           GROUP BY s.game_id ORDER BY max(s.place) DESC, s.coins, s.game_id LIMIT ?""",
        [pair.bot_id, pair.partner_id, pool_ids, SHOWN],
    )
    return tuple(games)
