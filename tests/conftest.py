"""Markers of the whole test suite."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """`rule` lets a command collect which rule ids are tested, and where."""
    config.addinivalue_line("markers", "rule(id, …): the ids of the rules that the test holds to")
