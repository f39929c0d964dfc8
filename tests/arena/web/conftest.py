"""A small ladder for the tests of pages, made once."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ladder.database.store import Store
from tests.support.shown_ladder import shown_ladder


@pytest.fixture(scope="session")
def ladder(
    tmp_path_factory: pytest.TempPathFactory, random_record: Callable[..., dict[str, Any]]
) -> Path:
    """Its home; only to be read."""
    return shown_ladder(tmp_path_factory.mktemp("shown") / "home", random_record)


@pytest.fixture
def home(ladder: Path, tmp_path: Path) -> Path:
    """A copy to be changed."""
    return Path(shutil.copytree(ladder, tmp_path / "home"))


@pytest.fixture
def store(ladder: Path) -> Iterator[Store]:
    with Store(ladder / "ladder.sqlite", read_only=True) as opened:
        yield opened
