"""What the README and the guides show is true: their commands parse, they explain every format."""

import re
import shlex
from pathlib import Path

import pytest

from arena.tournament.formats import FORMATS
from tests.support.commands import command

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
TOURNAMENT = (ROOT / "docs" / "tournament.md").read_text("utf-8")
GUIDES = [README, *(page.read_text("utf-8") for page in (ROOT / "docs").glob("*.md"))]
SHELL = "\n".join(
    block for page in GUIDES for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
)
LINES = sorted(
    {
        *re.findall(r"^arena (.*?)(?: > .*)?$", SHELL, re.MULTILINE),
        *(line for page in GUIDES for line in re.findall(r"`arena ([a-z].*?)(?: > .*)?`", page)),
    }
)


@pytest.mark.parametrize("line", LINES)
def test_a_command_of_the_readme_is_one(line: str) -> None:
    name, *words = shlex.split(line, comments=True)
    found = command(name)
    if words or f"arena {name}" in SHELL.splitlines():  # or it is only named
        found.make_context(name, words)  # raises on an unknown option or a missing argument


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_explained(name: str) -> None:
    told = f"`{name}`, {FORMATS[name].summary}"
    assert told in TOURNAMENT, f"write {told!r} into docs/tournament.md"


def test_the_two_commands_are_one_line_each() -> None:
    first, second = re.findall(r"^python3 -m venv .*$", README, re.MULTILINE)
    assert first.endswith(".venv/bin/arena tournament")
    assert second.endswith(".venv/bin/pytest -q")


def test_contributing_names_files_that_exist() -> None:
    rooms = "arena|bots|docs|ladder|protocol|tests"
    paths = set(re.findall(rf"`((?:{rooms})/[\w./-]*)`", CONTRIBUTING))
    assert len(paths) > 50
    assert [path for path in paths if not (ROOT / path).exists()] == []
