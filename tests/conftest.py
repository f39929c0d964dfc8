"""Markers and settings of the whole test suite."""

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is no failed property, and a run can be repeated: `poe explore` looks further.
settings.register_profile(
    "repeatable", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.register_profile(
    "exploring", settings.get_profile("repeatable"), derandomize=False, max_examples=1000
)
settings.load_profile("repeatable")


def pytest_configure(config: pytest.Config) -> None:
    """`rule` lets a command collect which rule ids are tested, and where."""
    config.addinivalue_line("markers", "rule(id, …): the ids of the rules that the test holds to")
