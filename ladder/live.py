"""Rating one whole match: live Elo game by game, the running sums, and the rule of suspension."""

import sqlite3
from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby

from ladder.elo import Rating, rate_game

PROBATION = 20
"""Rated games before a bot can be suspended."""
MOST_FAULTY = 0.10
"""The share of games with a fault that a bot may have."""


@dataclass(frozen=True, slots=True)
class Suspension:
    """A bot that made faults in too many of its games."""

    bot_id: int
    label: str
    reason: str


@dataclass(slots=True)
class _Block:
    """What one bot made of one match, over all games and seats it had."""

    games: int = 0
    place_score: float = 0.0
    win_share: float = 0.0
    coins: int = 0
    faults: int = 0
    faulty_games: int = 0
    forfeits: int = 0
    decisions: int = 0
    time_ms: float = 0.0
    max_ms: float = 0.0

    def add(self, seat: tuple[float, ...]) -> None:
        """Adds one seat's row: place score, win share, coins, forfeited, faults, decisions, ms."""
        place_score, win_share, coins, forfeited, faults, decisions, time_ms, max_ms = seat
        self.games += 1
        self.place_score += place_score
        self.win_share += win_share
        self.coins += int(coins)
        self.faults += int(faults)
        self.faulty_games += bool(faults or forfeited)
        self.forfeits += int(forfeited)
        self.decisions += int(decisions)
        self.time_ms += time_ms
        self.max_ms = max(self.max_ms, max_ms)


def rate_match(
    conn: sqlite3.Connection, match_id: int, pool_id: int, fixed_k: float | None
) -> list[Suspension]:
    """Rates a match whose games are all there, within the caller's transaction.

    Updates ratings, history and the bots' fault counts; returns who is suspended by it.
    """
    rows = conn.execute(
        """SELECT g.rotation, s.bot_id, s.place, s.place_score, s.win_share, s.coins,
               s.forfeited, s.faults, s.decisions, s.time_ms, s.max_ms
           FROM games AS g JOIN seats AS s ON s.game_id = g.id
           WHERE g.match_id = ? ORDER BY g.rotation, s.seat""",
        [match_id],
    ).fetchall()
    blocks: dict[int, _Block] = defaultdict(_Block)
    for _, bot_id, _, *seat in rows:
        blocks[bot_id].add(tuple(seat))
    ratings = {
        bot_id: Rating(elo, info)
        for bot_id in blocks
        for elo, info in conn.execute(
            "SELECT elo, info FROM ratings WHERE pool_id = ? AND bot_id = ?", [pool_id, bot_id]
        )
    }
    for _, game in groupby(rows, key=lambda row: row[0]):
        seats = list(game)
        forfeited = {number for number, row in enumerate(seats) if row[6]}
        ratings |= rate_game(
            ratings, [row[1] for row in seats], [row[2] for row in seats], forfeited, fixed_k
        )
    for bot_id, block in blocks.items():
        _write(conn, pool_id, match_id, bot_id, ratings[bot_id], block)
    conn.execute("UPDATE matches SET status = 'rated' WHERE id = ?", [match_id])
    conn.execute("UPDATE pools SET matches = matches + 1 WHERE id = ?", [pool_id])
    return [
        suspension
        for bot_id, block in blocks.items()
        if (suspension := _judge(conn, bot_id, block)) is not None
    ]


def _write(
    conn: sqlite3.Connection,
    pool_id: int,
    match_id: int,
    bot_id: int,
    rating: Rating,
    block: _Block,
) -> None:
    """Adds a block to a bot's row of the pool and to its history."""
    mean = block.coins / block.games
    conn.execute(
        """INSERT INTO ratings VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (pool_id, bot_id) DO UPDATE SET
               elo = excluded.elo, info = excluded.info,
               games = games + excluded.games,
               blocks = blocks + 1,
               place_score = place_score + excluded.place_score,
               win_share = win_share + excluded.win_share,
               coins = coins + excluded.coins,
               block_coins = block_coins + excluded.block_coins,
               block_coins_sq = block_coins_sq + excluded.block_coins_sq,
               faults = faults + excluded.faults,
               faulty_games = faulty_games + excluded.faulty_games,
               forfeits = forfeits + excluded.forfeits,
               decisions = decisions + excluded.decisions,
               time_ms = time_ms + excluded.time_ms,
               max_ms = max(max_ms, excluded.max_ms)""",
        [
            pool_id,
            bot_id,
            rating.elo,
            rating.info,
            block.games,
            block.place_score,
            block.win_share,
            block.coins,
            mean,
            mean * mean,
            block.faults,
            block.faulty_games,
            block.forfeits,
            block.decisions,
            block.time_ms,
            block.max_ms,
        ],
    )
    conn.execute(
        "INSERT INTO rating_history SELECT bot_id, pool_id, blocks, ?, elo, info FROM ratings "
        "WHERE pool_id = ? AND bot_id = ?",
        [match_id, pool_id, bot_id],
    )


def _judge(conn: sqlite3.Connection, bot_id: int, block: _Block) -> Suspension | None:
    """Counts a block's faulty games, and suspends the bot if they have become too many."""
    conn.execute(
        "UPDATE bots SET judged_games = judged_games + ?, faulty_games = faulty_games + ? "
        "WHERE id = ?",
        [block.games, block.faulty_games, bot_id],
    )
    name, version, status, judged, faulty = conn.execute(
        "SELECT name, version, status, judged_games, faulty_games FROM bots WHERE id = ?", [bot_id]
    ).fetchone()
    if status != "active" or judged < PROBATION or faulty <= MOST_FAULTY * judged:
        return None
    reason = f"faults in {faulty} of {judged} games"
    conn.execute("UPDATE bots SET status = 'suspended', reason = ? WHERE id = ?", [reason, bot_id])
    return Suspension(bot_id, f"{name}:{version}", reason)
