"""Commands of the arena on a home of their own, and what they store there, read meanwhile."""

import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def arena(home: Path, *words: str) -> subprocess.Popen[bytes]:
    """The command line, running on that home."""
    command = [sys.executable, "-m", "arena", words[0], "--home", str(home), *words[1:]]
    with home.with_suffix(".log").open("ab") as file:
        # From elsewhere, as Ray lets workers import from where the driver is, first of all.
        return subprocess.Popen(
            command, cwd="/", stdout=file, stderr=file, stdin=subprocess.DEVNULL
        )


def log(home: Path) -> str:
    """The end of what it wrote."""
    return home.with_suffix(".log").read_text()[-3000:]


def rows(home: Path, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
    """What a query finds in a home's ladder."""
    conn = sqlite3.connect(f"file:{home / 'ladder.sqlite'}?mode=ro", uri=True, timeout=60)
    try:
        return conn.execute(query, values).fetchall()
    finally:
        conn.close()


def stored(home: Path) -> int:
    """Games with a result so far, without counting them."""
    return number_of(home, "SELECT coalesce(sum(games), 0) FROM played")


def number_of(home: Path, query: str) -> int:
    """A number of the ladder; 0 while there is none."""
    try:
        return int(rows(home, query)[0][0])
    except sqlite3.OperationalError:  # not there yet
        return 0
