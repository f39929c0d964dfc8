"""What tests must know of each expansion: a module for each, found by its name.

    RULE_IDS   the ids of its rules, which tests cite
    EXAMPLES   the questions that SPEC.md shows
    FOLDS      what its events do to a view; of an event of the basic game, what they do besides
    HOLDS      functions of a game that raise if it is in no lawful state
    RICH       how many coins a seat may have in a rich start, if others than usual

and what of its secrets cannot be found from its pieces and events, in the words of `hidden`:

    SECRETS       its hidden pieces that hold no cards
    WALKS         what its events show of hidden piles and take from them
    HAND_SHOWN    its events that show cards of a hand
    BY_CHANCE     its events that another seed may change
    HAND_CHOICES  its free choices that depend on a hand, so that nobody may know who has one

`python -m tests.support.expansions` writes the questions into SPEC.md again.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from arena.rules import Game, Rulebook
from arena.rules.events import EventKind
from arena.rules.state import Piece
from tests.support.example import Example
from tests.support.folding import Folds
from tests.support.hidden import HandShown, Secret, Walks
from tests.support.units import UNITS, units_by_rule

HERE = Path(__file__).parent
MODULES: dict[str, ModuleType] = {
    unit: import_module(f"{__name__}.{unit}") for unit in UNITS if (HERE / f"{unit}.py").exists()
}


def _all(name: str) -> list[Any]:
    """What the modules have in their lists of that name."""
    return [each for module in MODULES.values() for each in getattr(module, name, ())]


def _together(name: str) -> dict[str, Any]:
    """What the modules have in their tables of that name, in one."""
    tables = [getattr(module, name, {}) for module in MODULES.values()]
    return {key: value for table in tables for key, value in table.items()}


RULE_IDS: dict[str, list[str]] = {
    unit: getattr(module, "RULE_IDS", []) for unit, module in MODULES.items()
}
BY_UNIT: dict[str, dict[str, Example]] = {
    unit: getattr(module, "EXAMPLES", {}) for unit, module in MODULES.items()
}
EXAMPLES: dict[str, Example] = _together("EXAMPLES")
FOLDS: list[Folds] = [getattr(module, "FOLDS", {}) for module in MODULES.values()]
HOLDS: list[Callable[[Game], None]] = _all("HOLDS")
RICH: dict[str, tuple[int, ...]] = {
    unit: module.RICH for unit, module in MODULES.items() if hasattr(module, "RICH")
}

SECRETS: dict[str, Secret] = _together("SECRETS")
WALKS: Walks = _together("WALKS")
HAND_SHOWN: HandShown = _together("HAND_SHOWN")
HAND_CHOICES = frozenset(_all("HAND_CHOICES"))
BY_CHANCE = frozenset(_all("BY_CHANCE"))


def units_of(book: Rulebook) -> set[str]:
    """The expansions that are at work in a rulebook."""
    return {unit for rule in book.rules for unit in units_by_rule()[rule.name]} - {""}


def file_for(book: Rulebook, part: Piece | EventKind) -> str:
    """The file that must say what tests know of a piece or an event."""
    units = {
        unit
        for rule in book.rules
        if part in (*rule.pieces, *rule.events)
        for unit in units_by_rule()[rule.name]
    }
    return " or ".join(f"tests/support/expansions/{unit}.py" for unit in sorted(units))
