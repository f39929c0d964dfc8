"""The file itself: whether SQLite can read it, its layout, its references."""

import sqlite3
from collections.abc import Iterator

from ladder.checks.check import RESTORE, Beat, Check, lines
from ladder.layout import layout
from ladder.store import Store, lay_out


def _damaged(store: Store, beat: Beat) -> Iterator[str]:
    for (line,) in store.conn.execute("PRAGMA integrity_check"):
        if line != "ok":
            yield f"SQLite says: {line}."


def _laid_out_otherwise(store: Store, beat: Beat) -> Iterator[str]:
    fresh = sqlite3.connect(":memory:")
    try:
        lay_out(fresh)
        for name in layout(store.conn).differs(layout(fresh)):
            yield f"{name} is not as in a new ladder."
    finally:
        fresh.close()


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

FILE = (
    Check("file", "SQLite finds no damage in the file", _damaged, RESTORE),
    Check(
        "layout",
        "tables, indexes and views are those of a new ladder",
        _laid_out_otherwise,
        "Another program has changed the layout. " + RESTORE,
    ),
    Check("references", "whatever a row names is there", _dangling, RESTORE),
    Check("JSON", "what is kept as JSON can be read", _unreadable, RESTORE),
)
