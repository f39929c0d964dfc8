"""The types of a check and its finding, and helpers that several checks use."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ladder.database.store import Store

Beat = Callable[[int, int], None]
"""Called with the number of matches checked, and of all matches."""
Progress = Callable[[str, int, int], None]
"""Called with the name of a check, the number of matches checked, and of all matches."""

AT_A_TIME = 2000
"""Rows between two reports of progress."""
RESTORE = "Go back to a copy of the file from before."
RECOMPUTE = "Compute them again from the games: arena ladder recompute"


def quiet(name: str, done: int, of: int) -> None:
    """Ignore the progress."""


@dataclass(frozen=True, slots=True)
class Check:
    """One promise of a ladder, and how to test it: by code, by queries, or by both."""

    name: str
    promise: str
    """The promise, as a clause without a full stop."""
    queries: Mapping[str, str] = field(default_factory=dict)
    """By sentence, a query that finds the violations; `{0}`, `{1}`, … are the columns of a row."""
    search: Callable[[Store, Beat], Iterator[str]] = lambda store, beat: iter(())
    """Yields a sentence for each violation that the queries don't find."""
    way_out: str = RESTORE

    def wrong(self, store: Store, beat: Beat) -> Iterator[str]:
        """Yield a sentence for each violation."""
        yield from self.search(store, beat)
        for sentence, query in self.queries.items():
            for row in store.conn.execute(query):
                yield sentence.format(*row)


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


def whole_table(store: Store, table: str, query: str, beat: Beat) -> Iterator[Any]:
    """Yield the rows of a query with one for each of a table, and report progress now and then."""
    of = store.value(f"SELECT count(*) FROM {table}")
    for number, row in enumerate(store.conn.execute(query)):
        if number % AT_A_TIME == 0:
            beat(number, of)
        yield row
