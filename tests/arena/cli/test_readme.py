"""What the README shows is true: its commands parse, its first bot plays (see test_bots)."""

import re
import shlex
from pathlib import Path

import pytest

from arena.tournament.formats import FORMATS
from tests.support.commands import command

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
SHELL = "\n".join(re.findall(r"```sh\n(.*?)```", README, re.DOTALL))
LINES = re.findall(r"^arena (.*)$", SHELL, re.MULTILINE) + re.findall(r"`arena ([a-z].*?)`", README)


@pytest.mark.parametrize("line", LINES)
def test_a_command_of_the_readme_is_one(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("first.py").touch()
    name, *words = shlex.split(line, comments=True)
    command(name).make_context(name, words)  # raises on an unknown option or a missing argument


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_explained(name: str) -> None:
    told = f"`{name}`, {FORMATS[name].summary}"
    assert told in README, f"write {told!r} into the tour in README.md"


def test_the_two_commands_are_one_line_each() -> None:
    first, second = re.findall(r"^python3 -m venv .*$", SHELL, re.MULTILINE)
    assert first.endswith(".venv/bin/arena tournament")
    assert second.endswith(".venv/bin/pytest -q")


def test_contributing_names_files_that_exist() -> None:
    rooms = "arena|bots|docs|ladder|protocol|tests"
    paths = set(re.findall(rf"`((?:{rooms})/[\w./-]*)`", CONTRIBUTING))
    assert len(paths) > 50
    assert [path for path in paths if not (ROOT / path).exists()] == []
