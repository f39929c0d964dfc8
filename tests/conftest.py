"""Markers and settings of the whole test suite."""

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is no failed property.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_configure(config: pytest.Config) -> None:
    """`rule` lets a command collect which rule ids are tested, and where."""
    config.addinivalue_line("markers", "rule(id, …): the ids of the rules that the test holds to")
