"""Words: what the basic game and the expansions have to say, gathered; nothing is listed by hand.

A module of `expansions/` has the name of its unit in `arena/rules/expansions/`, and says what it
has to say in

    WORDS = Words(
        choices={"steal": lambda who, choice, view: f"steal from {who.seat(choice['seat'])}"},
        deeds={"stole": lambda who, event: f"steals {card_name(event['card'])}"},
        questions={"steal": "Your magpie may steal a bean."},
    )

with those tables of `Words` that it needs. The basic game (`basic_game.py`) gives its words in the
same way. A word that two modules claim is refused when words are first asked for.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Protocol

from protocol import Json


class Who(Protocol):
    """Names the seats for those who tell of them, and says what they offer: a `Speaker`."""

    def seat(self, number: Any) -> str: ...
    def nth(self, number: Any) -> Any: ...
    def field(self, number: Any) -> str: ...
    def whose(self, number: Any) -> str: ...
    def to(self, offer: Json) -> str: ...
    def talk(self, choice: Json, view: Json) -> str: ...


def _none(*_: object) -> list[str]:
    return []


@dataclass(frozen=True)
class Words:
    """A module's words. All but the last three are tables by a name of the protocol.

    choices       `do` → an order to the seat that chooses: "steal soy from bob's field 1"
    deeds         event → what its seat does, told after the seat's name: "steals soy from …"
    news          event → a whole sentence, where the event is not the deed of its seat
    questions     `ask` → what is asked; "{card}" stands for the card that is due, "{step}" for
                  the step that a window is before
    windows       window → the step that it is before
    passing       `ask` → what passing means there, if it says more than "pass"
    places        pile → a remark on a card that lies or lay there: "on offer"; "" is no remark
    cards         first part of a kind ("order" of "order_3_2") → its printed name, by the kind
    counted       event → what a seat's tally of a game counts of it: "orders filled"
    before        (view, seat, who) → what lies before a seat besides its fields and coins
    on_the_table  (view) → sentences on what lies there for all
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


TABLES = tuple(each.name for each in fields(Words) if each.default is not _none)


@cache
def found() -> dict[str, Words]:
    """The words of the basic game and of each expansion, by the name of the module."""
    # Found when first asked for, not on import: the modules import those that ask for all words.
    expansions = import_module("arena.text.expansions")
    names = [f"{expansions.__name__}.{each.name}" for each in iter_modules(expansions.__path__)]
    return {name: import_module(name).WORDS for name in ("arena.text.basic_game", *names)}


@cache
def words() -> Words:
    """All words together."""
    return together(found())


def together(modules: Mapping[str, Words]) -> Words:
    """The words of several modules as one. Raises ImportError if two claim the same word."""
    tables: dict[str, Any] = {}
    for table in TABLES:
        claimed: dict[str, str] = {}
        for module, said in modules.items():
            for word in getattr(said, table):
                if word in claimed:
                    raise ImportError(
                        f"{claimed[word]} and {module} both have {word!r} in their {table}: "
                        "take it out of one of them."
                    )
                claimed[word] = module
        tables[table] = {
            word: said for each in modules.values() for word, said in getattr(each, table).items()
        }

    def all_of(hook: str) -> Any:
        hooks = [getattr(said, hook) for said in modules.values()]
        return lambda *about: [remark for each in hooks for remark in each(*about)]

    remarks = {each.name: all_of(each.name) for each in fields(Words) if each.name not in TABLES}
    return Words(**tables, **remarks)
