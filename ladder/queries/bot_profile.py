"""The profile of one bot: its ratings, and all its rated games in numbers.

Ratings come from kept fits, and each game of the bot is read once.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ladder.database import trades
from ladder.database.store import Bot, Store
from ladder.database.trades import BotTrades, Partner
from ladder.queries.appearances import Appearances, appearances
from ladder.queries.pools import EVERY, PoolInfo, Wanted, by_rules, left_out, pools
from ladder.queries.standings import PROVISIONAL, Standing, row_of, scope
from ladder.ratings.calibration import scale_of
from ladder.ratings.official import official
from ladder.ratings.scope import NORMAL, NOTHING_KNOWN, PRIOR, Official, Scope
from ladder.statistics.elo import SCALE

ROUNDED = 2
"""Significant digits of a predicted number of games."""
POINTS = 200
"""The most points, or about that, of a pool's history."""


@dataclass(frozen=True, slots=True)
class PoolRow:
    """A bot's standing in one pool."""

    pool: PoolInfo
    row: Standing
    since: int
    """Matches rated in the pool since its ratings were fitted, as a tournament is running."""


@dataclass(frozen=True, slots=True)
class Version:
    """A version of the bot: its rating over all games of the page, and its changes."""

    bot: Bot
    games: int
    elo: float | None
    """None, like `interval`, if it has not played, or if its games say nothing."""
    interval: float | None
    bound: int
    changed: tuple[str, ...]
    """Changes since the version before, apart from its files: `language`, `build`, …."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """The official rating at the end of a tournament."""

    fitted_at: str
    matches: int
    """Matches rated in these pools by then."""
    elo: float
    interval: float


@dataclass(frozen=True, slots=True)
class Point:
    """The live rating in a pool after the bot's n-th deal there (`blocks`)."""

    pool_id: int
    blocks: int
    match_id: int
    elo: float
    info: float


@dataclass(frozen=True, slots=True)
class Metric:
    """A number that the bot reports of itself; of each game, the last one counts."""

    key: str
    games: int
    mean: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class BotProfile:
    """Everything known about one bot."""

    bot: Bot
    versions: tuple[Version, ...]
    """All versions of the bot, oldest first."""
    overall: Standing | None
    """None if the bot has no rated game."""
    pools: tuple[PoolRow, ...]
    more_games: int | None
    """Approximate number of games until the rating is no longer provisional; 0 if it is not; None
    if that cannot be predicted."""
    games: Appearances
    official: tuple[Fitted, ...]
    """The history of `overall`: ratings fitted over all pools of the page, on its scale."""
    history: tuple[Point, ...]
    """The history of live ratings, by pool, oldest first; thinned to about POINTS for each."""
    trades: BotTrades | None
    fault_kinds: dict[str, int]
    metrics: tuple[Metric, ...]
    """Most frequent first."""
    not_counted: Mapping[str, int]
    """Number of its games left out, by older version of the rules."""

    @property
    def place_scores(self) -> dict[int, dict[int, float]]:
        """Place scores by pool and seat."""
        scores: dict[int, dict[int, float]] = {}
        for each in self.games.seats:
            scores.setdefault(each.pool_id, {})[each.seat] = each.place_score
        return scores

    @property
    def partners(self) -> dict[int, Partner]:
        """What it traded with each other bot, by id."""
        return {each.bot_id: each for each in self.trades.partners} if self.trades else {}


def bot_page(store: Store, bot: Bot, wanted: Wanted = EVERY) -> BotProfile:
    """Collect the profile of one bot over its games in the pools wanted."""
    with store.snapshot():
        return _page(store, bot, wanted)


def _page(store: Store, bot: Bot, wanted: Wanted) -> BotProfile:
    covered = pools(store, wanted)
    ids = [pool.id for pool in covered]
    where = {"bot": bot.id, "pools": ids, "points": POINTS}
    played_in = store.column(_PLAYED, where)
    whole = scope(store, ids)
    ratings = official(store, whole) if played_in else {}
    fits = _fits(store, bot, ids)
    total: Standing | None = None
    games = Appearances((), (), (), ())
    if played_in:
        rank = _rank(bot, ratings, whole.ranked)
        total = row_of(store, bot.id, ids, ratings[bot.id], rank)
        elos = {other: one.elo for other, one in ratings.items()}
        games = appearances(store, bot.id, ids, elos, trades.traders(store, ids))
    return BotProfile(
        bot=bot,
        versions=_versions(store, bot, ids, ratings),
        overall=total,
        pools=tuple(
            PoolRow(pool, total, 0)  # the only pool: its row is that of the whole
            if total and len(covered) == 1
            else _pool_row(store, bot, pool)
            for pool in covered
            if pool.id in played_in
        ),
        more_games=None if total is None else more_games(total),
        games=games,
        official=tuple(Fitted(**row) for row in store.rows(_FITTED, fits)),
        history=tuple(Point(**row) for row in store.rows(_HISTORY, where)),
        trades=trades.of_bot(store, bot.id, ids),
        fault_kinds=store.mapping(_FAULT_KINDS, where),
        metrics=tuple(Metric(**row) for row in store.rows(_METRICS, where)),
        not_counted=_not_counted(store, bot, wanted),
    )


def _fits(store: Store, bot: Bot, pool_ids: list[int]) -> dict[str, int | str]:
    """Return what the kept fits of a bot in these pools, on today's scale, are found by."""
    key, _ = Scope.of(pool_ids, []).key
    return {"bot": bot.id, "key": key, "scale": scale_of(store, pool_ids)}


def _not_counted(store: Store, bot: Bot, wanted: Wanted) -> dict[str, int]:
    games = store.mapping("SELECT pool_id, games FROM ratings WHERE bot_id = ?", [bot.id])
    return by_rules((pool, games.get(pool.id, 0)) for pool in left_out(store, wanted))


def more_games(row: Standing, goal: float = PROVISIONAL) -> int | None:
    """Estimate how many more games it takes until a rating's ± is narrow enough.

    Returns:
        The number, rounded to two digits; 0 if the ± is narrow enough; None for a bound, which may
        never get there, and for a ± that says no more than the prior.
    """
    if row.bound or row.unknown:
        return None
    if row.interval <= goal:
        return 0
    # The precision (1/variance) is that of the prior, and grows in proportion to the games. In a
    # wide field, whose prior says less, this comes to somewhat too many.
    prior = PRIOR**-2
    now, then = ((NORMAL * SCALE / half) ** 2 - prior for half in (row.interval, goal))
    if now < 1e-9:
        return None
    more = math.ceil(row.games * (then / now - 1))
    return round(more, ROUNDED - len(str(more))) if more >= 10**ROUNDED else more


def _rank(bot: Bot, ratings: Mapping[int, Official], ranked: Sequence[int]) -> int | None:
    rating = ratings[bot.id]
    if rating.unknown or bot.id not in ranked:
        return None
    others = [ratings[other] for other in ranked]
    return 1 + sum(each.ranked_by > rating.ranked_by for each in others if not each.unknown)


def _pool_row(store: Store, bot: Bot, pool: PoolInfo) -> PoolRow:
    """Make a pool's row from the last kept fit, as fitting each pool would take long."""
    kept = store.rows(_KEPT, _fits(store, bot, [pool.id]))
    if kept:
        (row,) = kept
        rating = Official(*(row[name] for name in Official._fields))
        rank = 1 + row["stronger"] if row["ranked"] and not rating.unknown else None
        if bot.status == "retired":  # it was not, when the fit was made
            rating, rank = rating._replace(first_rank=None, last_rank=None, ahead=None), None
            rating = rating._replace(above=None, above_interval=None)
        return PoolRow(
            pool, row_of(store, bot.id, [pool.id], rating, rank), pool.matches - row["matches"]
        )
    fitted = scope(store, [pool.id])
    ratings = official(store, fitted)
    rank = _rank(bot, ratings, fitted.ranked)
    return PoolRow(pool, row_of(store, bot.id, [pool.id], ratings[bot.id], rank), 0)


def _versions(
    store: Store, bot: Bot, ids: list[int], ratings: Mapping[int, Official]
) -> tuple[Version, ...]:
    games = store.mapping(_GAMES_OF_VERSIONS, {"name": bot.name, "pools": ids})
    versions = []
    before: Bot | None = None
    for version in store.versions(bot.name):
        rating = ratings.get(version.id)
        rating = None if rating is None or rating.unknown else rating
        versions.append(
            Version(
                bot=version,
                games=games.get(version.id, 0),
                elo=rating.elo if rating else None,
                interval=rating.interval if rating else None,
                bound=rating.bound if rating else 0,
                changed=_changed(before, version) if before else (),
            )
        )
        before = version
    return tuple(versions)


def _changed(before: Bot, after: Bot) -> tuple[str, ...]:
    """Return the keys that differ between two versions, as in a manifest."""
    one, other = (
        {**bot.manifest, "author": bot.author, "language": bot.language} for bot in (before, after)
    )
    return tuple(sorted(key for key in one.keys() | other.keys() if one.get(key) != other.get(key)))


_CHOSEN = "(SELECT value FROM json_each(:pools))"

_PLAYED = f"SELECT pool_id FROM ratings WHERE bot_id = :bot AND pool_id IN {_CHOSEN}"

_KEPT = f"""
WITH last AS (SELECT * FROM fits WHERE pools = :key AND scale = :scale ORDER BY id DESC LIMIT 1),
    ranks AS (SELECT value AS bot_id FROM last, json_each(last.ranked))
SELECT last.matches, mine.*, mine.bot_id IN (SELECT bot_id FROM ranks) AS ranked,
    (SELECT count(*) FROM official_ratings AS other
     WHERE other.fit_id = last.id AND round(other.elo, 6) > round(mine.elo, 6)
        AND other.group_number <> {NOTHING_KNOWN}
        AND other.bot_id IN (SELECT bot_id FROM ranks)) AS stronger
FROM last JOIN official_ratings AS mine ON mine.fit_id = last.id
WHERE mine.bot_id = :bot
"""

_GAMES_OF_VERSIONS = f"""
SELECT r.bot_id, sum(r.games) FROM ratings AS r JOIN bots AS b ON b.id = r.bot_id
WHERE b.name = :name AND r.pool_id IN {_CHOSEN} GROUP BY 1
"""

# Refitting the same matches adds a row to `fits`; only the last one counts.
_FITTED = """
SELECT f.fitted_at, f.matches, o.elo, o.interval
FROM fits AS f JOIN official_ratings AS o ON o.fit_id = f.id
WHERE f.pools = :key AND f.scale = :scale AND o.bot_id = :bot
    AND f.id IN (SELECT max(id) FROM fits WHERE pools = :key AND scale = :scale GROUP BY matches)
ORDER BY f.id
"""

# Thinned to every n-th point and the last one, n = longest / points, rounded up.
_HISTORY = f"""
WITH numbered AS (
    SELECT *, row_number() OVER (PARTITION BY pool_id ORDER BY blocks) AS number,
        count(*) OVER (PARTITION BY pool_id) AS longest
    FROM rating_history WHERE bot_id = :bot AND pool_id IN {_CHOSEN}
)
SELECT pool_id, blocks, match_id, elo, info FROM numbered
WHERE number = longest OR number % ((longest + :points - 1) / :points) = 0
ORDER BY pool_id, blocks
"""

# `+`: by the seats of the bot, not by the games of the pools.
_FAULT_KINDS = f"""
SELECT kind.key, sum(kind.value)
FROM seats AS s JOIN games AS g ON g.id = s.game_id JOIN matches AS m ON m.id = g.match_id,
    json_each(s.fault_kinds) AS kind
WHERE s.bot_id = :bot AND s.faults > 0 AND m.status = 'rated'
    AND +m.pool_id IN {_CHOSEN} GROUP BY 1 ORDER BY 2 DESC, 1
"""

_METRICS = f"""
SELECT t.key, count(*) AS games, avg(t.value) AS mean, min(t.value) AS least, max(t.value) AS most
FROM seats AS s JOIN metrics AS t ON t.game_id = s.game_id AND t.seat = s.seat
    JOIN games AS g ON g.id = s.game_id JOIN matches AS m ON m.id = g.match_id
WHERE s.bot_id = :bot AND m.status = 'rated' AND +m.pool_id IN {_CHOSEN}
GROUP BY t.key ORDER BY 2 DESC, 1
"""
