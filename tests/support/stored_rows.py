"""What the ladder in a home holds, read while others write to it."""

import sqlite3
from pathlib import Path


def rows(home: Path, query: str) -> list[tuple[object, ...]]:
    """What a query finds in a home's ladder."""
    conn = sqlite3.connect(f"file:{home / 'ladder.sqlite'}?mode=ro", uri=True, timeout=60)
    try:
        return conn.execute(query).fetchall()
    finally:
        conn.close()


def stored(home: Path) -> int:
    """Games with a result so far."""
    return number_of(home, "results")


def number_of(home: Path, table: str) -> int:
    """The rows of a table."""
    try:
        return int(str(rows(home, f"SELECT count(*) FROM {table}")[0][0]))
    except sqlite3.OperationalError:  # not there yet
        return 0
