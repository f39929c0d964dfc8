"""JSON texts, most of which repeat from question to question and are kept."""

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

import orjson

from arena.rules.cards import NAMES

T = TypeVar("T")

# Entries of each sort kept in memory before starting afresh: those of a few games.
MOST_KEPT: Final = 2_000

# The names of kinds as JSON.
KINDS: Final = tuple(f'"{name}"' for name in NAMES)


def encoded(json: Any) -> str:
    """Data as JSON text."""
    return orjson.dumps(json).decode()


def pile_text(cards: bytes) -> str:
    """A pile as a list of kinds."""
    return f"[{','.join([KINDS[card] for card in cards])}]"


class Kept(dict[Any, T], Generic[T]):
    """Entries by value: what never changes, so that no entry grows old. It starts afresh when full.

    For entries that take more to make than their key: `kept.get(key) or kept.keep(key, …)`.
    """

    def keep(self, key: Any, entry: T) -> T:
        """Keep an entry, and return it."""
        if len(self) > MOST_KEPT:
            self.clear()
        self[key] = entry
        return entry


class Memo(Kept[T]):
    """Entries that are made of their keys, when they are first asked for."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: Any) -> T:
        return self.keep(key, self.make(key))
