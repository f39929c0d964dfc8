"""Errors of the ladder's database, with messages that a user can act on."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

MOST_NAMES = 12
"""A message lists the known names only if there are no more than this."""


class LadderError(Exception):
    """The ladder cannot do what was asked; the message says why and what to do."""


class DiskFull(LadderError):
    """The disk is full. What was committed before is safe."""


class LadderBusy(LadderError):
    """Another program is keeping the ladder locked."""


class LadderGone(LadderError):
    """The file was removed or replaced while it was in use."""


class OldSQLite(LadderError):
    """This Python has a SQLite that is too old for a ladder."""


class NewerSchema(LadderError):
    """A newer arena wrote this ladder."""


class NotALadder(LadderError):
    """The file is not a ladder: another program's database, damaged, or not accessible."""


class UnknownName(LadderError):
    """What somebody named is not on this ladder."""


class UnknownBot(UnknownName):
    """No bot has this name or version."""


class UnknownGame(UnknownName):
    """No game or record has this number."""


class UnknownTournament(UnknownName):
    """No tournament has this number."""


class NoSeasonName(UnknownName):
    """No season has this name, or none can have it."""


class DamagedRecord(LadderError):
    """The stored record of a game cannot be read."""


class DamagedRow(LadderError):
    """A row of the ladder does not hold what the arena wrote there."""


class CannotMerge(LadderError):
    """Two ladders cannot be merged; the message says why and what to do. Nothing has changed."""


class SeedUsed(LadderError):
    """These deals have been used in this ladder before and may not count twice."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a sentence to put after "There is no … called `word`.": names that may be meant.

    The nearest name; if there is none, all names, unless they are many.
    """
    names = list(known)
    near = get_close_matches(word, names, n=1)
    if near:
        return f" Did you mean {near[0]}?"
    return f" Choose one of {', '.join(names)}." if 0 < len(names) <= MOST_NAMES else ""


@contextmanager
def explained(path: str) -> Iterator[None]:
    """Turn SQLite's errors inside the block into the ladder's own."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        known = _explain(path, error)
        if known is None:
            raise
        raise known from error


def is_busy(error: sqlite3.DatabaseError) -> bool:
    """Return True if another program keeps the file locked."""
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _code(error: sqlite3.DatabaseError) -> int:
    return int(getattr(error, "sqlite_errorcode", -1)) & 0xFF  # the low byte of an extended code


def _explain(path: str, error: sqlite3.DatabaseError) -> LadderError | None:
    match _code(error):
        case sqlite3.SQLITE_FULL:
            return DiskFull(
                f"The disk is full: {path} could not be written. "
                "What was stored before is safe. Make room."
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return LadderBusy(
                f"{path} is still locked by another program. Try again when it is done."
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN:
            return NotALadder(
                f"{path} cannot be written ({error}). "
                "Change its permissions, or name another folder: --home DIR"
            )
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return NotALadder(f"{path} is not a ladder, or it is damaged ({error}).")
        case sqlite3.SQLITE_IOERR:
            return LadderError(
                f"{path} could not be read or written ({error}). What was stored before is safe. "
                "Look at the disk, and at the limit for the size of a file (ulimit -f)."
            )
    return None
