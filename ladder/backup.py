"""A copy of a ladder's file, made while the ladder may be written to."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from ladder.errors import LadderError, explained
from ladder.layout import sizes
from ladder.store import Store

Progress = Callable[[int, int], None]
"""Told how many pages are copied, and of how many."""

PAGES = 1000
"""Pages between two looks at what else there is to do, such as Ctrl-C."""


def back_up(store: Store, path: Path, progress: Progress = lambda done, of: None) -> int:
    """Copy the ladder as of this moment into a file, and check the copy; returns its rows.

    The file is put in its place when it is whole and on the disk. One that is there is replaced.
    Raises LadderError.
    """
    half = path.with_name(f".{path.name}.{os.getpid()}")
    try:
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
        for stale in ("-wal", "-shm", "-journal"):  # SQLite would take them for the copy's
            path.with_name(path.name + stale).unlink(missing_ok=True)
        half.replace(path)
    except BaseException:
        half.unlink(missing_ok=True)
        raise
    return sum(there.values())
