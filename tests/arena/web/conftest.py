"""A small ladder for the tests of pages, made once."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ladder.database.store import Store
from tests.support.browser import browser
from tests.support.serving import pages_of, serving
from tests.support.shown_ladder import shown_ladder
from tests.support.small_host import SmallHost


@pytest.fixture(scope="session")
def ladder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its home; only to be read."""
    return shown_ladder(tmp_path_factory.mktemp("shown") / "home")


@pytest.fixture
def home(ladder: Path, tmp_path: Path) -> Path:
    """A copy to be changed."""
    return Path(shutil.copytree(ladder, tmp_path / "home"))


@pytest.fixture
def store(ladder: Path) -> Iterator[Store]:
    with Store(ladder / "ladder.sqlite", read_only=True) as opened:
        yield opened


@pytest.fixture
def host(home: Path) -> SmallHost:
    return SmallHost(home)


@pytest.fixture
def served(home: Path, host: SmallHost) -> Iterator[str]:
    """The address of a server where people play; nothing of their games stays behind."""
    with serving(pages_of(home, host=host)) as address:
        yield address
    assert host.left_over() == []


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as opened:
        yield opened
