"""What `--json` prints: the code tells of every command, and all tests hold output against it."""

import json
from typing import Any

import pytest

from tests.support.json_page import commands, every_command, json_page, problems

STEP = {"number": 1, "title": "starts", "passed": True, "detail": "", "output": "", "asked": []}
STEP |= {"refusals": [], "warning": ""}
CHECK = {"bot": "greedy", "passed": True, "check": [STEP]}


def test_every_command_says_what_it_prints() -> None:
    missing = set(every_command()) - set(commands())
    assert missing == set(), "end the docstrings of these with JSON: and what they print"


def test_the_page_has_every_shape_with_what_the_code_says_of_its_keys() -> None:
    page = json_page()
    assert page.count("\n### arena ") == len(commands())
    assert '    # Mean coins of a game.\n    "coins": float,' in page
    assert "### Setback\n" not in page  # nothing prints this class


def told(command: str, data: Any) -> list[str]:
    return problems([*command.split(), "greedy"], json.dumps(data))


def test_output_as_the_code_says_is_right() -> None:
    assert told("check", CHECK) == []
    assert told("season", []) == []
    assert told("log", [{"seat": 0, "bot": "a:1", "log": ""}]) == []
    assert told("db export", {**NOTHING, "damaged": {"3": "cut off"}}) == []
    assert told("db export", {**NOTHING, "damaged": {}}) == []


NOTHING = {"file": "", "kind": "views", "rows": 0, "games": 0, "other_rules": {}}


@pytest.mark.parametrize(
    ("command", "data", "problem"),
    [
        ("check", {**CHECK, "more": 1}, "$ has a key 'more' that nothing tells of"),
        ("check", {"bot": "greedy", "passed": True}, "$ has no key 'check'"),
        ("check", {**CHECK, "passed": 1}, "$.passed is 1, not bool"),
        ("check", {**CHECK, "check": [{**STEP, "number": True}]}, "number is True, not int"),
        ("check", {**CHECK, "check": {}}, "$.check is {}, not [CheckStep]"),
        ("db export", {**NOTHING, "damaged": {"3": 4}}, "$.damaged.3 is 4, not str"),
        ("tournaments", [{"games": [["a", 3, 4]]}], "$[0].games[0] has 3 elements, not 2"),
        ("bots", [{"name": "a"}], "$[0] has no key"),
        ("dance", {}, "has no section JSON:"),
    ],
)
def test_other_output_is_told(command: str, data: Any, problem: str) -> None:
    assert problem in "\n".join(told(command, data))
