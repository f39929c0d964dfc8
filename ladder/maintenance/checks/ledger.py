"""Checks of the file itself and of the ledger: secrets, deals, matches and their states."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256

from ladder.database.store import Store, lay_out
from ladder.database.table_layout import differences, layout
from ladder.maintenance.checks.check import RESTORE, Beat, Check


def _other_layout(store: Store, beat: Beat) -> Iterator[str]:
    with closing(sqlite3.connect(":memory:")) as blank:
        lay_out(blank)
        for name in differences(layout(store.conn), layout(blank)):
            yield f"{name} differs from that of a new ladder."


_JSON = (
    ("bots", "manifest", "id", "object"),
    ("tournaments", "settings", "id", "object"),
    ("seats", "fault_kinds", "game_id", "object"),
    ("draws", "gone", "first", "array"),
    ("draws", "suspended", "first", "array"),
    ("fits", "pools", "id", "array"),
    ("fits", "ranked", "id", "array"),
)

CONTENT = (
    Check(
        "references",
        "every row that another names exists",
        {
            "A row of {0} names a row of {1} that does not exist.": """
                SELECT DISTINCT "table", parent, rowid FROM pragma_foreign_key_check""",
        },
    ),
    Check(
        "JSON",
        "stored JSON can be read",
        {
            f"{column} of {table} with {key} {{0}} is not the JSON that the arena writes.": f"""
                SELECT {key} FROM {table} WHERE CASE WHEN json_valid({column})
                    THEN json_type({column}) <> '{kind}' ELSE 1 END"""
            for table, column, key, kind in _JSON
        },
    ),
)
FILE = (
    Check(
        "file",
        "SQLite finds no damage in the file",
        {
            "SQLite says: {0}.": """
                SELECT * FROM pragma_integrity_check WHERE integrity_check <> 'ok'""",
        },
    ),
    Check(
        "layout",
        "tables, indexes and views are those of a new ladder",
        search=_other_layout,
        way_out="Another program has changed the layout. " + RESTORE,
    ),
    *CONTENT,
)


def _wrong_secrets(store: Store, beat: Beat) -> Iterator[str]:
    for number, secret, shown in store.conn.execute(
        "SELECT id, secret, secret_hash FROM tournaments ORDER BY id"
    ):
        if sha256(secret).hexdigest() != shown:
            yield f"The secret of tournament {number} is not the one whose SHA-256 was shown."


# What each match has one of, the column that counts them from 0, and how many there are.
_OF_MATCHES = (
    ("pairings", "position", "p.players"),
    ("games", "rotation", "CASE m.seating WHEN 'swapped' THEN 2 ELSE p.players END"),
)

LEDGER = (
    Check(
        "secrets",
        "each tournament's secret has the SHA-256 that was shown",
        search=_wrong_secrets,
    ),
    Check(
        "deals",
        "no deal is used twice",
        {
            "{0} matches have the same deal, {1} and {2} among them.": """
                SELECT count(*), min(id), max(id) FROM matches
                GROUP BY deal_seed HAVING count(*) > 1""",
        },
    ),
    Check(
        "ledger",
        "every match has its bots and games",
        {
            "Tournament {0} is said to have {1} matches in {2} rounds, numbered from 0; there are "
            "{3} in {4}.": """
                SELECT t.id, t.matches, t.rounds, count(m.id), coalesce(max(m.round), 0)
                FROM tournaments AS t LEFT JOIN matches AS m ON m.tournament_id = t.id GROUP BY t.id
                HAVING t.matches <> count(m.id) OR t.rounds <> coalesce(max(m.round), 0)
                    OR count(m.id) > 0
                    AND (min(m.number) <> 0 OR max(m.number) <> count(m.id) - 1)""",
            **{
                f"Match {{0}} of {{1}} players has {{2}} {table}.": f"""
                    SELECT m.id, p.players, count(x.match_id)
                    FROM matches AS m JOIN pools AS p ON p.id = m.pool_id
                        LEFT JOIN {table} AS x ON x.match_id = m.id
                    GROUP BY m.id HAVING count(x.match_id) <> {most}
                        OR min(x.{column}) <> 0 OR max(x.{column}) <> {most} - 1"""
                for table, column, most in _OF_MATCHES
            },
            "The games of match {0} are neither on one deal nor each on its own.": """
                SELECT m.id FROM matches AS m JOIN games AS g ON g.match_id = m.id GROUP BY m.id
                HAVING sum(g.deal) AND (m.seating = 'swapped' OR sum(g.deal <> g.rotation))""",
        },
    ),
    Check(
        "settling",
        "matches are settled in order, by the games they have",
        {
            "Match {0} is {1}, with {2} of {3} games played.": """
                SELECT m.id, m.status, count(r.game_id), count(*)
                FROM matches AS m JOIN games AS g ON g.match_id = m.id
                    LEFT JOIN results AS r ON r.game_id = g.id
                GROUP BY m.id
                HAVING (m.status IN ('whole', 'rated') AND count(r.game_id) < count(*))
                    OR (m.status = 'open' AND count(r.game_id) = count(*))""",
            "Match {0} is {1}, number {2} in tournament {4}, which is settled up to {3}.": """
                SELECT m.id, m.status, m.number, t.rated_until, t.id
                FROM matches AS m JOIN tournaments AS t ON t.id = m.tournament_id
                WHERE m.number < t.rated_until
                        AND m.status IN ('open', iif(t.rated, 'whole', 'rated'))
                    OR m.number >= t.rated_until AND m.status = 'rated'
                    -- A whole match may wait there to be rated with those that follow.
                    OR m.number = t.rated_until
                        AND m.status NOT IN ('open', iif(t.rated, 'whole', 'open'))""",
            "Tournament {0} has ended with {1} of {2} matches settled.": """
                SELECT id, rated_until, matches FROM tournaments
                WHERE finished_at IS NOT NULL AND rated_until <> matches
                    OR finished_at IS NULL AND abandoned_at IS NOT NULL""",
        },
    ),
    Check(
        "replacements",
        "a replacement follows the dropped match that it replaces",
        {
            "Match {0} replaces match {1}, which is {2}, or is no earlier match of its kind.": """
                SELECT m.id, o.id, o.status
                FROM matches AS m JOIN matches AS o ON o.id = m.instead_of
                WHERE o.status <> 'dropped' OR o.tournament_id <> m.tournament_id
                    OR o.number >= m.number OR o.pool_id <> m.pool_id""",
        },
    ),
)
