"""The page about the rules as a library: its programs run, and print what the page says."""

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import arena.rules

PAGE = Path(arena.rules.__file__).parents[2].joinpath("docs", "library.md").read_text("utf-8")


def test_the_programs_of_the_page_run_one_after_the_other() -> None:
    names: dict[str, Any] = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for program in re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
            exec(compile(program, "docs/library.md", "exec"), names)
    (shown,) = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert printed.getvalue() == shown, "docs/library.md shows another output of its programs"
    assert names["best"] in names["values"]
    assert {decision.ask for decision in names["game"].decisions} == {"answer"}


def test_the_page_names_every_verb_for_players() -> None:
    source = Path(arena.rules.__file__).with_name("game.py").read_text("utf-8")
    _, players, _ = re.split("# -- for players|# -- for steps and rules", source)
    verbs = re.findall(r"    def ([a-z]\w+)\(self", players)
    assert len(verbs) >= 8
    unnamed = [verb for verb in verbs if f"`game.{verb}" not in PAGE]
    assert unnamed == [], "docs/library.md does not name these, as in `game.play`"
