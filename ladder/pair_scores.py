"""The pair scores of a match: one compact row, all that official ratings need to know of it.

`bots` has four bytes for each position of the circle, the bot's id; `scores` two bytes for each
pair of positions, (0, 1), (0, 2), …, (1, 2), …: twice what the first scored against the second, and
the games that count. Numbers are unsigned, the low byte first.
"""

import sqlite3
import struct
from collections.abc import Iterable, Sequence
from itertools import combinations, groupby

from ladder.elo import rated_pairs

SeatRow = tuple[int, int, int, int]
"""Rotation, bot id, place by coins, whether it forfeited; rows come by rotation, then by seat."""


def packed(seats: Iterable[SeatRow]) -> tuple[bytes, bytes]:
    """The columns `bots` and `scores` of a whole match."""
    games = [list(game) for _, game in groupby(seats, key=lambda row: row[0])]
    circle = [row[1] for row in games[0]]
    size = len(circle)
    column = {pair: 2 * number for number, pair in enumerate(combinations(range(size), 2))}
    scores = bytearray(2 * len(column))
    for game in games:
        rotation = game[0][0]
        forfeited = {seat for seat, row in enumerate(game) if row[3]}
        bots, places = [row[1] for row in game], [row[2] for row in game]
        for seat, other, score in rated_pairs(bots, places, forfeited):
            one, two = (seat + rotation) % size, (other + rotation) % size
            at = column[min(one, two), max(one, two)]
            scores[at] += int(2 * (score if one < two else 1 - score))
            scores[at + 1] += 1
    return struct.pack(f"<{size}I", *circle), bytes(scores)


def note_pairs(
    conn: sqlite3.Connection, match_id: int, pool_id: int, seats: Sequence[SeatRow]
) -> None:
    """Writes the row of a match whose games are all there, within the caller's transaction."""
    conn.execute("INSERT INTO pair_scores VALUES (?, ?, ?, ?)", [pool_id, match_id, *packed(seats)])


def note_all_pairs(conn: sqlite3.Connection) -> None:
    """Writes the rows of all rated matches anew, from the games alone."""
    conn.execute("DELETE FROM pair_scores")
    rows = conn.execute(
        """SELECT m.pool_id, m.id, g.rotation, s.bot_id, s.place, s.forfeited
           FROM matches AS m JOIN games AS g ON g.match_id = m.id
           JOIN seats AS s ON s.game_id = g.id
           WHERE m.status = 'rated' ORDER BY m.id, g.rotation, s.seat"""
    )
    conn.executemany(
        "INSERT INTO pair_scores VALUES (?, ?, ?, ?)",
        (
            (*match, *packed(row[2:] for row in seats))
            for match, seats in groupby(rows, key=lambda row: row[:2])
        ),
    )
