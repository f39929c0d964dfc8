"""The page of what `--json` prints: it has every command, and all tests hold output against it."""

import json
from typing import Any

import pytest

from tests.support.json_page import every_command, problems, shapes

STEP = {"number": 1, "title": "starts", "passed": True, "detail": "", "output": "", "refusals": []}
CHECK = {"bot": "greedy", "passed": True, "check": [STEP]}


def test_every_command_is_on_the_page() -> None:
    missing = set(every_command()) - set(shapes().commands)
    assert missing == set(), "describe what these print with --json in docs/json.md"
    gone = set(shapes().commands) - set(every_command())
    assert gone == set(), "docs/json.md describes commands that do not exist"


def told(command: str, data: Any) -> list[str]:
    return problems([*command.split(), "greedy"], json.dumps(data))


def test_output_as_on_the_page_is_right() -> None:
    assert told("check", CHECK) == []
    assert told("season", []) == []
    assert told("log", [{"seat": 0, "bot": "a:1", "log": ""}]) == []
    assert told("db export", {**NOTHING, "damaged": {"3": "cut off"}}) == []
    assert told("db export", {**NOTHING, "damaged": {}}) == []


NOTHING = {"file": "", "kind": "views", "rows": 0, "games": 0, "other_rules": {}}


@pytest.mark.parametrize(
    ("command", "data", "problem"),
    [
        ("check", {**CHECK, "more": 1}, "$ has a key 'more' that is not on the page"),
        ("check", {"bot": "greedy", "passed": True}, "$ has no key 'check'"),
        ("check", {**CHECK, "passed": 1}, "$.passed is 1, not bool"),
        ("check", {**CHECK, "check": [{**STEP, "number": True}]}, "number is True, not int"),
        ("check", {**CHECK, "check": [{**STEP, "number": None}]}, "number is None, not int"),
        ("check", {**CHECK, "check": {}}, "$.check is {}, not [Step]"),
        ("db export", {**NOTHING, "damaged": {"3": 4}}, "$.damaged.3 is 4, not str"),
        ("tournaments", [{"games": [["a", 3, 4]]}], "$[0].games[0] has 3 elements, not 2"),
        ("bots", [{"name": "a"}], "$[0] has no key"),
        ("dance", {}, "is not on the page"),
    ],
)
def test_other_output_is_told(command: str, data: Any, problem: str) -> None:
    assert problem in "\n".join(told(command, data))
