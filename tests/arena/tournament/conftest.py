"""A tournament of made-up games, by the plan of the tests that ask for it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.fake_tournament import FakeTournament


@pytest.fixture
def arena(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[FakeTournament]:
    """Of the five made-up bots, by PLAN of the test's module."""
    arena = FakeTournament(tmp_path, request.module.PLAN)
    yield arena
    arena.store.close()
