"""Homes, and bots that are kept in them."""

from pathlib import Path

import pytest

from arena.home import Home, open_home
from arena.registry.manifest import Manifest
from arena.registry.storage import NewCopy, build_copy


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return open_home(tmp_path / "home")


def keep(home: Home, source: Path, manifest: Manifest) -> NewCopy:
    """A copy that is settled."""
    with build_copy(home, source, manifest) as copy:
        copy.settle()
    return copy
