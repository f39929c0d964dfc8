"""Clusters that are cheap to start; and `arena`, which for tournaments is one of made-up games."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena.conftest import Arena


@pytest.fixture
def arena(tmp_path: Path) -> Arena:
    """The command line again."""
    return Arena(tmp_path / "home")


@pytest.fixture(scope="package", autouse=True)
def without_idle_workers() -> Iterator[None]:
    """Let no cluster start processes before they are needed: a fifth of what a start costs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_prestart_worker_first_driver", "0")
        yield
