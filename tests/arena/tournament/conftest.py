"""A tournament of made-up games, by the plan of the tests that ask for it."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from arena.tournament import driver
from arena.tournament.plan import Plan
from tests.support.fake_tournament import FakeTournament


@pytest.fixture
def tournaments(tmp_path: Path) -> Iterator[Callable[..., FakeTournament]]:
    """Makes tournaments by plans, each on a ladder of its own."""
    made: list[FakeTournament] = []

    def make(plan: Plan, **more: int) -> FakeTournament:
        made.append(FakeTournament(tmp_path / str(len(made)), plan, **more))
        return made[-1]

    yield make
    for each in made:
        each.store.close()


@pytest.fixture
def arena(
    tournaments: Callable[..., FakeTournament], request: pytest.FixtureRequest
) -> FakeTournament:
    """Of the five made-up bots, by PLAN of the test's module."""
    return tournaments(request.module.PLAN)


@pytest.fixture
def time_by_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """For the driver, 5 ms pass whenever it looks at the clock, which it does before each game."""
    looks = count()
    monkeypatch.setattr(driver, "time", SimpleNamespace(monotonic=lambda: next(looks) * 0.005))
