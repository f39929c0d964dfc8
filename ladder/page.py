"""The page of one bot: standings, seats, opponents, history; it reads the games of that bot."""

from dataclasses import dataclass

from ladder.pools import PoolInfo, pools
from ladder.standings import HIDDEN, Row, overall, pool_standings
from ladder.store import Bot, Store


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

_OPPONENTS = f"""
WITH meetings AS (
    SELECT o.bot_id, s.coins - o.coins AS coins,
        o.final_place - s.final_place AS outcome
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
WHERE s.bot_id = :bot AND s.faults > 0 AND m.status = 'rated' AND {_WANTED}
GROUP BY 1 ORDER BY 2 DESC, 1
"""
