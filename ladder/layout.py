"""The layout of a ladder's file: tables with their columns and indexes, and views."""

import sqlite3
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Layout:
    """Tables and views by name; two layouts are equal if the same statements work on both.

    The order of columns does not count, and neither do comments in tables.
    """

    tables: dict[str, Any]
    views: dict[str, str]

    def differs(self, other: "Layout") -> list[str]:
        """The tables and views that are not the same in both, or are missing in one."""
        names = set()
        for one, two in ((self.tables, other.tables), (self.views, other.views)):
            names |= {name for name in one.keys() | two.keys() if one.get(name) != two.get(name)}
        return sorted(names)


def layout(conn: sqlite3.Connection) -> Layout:
    """The layout of the file that is open."""
    listed = conn.execute(
        "SELECT name, type, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
    ).fetchall()
    return Layout(
        {name: _table(conn, name, sql) for name, kind, sql in listed if kind == "table"},
        {name: sql for name, kind, sql in listed if kind == "view"},
    )


def sizes(conn: sqlite3.Connection) -> dict[str, int]:
    """The number of rows of each table, by name."""
    return {
        name: conn.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
        for name in layout(conn).tables
    }


def _table(conn: sqlite3.Connection, name: str, sql: str) -> Any:
    columns = conn.execute(
        'SELECT name, type, "notnull", dflt_value, pk, hidden '
        "FROM pragma_table_xinfo(?) ORDER BY 1",
        [name],
    ).fetchall()
    keys = conn.execute(
        'SELECT "from", "table", "to" FROM pragma_foreign_key_list(?) ORDER BY 1', [name]
    ).fetchall()
    indexes = sorted(
        (
            unique,
            origin,
            partial,
            index if origin == "c" else "",  # the others are numbered by SQLite
            tuple(
                column
                for (column,) in conn.execute(
                    "SELECT name FROM pragma_index_info(?) ORDER BY seqno", [index]
                )
            ),
        )
        for index, unique, origin, partial in conn.execute(
            'SELECT name, "unique", origin, partial FROM pragma_index_list(?)', [name]
        ).fetchall()
    )
    return "WITHOUT ROWID" in sql.upper(), columns, keys, indexes
