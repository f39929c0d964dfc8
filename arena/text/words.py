"""Words: collected from the modules of the basic game and the expansions, with no list to keep.

A module of `expansions/` has the name of its unit in `arena/rules/expansions/`, and defines

    WORDS = Words(
        choices={"steal": lambda who, choice, view: f"steal from {who.seat(choice['seat'])}"},
        deeds={"stole": lambda who, event: f"steals {card_name(event['card'])}"},
        questions={"steal": "Your magpie may steal a bean."},
    )

with the tables of `Words` that it needs. The basic game (`basic_game.py`) does the same. If two
modules claim a word, the first use of words raises an ImportError.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Protocol

from protocol import Json


# A protocol, since `Speaker` needs these words and cannot be imported here.
class Who(Protocol):
    """The part of `Speaker` that words need: names for seats, fields and offers."""

    def seat(self, number: Any) -> str:
        """Return a seat's name."""

    def nth(self, number: Any) -> Any:
        """Convert a number of the protocol to the reader's way of counting."""

    def field(self, number: Any) -> str:
        """Name a field by its number."""

    def whose(self, number: Any) -> str:
        """Return a seat's name as a possessive."""

    def to(self, offer: Json) -> str:
        """Say which seat an offer is for."""

    def whom(self, offer: Json) -> str:
        """Name the seat that an offer is for, with a space; nothing if for all."""

    def talk(self, choice: Json, view: Json) -> str:
        """Put a move in a negotiation into an imperative."""


def _none(*_: object) -> list[str]:
    return []


@dataclass(frozen=True)
class Words:
    """A module's words: tables by a name in the protocol, and at last three functions.

    choices       `do` → an imperative for the choice: "steal soy from bob's field 1"
    deeds         event → a predicate for its seat's name: "steals soy from …"
    news          event → a whole sentence, for events that aren't a seat's deed
    questions     `ask` → the question; "{card}" stands for the due card, "{must}" for must or may,
                  "{step}" for the step after a window, "{trade}" for what the active player may do,
                  "{active}" for their name
    windows       window → the step after it
    passing       `ask` → an imperative that says more than "pass"
    places        pile → a remark on a card that lies or lay there: "on offer"; "" for none
    cards         first part of a kind ("order" in "order_3_2") → a function from the kind to
                  its printed name
    counted       event → its name in seat statistics: "orders filled"
    before        (view, seat, who) → what lies before a seat besides its fields and coins
    on_the_table  (view) → sentences about what lies on the table for all
    coin_pile     (view, seat) → remarks on a seat's coins
    """

    choices: Mapping[str, Callable[[Who, Json, Json], str]] = field(default_factory=dict)
    deeds: Mapping[str, Callable[[Who, Json], str]] = field(default_factory=dict)
    news: Mapping[str, Callable[[Who, Json], str]] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)
    windows: Mapping[str, str] = field(default_factory=dict)
    passing: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, Callable[[str], str]] = field(default_factory=dict)
    counted: Mapping[str, str] = field(default_factory=dict)
    before: Callable[[Json, int, Who], list[str]] = _none
    on_the_table: Callable[[Json], list[str]] = _none
    coin_pile: Callable[[Json, int], list[str]] = _none


# The functions have `_none` as their default, all tables a factory.
TABLES = tuple(each.name for each in fields(Words) if each.default is not _none)


@cache
def found() -> dict[str, Words]:
    """Return the words of the basic game and each expansion, by the name of the module."""
    # At the first call, not on import: the modules import others that import this one.
    expansions = import_module("arena.text.expansions")
    names = [f"{expansions.__name__}.{each.name}" for each in iter_modules(expansions.__path__)]
    return {name: import_module(name).WORDS for name in ("arena.text.basic_game", *names)}


@cache
def words() -> Words:
    """Return all words together."""
    return together(found())


def together(modules: Mapping[str, Words]) -> Words:
    """Merge the words of several modules. Raises ImportError if two claim the same word."""
    tables: dict[str, Any] = {}
    for table in TABLES:
        merged, claimed = tables.setdefault(table, {}), dict[str, str]()
        for module, each in modules.items():
            for word, said in getattr(each, table).items():
                if word in claimed:
                    raise ImportError(
                        f"{claimed[word]} and {module} both have {word!r} in their {table}: "
                        "take it out of one of them."
                    )
                merged[word], claimed[word] = said, module

    def all_of(hook: str) -> Any:
        hooks = [getattr(said, hook) for said in modules.values()]
        return lambda *about: [remark for each in hooks for remark in each(*about)]

    remarks = {each.name: all_of(each.name) for each in fields(Words) if each.name not in TABLES}
    return Words(**tables, **remarks)
