"""The command line again: in the tests of tournaments `arena` is one of made-up games."""

from pathlib import Path

import pytest

from tests.arena.conftest import Arena


@pytest.fixture
def arena(tmp_path: Path) -> Arena:
    return Arena(tmp_path / "home")
