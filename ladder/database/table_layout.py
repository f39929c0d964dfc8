"""The layout of a ladder's file: its tables, columns, indexes and views."""

import sqlite3
from typing import Any


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
