"""To which unit of `arena/rules/expansions/` something belongs; "" is the basic game."""

from collections import defaultdict
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import arena.rules
from arena.rules import Rulebook, compile_rulebook
from arena.rules import expansions as package
from arena.rules.rule import Rule
from tests.support.lawful import lawful_sets


@cache
def all_books() -> tuple[Rulebook, ...]:
    """The rulebook of every lawful variant for every count of players."""
    return tuple(
        compile_rulebook(variant, players)
        for variant, sizes in lawful_sets().items()
        for players in sizes
    )


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
