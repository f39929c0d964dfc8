"""Standings: over all pools or some, or over an excerpt of their matches.

Standings read the running sums in `ratings` and the last fit of official ratings, never the games,
so their time does not grow with the number of games. They only fit if something was rated
since that fit; for an excerpt they sum up its games and fit these. Formatting is left to others.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import chain
from operator import itemgetter
from typing import Any

from ladder.database import trades
from ladder.database.store import OfBot, Store
from ladder.queries.pools import EVERY, PoolInfo, Wanted, by_rules, left_out, pools
from ladder.ratings.calibration import rules_of, scale_of
from ladder.ratings.live import GameCounts, summed, total
from ladder.ratings.official import fit, official, suspected
from ladder.ratings.scope import NORMAL, NOTHING_KNOWN, PRIOR, Official, Scope, interval
from ladder.statistics.elo import SCALE

PROVISIONAL = 50.0
"""A rating with a wider interval than ± this, in Elo points, is marked provisional."""

ENOUGH_GAMES = 30
"""Games after which a tournament no longer waits for a bound, or for a bot of which they say
nothing: its ± may never narrow."""
UNKNOWN = NORMAL * PRIOR * SCALE
"""The ± of a bot before its first game, in Elo points."""


@dataclass(frozen=True, slots=True)
class Standing(GameCounts, OfBot):
    """One bot's standing in one pool, or over several."""

    rank: int | None
    """From 1. Bots that have played fewer than half as many of the pools as another, or of which
    nothing is known, have None."""
    bot_id: int
    name: str
    version: int
    author: str
    language: str
    status: str
    elo: float
    """The official rating, over all games of the pools together."""
    interval: float
    """Elo ± this is the 95% interval of the official rating."""
    place_score: float
    """Mean of (beaten + ½ tied) / (players - 1), 0 to 1."""
    win_share: float
    """Mean of 1/m for a first place shared by m bots, 0 to 1."""
    coins: float
    """Mean coins of a game."""
    coins_interval: float | None
    """`coins` ± this is its 95% interval, over blocks; None for fewer than two."""
    ms_per_decision: float | None
    pools: int
    """The number of pools that this bot has played."""
    of: int
    """The number of pools that the standings cover."""
    live: float
    """Live Elo, averaged over the pools this bot has played."""
    bound: int
    """This and the following fields are those of `ladder.ratings.scope.Official`."""
    group_number: int
    first_rank: int | None
    last_rank: int | None
    ahead: float | None
    above: float | None
    above_interval: float | None
    on_scale: int
    change: float | None
    """Change of live Elo, in standings since a time; None if the bot had not played before."""
    reason: str
    """Why its status is what it is."""
    calibration: str
    """The id of the calibration that Elo is on the scale of; "" if it is on that of none."""
    rules: str
    """The versions of the rules of the pools, such as `3` or `3, 4`."""

    @property
    def refused_a_game(self) -> float:
        """The mean number of such answers in a game."""
        return self.refused / self.games

    @property
    def provisional(self) -> bool:
        """True if the rating is still too uncertain to be relied on."""
        return bool(self.bound) or self.interval > PROVISIONAL

    @property
    def unknown(self) -> bool:
        """True if no game says how strong the bot is."""
        return self.group_number == NOTHING_KNOWN

    @property
    def waited_for(self) -> bool:
        """True if a tournament plays on until the ± is narrow enough.

        The ± of a bound, or of a bot of which nothing is known, may never get there, so a
        tournament waits for it only until it has played ENOUGH_GAMES.
        """
        return not (self.bound or self.unknown) or self.games < ENOUGH_GAMES


def excerpt(
    store: Store, pool_ids: Iterable[int], tournament_id: int | None, since: str | None
) -> dict[int, list[int]]:
    """Return the ids of some rated matches, in order, by pool; pools without any are left out.

    A match counts as played since a time if one of its games was, since it could not be rated
    before.

    Args:
        store: The ladder.
        pool_ids: The pools.
        tournament_id: Only matches of this tournament.
        since: Only matches since this time, written as in the tables.
    """
    query = _OF_A_TOURNAMENT if since is None else _SINCE
    ids: dict[int, list[int]] = {}
    for row in store.rows(query, {"tournament": tournament_id, "since": since}):
        ids.setdefault(row["pool_id"], []).append(row["id"])
    return {pool: sorted(ids[pool]) for pool in pool_ids if pool in ids}


_OF_A_TOURNAMENT = """
SELECT m.pool_id, m.id FROM matches AS m
WHERE m.status = 'rated' AND (:tournament IS NULL OR m.tournament_id = :tournament)
"""

_SINCE = """
SELECT DISTINCT m.pool_id, m.id
FROM results AS r JOIN games AS g ON g.id = r.game_id JOIN matches AS m ON m.id = g.match_id
WHERE r.played_at >= :since AND m.status = 'rated'
    AND (:tournament IS NULL OR m.tournament_id = :tournament)
"""

_SUMS_OF_MATCHES = f"""
SELECT e.*, r.elo, r.elo - h.elo AS change
FROM ({summed("json_each(:matches) AS chosen JOIN matches AS m ON m.id = chosen.value")}) AS e
JOIN ratings AS r ON r.pool_id = e.pool_id AND r.bot_id = e.bot_id
LEFT JOIN rating_history AS h ON h.pool_id = e.pool_id AND h.bot_id = e.bot_id
    AND h.blocks = r.blocks - e.blocks
"""
"""Like the rows of `ratings`, but over the chosen matches alone, with today's live Elo and its
change since before these matches; NULL if the bot has no others."""


@dataclass(frozen=True, slots=True)
class LiveRow(OfBot):
    """One bot's standing while a tournament runs: live Elo, which needs no fit."""

    rank: int | None
    name: str
    version: int
    live: float
    games: int
    coins: float
    faults: int


@dataclass(frozen=True, slots=True)
class Selected:
    """Standings over a selection of games, and what this covers."""

    pools: list[PoolInfo]
    rows: list[Standing]
    matches: Mapping[int, Sequence[int]] | None = None
    """The ids of the matches by pool; None if all that were rated count."""
    not_counted: Mapping[str, int] = field(default_factory=dict)
    """Number of games left out, by older version of the rules."""
    traded: float | None = None
    """The mean number of trades in a game."""
    signs: Sequence[tuple[int, int]] = ()
    """The ids of bots that seem to lose for a partner, and of the partner."""
    gone: Sequence[str] = ()
    """The labels of bots whose games count, but which are retired or have a newer version."""


def overall(
    store: Store, tournament_id: int | None = None, with_retired: bool = False
) -> list[Standing]:
    """Return the standings over all pools and all that was rated in them, strongest first.

    For those over the games that a person asks for, see `selected`.

    The official rating is one fit over all their games. Live Elo, place score, win share and coins
    are averaged over the pools that a bot has played, with equal weights; games, faults and times
    are summed. A bot is ranked if it has played at least half as many of the pools as any other;
    the rest follow without a rank.

    Args:
        store: The ladder.
        tournament_id: Only its pools and bots, but over all games in these pools.
        with_retired: List retired bots, even where they may not play again; see `_lists_retired`.
    """
    covered = pools(store, Wanted(tournament_id=tournament_id))
    retired = with_retired or _lists_retired(store, tournament_id)
    return _standings(store, [pool.id for pool in covered], retired, tournament_id)


def selected(store: Store, wanted: Wanted = EVERY, with_retired: bool = False) -> Selected:
    """Return the standings over the games wanted; unlike `overall`, a tournament's games alone.

    Args:
        store: The ladder.
        wanted: The games.
        with_retired: As for `overall`.
    """
    retired = with_retired or _lists_retired(store, wanted.tournament_id)
    covered, chosen = pools(store, wanted), None
    if wanted.tournament_id is not None or wanted.since is not None:
        ids = [pool.id for pool in covered]
        chosen = excerpt(store, ids, wanted.tournament_id, wanted.since)
        covered = [pool for pool in covered if pool.id in chosen]
        # If the pools have no other matches, the running sums and a kept fit will do.
        if wanted.since is None and all(len(chosen[each.id]) == each.matches for each in covered):
            chosen = None
    if chosen is None:
        rows = _standings(store, [pool.id for pool in covered], retired)
    else:
        rows = _of_excerpt(store, chosen, retired)
        covered = [replace(pool, matches=len(chosen[pool.id])) for pool in covered]
        if wanted.since is None:
            # The change is counted back from the latest matches, which a tournament's need not be.
            rows = [replace(row, change=None) for row in rows]
    ids = [pool.id for pool in covered]
    traded = trades.a_game(store, ids, chosen)
    signs = suspected(store, ids, chosen) if rows else []
    gone = [] if retired or chosen is not None else _gone(store, ids, rows)
    return Selected(covered, rows, chosen, _not_counted(store, wanted), traded, signs, gone)


def _gone(store: Store, pool_ids: list[int], rows: Sequence[Standing]) -> list[str]:
    there = {row.bot_id for row in rows}
    played = store.column(
        "SELECT DISTINCT bot_id FROM ratings WHERE pool_id IN (SELECT value FROM json_each(?)) "
        "ORDER BY 1",
        [pool_ids],
    )
    return [store.bot(bot).label for bot in played if bot not in there]


def _not_counted(store: Store, wanted: Wanted) -> dict[str, int]:
    older = left_out(store, wanted)
    if wanted.since is not None:
        chosen = excerpt(store, [pool.id for pool in older], None, wanted.since)
        older = [replace(pool, matches=len(chosen.get(pool.id, ()))) for pool in older]
    return by_rules((pool, pool.games) for pool in older)


def live(store: Store, tournament_id: int) -> list[LiveRow]:
    """Return the standings of a running tournament, by live Elo."""
    pool_ids = [pool.id for pool in pools(store, Wanted(tournament_id=tournament_id))]
    rows = _sums(store, pool_ids, _lists_retired(store, tournament_id), tournament_id)
    rows.sort(key=lambda row: (not row["ranked"], -row["live"], row["name"]))
    columns = ("name", "version", "live", "games", "coins", "faults")
    return [
        LiveRow(number if row["ranked"] else None, *(row[name] for name in columns))
        for number, row in enumerate(rows, start=1)
    ]


def rated_bots(store: Store) -> list[int]:
    """List the ids of all bots with a rating."""
    return store.column("SELECT DISTINCT bot_id FROM ratings ORDER BY 1")


def scope(store: Store, pool_ids: Iterable[int], tournament_id: int | None = None) -> Scope:
    """Return the scope of the fit behind the standings of these pools."""
    ids, retired = list(pool_ids), _lists_retired(store, tournament_id)
    where = {"pools": ids, "retired": retired, "tournament": tournament_id}
    return Scope.of(ids, store.column(_RANKED, where))


def widest(store: Store, tournament_id: int, leads: int = 0) -> float:
    """Return the widest ± of a tournament's entrants over its pools; 0 if none counts.

    If its format is about some entrants, the `leads` that were named first, only these count. An
    entrant that has not played all the pools counts as UNKNOWN. Fillers and suspended bots do
    not count, nor do bounds after ENOUGH_GAMES, whose ± may never narrow.
    """
    entrants = store.column(
        "SELECT bot_id FROM entrants AS e JOIN bots AS b ON b.id = e.bot_id "
        "WHERE e.tournament_id = ?1 AND NOT e.filler AND b.status <> 'suspended' "
        "AND (?2 = 0 OR bot_id IN (SELECT value FROM tournaments AS t, "
        "json_each(t.settings, '$.bots') WHERE t.id = ?1 AND key < ?2))",
        [tournament_id, leads],
    )
    rows = {row.bot_id: row for row in overall(store, tournament_id, with_retired=True)}
    standings = [rows.get(entrant) for entrant in entrants]
    return max(
        (
            UNKNOWN if row is None or row.pools < row.of else row.interval
            for row in standings
            if row is None or row.waited_for
        ),
        default=0.0,
    )


def _lists_retired(store: Store, tournament_id: int | None) -> bool:
    """Return True if retired bots are listed by default.

    A tournament's standings list all that played in it, whatever became of them. Those of all
    games, and of a league, which never ends, are about bots that may still play.
    """
    if tournament_id is None:
        return False
    return not store.column("SELECT 1 FROM stays WHERE tournament_id = ? LIMIT 1", [tournament_id])


def _standings(
    store: Store,
    pool_ids: list[int],
    retired: bool,
    tournament_id: int | None = None,
) -> list[Standing]:
    sums = _sums(store, pool_ids, retired, tournament_id)
    return _ranked(sums, official(store, _scope(pool_ids, sums))) if sums else []


def _of_excerpt(store: Store, chosen: Mapping[int, Sequence[int]], retired: bool) -> list[Standing]:
    ids = list(chosen)
    matches = sorted(chain.from_iterable(chosen.values()))
    sums = _sums(store, ids, retired, source=_SUMS_OF_MATCHES, matches=matches)
    return _ranked(sums, fit(store, _scope(ids, sums), chosen)) if sums else []


def _ranked(sums: list[dict[str, Any]], ratings: Mapping[int, Official]) -> list[Standing]:
    """Return the standings in order: ranked bots first, those of which nothing is known last."""

    def ranked(row: dict[str, Any], rating: Official) -> bool:
        return row["ranked"] and not rating.unknown

    def order(rated: tuple[dict[str, Any], Official]) -> tuple[bool, bool, float, str, int]:
        row, rating = rated
        unranked = not ranked(row, rating)
        return unranked, rating.unknown, -rating.ranked_by, row["name"], row["version"]

    rows: list[Standing] = []
    first: dict[float, int] = {}
    in_order = sorted(((row, ratings[row["bot_id"]]) for row in sums), key=order)
    for number, (row, rating) in enumerate(in_order, start=1):
        rank = first.setdefault(rating.ranked_by, number) if ranked(row, rating) else None
        rows.append(_row(row, rating, rank))
    return rows


def row_of(
    store: Store, bot_id: int, pool_ids: list[int], rating: Official, rank: int | None
) -> Standing:
    """Return a bot's standing over some pools, given its official rating and rank there."""
    of_bot = f"SELECT *, NULL AS change FROM ratings WHERE bot_id = {int(bot_id)}"
    (sums,) = _sums(store, pool_ids, True, source=of_bot)
    return _row(sums, rating, rank)


def _row(sums: dict[str, Any], rating: Official, rank: int | None) -> Standing:
    coins = interval(sums["coins_error"], sums["blocks"] - sums["pools"])
    scale = {"calibration": sums["scale"] if rating.on_scale else ""}
    known = {"rank": rank, "coins_interval": coins} | scale
    return Standing(*_columns(sums | rating._asdict() | known))


def _sums(
    store: Store,
    pool_ids: list[int],
    retired: bool,
    tournament_id: int | None = None,
    source: str = "SELECT *, NULL AS change FROM ratings",
    matches: Sequence[int] = (),
) -> list[dict[str, Any]]:
    rows = store.rows(
        _OVER_POOLS.format(source=source),
        {
            "pools": pool_ids,
            "retired": retired,
            "tournament": tournament_id,
            "matches": list(matches),
        },
    )
    # An excerpt is measured by who has played in it.
    played = [row["bot_id"] for row in rows] if matches else None
    about = {"scale": scale_of(store, pool_ids, played), "rules": rules_of(store, pool_ids)}
    return [row | about for row in rows]


def _scope(pool_ids: list[int], sums: list[dict[str, Any]]) -> Scope:
    """Return the scope of a fit that ranks the bots which these sums rank."""
    return Scope.of(pool_ids, [row["bot_id"] for row in sums if row["ranked"]])


_columns = itemgetter(*(field.name for field in fields(Standing)))
"""Positional construction is twice as fast as by name."""

_SHOWN = """
(:retired OR b.status <> 'retired')
    AND (:tournament IS NULL OR b.id IN
        (SELECT bot_id FROM entrants WHERE tournament_id = :tournament))
"""

# Half of the pools are enough to be ranked: if it took all, a few games in a new pool would leave
# all but its players unranked. Here without the sums of `_OVER_POOLS`, for `scope`.
_RANKED = f"""
SELECT bot_id FROM (
    SELECT r.bot_id, count(*) AS pools, max(count(*)) OVER () AS most
    FROM ratings AS r JOIN bots AS b ON b.id = r.bot_id
    WHERE r.pool_id IN (SELECT value FROM json_each(:pools)) AND {_SHOWN} GROUP BY r.bot_id
) WHERE 2 * pools >= most
"""

_OVER_POOLS = f"""
WITH chosen AS (
    SELECT *, max(0, 1.0 * block_coins_sq - block_coins * block_coins / blocks)
        / max(1, blocks - 1) / blocks AS coins_variance
    FROM ({{source}}) WHERE pool_id IN (SELECT value FROM json_each(:pools))
),
per_bot AS (
    SELECT
        bot_id,
        avg(elo) AS live, avg(change) AS change,
        {", ".join(map(total, GameCounts.__slots__))},
        avg(place_score / games) AS place_score,
        avg(win_share / games) AS win_share,
        avg(coins / games) AS coins,
        CASE WHEN min(blocks) > 1 THEN sqrt(sum(coins_variance)) / count(*) END AS coins_error,
        CASE WHEN sum(decisions) > 0 THEN sum(time_ms) / sum(decisions) END AS ms_per_decision,
        count(*) AS pools
    FROM chosen GROUP BY bot_id
)
SELECT
    b.name, b.version, b.author, b.language, b.status, b.reason,
    per_bot.*, json_array_length(:pools) AS of,
    2 * per_bot.pools >= max(per_bot.pools) OVER () AS ranked
FROM per_bot JOIN bots AS b ON b.id = per_bot.bot_id
WHERE {_SHOWN}
"""
