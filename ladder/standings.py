"""Standings: of a pool, over several pools, and the page of one bot.

Standings read the running sums in `ratings` and the last fit of official ratings, never the games,
so their time does not grow with the games. Only when something was rated since that fit, they fit
anew. A bot's page reads the games of that bot. Everything comes as data for others to show.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

from ladder.elo import SCALE, START
from ladder.official import official
from ladder.scope import FEW_DEALS, NORMAL, PRIOR, Official, Scope
from ladder.store import Bot, Store

PROVISIONAL = 50.0
"""Elo points: a rating with a wider interval than ± this is marked provisional."""

UNKNOWN = NORMAL * PRIOR * SCALE
"""Elo points: the ± of a bot before its first game."""

HIDDEN = ("retired",)
"""Bots of these statuses do not appear in standings unless asked for."""


@dataclass(frozen=True, slots=True)
class PoolInfo:
    """A pool with what has been played in it."""

    id: int
    variant: str
    players: int
    time_class: str
    negotiation: str
    rules_version: str
    matches: int
    bots: int

    @property
    def label(self) -> str:
        """`anniversary, 4 players, standard`."""
        return f"{self.variant}, {self.players} players, {self.time_class}"


@dataclass(frozen=True, slots=True)
class Row:
    """One bot's standing in one pool, or over several."""

    rank: int | None
    """From 1, among the bots that have played all the pools; None for the others."""
    bot_id: int
    name: str
    version: int
    author: str
    language: str
    status: str
    elo: float
    """The official rating, by all games of the pools together."""
    interval: float
    """Elo ± this: the 95 % interval of the official rating."""
    games: int
    blocks: int
    place_score: float
    """Mean of (beaten + ½ tied) / (players - 1): 0 to 1."""
    win_share: float
    """Mean of 1/m for a first place shared by m: 0 to 1."""
    coins: float
    """Mean coins of a game."""
    coins_error: float | None
    """Its standard error over blocks; None for fewer than two."""
    faults: int
    faulty_games: int
    forfeits: int
    ms_per_decision: float | None
    max_ms: float
    pools: int = 1
    """The pools this bot has played, …"""
    of: int = 1
    """… of those that the standings cover."""
    live: float = START
    """Live Elo: the mean over the pools this bot has played."""
    bound: int = 0
    """As in `ladder.scope.Official`, and so are the others."""
    group_number: int = 0
    first_rank: int | None = None
    last_rank: int | None = None
    ahead: float | None = None

    @property
    def label(self) -> str:
        """`name:version`."""
        return f"{self.name}:{self.version}"

    @property
    def provisional(self) -> bool:
        """Whether the rating is still too uncertain to be relied on."""
        return bool(self.bound) or self.interval > PROVISIONAL

    @property
    def waited_for(self) -> bool:
        """Whether a tournament goes on until the ± is narrow enough.

        That of a bound may never be, so only until it has played FEW_DEALS.
        """
        return not self.bound or self.blocks < FEW_DEALS


@dataclass(frozen=True, slots=True)
class LiveRow:
    """One bot's standing while a tournament runs: live Elo, which needs no fit."""

    rank: int | None
    name: str
    version: int
    live: float
    games: int
    coins: float
    faults: int

    @property
    def label(self) -> str:
        """`name:version`."""
        return f"{self.name}:{self.version}"


@dataclass(frozen=True, slots=True)
class PoolRow:
    """A bot's standing in one pool, as its page shows it."""

    pool: PoolInfo
    row: Row


@dataclass(frozen=True, slots=True)
class SeatRow:
    """How a bot fares in one seat of a pool."""

    pool_id: int
    seat: int
    games: int
    place_score: float
    win_share: float
    coins: float


@dataclass(frozen=True, slots=True)
class Opponent:
    """How a bot fares against another in the same games, over all pools of the page."""

    bot_id: int
    name: str
    version: int
    games: int
    won: float
    """Share of the games in which the bot was placed before the other, …"""
    tied: float
    coins: float
    """… and the mean difference in coins."""

    @property
    def score(self) -> float:
        """won + ½ tied."""
        return self.won + self.tied / 2


@dataclass(frozen=True, slots=True)
class Point:
    """The live rating in a pool after the bot's n-th match there (`blocks`)."""

    pool_id: int
    blocks: int
    match_id: int
    elo: float
    info: float


@dataclass(frozen=True, slots=True)
class Page:
    """Everything known about one bot."""

    bot: Bot
    versions: tuple[Bot, ...]
    """All bots of the name, oldest first."""
    overall: Row | None
    pools: tuple[PoolRow, ...]
    seats: tuple[SeatRow, ...]
    opponents: tuple[Opponent, ...]
    history: tuple[Point, ...]
    """By pool, oldest first; thinned to about `points` for each."""
    fault_kinds: dict[str, int]


def pools(
    store: Store,
    variant: str | None = None,
    players: int | None = None,
    time_class: str | None = None,
    tournament_id: int | None = None,
) -> list[PoolInfo]:
    """The pools in which something is rated (by a tournament: in which it plays), by variant.

    Ratings under older rules are left out where the same game has been rated under newer ones.
    """
    rows = store.rows(
        """SELECT p.*, (SELECT count(*) FROM ratings AS r WHERE r.pool_id = p.id) AS bots
           FROM pools AS p
           WHERE (:variant IS NULL OR p.variant = :variant)
               AND (:players IS NULL OR p.players = :players)
               AND (:time_class IS NULL OR p.time_class = :time_class)
               AND (:tournament IS NULL OR EXISTS (SELECT 1 FROM matches AS m
                   WHERE m.pool_id = p.id AND m.tournament_id = :tournament))
               AND p.matches > 0
               AND (:tournament IS NOT NULL OR NOT EXISTS (SELECT 1 FROM pools AS newer
                   WHERE newer.variant = p.variant AND newer.players = p.players
                       AND newer.time_class = p.time_class AND newer.negotiation = p.negotiation
                       AND newer.matches > 0
                       AND CAST(newer.rules_version AS REAL) > CAST(p.rules_version AS REAL)))
           ORDER BY p.variant, p.players, p.time_class, p.id""",
        {
            "variant": variant,
            "players": players,
            "time_class": time_class,
            "tournament": tournament_id,
        },
    )
    return [PoolInfo(**row) for row in rows]


def pool_standings(
    store: Store, pool_id: int, hidden: Iterable[str] = HIDDEN, anchor: int | None = None
) -> list[Row]:
    """The standings of one pool, the strongest first."""
    return _standings(store, [pool_id], hidden, anchor=anchor)


def overall(
    store: Store,
    variant: str | None = None,
    players: int | None = None,
    time_class: str | None = None,
    tournament_id: int | None = None,
    hidden: Iterable[str] = HIDDEN,
    anchor: int | None = None,
) -> list[Row]:
    """The standings over all pools that fit.

    The official rating is one fit of all their games. Live Elo, place score, win share and coins
    are means over the pools a bot has played, each weighing the same; games, faults and times are
    sums. All this compares only bots that have played all the pools (a row's `pools` is its
    `of`): the others come behind them, without a rank.
    With a tournament: its pools and its bots, by all that has been rated in these pools.
    anchor: the id of a bot whose official rating is set to 1500; else the mean of all is.
    """
    fitting = pools(store, variant, players, time_class, tournament_id)
    return _standings(store, [pool.id for pool in fitting], hidden, tournament_id, anchor)


def live(store: Store, tournament_id: int) -> list[LiveRow]:
    """The standings of a tournament that is being played, by live Elo."""
    pool_ids = [pool.id for pool in pools(store, tournament_id=tournament_id)]
    rows = _sums(store, pool_ids, HIDDEN, tournament_id)
    rows.sort(key=lambda row: (row["pools"] < row["of"], -row["live"], row["name"]))
    columns = ("name", "version", "live", "games", "coins", "faults")
    return [
        LiveRow(number if row["pools"] == row["of"] else None, *(row[name] for name in columns))
        for number, row in enumerate(rows, start=1)
    ]


def scope(store: Store, pool_ids: Iterable[int], tournament_id: int | None = None) -> Scope:
    """What the official ratings of these standings are fitted to, if no status is asked for."""
    ids = list(pool_ids)
    return _scope(ids, _sums(store, ids, HIDDEN, tournament_id))


def widest(store: Store, tournament_id: int) -> float:
    """The widest ± of a tournament's entrants, over its pools; 0 when none of them is active.

    Who has not played all the pools counts as not known at all. Fillers do not count, nor do
    bounds, which may never get narrower, after FEW_DEALS.
    """
    entrants = store.rows(
        "SELECT bot_id FROM entrants AS e JOIN bots AS b ON b.id = e.bot_id "
        "WHERE e.tournament_id = ? AND NOT e.filler AND b.status <> 'suspended'",
        [tournament_id],
    )
    rows = {row.bot_id: row for row in overall(store, tournament_id=tournament_id, hidden=())}
    found = [rows.get(entrant["bot_id"]) for entrant in entrants]
    return max(
        (
            UNKNOWN if row is None or row.rank is None else row.interval
            for row in found
            if row is None or row.waited_for
        ),
        default=0.0,
    )


def bot_page(
    store: Store,
    bot: Bot,
    points: int = 200,
    variant: str | None = None,
    players: int | None = None,
    anchor: int | None = None,
) -> Page:
    """The page of one bot; with a variant or a number of players, by these games alone."""
    where = {"bot": bot.id, "variant": variant, "players": players}
    versions = [other for other in store.bots() if other.name == bot.name]
    infos = {info.id: info for info in pools(store, variant, players)}
    played = [
        PoolRow(infos[pool_id], row)
        for pool_id in infos
        for row in pool_standings(store, pool_id, set(HIDDEN) - {bot.status}, anchor)
        if row.bot_id == bot.id
    ]
    everywhere = overall(store, variant, players, hidden=set(HIDDEN) - {bot.status}, anchor=anchor)
    total = [row for row in everywhere if row.bot_id == bot.id]
    return Page(
        bot=bot,
        versions=tuple(versions),
        overall=total[0] if total else None,
        pools=tuple(played),
        seats=tuple(SeatRow(**row) for row in store.rows(_SEATS, where)),
        opponents=tuple(Opponent(**row) for row in store.rows(_OPPONENTS, where)),
        history=tuple(Point(**row) for row in store.rows(_HISTORY, where | {"points": points})),
        fault_kinds={row["kind"]: row["times"] for row in store.rows(_FAULT_KINDS, where)},
    )


def _standings(
    store: Store,
    pool_ids: list[int],
    hidden: Iterable[str],
    tournament_id: int | None = None,
    anchor: int | None = None,
) -> list[Row]:
    sums = _sums(store, pool_ids, hidden, tournament_id)
    if not sums:
        return []
    found = official(store, _scope(pool_ids, sums), anchor)
    rows = [
        Row(**row, rank=None, **{name: getattr(found[row["bot_id"]], name) for name in _OFFICIAL})
        for row in sums
    ]
    rows.sort(key=lambda row: (row.pools < row.of, -row.elo, row.name, row.version))
    elos = [row.elo for row in rows]
    return [
        replace(row, rank=1 + elos.index(row.elo)) if row.pools == row.of else row for row in rows
    ]


def _sums(
    store: Store, pool_ids: list[int], hidden: Iterable[str], tournament_id: int | None
) -> list[dict[str, Any]]:
    return store.rows(
        _OVER_POOLS,
        {
            "pools": json.dumps(pool_ids),
            "hidden": json.dumps(list(hidden)),
            "tournament": tournament_id,
        },
    )


def _scope(pool_ids: list[int], sums: list[dict[str, Any]]) -> Scope:
    """Those that have played in all the pools share out the ranks."""
    return Scope.of(pool_ids, [row["bot_id"] for row in sums if row["pools"] == row["of"]])


_OFFICIAL = tuple(field.name for field in fields(Official))

_OVER_POOLS = """
WITH chosen AS (
    SELECT *, max(0, 1.0 * block_coins_sq - block_coins * block_coins / blocks)
        / max(1, blocks - 1) / blocks AS coins_variance
    FROM ratings WHERE pool_id IN (SELECT value FROM json_each(:pools))
),
per_bot AS (
    SELECT
        bot_id,
        avg(elo) AS live,
        sum(games) AS games, sum(blocks) AS blocks,
        avg(place_score / games) AS place_score,
        avg(win_share / games) AS win_share,
        avg(coins / games) AS coins,
        CASE WHEN min(blocks) > 1 THEN sqrt(sum(coins_variance)) / count(*) END AS coins_error,
        sum(faults) AS faults, sum(faulty_games) AS faulty_games, sum(forfeits) AS forfeits,
        CASE WHEN sum(decisions) > 0 THEN sum(time_ms) / sum(decisions) END AS ms_per_decision,
        max(max_ms) AS max_ms, count(*) AS pools
    FROM chosen GROUP BY bot_id
)
SELECT
    b.name, b.version, b.author, b.language, b.status,
    per_bot.*, json_array_length(:pools) AS of
FROM per_bot JOIN bots AS b ON b.id = per_bot.bot_id
WHERE b.status NOT IN (SELECT value FROM json_each(:hidden))
    AND (:tournament IS NULL OR b.id IN
        (SELECT bot_id FROM entrants WHERE tournament_id = :tournament))
ORDER BY b.name, b.version
"""

# What each query of a page keeps to; `p` is the pool.
_WANTED = """(:variant IS NULL OR p.variant = :variant)
    AND (:players IS NULL OR p.players = :players)"""

_SEATS = f"""
SELECT m.pool_id, s.seat, count(*) AS games, avg(s.place_score) AS place_score,
    avg(s.win_share) AS win_share, avg(s.coins) AS coins
FROM seats AS s JOIN games AS g ON g.id = s.game_id JOIN matches AS m ON m.id = g.match_id
    JOIN pools AS p ON p.id = m.pool_id
WHERE s.bot_id = :bot AND m.status = 'rated' AND {_WANTED}
GROUP BY 1, 2 ORDER BY 1, 2
"""

# Who comes before whom follows ladder.elo.score: a forfeiter loses to all who did not forfeit.
_OPPONENTS = f"""
WITH meetings AS (
    SELECT o.bot_id, s.coins - o.coins AS coins,
        CASE WHEN s.forfeited <> o.forfeited THEN o.forfeited - s.forfeited
             WHEN s.forfeited THEN 0
             ELSE o.place - s.place END AS outcome
    FROM seats AS s
    JOIN games AS g ON g.id = s.game_id
    JOIN matches AS m ON m.id = g.match_id
    JOIN pools AS p ON p.id = m.pool_id
    JOIN seats AS o ON o.game_id = s.game_id AND o.bot_id <> s.bot_id
    WHERE s.bot_id = :bot AND m.status = 'rated' AND {_WANTED}
)
SELECT b.id AS bot_id, b.name, b.version, count(*) AS games, avg(outcome > 0) AS won,
    avg(outcome = 0) AS tied, avg(coins) AS coins
FROM meetings JOIN bots AS b ON b.id = meetings.bot_id
GROUP BY b.id ORDER BY games DESC, b.name, b.version
"""

_HISTORY = f"""
WITH lengths AS (
    SELECT pool_id, max(blocks) AS longest FROM rating_history WHERE bot_id = :bot GROUP BY 1
)
SELECT h.pool_id, h.blocks, h.match_id, h.elo, h.info
FROM rating_history AS h JOIN lengths AS l ON l.pool_id = h.pool_id
    JOIN pools AS p ON p.id = h.pool_id
WHERE h.bot_id = :bot AND {_WANTED}
    AND (h.blocks = l.longest OR h.blocks % ((l.longest + :points - 1) / :points) = 0)
ORDER BY h.pool_id, h.blocks
"""

_FAULT_KINDS = f"""
SELECT kind.key AS kind, sum(kind.value) AS times
FROM seats AS s JOIN games AS g ON g.id = s.game_id JOIN matches AS m ON m.id = g.match_id
    JOIN pools AS p ON p.id = m.pool_id, json_each(s.fault_kinds) AS kind
WHERE s.bot_id = :bot AND s.faults > 0 AND {_WANTED} GROUP BY 1 ORDER BY 2 DESC, 1
"""
