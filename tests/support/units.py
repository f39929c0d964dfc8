"""The expansions by the one name that each bears on every floor, and what they bring.

"" is the basic game.
"""

from collections import defaultdict
from functools import cache
from importlib import import_module
from inspect import isclass
from pkgutil import iter_modules, walk_packages
from typing import Any

import arena.rules
from arena.rules import Rulebook, compile_rulebook
from arena.rules import choices as basic_choices
from arena.rules import expansions as package
from arena.rules.rule import Rule
from tests.support.lawful import tables

UNITS = tuple(found.name for found in iter_modules(package.__path__))

Needed = dict[str, set[str]]  # a word, and the units that use it


@cache
def all_books() -> tuple[Rulebook, ...]:
    """The rulebook of every lawful variant for every count of players."""
    return tuple(compile_rulebook(*table) for table in tables())


def unit_of(thing: Any) -> str:
    """The unit that a class or a function is written in, or the class of an object."""
    return _unit(thing.__module__)


@cache
def units_by_rule() -> dict[str, set[str]]:
    """By the name of a rule the units whose files name it; {""} for one of the basic game."""
    holding: dict[str, set[str]] = defaultdict(set)
    for found in walk_packages(arena.rules.__path__, f"{arena.rules.__name__}."):
        names = vars(import_module(found.name))
        if "PARTS" in names:
            continue  # those of all units
        for value in names.values():
            for rule in value if isinstance(value, tuple) else (value,):
                if isinstance(rule, Rule):
                    holding[rule.name].add(_unit(found.name))
    return {name: {""} if "" in units else units for name, units in holding.items()}


def _unit(module: str) -> str:
    inside = module.removeprefix(f"{package.__name__}.")
    return "" if inside == module else inside.split(".")[0]


def asks() -> Needed:
    """Every question that any game has."""
    needed: Needed = defaultdict(set)
    for book in all_books():
        for step in book.steps:
            if step.ask:
                needed[step.ask].add(unit_of(step))
    return needed


def declared_choices() -> list[Any]:
    """The record of every choice of the rules, each once."""
    classes = (each for each in vars(basic_choices).values() if isclass(each))
    basic = (each for each in classes if "do" in getattr(each, "_fields", ()))
    of_books = (record for book in all_books() for record in book.records)
    return list(dict.fromkeys([*basic, *of_books]))


def choices() -> Needed:
    """Every sort of choice (`do`) that any game has."""
    needed: Needed = defaultdict(set)
    for record in declared_choices():
        needed[record._field_defaults["do"]].add(unit_of(record))
    return needed
