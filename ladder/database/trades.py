"""Trades between bots, and the coins they brought: storing, summing and reading them.

The row of a game in `trades` has eight bytes for each ordered pair of seats, giver and receiver:
(0, 1), (0, 2), …, (1, 0), (1, 2), …: the trades of the two, the gifts of the giver, the cards that
went to the receiver, and the hundredths of coins that these earned it. Each number has two bytes,
the low one first. `arena/rules/trades.py` says how the coins of a card are counted.

`trade_sums` holds the sums over all rated games, so that a page never reads the games.
"""

import sqlite3
import struct
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, groupby, permutations

from ladder.database.store import Store

MOST = 0xFFFF
"""The greatest number that two bytes hold."""
HUNDREDTH = 100

Between = tuple[int, int, int, int, int, float]
"""Giver, receiver, trades, gifts, cards, coins. `arena.rules.trades` lists them in the same
order."""
Key = tuple[int, int, int]
"""Giver, pool, receiver: the key of a row of `trade_sums`."""
Sums = tuple[float, ...]
"""The values of such a row: games, trades, gifts, cards, coins."""


def packed(between: Iterable[Between]) -> bytes:
    """Pack a game's trades between all pairs of its seats for the table `trades`."""
    return b"".join(
        struct.pack(
            "<4H",
            *(min(number, MOST) for number in (trades, gifts, cards, round(coins * HUNDREDTH))),
        )
        for _, _, trades, gifts, cards, coins in between
    )


def count_trades(conn: sqlite3.Connection, matches: Collection[int]) -> None:
    """Add matches that are being rated to the sums, within the caller's transaction."""
    if matches:
        where = "m.id IN (SELECT value FROM json_each(?))"
        _add(conn, _summed(conn.execute(_GAMES.format(where), [list(matches)])))


def recount_trades(conn: sqlite3.Connection) -> None:
    """Recompute all sums from the rows of the games."""
    conn.execute("DELETE FROM trade_sums")
    for (pool_id,) in conn.execute("SELECT id FROM pools").fetchall():
        _add(conn, sums(conn, pool_id))


def sums(conn: sqlite3.Connection, pool_id: int) -> dict[Key, Sums]:
    """Compute the rows of `trade_sums` for a pool from the rows of its games."""
    where = "m.status = 'rated' AND m.pool_id = ?"
    return _summed(conn.execute(_GAMES.format(where), [pool_id]))


def without_trades(store: Store) -> list[int]:
    """Return the numbers of the games whose trades are not stored."""
    return store.column(
        "SELECT game_id FROM results WHERE game_id NOT IN (SELECT game_id FROM trades) ORDER BY 1"
    )


def keep(store: Store, rows: Mapping[int, bytes]) -> None:
    """Store the packed trades of earlier games, by their numbers.

    Call `recount_trades` afterwards: this leaves the sums alone.
    """
    with store.transaction() as conn:
        conn.executemany("INSERT INTO trades VALUES (?, ?) ON CONFLICT DO NOTHING", rows.items())


# One row for each seat of each game, by game and seat.
_GAMES = """
SELECT g.id, m.pool_id, d.numbers, s.bot_id
FROM matches AS m JOIN games AS g ON g.match_id = m.id
    JOIN trades AS d ON d.game_id = g.id JOIN seats AS s ON s.game_id = g.id
WHERE {} ORDER BY g.id, s.seat
"""


def _summed(seats: Iterable[tuple[int, int, bytes, int]]) -> dict[Key, Sums]:
    totals: dict[Key, list[int]] = {}
    for (_, pool_id, numbers), game in groupby(seats, key=lambda row: row[:3]):
        pairs = permutations([row[3] for row in game], 2)
        for (giver, receiver), found in zip(pairs, struct.iter_unpack("<4H", numbers), strict=True):
            total = totals.setdefault((giver, pool_id, receiver), [0] * 5)
            total[0] += 1
            for at, number in enumerate(found, start=1):
                total[at] += number
    return {key: (*counts, coins / HUNDREDTH) for key, (*counts, coins) in totals.items()}


def _add(conn: sqlite3.Connection, found: Mapping[Key, Sums]) -> None:
    conn.executemany(
        """INSERT INTO trade_sums VALUES (?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (bot_id, pool_id, partner_id) DO UPDATE SET games = games + excluded.games,
               trades = trades + excluded.trades, gifts = gifts + excluded.gifts,
               cards = cards + excluded.cards, coins = coins + excluded.coins""",
        ((*key, *numbers) for key, numbers in found.items()),
    )


def a_game(
    store: Store, pool_ids: Collection[int], matches: Mapping[int, Collection[int]] | None = None
) -> float | None:
    """Return the mean number of trades in a rated game, or in those of some matches, by pool.

    Returns:
        None if no game's trades are known.
    """
    if matches is None:
        number: float | None = store.value(_A_GAME, [list(pool_ids)])
        return number
    games: list[bytes] = store.column(_TRADES, [list(chain.from_iterable(matches.values()))])
    # The first two bytes of each eight, of which each pair of seats has two.
    found = sum(sum(each[::8]) + 256 * sum(each[1::8]) for each in games)
    return found / 2 / len(games) if games else None


def traders(store: Store, pool_ids: Collection[int]) -> set[int]:
    """Return the bots that make at least half as many trades a game as whoever makes the most."""
    made = store.mapping(_OF_EACH, [list(pool_ids)])
    least = max(made.values(), default=0.0) / 2
    return {bot for bot, number in made.items() if number >= least > 0}


_RATED_IN = """
FROM trade_sums AS t JOIN pools AS p ON p.id = t.pool_id
WHERE p.id IN (SELECT value FROM json_each(?))"""
_A_GAME = f"""
SELECT sum(t.trades) / 2.0 / sum(1.0 * t.games / p.players / (p.players - 1)) {_RATED_IN}"""
_OF_EACH = f"""
SELECT t.bot_id, sum(t.trades) / sum(t.games / (p.players - 1.0)) {_RATED_IN} GROUP BY 1"""
_TRADES = """
SELECT d.numbers FROM matches AS m JOIN games AS g ON g.match_id = m.id
    JOIN trades AS d ON d.game_id = g.id
WHERE m.id IN (SELECT value FROM json_each(?))"""

# --- of one bot -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MeanTrades:
    """A bot's trades, as means over its rated games."""

    games: int
    """Games whose trades are known; for a partner, those in which the two met."""
    trades: float
    """Trades, including gifts in either direction."""
    gifts_given: float
    gifts_received: float
    cards_given: float
    cards_received: float
    coins_given: float
    """Coins that the cards given earned the others."""
    coins_received: float
    """Coins that the cards received earned this bot."""

    @property
    def balance(self) -> float:
        """Coins received minus coins given."""
        return self.coins_received - self.coins_given


@dataclass(frozen=True, slots=True)
class Partner(MeanTrades):
    """A bot's trades with one other bot."""

    bot_id: int
    name: str
    version: int


@dataclass(frozen=True, slots=True)
class BotTrades:
    """A bot's trades, in all and with each other bot, most frequent partner first."""

    total: MeanTrades
    partners: tuple[Partner, ...]


def of_bot(store: Store, bot_id: int, pool_ids: Collection[int] | None = None) -> BotTrades | None:
    """Return a bot's trades in its rated games, or in those of some pools.

    Trades of a bot with another copy of itself count as both given and received.

    Returns:
        None if nothing is known: it has not played, or its games are older than the table
        `trades`, which `arena ladder recompute` fills.
    """
    where = {"bot": bot_id, "pools": None if pool_ids is None else list(pool_ids)}
    (total,) = store.rows(_TOTAL, where)
    if not total["games"]:
        return None
    return BotTrades(
        MeanTrades(**total), tuple(Partner(**row) for row in store.rows(_PARTNERS, where))
    )


# `seats` is the number of opponents in each game: one less than the players.
_BOTH_SIDES = """
WITH given AS (
    SELECT t.*, p.players - 1.0 AS seats,
        back.gifts AS gifts_back, back.cards AS cards_back, back.coins AS coins_back
    FROM trade_sums AS t
        JOIN pools AS p ON p.id = t.pool_id
        JOIN trade_sums AS back ON back.bot_id = t.partner_id AND back.pool_id = t.pool_id
            AND back.partner_id = t.bot_id
    WHERE t.bot_id = :bot
        AND (:pools IS NULL OR p.id IN (SELECT value FROM json_each(:pools)))
)
"""
_MEANS = """
sum(trades) / {0} AS trades,
sum(gifts) / {0} AS gifts_given, sum(gifts_back) / {0} AS gifts_received,
sum(cards) / {0} AS cards_given, sum(cards_back) / {0} AS cards_received,
sum(coins) / {0} AS coins_given, sum(coins_back) / {0} AS coins_received
"""
_TOTAL = f"""{_BOTH_SIDES}
SELECT CAST(round(coalesce(sum(games / seats), 0)) AS INTEGER) AS games,
    {_MEANS.format("sum(games / seats)")}
FROM given
"""
_PARTNERS = f"""{_BOTH_SIDES}
SELECT b.id AS bot_id, b.name, b.version, sum(games) AS games, {_MEANS.format("sum(1.0 * games)")}
FROM given JOIN bots AS b ON b.id = given.partner_id
WHERE b.id <> :bot
GROUP BY b.id ORDER BY sum(games) DESC, b.name, b.version
"""
