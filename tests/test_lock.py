"""constraints.txt has a version of all that pyproject.toml asks for, within its bounds."""

import re
from itertools import chain

import pytest
from packaging.requirements import Requirement

from tests.support.lock import locked, lowest, named

NAMED = [Requirement(asked) for asked in named()]


@pytest.mark.parametrize("asked", NAMED, ids=str)
def test_what_is_asked_for_is_locked_within_its_bounds(asked: Requirement) -> None:
    version = locked()[asked.name.lower().replace("_", "-")]
    assert asked.specifier.contains(version), "run: poe lock"
    assert asked.specifier.contains(lowest()[asked.name]), "a least version is stated"


def test_an_extra_asks_for_what_another_does_by_the_same_bounds() -> None:
    known: dict[str, set[str]] = {}
    for asked in NAMED:
        known.setdefault(asked.name, set()).add(str(asked.specifier))
    assert {name: bounds for name, bounds in known.items() if len(bounds) > 1} == {}


def test_a_line_of_the_lock_is_one_version() -> None:
    assert all(
        re.fullmatch(r"[\w.]+", each) for each in chain(locked().values(), lowest().values())
    )
