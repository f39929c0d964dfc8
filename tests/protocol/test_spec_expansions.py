"""SPEC.md tells bots all that the rules of expansions ask, list, report and show."""

import json
import re

import pytest

from arena.codec import writer
from arena.rules import PARTS, PRESETS, compile_rulebook
from protocol import messages
from tests.support.example import PAGE, check_answer, decide, lines
from tests.support.expansions import BY_UNIT, EXAMPLES
from tests.support.strict import unknown_keys
from tests.support.units import UNITS, all_books, unit_of

SPEC = PAGE.read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^```dialogue (\w+)\n(.*?)^```$", SPEC, re.MULTILINE | re.DOTALL))
STEPS = [step for book in all_books() for step in book.steps if step.ask]


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_what_the_engine_asks(name: str) -> None:
    again = f"write an empty block that begins ```dialogue {name} into SPEC.md, then run poe spec"
    assert BLOCKS.get(name) == lines(EXAMPLES[name]), again
    check_answer(EXAMPLES[name])
    message = messages.Decide.model_validate_json(json.dumps(decide(EXAMPLES[name])))
    assert not unknown_keys(message)


def test_the_page_shows_no_other_dialogues() -> None:
    other = set(BLOCKS) - set(EXAMPLES)
    assert not other, "protocol/SPEC.md: no example in tests/support/expansions/ is called so"


def test_every_question_is_named() -> None:
    unnamed = {step.ask for step in STEPS if f"`{step.ask}`" not in SPEC}
    assert unnamed == set(), "say in protocol/SPEC.md when these are asked"


@pytest.mark.parametrize("unit", UNITS)
def test_every_question_of_an_expansion_is_shown(unit: str) -> None:
    asks = {step.ask for step in STEPS if unit_of(type(step)) == unit}
    shown = {decide(example)["ask"] for example in BY_UNIT.get(unit, {}).values()}
    assert asks - shown == set(), f"add an example to tests/support/expansions/{unit}.py"


def test_every_game_is_listed() -> None:
    named = "".join(re.findall(r"^\| .*$", SPEC, re.MULTILINE))
    parts = {part.name for part in (*PRESETS, *PARTS)}
    parts -= {"beginner_fields", "cheap_third_field"}  # told by the numbers of the rulebook
    unlisted = [part for part in parts if part not in named]
    assert unlisted == [], "add a row for each to the table of games in protocol/SPEC.md"


def test_the_data_of_rules() -> None:
    (shown,) = re.findall(r"^```json more\n(.*?)^```$", SPEC, re.MULTILINE | re.DOTALL)
    told = writer(compile_rulebook("anniversary+bean_coin+magpie", 4)).rulebook()
    assert json.loads(shown) == told["more"], "protocol/SPEC.md: the block ```json more is older"
    keys = {
        f"{key} of {rule.name}"
        for book in all_books()
        for rule in book.rules
        for key in (rule.data(book.tables) if rule.data else ())
        if f"`{key}`" not in SPEC and f'"{key}":' not in SPEC
    }
    assert keys == set(), "explain these keys of `more` in protocol/SPEC.md"
