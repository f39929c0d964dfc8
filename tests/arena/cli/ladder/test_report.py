"""`arena report`: what it says, and what it refuses. The pages are tested in tests/arena/web."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.shown_ladder import CLUMSY, shown_ladder


@pytest.fixture
def shown(arena: Any) -> Any:
    """`arena` with a small ladder."""
    shown_ladder(arena.home)
    return arena


@pytest.mark.slow
def test_a_report_is_written_and_named(shown: Any, tmp_path: Path) -> None:
    text = shown("report", str(tmp_path / "pages"), "--replays", "1")
    assert "and 1 replay, " in text
    assert f"Open {tmp_path / 'pages' / 'index.html'} in a browser." in text
    assert "all as they were" in shown("report", str(tmp_path / "pages"), "--replays", "1")


@pytest.mark.slow
def test_as_json_it_is_counted(shown: Any, tmp_path: Path) -> None:
    out = tmp_path / "pages"
    told = shown.json("report", "--bot", CLUMSY, "--replays", "0", str(out))
    assert told["replays"] == 0
    assert told["pages"] == told["changed"] == len(list(out.rglob("*.html")))
    assert Path(told["first"]).is_file()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--tournament", "99"], "There is no tournament 99"),
        (["--tournament", "1", "--bot", "ant"], "--bot and --tournament exclude each other"),
        (["--replays", "many"], "Give a number, or all."),
    ],
)
def test_what_is_refused(shown: Any, tmp_path: Path, words: list[str], told: str) -> None:
    assert told in shown.refused("report", str(tmp_path / "pages"), *words)
    assert not (tmp_path / "pages").exists()


def test_nothing_is_written_over(shown: Any, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").touch()
    shown("report", str(tmp_path), "--replays", "0", code=2)
    assert "is not empty and holds no report" in shown.errors
    (tmp_path / "file").touch()
    assert "cannot be written" in shown.refused("report", str(tmp_path / "file"), "--replays", "0")
