"""Markers and settings of the whole test suite."""

import os

import pytest
from hypothesis import HealthCheck, settings

from arena import compiled

# A busy machine is no failed property, and a run can be repeated: `poe explore` looks further.
settings.register_profile(
    "repeatable", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.register_profile(
    "exploring", settings.get_profile("repeatable"), derandomize=False, max_examples=1000
)
settings.load_profile("repeatable")

# What tests start runs as on a user's machine: with PYTHONUNBUFFERED, say, no test would see that a
# command does not flush.
for name in [name for name in os.environ if name.startswith("PYTHON")]:
    del os.environ[name]


# The one kind of test that compiled modules cannot pass: they bind names when they are built, so
# what a test puts in place of a function or a table of theirs is never looked at.
PURE_ONLY = "replaces, subclasses or traces what is compiled; runs from the source (ARENA_PURE=1)"


def pytest_configure(config: pytest.Config) -> None:
    """`rule` lets a command collect which rule ids are tested, and where."""
    config.addinivalue_line("markers", "rule(id, …): the ids of the rules that the test holds to")
    config.addinivalue_line("markers", f"pure: {PURE_ONLY}")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Where compiled modules run, leave out what would have no effect on them."""
    if compiled.state().compiled and item.get_closest_marker("pure"):
        pytest.skip(PURE_ONLY)
