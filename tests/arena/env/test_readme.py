"""The page about learning: its programs run, one after the other."""

import re
from pathlib import Path
from typing import Any

import pytest

import arena

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")


@pytest.mark.slow
def test_the_programs_of_the_page_run() -> None:
    page = Path(arena.__file__).parents[1].joinpath("docs", "environments.md").read_text("utf-8")
    names: dict[str, Any] = {}
    for program in re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        exec(compile(program, "docs/environments.md", "exec"), names)
    assert names["seen"]["observation"].shape and callable(names["numbers"])
