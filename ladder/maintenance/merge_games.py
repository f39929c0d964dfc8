"""Copying the matches and games of another ladder into this one under new numbers.

The other is attached as `other`. Temporary tables map numbers there to numbers here.
"""

import sqlite3
from collections.abc import Iterable, Mapping


def prepare(conn: sqlite3.Connection) -> None:
    """Create the temporary tables, or empty them."""
    for name, columns in _TEMPORARY.items():
        conn.execute(f"DROP TABLE IF EXISTS temp.{name}")
        conn.execute(f"CREATE TEMP TABLE {name} ({columns})")


def note(conn: sqlite3.Connection, table: str, numbers: Mapping[int, int]) -> None:
    """Record the numbers here by those there in `bot_of`, `pool_of` or `tournament_of`."""
    conn.executemany(f"INSERT INTO temp.{table} VALUES (?, ?)", numbers.items())


def new_games(conn: sqlite3.Connection) -> list[int]:
    """Return the numbers there of the games that were not played here."""
    return [
        game for (game,) in conn.execute(f"SELECT g.id {_PLAYED_THERE} WHERE i.game_id IS NULL")
    ]


def contradicted(conn: sqlite3.Connection) -> dict[int, str]:
    """Return a sentence on each game that ended differently here, by its number there."""
    return {
        there: f"It was also played here, as game {here}, and ended differently."
        for there, here in conn.execute(f"SELECT g.id, h.id {_PLAYED_THERE} WHERE {_OTHERWISE}")
    }


def leave_out(other: sqlite3.Connection, games: Iterable[int]) -> None:
    """Remove games from the copy of the other ladder, and give up their matches."""
    rows = [[game] for game in games]
    other.executemany(_GIVE_UP, rows)
    for table in reversed(_OF_GAMES):
        other.executemany(f"DELETE FROM {table} WHERE game_id = ?", rows)


def bring_sources(conn: sqlite3.Connection) -> None:
    """Add the other ladder's sources that are not known here."""
    conn.execute(
        "INSERT OR IGNORE INTO main.sources (name, first_at) "
        "SELECT name, first_at FROM other.sources ORDER BY id"
    )


def first_difference(conn: sqlite3.Connection, here: int, there: int) -> int | None:
    """Return the number of the first match in which two ledgers of one secret differ, if any."""
    found = conn.execute(_DIFFERENT, {"here": here, "there": there}).fetchone()
    return None if found is None else int(found[0])


def bring_matches(
    conn: sqlite3.Connection, here: int, there: int, first: int, end: int
) -> tuple[int, int]:
    """Copy the matches of a tournament from `first` to before `end`, and their games.

    Matches that are rated there become whole here, still to be rated.

    Returns:
        How many games came in, and how many others these matches have there.
    """
    for table in ("match_of", "game_of", "came"):
        conn.execute(f"DELETE FROM temp.{table}")
    of = {"here": here, "there": there, "first": first, "end": end}
    for statement in (*_MATCHES, *_GAMES):
        conn.execute(statement, of)
    for table in _OF_GAMES:
        conn.execute(_copied(conn, table))
    for statement in _STATUSES:
        conn.execute(statement)
    (games,) = conn.execute("SELECT count(*) FROM came").fetchone()
    (found,) = conn.execute(_FOUND).fetchone()
    return games, found - games


def bring_field(conn: sqlite3.Connection, here: int, there: int) -> None:
    """Copy the entrants of a tournament, and the stays of a league."""
    for statement in _FIELD:
        conn.execute(statement, {"here": here, "there": there})


def count_played(conn: sqlite3.Connection, here: int) -> None:
    """Recount the games of a tournament."""
    conn.execute("DELETE FROM played WHERE tournament_id = ?", [here])
    conn.execute(_PLAYED, [here])


def _copied(conn: sqlite3.Connection, table: str) -> str:
    """Return the statement that copies a table's rows of the games that came in."""
    columns = [name for _, name, *_ in conn.execute(f"PRAGMA table_info({table})") if name != "id"]
    now = {
        "game_id": "o.here",
        "bot_id": "(SELECT here FROM bot_of WHERE there = x.bot_id)",
        "source_id": "coalesce((SELECT a.id FROM other.sources AS b JOIN main.sources AS a "
        "ON a.name = b.name WHERE b.id = x.source_id), 0)",
    }
    # CROSS JOIN has SQLite look up the games that came in, rather than read all of the table.
    return (
        f"INSERT INTO main.{table} ({', '.join(columns)}) "
        f"SELECT {', '.join(now.get(name, f'x.{name}') for name in columns)} "
        f"FROM came AS o CROSS JOIN other.{table} AS x ON x.game_id = o.there"
    )


# Each maps numbers there to numbers here.
_NUMBERS = "there INTEGER PRIMARY KEY, here INTEGER NOT NULL"
_TEMPORARY = {
    **dict.fromkeys(("bot_of", "pool_of", "tournament_of", "game_of", "came"), _NUMBERS),
    "match_of": f"{_NUMBERS}, new INTEGER NOT NULL",
}
_OF_GAMES = ("results", "seats", "records", "trades", "metrics", "logs")

# Each game that was played there, by its place in the ledger; `i` is its result here, if any.
_PLAYED_THERE = """
FROM other.results AS r JOIN other.games AS g ON g.id = r.game_id
    JOIN other.matches AS m ON m.id = g.match_id
    JOIN other.tournaments AS t ON t.id = m.tournament_id
    LEFT JOIN main.tournaments AS a ON a.secret = t.secret
    LEFT JOIN main.matches AS b ON b.tournament_id = a.id AND b.number = m.number
    LEFT JOIN main.games AS h ON h.match_id = b.id AND h.rotation = g.rotation
    LEFT JOIN main.results AS i ON i.game_id = h.id
"""
# Bots are compared by content: they may have other names and versions here.
_OTHERWISE = """i.game_id IS NOT NULL AND EXISTS (
    SELECT 1 FROM other.seats AS x JOIN other.bots AS o ON o.id = x.bot_id
        LEFT JOIN main.seats AS s ON s.game_id = h.id AND s.seat = x.seat
        LEFT JOIN main.bots AS n ON n.id = s.bot_id
    WHERE x.game_id = g.id AND (n.hash, s.coins, s.place, s.won, s.forfeited, s.faults)
        IS NOT (o.hash, x.coins, x.place, x.won, x.forfeited, x.faults))"""
_GIVE_UP = """UPDATE matches SET status = 'quarantined'
WHERE id = (SELECT m.id FROM games AS g JOIN matches AS m ON m.id = g.match_id WHERE g.id = ?)
    AND status IN ('whole', 'rated')"""

_DIFFERENT = """
SELECT a.number FROM matches AS a JOIN other.matches AS b ON b.number = a.number
    JOIN pool_of AS p ON p.there = b.pool_id
WHERE a.tournament_id = :here AND b.tournament_id = :there AND (
    a.deal_seed <> b.deal_seed OR a.round <> b.round OR a.pool_id <> p.here
    OR a.seating <> b.seating
    OR a.status IN ('dropped', 'quarantined') AND b.status = 'rated'
    OR a.status = 'rated' AND b.status IN ('dropped', 'quarantined')
    OR EXISTS (SELECT 1 FROM other.pairings AS q JOIN bot_of AS o ON o.there = q.bot_id
        LEFT JOIN pairings AS r ON r.match_id = a.id AND r.position = q.position
        WHERE q.match_id = b.id AND r.bot_id IS NOT o.here))
ORDER BY 1 LIMIT 1
"""

# Matches that are here keep their numbers; the others, in their order, come after all of ours.
_MATCHES = (
    """INSERT INTO match_of SELECT b.id, a.id, 0 FROM other.matches AS b
       JOIN main.matches AS a ON a.tournament_id = :here AND a.number = b.number
       WHERE b.tournament_id = :there AND b.number >= :first AND b.number < :end""",
    """INSERT INTO match_of SELECT b.id,
           (SELECT coalesce(max(id), 0) FROM main.matches) + row_number() OVER (ORDER BY b.number),
           1
       FROM other.matches AS b
       WHERE b.tournament_id = :there AND b.number >= :first AND b.number < :end
           AND b.id NOT IN (SELECT there FROM match_of)""",
    """INSERT INTO main.matches (id, tournament_id, number, round, pool_id, deal_seed, instead_of,
           status, seating)
       SELECT o.here, :here, b.number, b.round, p.here, b.deal_seed,
           coalesce((SELECT here FROM match_of WHERE there = b.instead_of),
               (SELECT a.id FROM other.matches AS c
                JOIN main.matches AS a ON a.tournament_id = :here AND a.number = c.number
                WHERE c.id = b.instead_of)),
           CASE b.status WHEN 'rated' THEN 'whole' ELSE b.status END, b.seating
       FROM match_of AS o JOIN other.matches AS b ON b.id = o.there
           JOIN pool_of AS p ON p.there = b.pool_id
       WHERE o.new ORDER BY o.here""",
    """INSERT INTO main.pairings (match_id, position, bot_id) SELECT o.here, x.position, b.here
       FROM match_of AS o JOIN other.pairings AS x ON x.match_id = o.there
           JOIN bot_of AS b ON b.there = x.bot_id
       WHERE o.new ORDER BY 1, 2""",
)
_GAMES = (
    """INSERT INTO main.games (id, match_id, rotation, deal)
       SELECT (SELECT coalesce(max(id), 0) FROM main.games) + row_number() OVER (ORDER BY x.id),
           o.here, x.rotation, x.deal
       FROM match_of AS o JOIN other.games AS x ON x.match_id = o.there WHERE o.new""",
    """INSERT INTO game_of SELECT x.id, g.id
       FROM match_of AS o JOIN other.games AS x ON x.match_id = o.there
           JOIN main.games AS g ON g.match_id = o.here AND g.rotation = x.rotation""",
    """INSERT INTO came SELECT o.there, o.here
       FROM game_of AS o JOIN other.results AS r ON r.game_id = o.there
           JOIN main.games AS g ON g.id = o.here JOIN match_of AS m ON m.here = g.match_id
           JOIN main.matches AS a ON a.id = m.here
       WHERE (m.new OR a.status = 'open')
           AND NOT EXISTS (SELECT 1 FROM main.results AS i WHERE i.game_id = o.here)""",
    """INSERT INTO main.voids (game_id, reason, failed_at) SELECT o.here, x.reason, x.failed_at
       FROM game_of AS o JOIN other.voids AS x ON x.game_id = o.there
       WHERE NOT EXISTS (SELECT 1 FROM main.voids AS v WHERE v.game_id = o.here
           AND v.reason = x.reason AND v.failed_at = x.failed_at)
       ORDER BY x.id""",
)
_FOUND = "SELECT count(*) FROM game_of AS o JOIN other.results AS r ON r.game_id = o.there"

# Matches given up there are given up here; complete ones become whole.
_STATUSES = (
    """UPDATE main.matches AS a SET status = b.status
       FROM match_of AS o JOIN other.matches AS b ON b.id = o.there
       WHERE a.id = o.here AND NOT o.new
           AND b.status IN ('dropped', 'quarantined') AND a.status IN ('open', 'whole')""",
    """UPDATE main.matches SET status = 'whole'
       WHERE status = 'open' AND id IN (SELECT here FROM match_of)
           AND NOT EXISTS (SELECT 1 FROM main.games AS g LEFT JOIN main.results AS r
               ON r.game_id = g.id WHERE g.match_id = matches.id AND r.game_id IS NULL)""",
)

# What is known here stays: the other ladder only fills in what is missing.
_FIELD = (
    """INSERT INTO entrants SELECT :here, b.here, x.filler, x.suspended_in
       FROM other.entrants AS x JOIN bot_of AS b ON b.there = x.bot_id
       WHERE x.tournament_id = :there
       ON CONFLICT (tournament_id, bot_id)
           DO UPDATE SET suspended_in = coalesce(suspended_in, excluded.suspended_in)""",
    """INSERT INTO stays SELECT :here, b.here, x.since_match, x.until_match, x.owner
       FROM other.stays AS x JOIN bot_of AS b ON b.there = x.bot_id
       WHERE x.tournament_id = :there
       ON CONFLICT (tournament_id, bot_id, since_match)
           DO UPDATE SET until_match = coalesce(until_match, excluded.until_match)""",
)
_PLAYED = """INSERT INTO played SELECT m.tournament_id, m.pool_id, r.level, r.source_id, count(*)
    FROM matches AS m JOIN games AS g ON g.match_id = m.id JOIN results AS r ON r.game_id = g.id
    WHERE m.tournament_id = ? GROUP BY 1, 2, 3, 4"""
