"""A check of the ladder, what it finds, and what several of them need."""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ladder.database.store import Store

Beat = Callable[[int, int], None]
"""Told how many matches have been looked at, and of how many."""
Progress = Callable[[str, int, int], None]
"""Told the name of a check, how many matches it has looked at, and of how many."""

RESTORE = "Go back to a copy of the file from before."
RECOMPUTE = "Compute them again from the games: arena ladder recompute"


def quiet(name: str, done: int, of: int) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class Check:
    """One promise."""

    name: str
    promise: str
    """The promise that the check tests; a clause without a full stop."""
    wrong: Callable[[Store, Beat], Iterator[str]]
    """A sentence for each thing that is wrong."""
    way_out: str = RESTORE


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check."""

    name: str
    promise: str
    wrong: tuple[str, ...]
    """Sentences, of the first few things that are wrong."""
    count: int
    """How many things are."""
    way_out: str

    @property
    def ok(self) -> bool:
        """True if the promise is kept."""
        return not self.count


def lines(store: Store, sql: str, sentence: str) -> Iterator[str]:
    """A sentence for each row of a query; `{0}`, `{1}`, … in it are the row's columns."""
    for row in store.conn.execute(sql):
        yield sentence.format(*row)


def counted(rows: sqlite3.Cursor, of: int, beat: Beat, every: int = 2000) -> Iterator[tuple]:  # type: ignore[type-arg]
    """The rows as they come, telling how many there were now and then."""
    for number, row in enumerate(rows):
        if number % every == 0:
            beat(number, of)
        yield row
