"""The expansions, each by the one name that it bears on every floor, and which rules are whose."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules, walk_packages
from types import ModuleType
from typing import Any

from arena.rules import Rule, Rulebook, basics, compile_rulebook, expansions, free
from tests.support.lawful import lawful_sets

UNITS = tuple(found.name for found in iter_modules(expansions.__path__))


@cache
def all_books() -> tuple[Rulebook, ...]:
    """The rulebook of every lawful variant for every count of players."""
    return tuple(
        compile_rulebook(variant, players)
        for variant, sizes in lawful_sets().items()
        for players in sizes
    )


def unit_of(definition: Any) -> str | None:
    """The expansion in whose files a class is defined; None: the basic game."""
    before, _, path = definition.__module__.partition(f"{expansions.__name__}.")
    return None if before else path.split(".")[0]


@cache
def units_of(rule: Rule) -> frozenset[str]:
    """The expansions that hold the rule, one or two that share it; none: the basic game."""
    if any(rule is basic for basic in _rules_in(basics, free)):
        return frozenset()
    units = {
        unit
        for unit in UNITS
        for held in _rules_in(import_module(f"{expansions.__name__}.{unit}"))
        if rule is held
    }
    return frozenset(units)


@cache
def _rules_in(*modules: ModuleType) -> tuple[Rule, ...]:
    """The rules that the modules, and those in them, have names for."""
    found: list[Rule] = []
    for module in modules:
        for inner in walk_packages(getattr(module, "__path__", []), f"{module.__name__}."):
            found += _rules_in(import_module(inner.name))
        for value in vars(module).values():
            found += _rules(value)
    return tuple(found)


def _rules(value: Any) -> Iterator[Rule]:
    if isinstance(value, Rule):
        yield value
        yield from _rules(value.brings)
    elif isinstance(value, tuple):
        for part in value:
            yield from _rules(part)
