"""The questions of expansions that SPEC.md shows: a module for each, found by its name.

`python -m tests.support.spec_examples` writes them into the page again.
"""

from importlib import import_module
from pathlib import Path

import protocol
from tests.support.spec_examples.example import Example, check_answer, decide, lines
from tests.support.units import UNITS

__all__ = ["BY_UNIT", "EXAMPLES", "PAGE", "Example", "check_answer", "decide", "lines"]

PAGE = Path(protocol.__file__).with_name("SPEC.md")
HERE = Path(__file__).parent
BY_UNIT: dict[str, dict[str, Example]] = {
    unit: import_module(f"{__name__}.{unit}").EXAMPLES
    for unit in UNITS
    if (HERE / f"{unit}.py").exists()
}
EXAMPLES = {name: example for unit in BY_UNIT.values() for name, example in unit.items()}
