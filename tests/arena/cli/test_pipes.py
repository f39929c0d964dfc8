"""Output that nobody reads any more ends a command quietly."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.exit_codes import UNREAD
from arena.home import open_home
from ladder.database.store import Store
from tests.support.small_bots import GOOD, write_bot


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "words",
    [
        ["variants", "--json"],
        ["variants"],
        ["variants", "show", "plus", "--json"],
        ["--help"],
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
    # The library that prints the help says 1.
    assert (done.stderr, done.returncode) == ("", 1 if words == ["--help"] else UNREAD)
    assert not (home / "arena.log").exists()


def run(home: Path, words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """A line of the shell, in which $arena is the program."""
    arena = f"{shlex.quote(sys.executable)} -m arena"
    return subprocess.run(
        ["/bin/sh", "-c", words.replace("$arena", arena)],
        env=os.environ | {"ARENA_HOME": str(home)} | environment,
        capture_output=True, encoding="utf-8", errors="replace", check=False,
        cwd=Path(__file__).parents[3],
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("streams", ["2>&-", ">&-", "<&- >&- 2>&-", "2>/dev/full"])
def test_streams_that_are_closed_or_full_change_nothing(tmp_path: Path, streams: str) -> None:
    with Store(open_home(tmp_path).database) as store:
        store.add_bot("ant", hash="ant")
    for words, code in (("retire ant", 0), ("retire nobody", 2)):
        done = run(tmp_path, f"$arena {words} {streams}")
        assert done.returncode == code, done.stderr
        assert "rror" not in done.stderr
    with Store(tmp_path / "ladder.sqlite", read_only=True) as store:
        assert store.find_bot("ant").status == "retired"


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_characters_that_a_stream_cannot_show_are_replaced(tmp_path: Path, encoding: str) -> None:
    told = {"PYTHONIOENCODING": encoding}
    done = run(
        tmp_path, "$arena variants; $arena variants --json; $arena retire ‘Bücher–x’", **told
    )
    assert "3?5" in done.stdout and "3–5" not in done.stdout
    assert "UnicodeEncodeError" not in done.stderr and "There is no bot" in done.stderr


def test_json_is_whole_in_any_encoding(tmp_path: Path) -> None:
    with Store(open_home(tmp_path).database) as store:
        store.add_bot("ant", hash="ant", author="Zoë–☃")
    done = run(tmp_path, "$arena bots --json", PYTHONIOENCODING="ascii")
    assert "Zoë–☃" in [bot["author"] for bot in json.loads(done.stdout)]


def test_a_child_is_waited_for_by_who_was_told_to_forget_children(tmp_path: Path) -> None:
    bot = write_bot(tmp_path, "good", GOOD)
    home = tmp_path / "home"
    forget = "import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN)"
    run_it = (
        f"{sys.executable} -c '{forget}; os.execv(sys.executable, sys.argv[1:])' {sys.executable}"
    )
    done = run(home, f"{run_it} -m arena match {shlex.quote(bot)} random random")
    assert (done.returncode, done.stderr) == (0, ""), done
