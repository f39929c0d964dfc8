"""The layout of a ladder's file (tables, columns, indexes, views), and a backup of the file.

The backup can be made while the ladder is being written to.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from ladder.database.errors import LadderError, explained
from ladder.database.store import Store


def layout(conn: sqlite3.Connection) -> dict[str, Any]:
    """Return the layout of each table and view of an open file, by name.

    Two files with equal layouts accept the same statements: neither the order of columns nor
    comments in tables matter.
    """
    listed = conn.execute(
        "SELECT name, type, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' "
        "AND type IN ('table', 'view') ORDER BY name"
    ).fetchall()
    return {name: sql if kind == "view" else table(conn, name, sql) for name, kind, sql in listed}


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """Return the tables and views that differ between two layouts, or that only one has."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def sizes(conn: sqlite3.Connection) -> dict[str, int]:
    """Return the number of rows of each table, by name."""
    tables = conn.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ).fetchall()
    return {
        name: conn.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for (name,) in tables
    }


def table(conn: sqlite3.Connection, name: str, sql: str, schema: str = "main") -> Any:
    """Return the layout of one table; `sql` is the statement that created it, `schema` its file."""
    columns = conn.execute(
        'SELECT name, type, "notnull", dflt_value, pk, hidden '
        "FROM pragma_table_xinfo(?, ?) ORDER BY 1",
        [name, schema],
    ).fetchall()
    keys = conn.execute(
        'SELECT "from", "table", "to" FROM pragma_foreign_key_list(?, ?) ORDER BY 1',
        [name, schema],
    ).fetchall()
    indexes = conn.execute(
        """SELECT "unique", origin, partial,
               iif(origin = 'c', name, ''), -- the others are numbered by SQLite
               (SELECT json_group_array(name) FROM pragma_index_info(i.name, ?2))
           FROM pragma_index_list(?1, ?2) AS i ORDER BY 1, 2, 3, 4, 5""",
        [name, schema],
    ).fetchall()
    return "WITHOUT ROWID" in sql.upper(), columns, keys, indexes


Progress = Callable[[int, int], None]
"""Called with the number of pages copied, and of all pages."""

PAGES = 1000
"""Pages copied at a time; in between, Ctrl-C is noticed."""


def back_up(store: Store, path: Path, progress: Progress = lambda done, of: None) -> int:
    """Copy the ladder as of this moment into a file, check the copy, and return its rows.

    The file appears at `path` once it is complete and on the disk; an existing one is replaced.
    Raises LadderError.
    """
    half = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with suppress(OSError):  # else SQLite says what is wrong
            os.close(os.open(half, os.O_CREAT | os.O_RDWR, 0o600))  # it holds secrets
        with explained(str(half)), closing(sqlite3.connect(half)) as copy:
            copy.execute("PRAGMA synchronous = FULL")
            with store.snapshot():
                there = sizes(store.conn)
                store.conn.backup(
                    copy, pages=PAGES, progress=lambda _, left, of: progress(of - left, of)
                )
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, without another beside it
            wrong = [line for (line,) in copy.execute("PRAGMA integrity_check") if line != "ok"]
            if wrong or sizes(copy) != there:
                why = wrong[0] if wrong else "rows are missing"
                raise LadderError(
                    f"The copy of {store.path} is not sound ({why}), and was not kept. Look for "
                    "what is wrong: arena db check"
                )
        # SQLite would take files left over from the old database for the copy's own.
        for stale in ("-wal", "-shm", "-journal"):
            path.with_name(path.name + stale).unlink(missing_ok=True)
        half.replace(path)
    except BaseException:
        half.unlink(missing_ok=True)
        raise
    return sum(there.values())
