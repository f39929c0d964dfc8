"""Rating one complete match: live Elo game by game, running sums, and suspensions."""

import sqlite3
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Annotated

from ladder.database.pair_scores import GAMES, note_pairs
from ladder.statistics.elo import Rating, rate_game

PROBATION = 20
"""Rated games before a bot can be suspended."""
MOST_FAULTY = 0.10
"""The greatest share of games with a fault before a bot is suspended."""


@dataclass(frozen=True, slots=True)
class GameCounts:
    """What is counted over a bot's games, in one pool or several.

    A line here is a column of `ratings`, with the SQL that counts a block's seats, and a field of
    `ladder.queries.standings.Standing`.
    """

    games: Annotated[int, "count(*)"]
    blocks: Annotated[int, "1"]
    faults: Annotated[int, "sum(s.faults)"]
    faulty_games: Annotated[int, "sum(s.faults > 0 OR s.forfeited)"]
    forfeits: Annotated[int, "sum(s.forfeited)"]
    refused: Annotated[int, "sum(s.refused)"]
    """Number of answers that were refused or cut."""
    max_ms: Annotated[float, "max(s.max_ms)"]


SUMMED = {name: kind.__metadata__[0] for name, kind in GameCounts.__annotations__.items()} | {
    "place_score": "sum(s.place_score)",
    "win_share": "sum(s.win_share)",
    "coins": "1.0 * sum(s.coins)",
    "block_coins": "avg(s.coins)",
    "block_coins_sq": "avg(s.coins) * avg(s.coins)",
    "decisions": "sum(s.decisions)",
    "time_ms": "sum(s.time_ms)",
}
"""By column of `ratings` that grows with each match: the SQL that counts a block's seats."""
_GREATEST = [name for name, sql in SUMMED.items() if sql.startswith("max(")]
"""Those that are maxima; the others are sums."""


@dataclass(frozen=True, slots=True)
class Suspension:
    """The suspension of a bot that made faults in too many of its games."""

    bot_id: int
    label: str
    reason: str


def rate_match(
    conn: sqlite3.Connection, match_id: int, pool_id: int, fixed_k: float | None
) -> list[Suspension]:
    """Rate a complete match, within the caller's transaction.

    Updates ratings, history, pair scores and the bots' fault counts. The sums of trades, on which
    nothing drawn depends, are for the caller to bring up to date.

    Returns:
        The suspensions that follow.
    """
    seats = conn.execute(GAMES.format("m.id = ?"), [match_id]).fetchall()
    ratings = {
        bot_id: Rating(elo, info)
        for bot_id, elo, info in conn.execute(
            f"SELECT bot_id, elo, info FROM ratings WHERE pool_id = ? AND bot_id IN ({_BOTS})",
            [pool_id, match_id],
        )
    }
    note_pairs(conn, seats)
    for _, game in groupby(seats, key=itemgetter(3)):
        *_, bots, places, left, _ = zip(*game, strict=True)
        forfeited = {seat for seat, gone in enumerate(left) if gone}
        ratings |= rate_game(ratings, bots, places, forfeited, fixed_k)
    # This also enters bots that are new to the pool, for the update below.
    conn.execute(_ADD, [match_id])
    conn.executemany(
        "UPDATE ratings SET elo = ?, info = ? WHERE pool_id = ? AND bot_id = ?",
        [(rating.elo, rating.info, pool_id, bot) for bot, rating in ratings.items()],
    )
    conn.execute(
        "INSERT INTO rating_history SELECT bot_id, pool_id, blocks, ?, elo, info FROM ratings "
        f"WHERE pool_id = ? AND bot_id IN ({_BOTS})",
        [match_id, pool_id, match_id],
    )
    conn.execute("UPDATE matches SET status = 'rated' WHERE id = ?", [match_id])
    conn.execute("UPDATE pools SET matches = matches + 1 WHERE id = ?", [pool_id])
    # Only now, and not as games end: which matches a suspension drops must not depend on which game
    # happened to end first.
    return _judge(conn, match_id)


# The bots of a match; the seats of its games hold the same ones.
_BOTS = "SELECT bot_id FROM pairings WHERE match_id = ?"


def _judge(conn: sqlite3.Connection, match_id: int) -> list[Suspension]:
    """Count the games and the faulty games of a match's bots; suspend those with too many."""
    conn.execute(
        f"""UPDATE bots SET judged_games = judged_games + new.games,
               faulty_games = faulty_games + new.faulty
           FROM (SELECT s.bot_id, count(*) AS games, {SUMMED["faulty_games"]} AS faulty
                 FROM games AS g JOIN seats AS s ON s.game_id = g.id
                 WHERE g.match_id = ? GROUP BY s.bot_id) AS new
           WHERE id = new.bot_id""",
        [match_id],
    )
    guilty = conn.execute(
        f"""SELECT id, label, judged_games, faulty_games FROM bots
            WHERE id IN ({_BOTS}) AND status = 'active'
                AND judged_games >= ? AND faulty_games > ? * judged_games ORDER BY id""",
        [match_id, PROBATION, MOST_FAULTY],
    ).fetchall()
    suspended = []
    for bot_id, label, judged, faulty in guilty:
        reason = f"faults in {faulty} of {judged} games"
        conn.execute(
            "UPDATE bots SET status = 'suspended', reason = ? WHERE id = ?", [reason, bot_id]
        )
        suspended.append(Suspension(bot_id, label, reason))
    return suspended


def total(name: str) -> str:
    """Return the SQL that counts a column of `ratings` over several blocks or pools."""
    return f"{'max' if name in _GREATEST else 'sum'}({name}) AS {name}"


def summed(matches: str, where: str = "") -> str:
    """Return a query that computes the rows of `ratings`, without Elo, from the games of matches.

    Args:
        matches: The FROM clause that yields the matches as `m`.
        where: The WHERE clause, if any.
    """
    return f"""
SELECT pool_id, bot_id, {", ".join(map(total, SUMMED))}
FROM (
    SELECT m.pool_id, s.bot_id, {", ".join(f"{sql} AS {name}" for name, sql in SUMMED.items())}
    FROM {matches} JOIN games AS g ON g.match_id = m.id JOIN seats AS s ON s.game_id = g.id
    {where} GROUP BY m.id, g.deal, s.bot_id
) GROUP BY pool_id, bot_id"""


def _more(name: str) -> str:
    both = f"max({name}, excluded.{name})" if name in _GREATEST else f"{name} + excluded.{name}"
    return f"{name} = {both}"


_ADD = f"""
INSERT INTO ratings (pool_id, bot_id, {", ".join(SUMMED)}, elo, info)
SELECT new.*, 0, 0 FROM ({summed("matches AS m", "WHERE m.id = ?")}) AS new WHERE true
ON CONFLICT (pool_id, bot_id) DO UPDATE SET
    {", ".join(map(_more, SUMMED))}
"""
