"""The types of a check and its finding, and helpers that several checks use."""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ladder.database.store import Store

Beat = Callable[[int, int], None]
"""Called with the number of matches checked, and of all matches."""
Progress = Callable[[str, int, int], None]
"""Called with the name of a check, the number of matches checked, and of all matches."""

RESTORE = "Go back to a copy of the file from before."
RECOMPUTE = "Compute them again from the games: arena ladder recompute"


def quiet(name: str, done: int, of: int) -> None:
    """Ignore the progress."""


@dataclass(frozen=True, slots=True)
class Check:
    """One promise of a ladder, and how to test it."""

    name: str
    promise: str
    """The promise, as a clause without a full stop."""
    wrong: Callable[[Store, Beat], Iterator[str]]
    """Yields a sentence for each violation."""
    way_out: str = RESTORE


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check."""

    name: str
    promise: str
    wrong: tuple[str, ...]
    """Sentences on the first few violations."""
    count: int
    """The number of violations."""
    way_out: str

    @property
    def ok(self) -> bool:
        """True if the promise is kept."""
        return not self.count


def lines(store: Store, sql: str, sentence: str) -> Iterator[str]:
    """Yield a sentence for each row of a query; `{0}`, `{1}`, … in it are the row's columns."""
    for row in store.conn.execute(sql):
        yield sentence.format(*row)


def counted(rows: sqlite3.Cursor, of: int, beat: Beat, every: int = 2000) -> Iterator[tuple]:  # type: ignore[type-arg]
    """Yield the rows, and report progress now and then."""
    for number, row in enumerate(rows):
        if number % every == 0:
            beat(number, of)
        yield row
