"""Every example in SPEC.md is what the models say, and its bots run."""

from __future__ import annotations

import json
import re
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import TypeAdapter, ValidationError

import protocol
from arena.text.asking import question as question_in_words
from protocol import cards, choices, events, messages, offers
from tests.support.bot_pipes import Conversation
from tests.support.strict import unknown_keys

SPEC = (Path(protocol.__file__).parent / "SPEC.md").read_text(encoding="utf-8")
GUIDE = (Path(__file__).parents[2] / "docs" / "first-bot.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\S+) ?(\S*)\n(.*?)^```$", SPEC, re.MULTILINE | re.DOTALL)
MESSAGES = get_args(get_args(messages.Message)[0])
TYPES = {name for model in MESSAGES for name in get_args(model.model_fields["type"].annotation)}
MODELS: dict[str, TypeAdapter[Any]] = {
    "type": TypeAdapter(messages.Message),
    "do": TypeAdapter(choices.Choice),
    "event": TypeAdapter(events.Event),
    "card": TypeAdapter(cards.Card),
    "offer": TypeAdapter(offers.Offer),
}


# The key that says what an object is; "type" comes last, for a building has a type as well.
KINDS = ("do", "event", "type")


def blocks(language: str, what: str = "") -> list[str]:
    return [text for *about, text in BLOCKS if about == [language, what]]


def guide(language: str) -> str:
    """The one program of docs/first-bot.md in a language."""
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    return str(text)


def values(text: str) -> list[Any]:
    """The JSON values of a block: one over several lines, or one a line."""
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


# Lines that go on below, indented, are one line on the pipe.
DIALOGUE = [line.replace("[…]", "[]") for text in blocks("dialogue")
            for line in re.sub(r"\n {2,}", "", text).splitlines()]  # fmt: skip
WHOLE = [json.loads(line[2:]) for line in DIALOGUE if '"type"' in line and "…" not in line]
# Choices and events without objects in them, anywhere on the page.
FLAT = [json.loads(text) for text in re.findall(r'\{"(?:do|event)":"[^{}…]*\}', SPEC)]
ALL = [*WHOLE, *(value for text in blocks("json") for value in values(text)), *FLAT]
EXAMPLES = list({json.dumps(value): value for value in ALL}.values())


def example(key: str, name: str) -> dict[str, Any]:
    return next(e for e in EXAMPLES if isinstance(e, dict) and e.get(key) == name)


def assert_described(kind: str, value: Any) -> None:
    try:
        model = MODELS[kind].validate_json(json.dumps(value))
    except ValidationError as wrong:
        pytest.fail(f"an example of protocol/SPEC.md does not fit its model: {wrong}")
    assert not unknown_keys(model)
    if isinstance(value, dict) and value.get("type") in ("ready", "choose"):
        assert_understood(json.dumps(value))


def assert_understood(line: str) -> None:
    """A bot's line goes through the parser that the arena uses."""
    data = json.loads(line)
    if data == {} or (isinstance(data, dict) and data.get("type") == "ready"):
        messages.parse_ready(line.encode())
        return
    chosen = messages.parse_choose(line.encode())
    if isinstance(chosen.choice, dict):
        assert choices.shape_problem(chosen.choice) is None
        assert not unknown_keys(MODELS["do"].validate_python(chosen.choice))


@pytest.mark.parametrize("value", EXAMPLES, ids=lambda value: json.dumps(value)[:50])
def test_an_example_is_what_the_models_say(value: Any) -> None:
    if isinstance(value, int):
        assert messages.parse_choose(str(value).encode()).choice == value
        return
    kind = next(key for key in KINDS if key in value)
    assert_described(kind, value)


@pytest.mark.parametrize("what", ["card", "offer"])
def test_the_parts_of_a_choice(what: str) -> None:
    examples = [value for text in blocks("json", what) for value in values(text)]
    assert len(examples) > 3
    for value in examples:
        assert_described(what, value)


@pytest.mark.parametrize(
    ("key", "names"), [("type", TYPES), ("do", set(choices.KNOWN)), ("event", set(events.KNOWN))]
)
def test_everything_has_an_example(key: str, names: set[str]) -> None:
    objects = [example for example in EXAMPLES if isinstance(example, dict) and example]
    kinds = [(next(kind for kind in KINDS if kind in each), each) for each in objects]
    shown = {each[kind] for kind, each in kinds if kind == key}
    assert names - shown == set(), f'SPEC.md: show a line with "{key}" for each of these'
    assert shown - names == set(), f'SPEC.md: there is no such "{key}"'


def test_the_tables_of_choices_have_each_with_its_keys() -> None:
    rows = re.findall(r'^\| `(\{"do":.*?\})` \| \S', SPEC, re.MULTILINE)
    told = {row.split('"')[3]: re.findall(r'"(\w+)":', row) for row in rows}
    assert told == {name: [*model.model_fields] for name, model in choices.KNOWN.items()}
    assert len(rows) == len(told)


def test_it_opens_with_what_a_first_bot_needs() -> None:
    opening = SPEC.split("\n## ")[0].splitlines()
    assert len(opening) <= 40
    for word in ("arena check", "arena match", "arena submit", "Flush", "`choices`", "`view`"):
        assert any(word in line for line in opening)


def test_the_dialogue() -> None:
    asked: dict[str, Any] | None = None
    for line in DIALOGUE:
        who, text = line[0], line[2:]
        for key, part in (
            ("rulebook", example("type", "game_start")["rulebook"]),
            ("clock", example("type", "game_start")["clock"]),
            ("view", example("type", "decide")["view"]),
        ):
            text = text.replace(f'"{key}":{{…}}', f'"{key}":{json.dumps(part)}')
        if who == "<" and messages.is_comment(text.encode()):
            continue
        if who == "<":
            assert_understood(text)
            answer = json.loads(text)
            if asked and isinstance(answer, dict):
                assert answer["id"] == asked["id"]
            continue
        message = json.loads(text)
        assert_described("type", message)
        asked = message if message["type"] in ("decide", "refused") else None
    assert DIALOGUE[0].startswith('> {"type":"hello"') and DIALOGUE[-1] == '> {"type":"bye"}'


def test_the_question_in_words() -> None:
    (excerpt,) = blocks("text")
    words = question_in_words(example("type", "decide")).splitlines()
    assert [line for line in excerpt.splitlines() if line not in words] == []


def test_the_manifest() -> None:
    assert {"name", "command"} <= tomllib.loads(guide("toml")).keys()


# --- the bots ---------------------------------------------------------------------------------


def play(command: list[str], questions: list[dict[str, Any]]) -> list[Any]:
    """What a bot answers, each line read before the next is sent: it must flush."""
    with Conversation(command, Path.cwd()) as bot:
        answers = []
        for message in [example("type", "hello"), example("type", "game_start"), *questions]:
            bot.tell(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            if message["type"] in ("hello", "decide"):
                answers.append(bot.hear_line().decode())
        bot.tell(b'{"type":"bye"}\n')
        assert bot.process.wait(60) == 0
    assert_understood(answers[0])
    return [messages.parse_choose(answer.encode()).choice for answer in answers[1:]]


def question(ask: str, listed: list[dict[str, Any]], **changes: Any) -> dict[str, Any]:
    asked = example("type", "decide")
    return asked | {"ask": ask, "choices": listed, "view": asked["view"] | changes}


PLANT = question(
    "plant",
    [{"do": "pass"}, {"do": "harvest", "field": 0}, {"do": "plant", "card": "blue", "field": 0}],
    active=1,
)
ANSWER = question("answer", [{"do": "answer"}, {"do": "answer", "accept": [5]}])
TRADE = question("trade", [{"do": "pass"}, {"do": "trade", "take": [5]}], turned_over=["blue"])


def test_the_bot_that_answers_zero() -> None:
    (code,) = blocks("sh")
    assert play(["/bin/sh", "-c", code], [PLANT, ANSWER, TRADE]) == [0, 0, 0]


def test_the_python_bot() -> None:
    (code,) = blocks("python")
    offers = [{"give": ["red"], "want": ["blue"]}, {"give": ["red"], "want": ["stink"]}]
    trade_with_spare = TRADE | {"view": TRADE["view"] | {"turned_over": ["red"]}}
    asked = [PLANT, ANSWER, TRADE, trade_with_spare]
    assert play([sys.executable, "-c", code], asked) == [
        0,
        {"do": "answer", "accept": [5]},
        1,
        {"do": "trade", "offers": offers},
    ]


@pytest.mark.skipif(not shutil.which("node"), reason="no node here")
def test_the_javascript_bot() -> None:
    assert play([str(shutil.which("node")), "-e", guide("javascript")], [PLANT, ANSWER]) == [2, 0]
