"""A backup of a ladder's file, which can be made while the ladder is being written to."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from ladder.database.errors import LadderError, explained
from ladder.database.store import Store

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
            # A copy is relied on as soon as the command ends, even if the power fails next.
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


def sizes(conn: sqlite3.Connection) -> dict[str, int]:
    """Return the number of rows of each table, by name."""
    tables = conn.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ).fetchall()
    return {
        name: conn.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for (name,) in tables
    }
