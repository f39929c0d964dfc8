"""SPEC.md tells bots all that the rules of expansions ask, list, report and show."""

import inspect
import json
import re

import pytest

from arena.rules import compile_rulebook
from arena.rules.events import KINDS
from arena.translation import writer
from protocol import choices, messages, table
from tests.support.lawful import pools
from tests.support.spec_examples import EXAMPLES, PAGE, check_answer, decide, lines
from tests.support.strict import unknown_keys

SPEC = PAGE.read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^```dialogue (\w+)\n(.*?)^```$", SPEC, re.MULTILINE | re.DOTALL))
BOOKS = [compile_rulebook(*game) for game in pools()]
ASKS = {step.ask for book in BOOKS for step in book.steps} - {""}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_what_the_engine_asks(name: str) -> None:
    again = "run python -m tests.support.spec_examples"
    assert BLOCKS[name] == lines(EXAMPLES[name]), again
    check_answer(EXAMPLES[name])
    message = messages.Decide.model_validate_json(json.dumps(decide(EXAMPLES[name])))
    assert not unknown_keys(message)


def test_the_page_shows_no_other_dialogues() -> None:
    assert set(BLOCKS) == set(EXAMPLES)


def test_every_question_is_named_and_shown() -> None:
    assert [ask for ask in ASKS if f"`{ask}`" not in SPEC] == []
    shown = set(re.findall(r'"ask":"(\w+)"', SPEC))
    assert shown | {"plant", "trade", "window", "return_order"} >= ASKS


def test_every_choice_is_known() -> None:
    records = {record for book in BOOKS for step in book.steps for record in step.records}
    records |= {free.record for book in BOOKS for free in book.free}
    records |= {place.record for book in BOOKS for place in book.places}
    listed = {inspect.signature(record).parameters["do"].default for record in records}
    assert listed | {"pass", "plant", "trade", "answer"} == set(choices.KNOWN)


def test_every_event_is_known() -> None:
    told = {kind.name for kind in KINDS}
    told |= {kind.name for book in BOOKS for rule in book.rules for kind in rule.events}
    assert told | {"said"} == set(table.KNOWN)


def test_every_piece_of_the_view_is_known() -> None:
    shown = {piece.name for book in BOOKS for rule in book.rules for piece in rule.pieces}
    book = compile_rulebook("anniversary", 4)
    basic = writer(book).view(book.start(b""), 0)
    assert shown == set(table.View.model_fields) - set(basic)


def test_every_game_is_listed() -> None:
    parts = {part for variant, _ in pools() for part in variant.split("+")}
    named = "".join(re.findall(r"^\| .*$", SPEC, re.MULTILINE))
    parts -= {"beginner_fields", "cheap_third_field"}  # told by the numbers of the rulebook
    assert [part for part in parts if part not in named] == []


def test_the_data_of_rules() -> None:
    (shown,) = re.findall(r"^```json more\n(.*?)^```$", SPEC, re.MULTILINE | re.DOTALL)
    told = writer(compile_rulebook("anniversary+bean_coin+magpie", 4)).rulebook()
    assert json.loads(shown) == told["more"]
    more = [writer(book).rulebook()["more"] for book in BOOKS]
    keys = {key for each in more for data in each.values() for key in data}
    assert [key for key in keys if f"`{key}`" not in SPEC and f'"{key}":' not in SPEC] == []
