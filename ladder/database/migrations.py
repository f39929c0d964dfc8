"""The versions of the database, and the steps from each to the next.

Most of a step is the file `steps/N_to_M.sql`. It spells out tables, as schema.sql has only the
newest ones. What SQL cannot do is a function here.
"""

import sqlite3
from collections.abc import Iterator
from importlib.resources import files

from ladder.database.logs import packed
from ladder.database.pair_scores import note_all_pairs

SCHEMA_VERSION = 11


def migrate(conn: sqlite3.Connection, version: int) -> None:
    """Turn a ladder of a version into one of the next, within the caller's transaction."""
    conn.create_function("packed_log", 1, packed, deterministic=True)
    for statement in statements(f"steps/{version}_to_{version + 1}.sql"):
        conn.execute(statement)
    if version == 6:
        note_all_pairs(conn)
    conn.execute(f"PRAGMA user_version = {version + 1}")


def statements(file: str) -> Iterator[str]:
    """Yield each statement of a file beside this one, with the comments in and before it."""
    statement = ""
    script = files("ladder.database").joinpath(file).read_text("utf-8")
    for line in script.splitlines(keepends=True):
        statement += line
        if ";" in line and sqlite3.complete_statement(statement):
            yield statement
            statement = ""
