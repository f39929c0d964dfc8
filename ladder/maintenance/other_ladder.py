"""Reading another ladder's file without trusting it: only what the arena writes is copied.

The file may be anything. Only the tables of a ladder are read, only if they have our layout, and
only their plain columns, from beginning to end. So none of its views, triggers, indexes or
expressions, such as checks and computed columns, is ever run. Journals and links beside the file
aren't followed. The copy, which takes no more than the file has room for, has our layout, nobody
else can change it, each of its values must fit its column's type and bounds, and it must pass the
checks of a ladder before anything is taken from it. Meanwhile our own ladder is not locked.
SECURITY.md ("Another ladder, and another home") lists what this guards against.
"""

import os
import sqlite3
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

from ladder.database.errors import CannotMerge, NewerSchema, NotALadder, explained
from ladder.database.migrations import SCHEMA_VERSION
from ladder.database.store import PAGE, Store, reading_mode
from ladder.database.table_layout import table
from ladder.maintenance.checks import STATED, check

TABLES = (
    *("bots", "pools", "tournaments", "entrants", "stays"),
    *("matches", "pairings", "games", "draws", "voids", "sources"),
    *("results", "seats", "records", "logs", "metrics"),
)
"""The tables that are read. All others are derived, or private to the other ladder."""
WORKED_OUT = ("bots", "pools")
"""Tables with a generated column: checking them would run an expression of the other file."""
MOST_TIMES, SPARE_PAGES = 3, 200
"""The copy may have this many times the bytes of the other file, and this many pages more."""
LONGEST = 20_000_000
"""Bytes of the longest value."""
LONGEST_WORD = 200
"""Characters of the longest name, time or keyword."""
LARGEST = 10**12
"""The greatest absolute number: small enough to sum millions of them."""
SEEDS = ("seed",)
"""Columns whose numbers are only compared, so any will do."""
TEXTS = {
    "manifest": 200_000,
    **dict.fromkeys(("settings", "gone", "suspended", "fault_kinds"), 1_000_000),
    **dict.fromkeys(("author", "language", "reason"), 100_000),
}
"""Most bytes of text columns that may be long, or contain any characters. A manifest made with bad
intent takes 300 times its length when it is read, other JSON 30 times."""
STEPS = 20_000
"""SQLite instructions between two checks for signals."""
SIDECARS = ("-wal", "-shm")
_TIME = "[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z"
_NOTHING = "Nothing was merged."


@contextmanager
def copied(path: Path, place: Path) -> Iterator[Store]:
    """Yield a sound copy at `place` of the ladder at `path`, and remove it when the block ends.

    The other ladder may be in use, and is only read. A file left at `place` by a merge that was
    killed is replaced. Raises CannotMerge, LadderError.
    """
    _require_files(path)
    _remove(place)
    os.close(os.open(place, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))  # it holds secrets
    try:
        with Store(place, synchronous="NORMAL") as copy, _interruptible(copy.conn):
            copy.conn.execute("PRAGMA journal_mode = MEMORY")  # the copy need not survive a crash
            copy.conn.execute("PRAGMA foreign_keys = OFF")  # the checks look at them afterwards
            with _explained(path), _attached(copy.conn, path):
                _require_version(copy.conn, path)
                _require_layout(copy.conn, path)
                _copy(copy.conn, path)
            _require_values(copy.conn, path)
            _require_sound(copy, path)
            yield copy
    finally:
        _remove(place)


def _require_files(path: Path) -> None:
    """Raise CannotMerge for files beside `path` that could do harm.

    SQLite would obey an unfinished journal, even to delete other files, and follow links.
    """
    if path.with_name(path.name + "-journal").exists():
        raise CannotMerge(
            f"Another program has not finished writing to {path} (there is a -journal beside it). "
            "Open it there first: arena db check"
        )
    for sidecar in (path.with_name(path.name + end) for end in SIDECARS):
        if sidecar.is_symlink() or (sidecar.exists() and not sidecar.is_file()):
            raise CannotMerge(f"{sidecar} is not a file. Merge a copy: arena db backup, there.")


def _remove(place: Path) -> None:
    for end in ("", "-journal", *SIDECARS):
        place.with_name(place.name + end).unlink(missing_ok=True)


@contextmanager
def _interruptible(conn: sqlite3.Connection) -> Iterator[None]:
    """Let signals interrupt even a statement that takes forever."""
    raised: list[BaseException] = []
    conn.set_progress_handler(_looks(raised).__next__, STEPS)
    try:
        yield
    except Exception:
        if raised:  # SQLite only reports that it was interrupted
            raise raised[0] from None
        raise
    finally:
        conn.set_progress_handler(None, 0)


def _looks(raised: list[BaseException]) -> Generator[int, None, None]:
    """Tell SQLite whether to stop: Python runs signal handlers when it resumes at `yield`."""
    try:
        while True:
            yield 0
    except GeneratorExit:
        raise
    except BaseException as error:
        raised.append(error)
    yield 1


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Blame the other file for SQLite's errors."""
    try:
        with explained(str(path)):
            yield
    except sqlite3.IntegrityError as error:
        raise strange(path, error) from error
    except sqlite3.DatabaseError as error:
        raise NotALadder(f"{path} is not a ladder, or it is damaged ({error}).") from error


def strange(path: Path, what: object) -> CannotMerge:
    """Return the error that blames strange rows of the other ladder."""
    return CannotMerge(
        f"{path} has rows that the arena does not write ({str(what).rstrip('.')}), so nothing was "
        "merged. See what is wrong there: arena db check"
    )


@contextmanager
def _attached(conn: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Attach the other file as `other`, with its expressions kept from calling unsafe functions."""
    # What SQLite recommends for files from strangers (sqlite.org/security.html).
    conn.execute("PRAGMA trusted_schema = OFF")
    conn.execute("PRAGMA cell_size_check = ON")
    conn.execute("PRAGMA mmap_size = 0")
    conn.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
    uri = f"{path.absolute().as_uri()}?mode={reading_mode(path)}"
    conn.execute("ATTACH DATABASE ? AS other", [uri])
    try:
        yield
    finally:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        conn.execute("DETACH DATABASE other")


def _require_version(conn: sqlite3.Connection, path: Path) -> None:
    (version,) = conn.execute("PRAGMA other.user_version").fetchone()
    listed = conn.execute("SELECT name FROM other.sqlite_master WHERE name = 'matches'").fetchall()
    if version <= 0 or not listed:
        raise NotALadder(f"{path} is not a ladder.")
    if version > SCHEMA_VERSION:
        raise NewerSchema(
            f"{path} was written by a newer arena (schema {version}, this one knows "
            f"{SCHEMA_VERSION}). Update the arena here first."
        )
    if version < SCHEMA_VERSION:
        raise CannotMerge(
            f"{path} has schema {version}, this ladder has {SCHEMA_VERSION}. Bring it up to "
            "date first: as ladder.sqlite in a folder of its own, arena db --home FOLDER"
        )


def _require_layout(conn: sqlite3.Connection, path: Path) -> None:
    """Raise CannotMerge unless everything to be read is a table with the copy's layout."""
    for name in TABLES:
        found = conn.execute(_LISTED.format("other"), [name]).fetchall()
        (ours,) = conn.execute(_LISTED.format("main"), [name]).fetchall()
        plain = len(found) == 1 and found[0][:2] == (name, "table") and found[0][2] > 0
        if not plain or table(conn, name, found[0][3], "other") != table(conn, name, ours[3]):
            raise CannotMerge(
                f"{name} in {path} is not a table as the arena makes it. {_NOTHING} See what else "
                "is wrong there: arena db check"
            )


_LISTED = "SELECT name, type, rootpage, sql FROM {}.sqlite_master WHERE lower(name) = ?"


def _copy(conn: sqlite3.Connection, path: Path) -> None:
    """Copy the rows as of one moment."""
    columns = {name: ", ".join(column for column, *_ in _columns(conn, name)) for name in TABLES}
    conn.execute(f"PRAGMA main.max_page_count = {_most_pages(path)}")
    conn.execute("BEGIN")
    _require_undamaged(conn, path)
    try:
        for name, of in columns.items():
            # An index may say otherwise than the rows.
            rows = f"SELECT {of} FROM other.{name} NOT INDEXED"
            conn.execute(f"INSERT INTO main.{name} ({of}) {rows}")
        conn.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_FULL:
            raise
        raise NotALadder(
            f"{path} holds more than its size allows, or the disk is full. Nothing was merged."
        ) from error


def _most_pages(path: Path) -> int:
    """Return the most pages of the copy: a damaged file may lead to one page over and over."""
    files = (path, path.with_name(f"{path.name}-wal"))
    size = sum(file.stat().st_size for file in files if file.exists())
    return SPARE_PAGES + MOST_TIMES * size // PAGE


def _require_undamaged(conn: sqlite3.Connection, path: Path) -> None:
    """Raise NotALadder if SQLite finds damage, without running the file's own CHECK expressions."""
    conn.execute("PRAGMA ignore_check_constraints = ON")
    try:
        for name in TABLES:  # not the file as a whole, which may have other tables
            if name not in WORKED_OUT:
                (line,) = conn.execute(f"PRAGMA other.quick_check({name})").fetchone()
                if line != "ok":
                    raise NotALadder(f"{path} is damaged, so nothing was merged ({line}).")
    finally:
        conn.execute("PRAGMA ignore_check_constraints = OFF")


def _columns(conn: sqlite3.Connection, name: str) -> list[tuple[str, str, bool]]:
    """Return the stored columns of one of our tables: name, type, and whether NULL is excluded."""
    found = conn.execute(
        'SELECT name, type, "notnull" OR pk FROM pragma_table_xinfo(?) WHERE hidden = 0', [name]
    )
    return [(column, kind, bool(always)) for column, kind, always in found]


def _require_values(conn: sqlite3.Connection, path: Path) -> None:
    """Raise CannotMerge for a value of the wrong type, or one that is too large."""
    conn.create_function("plain", 1, _plain, deterministic=True)
    for name in TABLES:
        for column, kind, always in _columns(conn, name):
            fits = _fits(column, kind)
            null = "0" if always else f"{column} IS NULL"
            query = f"SELECT {column} FROM {name} WHERE NOT ({null} OR coalesce({fits}, 0)) LIMIT 1"
            if wrong := conn.execute(query).fetchone():
                raise strange(path, f"{column} in {name} is {wrong[0]!r:.60}")


def _fits(column: str, kind: str) -> str:
    """Return the SQL condition that a column's values must meet."""
    if kind in ("INTEGER", "REAL"):
        bounds = "" if column in SEEDS else f" AND {column} BETWEEN -{LARGEST} AND {LARGEST}"
        return f"typeof({column}) = '{kind.lower()}'{bounds}"
    if kind == "TEXT" and column.endswith("_at"):
        return f"typeof({column}) = 'text' AND {column} GLOB '{_TIME}'"
    if kind == "TEXT" and column in TEXTS:  # as a blob: the length of a text ends with a NUL
        return f"typeof({column}) = 'text' AND length(CAST({column} AS BLOB)) <= {TEXTS[column]}"
    if kind == "TEXT":
        return f"typeof({column}) = 'text' AND plain({column})"
    return f"typeof({column}) = '{kind.lower()}'"


def _plain(text: object) -> bool:
    return isinstance(text, str) and len(text) <= LONGEST_WORD and text.isprintable()


def _require_sound(copy: Store, path: Path) -> None:
    """Raise CannotMerge unless the copy passes the checks of a ladder."""
    for finding in check(copy, checks=STATED):
        if not finding.ok:
            raise strange(path, finding.wrong[0])
