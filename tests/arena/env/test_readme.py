"""The page about learning: its programs run, one after the other."""

import re
from pathlib import Path
from typing import Any

import pytest

import arena

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")


def ran(kind: str) -> dict[str, Any]:
    """The names that the page's programs of a kind leave."""
    page = Path(arena.__file__).parents[1].joinpath("docs", "environments.md").read_text("utf-8")
    names: dict[str, Any] = {}
    for program in re.findall(rf"^```{kind}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        exec(compile(program, "docs/environments.md", "exec"), names)
    return names


def test_the_programs_of_the_page_run() -> None:
    names = ran("python")
    assert names["seen"]["observation"].shape and callable(names["numbers"])


def test_a_public_library_trains_in_it() -> None:
    pytest.importorskip("sb3_contrib")  # by hand: with torch, it is ten times the arena
    assert ran("python sb3")["over"]
