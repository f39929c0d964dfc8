"""Rating one whole match: live Elo game by game, the running sums, and the rule of suspension."""

import sqlite3
from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby

from ladder.dealings import note_partners
from ladder.elo import Rating, rate_game
from ladder.pair_scores import note_pairs

PROBATION = 20
"""Rated games before a bot can be suspended."""
MOST_FAULTY = 0.10
"""The share of games with a fault that a bot may have."""
SUMMED = (
    *("games", "blocks", "place_score", "win_share", "coins", "block_coins", "block_coins_sq"),
    *("faults", "faulty_games", "forfeits", "decisions", "time_ms", "max_ms"),
)
"""The columns of `ratings` that grow with each match; `max_ms` is the greatest of all."""


@dataclass(frozen=True, slots=True)
class Suspension:
    """A bot that made faults in too many of its games."""

    bot_id: int
    label: str
    reason: str


@dataclass(slots=True)
class _Block:
    """What one bot made of one deal, over all games and seats it had."""

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
        """Add one seat's row: place score, win share, coins, forfeited, faults, decisions, ms."""
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

    Updates ratings, history, pair scores, the sums of what was traded and the bots' fault counts;
    returns who is suspended.
    """
    rows = conn.execute(
        """SELECT g.deal, g.rotation, s.bot_id, s.place, s.place_score, s.win_share, s.coins,
               s.forfeited, s.faults, s.decisions, s.time_ms, s.max_ms
           FROM games AS g JOIN seats AS s ON s.game_id = g.id
           WHERE g.match_id = ? ORDER BY g.deal, g.rotation, s.seat""",
        [match_id],
    ).fetchall()
    blocks: dict[int, dict[int, _Block]] = defaultdict(lambda: defaultdict(_Block))
    for deal, _, bot_id, _, *seat in rows:
        blocks[bot_id][deal].add(tuple(seat))
    marks = ", ".join("?" * len(blocks))
    ratings = {
        bot_id: Rating(elo, info)
        for bot_id, elo, info in conn.execute(
            f"SELECT bot_id, elo, info FROM ratings WHERE pool_id = ? AND bot_id IN ({marks})",
            [pool_id, *blocks],
        )
    }
    note_partners(conn, match_id)
    deals = groupby(rows, key=lambda row: row[0])
    pairs = ((deal, [(*row[1:4], row[7], row[6]) for row in seats]) for deal, seats in deals)
    note_pairs(conn, match_id, pool_id, pairs)
    for _, game in groupby(rows, key=lambda row: row[1]):
        seats = list(game)
        forfeited = {number for number, row in enumerate(seats) if row[7]}
        ratings |= rate_game(
            ratings, [row[2] for row in seats], [row[3] for row in seats], forfeited, fixed_k
        )
    played = {bot_id: list(of_bot.values()) for bot_id, of_bot in blocks.items()}
    _write(conn, pool_id, match_id, ratings, played)
    conn.execute("UPDATE matches SET status = 'rated' WHERE id = ?", [match_id])
    conn.execute("UPDATE pools SET matches = matches + 1 WHERE id = ?", [pool_id])
    return _judge(conn, played)


def _write(
    conn: sqlite3.Connection,
    pool_id: int,
    match_id: int,
    ratings: dict[int, Rating],
    blocks: dict[int, list[_Block]],
) -> None:
    """Add a match's blocks to their bots' rows of the pool and to their histories."""
    added = ", ".join(f"{name} = {name} + excluded.{name}" for name in SUMMED if name != "max_ms")
    conn.executemany(
        f"""INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (pool_id, bot_id) DO UPDATE SET
               elo = excluded.elo, info = excluded.info,
               {added},
               max_ms = max(max_ms, excluded.max_ms)""",
        [
            (
                pool_id,
                bot_id,
                ratings[bot_id].elo,
                ratings[bot_id].info,
                sum(block.games for block in played),
                len(played),
                sum(block.place_score for block in played),
                sum(block.win_share for block in played),
                sum(block.coins for block in played),
                sum(block.coins / block.games for block in played),
                sum((block.coins / block.games) ** 2 for block in played),
                sum(block.faults for block in played),
                sum(block.faulty_games for block in played),
                sum(block.forfeits for block in played),
                sum(block.decisions for block in played),
                sum(block.time_ms for block in played),
                max(block.max_ms for block in played),
            )
            for bot_id, played in blocks.items()
        ],
    )
    conn.executemany(
        "INSERT INTO rating_history SELECT bot_id, pool_id, blocks, ?, elo, info FROM ratings "
        "WHERE pool_id = ? AND bot_id = ?",
        [(match_id, pool_id, bot_id) for bot_id in blocks],
    )


def _judge(conn: sqlite3.Connection, blocks: dict[int, list[_Block]]) -> list[Suspension]:
    """Counts the blocks' faulty games, and suspends the bots that have made too many."""
    conn.executemany(
        "UPDATE bots SET judged_games = judged_games + ?, faulty_games = faulty_games + ? "
        "WHERE id = ?",
        [
            (sum(each.games for each in played), sum(each.faulty_games for each in played), bot_id)
            for bot_id, played in blocks.items()
        ],
    )
    marks = ", ".join("?" * len(blocks))
    guilty = conn.execute(
        f"""SELECT id, label, judged_games, faulty_games FROM bots
            WHERE id IN ({marks}) AND status = 'active'
                AND judged_games >= ? AND faulty_games > ? * judged_games ORDER BY id""",
        [*blocks, PROBATION, MOST_FAULTY],
    ).fetchall()
    suspended = []
    for bot_id, label, judged, faulty in guilty:
        reason = f"faults in {faulty} of {judged} games"
        conn.execute(
            "UPDATE bots SET status = 'suspended', reason = ? WHERE id = ?", [reason, bot_id]
        )
        suspended.append(Suspension(bot_id, label, reason))
    return suspended


def summed(matches: str, where: str = "") -> str:
    """A query for the rows of `ratings`, without Elo, worked out from the games of some matches.

    matches: where these come from, as `m`.
    """
    sums = (f"{'max' if name == 'max_ms' else 'sum'}({name}) AS {name}" for name in SUMMED)
    return f"""
SELECT pool_id, bot_id, {", ".join(sums)}
FROM (
    SELECT m.pool_id, s.bot_id, count(*) AS games, 1 AS blocks,
        sum(s.place_score) AS place_score, sum(s.win_share) AS win_share,
        1.0 * sum(s.coins) AS coins, avg(s.coins) AS block_coins,
        avg(s.coins) * avg(s.coins) AS block_coins_sq, sum(s.faults) AS faults,
        sum(s.faults > 0 OR s.forfeited) AS faulty_games, sum(s.forfeited) AS forfeits,
        sum(s.decisions) AS decisions, sum(s.time_ms) AS time_ms, max(s.max_ms) AS max_ms
    FROM {matches} JOIN games AS g ON g.match_id = m.id JOIN seats AS s ON s.game_id = g.id
    {where} GROUP BY m.id, g.deal, s.bot_id
) GROUP BY pool_id, bot_id"""
