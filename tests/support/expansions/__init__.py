"""What tests must know of each expansion: a module for each, found by its name.

    RULE_IDS   the ids of its rules, which tests cite
    EXAMPLES   the questions that SPEC.md shows
    FOLDS      what its events do to a view; of an event of the basic game, what they do besides
    HOLDS      functions of a game that raise if it is in no lawful state

`python -m tests.support.expansions` writes the questions into SPEC.md again.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType

from arena.rules import Game
from tests.support.example import Example
from tests.support.folding import Folds
from tests.support.units import UNITS

HERE = Path(__file__).parent
MODULES: dict[str, ModuleType] = {
    unit: import_module(f"{__name__}.{unit}") for unit in UNITS if (HERE / f"{unit}.py").exists()
}
RULE_IDS: dict[str, list[str]] = {
    unit: getattr(module, "RULE_IDS", []) for unit, module in MODULES.items()
}
BY_UNIT: dict[str, dict[str, Example]] = {
    unit: getattr(module, "EXAMPLES", {}) for unit, module in MODULES.items()
}
EXAMPLES = {name: example for unit in BY_UNIT.values() for name, example in unit.items()}
FOLDS: list[Folds] = [getattr(module, "FOLDS", {}) for module in MODULES.values()]
HOLDS: list[Callable[[Game], None]] = [
    check for module in MODULES.values() for check in getattr(module, "HOLDS", ())
]
