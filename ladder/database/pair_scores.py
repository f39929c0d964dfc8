"""Pair scores: one compact row for each deal of a match, with the scores of its pairs of bots.

Official ratings and the pages of bots read these rows and never the games.

`bots` has four bytes for each position of the circle: the bot's id. `scores` has five bytes for
each pair of positions, (0, 1), (0, 2), …, (1, 2), …: twice what the first scored against the
second, the games that count, the tied ones among them, and in two bytes by how many coins the first
was ahead in them. Numbers have the low byte first; only the last may be negative.
"""

import sqlite3
import struct
from collections.abc import Iterable, Iterator
from itertools import combinations, groupby
from typing import Any, NamedTuple

from ladder.statistics.elo import rated_pairs

SeatRow = tuple[int, int, int, int, int]
"""Rotation, bot id, place by coins, whether it forfeited, coins. Rows are ordered by deal, rotation
and seat."""
PAIR = struct.Struct("<BBBh")
MOST = 0x7FFF
"""The greatest number of coins that two bytes hold."""


class Encounter(NamedTuple):
    """A bot's score against another at a deal, over the games in which the pair counts."""

    other: int
    """The id of the other bot."""
    score: float
    games: int
    ties: int
    coins: int
    """The coins by which the bot was ahead."""


def packed(seats: Iterable[SeatRow]) -> tuple[bytes, bytes]:
    """Pack all games on one deal into the columns `bots` and `scores`."""
    # In rotation r, seat s has position s + r of the circle. Swapped matches are never rated.
    games = [list(game) for _, game in groupby(seats, key=lambda row: row[0])]
    size, first = len(games[0]), games[0][0][0]
    circle = [games[0][(position - first) % size][1] for position in range(size)]
    sums = {pair: [0, 0, 0, 0] for pair in combinations(range(size), 2)}
    for game in games:
        rotation = game[0][0]
        forfeited = {seat for seat, row in enumerate(game) if row[3]}
        bots, places = [row[1] for row in game], [row[2] for row in game]
        for seat, other, score in rated_pairs(bots, places, forfeited):
            one, two = (seat + rotation) % size, (other + rotation) % size
            ahead = game[seat][4] - game[other][4]
            if one > two:
                one, two, score, ahead = two, one, 1 - score, -ahead
            total = sums[one, two]
            total[0] += int(2 * score)
            total[1] += 1
            total[2] += score == 0.5
            total[3] += ahead
    scores = b"".join(
        PAIR.pack(twice, count, ties, max(-MOST, min(MOST, ahead)))
        for twice, count, ties, ahead in sums.values()
    )
    return struct.pack(f"<{size}I", *circle), scores


def ids(bots: bytes) -> tuple[int, ...]:
    """Return the ids of a row's bots, by position in the circle."""
    return struct.unpack(f"<{len(bots) // 4}I", bots)


def met(bot_id: int, bots: bytes, scores: bytes) -> Iterator[Encounter]:
    """Yield a bot's score against each other bot at the deal of a row, if the pair counts."""
    circle = ids(bots)
    for (one, other), (twice, games, ties, ahead) in zip(
        combinations(circle, 2), PAIR.iter_unpack(scores), strict=True
    ):
        if games and one == bot_id:
            yield Encounter(other, twice / 2, games, ties, ahead)
        elif games and other == bot_id:
            yield Encounter(one, games - twice / 2, games, ties, -ahead)


def note_all_pairs(conn: sqlite3.Connection) -> None:
    """Rewrite the rows of all rated matches from the games."""
    conn.execute("DELETE FROM pair_scores")
    note_pairs(conn, conn.execute(GAMES.format("m.status = 'rated'")))


GAMES = """
SELECT m.pool_id, m.id, g.deal, g.rotation, s.bot_id, s.place, s.forfeited, s.coins
FROM matches AS m JOIN games AS g ON g.match_id = m.id JOIN seats AS s ON s.game_id = g.id
WHERE {} ORDER BY m.id, g.deal, g.rotation, s.seat
"""
"""The query for the games of matches: a row for each seat."""


def note_pairs(conn: sqlite3.Connection, rows: Iterable[Any]) -> None:
    """Write the rows of matches, given those of `GAMES`, within the caller's transaction."""
    deals = groupby(rows, key=lambda row: row[:3])
    conn.executemany(
        "INSERT INTO pair_scores VALUES (?, ?, ?, ?, ?)",
        ((*deal, *packed(row[3:] for row in seats)) for deal, seats in deals),
    )
