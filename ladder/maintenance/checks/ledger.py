"""Checks of the file itself and of the ledger: secrets, deals, matches and their states."""

import sqlite3
from collections.abc import Iterator
from hashlib import sha256

from ladder.database.store import Store, lay_out
from ladder.database.table_layout import layout
from ladder.maintenance.checks.check import RESTORE, Beat, Check, lines


def _damaged(store: Store, beat: Beat) -> Iterator[str]:
    for (line,) in store.conn.execute("PRAGMA integrity_check"):
        if line != "ok":
            yield f"SQLite says: {line}."


def _layout_differs(store: Store, beat: Beat) -> Iterator[str]:
    blank = sqlite3.connect(":memory:")
    try:
        lay_out(blank)
        for name in layout(store.conn).differs(layout(blank)):
            yield f"{name} differs from that of a new ladder."
    finally:
        blank.close()


def _dangling(store: Store, beat: Beat) -> Iterator[str]:
    yield from lines(
        store,
        'SELECT DISTINCT "table", parent, rowid FROM pragma_foreign_key_check',
        "A row of {0} names a row of {1} that does not exist.",
    )


def _unreadable(store: Store, beat: Beat) -> Iterator[str]:
    for table, column, key, kind in _JSON:
        yield from lines(
            store,
            f"SELECT {key} FROM {table} WHERE "
            f"CASE WHEN json_valid({column}) THEN json_type({column}) <> '{kind}' ELSE 1 END",
            f"{column} of {table} with {key} {{0}} is not the JSON that the arena writes.",
        )


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
    Check("references", "every row that another names exists", _dangling),
    Check("JSON", "stored JSON can be read", _unreadable),
)
FILE = (
    Check("file", "SQLite finds no damage in the file", _damaged),
    Check(
        "layout",
        "tables, indexes and views are those of a new ladder",
        _layout_differs,
        "Another program has changed the layout. " + RESTORE,
    ),
    *CONTENT,
)


def _wrong_secrets(store: Store, beat: Beat) -> Iterator[str]:
    for number, secret, shown in store.conn.execute(
        "SELECT id, secret, secret_hash FROM tournaments ORDER BY id"
    ):
        if sha256(secret).hexdigest() != shown:
            yield f"The secret of tournament {number} is not the one whose SHA-256 was shown."


def _repeated_deals(store: Store, beat: Beat) -> Iterator[str]:
    yield from lines(
        store,
        "SELECT count(*), min(id), max(id) FROM matches GROUP BY deal_seed HAVING count(*) > 1",
        "{0} matches have the same deal, {1} and {2} among them.",
    )


def _incomplete_matches(store: Store, beat: Beat) -> Iterator[str]:
    yield from lines(
        store,
        """SELECT t.id, t.matches, t.rounds, count(m.id), coalesce(max(m.round), 0)
           FROM tournaments AS t LEFT JOIN matches AS m ON m.tournament_id = t.id GROUP BY t.id
           HAVING t.matches <> count(m.id) OR t.rounds <> coalesce(max(m.round), 0)
               OR count(m.id) > 0 AND (min(m.number) <> 0 OR max(m.number) <> count(m.id) - 1)""",
        "Tournament {0} is said to have {1} matches in {2} rounds, numbered from 0; there are {3} "
        "in {4}.",
    )
    games = "CASE m.seating WHEN 'swapped' THEN 2 ELSE p.players END"
    for table, column, most in (
        ("pairings", "position", "p.players"),
        ("games", "rotation", games),
    ):
        yield from lines(
            store,
            f"""SELECT m.id, p.players, count(x.match_id)
                FROM matches AS m JOIN pools AS p ON p.id = m.pool_id
                    LEFT JOIN {table} AS x ON x.match_id = m.id
                GROUP BY m.id HAVING count(x.match_id) <> {most}
                    OR min(x.{column}) <> 0 OR max(x.{column}) <> {most} - 1""",
            f"Match {{0}} of {{1}} players has {{2}} {table}.",
        )
    yield from lines(
        store,
        """SELECT m.id FROM matches AS m JOIN games AS g ON g.match_id = m.id GROUP BY m.id
           HAVING sum(g.deal) AND (m.seating = 'swapped' OR sum(g.deal <> g.rotation))""",
        "The games of match {0} are neither on one deal nor each on its own.",
    )


def _wrong_settling(store: Store, beat: Beat) -> Iterator[str]:
    yield from lines(
        store,
        """SELECT m.id, m.status, count(r.game_id), count(*)
           FROM matches AS m JOIN games AS g ON g.match_id = m.id
               LEFT JOIN results AS r ON r.game_id = g.id
           GROUP BY m.id HAVING (m.status IN ('whole', 'rated') AND count(r.game_id) < count(*))
               OR (m.status = 'open' AND count(r.game_id) = count(*))""",
        "Match {0} is {1}, with {2} of {3} games played.",
    )
    yield from lines(
        store,
        """SELECT m.id, m.status, m.number, t.rated_until, t.id
           FROM matches AS m JOIN tournaments AS t ON t.id = m.tournament_id
           WHERE m.number < t.rated_until AND m.status IN ('open', iif(t.rated, 'whole', 'rated'))
               OR m.number >= t.rated_until AND m.status = 'rated'
               OR m.number = t.rated_until AND m.status <> 'open'""",
        "Match {0} is {1}, number {2} in tournament {4}, which is settled up to {3}.",
    )
    yield from lines(
        store,
        """SELECT id, rated_until, matches FROM tournaments
           WHERE finished_at IS NOT NULL AND rated_until <> matches
               OR finished_at IS NULL AND abandoned_at IS NOT NULL""",
        "Tournament {0} has ended with {1} of {2} matches settled.",
    )


def _wrong_replacements(store: Store, beat: Beat) -> Iterator[str]:
    yield from lines(
        store,
        """SELECT m.id, o.id, o.status FROM matches AS m JOIN matches AS o ON o.id = m.instead_of
           WHERE o.status <> 'dropped' OR o.tournament_id <> m.tournament_id
               OR o.number >= m.number OR o.pool_id <> m.pool_id""",
        "Match {0} replaces match {1}, which is {2}, or is no earlier match of its kind.",
    )


LEDGER = (
    Check(
        "secrets",
        "each tournament's secret has the SHA-256 that was shown",
        _wrong_secrets,
    ),
    Check("deals", "no deal is used twice", _repeated_deals),
    Check("ledger", "every match has its bots and games", _incomplete_matches),
    Check(
        "settling",
        "matches are settled in order, by the games they have",
        _wrong_settling,
    ),
    Check(
        "replacements",
        "a replacement follows the dropped match that it replaces",
        _wrong_replacements,
    ),
)
