"""Errors of the ladder's file, with texts that a user can act on."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

MOST_NAMES = 12
"""If more names than this are known, a message does not list them."""


class LadderError(Exception):
    """The ladder cannot do what was asked; the message says why and what to do."""


class DiskFull(LadderError):
    """The disk is full. What was committed before is safe."""


class LadderBusy(LadderError):
    """Another program keeps the ladder locked."""


class LadderGone(LadderError):
    """The file was removed or replaced while it was open."""


class NewerSchema(LadderError):
    """A newer arena wrote this ladder."""


class NotALadder(LadderError):
    """The file is not a ladder: another program's database, damaged, or not to be opened."""


class UnknownBot(LadderError):
    """No bot of that name or version."""


class NotRated(LadderError):
    """A bot has no rated game where one is needed."""


class UnknownGame(LadderError):
    """No game or record of that number."""


class UnknownTournament(LadderError):
    """No tournament of that number."""


class NoSeasonName(LadderError):
    """No season has this name, or none can have it."""


class DamagedRecord(LadderError):
    """The stored record of a game cannot be read."""


class DamagedRow(LadderError):
    """A row of the ladder does not have in it what the arena wrote."""


class CannotMerge(LadderError):
    """Two ladders cannot become one; the message says why and what to do. Nothing has changed."""


class SeedUsed(LadderError):
    """These deals have been used in this ladder before and may not count twice."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Complete "There is no … called `word`.": the nearest name, or all when they are few."""
    names = list(known)
    near = get_close_matches(word, names, n=1)
    if near:
        return f" Did you mean {near[0]}?"
    return f" Choose one of {', '.join(names)}." if 0 < len(names) <= MOST_NAMES else ""


@contextmanager
def explained(path: str) -> Iterator[None]:
    """Turns SQLite's errors inside the block into the ladder's own."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        known = _explain(path, error)
        if known is None:
            raise
        raise known from error


def is_busy(error: sqlite3.DatabaseError) -> bool:
    """True if another program keeps the file locked."""
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
