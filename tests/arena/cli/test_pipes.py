"""Output that nobody reads any more ends a command quietly."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.commands.exit_codes import UNREAD


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "words",
    [
        ["variants", "--json"],
        ["variants"],
        ["variants", "show", "plus", "--json"],
        ["--help"],
        ["ladder", "nobody"],
    ],
    ids=" ".join,
)
def test_a_closed_pipe_is_no_error(tmp_path: Path, words: list[str], unbuffered: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    home = tmp_path / "home"
    done = subprocess.run(
        [sys.executable, "-m", "arena", *words],
        env=os.environ | {"ARENA_HOME": str(home), "PYTHONUNBUFFERED": unbuffered},
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        cwd=Path(__file__).parents[3],
    )
    os.close(writing)
    if words[-1] == "nobody":  # which has nothing to print there
        assert done.returncode == 1
        assert "There is no arena home at" in done.stderr
    else:
        assert done.stderr == ""
        assert done.returncode in (UNREAD, 1)  # the library that prints the help says 1
        assert done.returncode == UNREAD or words == ["--help"]
    assert not (home / "arena.log").exists()


def test_a_pipe_of_a_bot_that_breaks_is_an_error(arena, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("arena.commands.games.variants.show_all", breaks)
    arena.home.mkdir()
    arena("variants", code=70)
    assert "BrokenPipeError" in arena.errors
