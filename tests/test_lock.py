"""constraints.txt has a version of all that pyproject.toml asks for, within its bounds."""

import re
from itertools import chain

import pytest
from packaging.requirements import Requirement

from tests.support.lock import locked, lowest, named

NAMED = [Requirement(asked) for asked in named()]


@pytest.mark.parametrize("asked", NAMED, ids=str)
def test_what_is_asked_for_is_locked_within_its_bounds(asked: Requirement) -> None:
    version = locked().get(asked.name.lower().replace("_", "-"), "")
    assert version and asked.specifier.contains(version), "constraints.txt is older: run poe lock"
    assert asked.name in lowest(), f"pyproject.toml: state the least version, as in {asked.name}>=1"


def test_an_extra_asks_for_what_another_does_by_the_same_bounds() -> None:
    known: dict[str, set[str]] = {}
    for asked in NAMED:
        known.setdefault(asked.name, set()).add(str(asked.specifier))
    several = {name: bounds for name, bounds in known.items() if len(bounds) > 1}
    assert several == {}, "pyproject.toml: give each package the same bounds everywhere"


def test_a_line_of_the_lock_is_one_version() -> None:
    assert all(
        re.fullmatch(r"[\w.]+", each) for each in chain(locked().values(), lowest().values())
    )
