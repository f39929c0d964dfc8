"""The bundled bot `llm`, its model played by the test: what it makes of every sort of answer."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support import scripted_game

BOT = Path(__file__).parents[2] / "bots" / "python" / "llm.py"


class Talk:
    """A process of the bot that has been asked a question."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-S", str(BOT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.tell(scripted_game.HELLO)
        assert self.hear()["text"] is True
        self.tell(scripted_game.game_start())
        listed = [{"do": "pass"}, {"do": "trade", "take": [5]}]
        self.question = scripted_game.decide(7, "trade", listed, scripted_game.view())
        self.tell(self.question | {"text": "0: pass\n1: take #5"})

    def tell(self, message: Any) -> None:
        assert self.process.stdin is not None
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(line.rstrip(b"\n") + b"\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        said: dict[str, Any] = json.loads(self.process.stdout.readline())
        return said

    def model(self, text: str, stop: str = "stop", number: int = 7) -> dict[str, Any]:
        """Let the model say something; the bot's next line."""
        said = {"type": "model", "id": number, "text": text, "stop": stop}
        self.tell(said | {"tokens_in": 1, "cached": 0, "tokens_out": 1})
        return self.hear()


@pytest.fixture
def talk() -> Iterator[Talk]:
    made = Talk()
    yield made
    made.process.kill()
    made.process.wait()


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("1", 1),
        ("I take it.\n1", 1),
        ("I take it.\n**Choice: 1**", 1),
        ('{"choice": 1}', 1),
        ('{"choice": "1"}', 1),
        ('First {"choice": 0}, no: {"choice": 1}', 1),
        ('```json\n{"choice": 1, "say": "fine"}\n```', 1),
        ('{"do": "trade", "end": true}', {"do": "trade", "end": True}),
        ('{"choice": {"do": "trade", "take": [5]}}', {"do": "trade", "take": [5]}),
    ],
)
def test_the_last_object_or_number_wins(talk: Talk, text: str, choice: object) -> None:
    asked = talk.hear()
    assert asked["type"] == "ask_model" and asked["id"] == 7
    assert [each["role"] for each in asked["messages"]] == ["system", "user"]
    answer = talk.model(text)
    assert (answer["type"], answer["id"], answer["choice"]) == ("choose", 7, choice)
    assert answer["usage"] == {"rethinks": 0, "fallbacks": 0}
    assert answer["note"] == text


@pytest.mark.parametrize(
    "text",
    [
        "I think choice 1 is best, as there are 3 of them.",
        "Number 1 or number 0?",
        '{"choice": true}',
        '{"choice": null}',
        '{"choice": 1.5}',
        '{"choice": 1',
        "[1]x",
    ],
)
def test_nothing_is_guessed(talk: Talk, text: str) -> None:
    talk.hear()
    again = talk.model(text)
    assert again["type"] == "ask_model"
    assert "did not end with a JSON object" in again["messages"][-1]["content"]


def test_it_thinks_again_once_for_each_reason_then_plays_the_safest_and_counts_it(
    talk: Talk,
) -> None:
    first = talk.hear()
    remarks = [
        ("", "stop", "was empty"),
        ("let me think", "length", "was cut short"),
        ("prose", "stop", "did not end with"),
        ('{"choice": 9}', "stop", "there is no choice 9"),
    ]
    for text, stop, remark in remarks:
        asked = talk.model(text, stop)
        assert asked["messages"][0] == first["messages"][0], "the prefix stays the same"
        assert remark in asked["messages"][1]["content"]
    answer = talk.model("prose again")
    assert answer["choice"] == 0
    assert answer["usage"] == {"rethinks": 4, "fallbacks": 1}


def test_after_a_refusal_it_takes_only_what_is_listed(talk: Talk) -> None:
    talk.hear()
    offer = {"do": "trade", "offers": [{"give": ["soy"], "want": ["red"]}]}
    assert talk.model(json.dumps({"choice": offer}))["choice"] == offer
    talk.tell({"type": "refused", "id": 7, "reason": "you have no soy", "again": True})
    asked = talk.hear()
    assert "you have no soy" in asked["messages"][1]["content"]
    answer = talk.model(json.dumps({"choice": offer}))
    assert answer["choice"] == 0 and answer["usage"]["fallbacks"] == 1


def test_what_it_says_is_said(talk: Talk) -> None:
    talk.hear()
    assert talk.model('{"choice": 0, "say": "a red for a soy?"}')["say"] == "a red for a soy?"


@pytest.mark.parametrize("first", ["refused", "decide"])
def test_a_question_that_comes_instead_of_the_models_answer_is_answered(
    talk: Talk, first: str
) -> None:
    talk.hear()
    if first == "refused":  # the time was up before the model was asked
        talk.tell({"type": "refused", "id": 7, "reason": "no answer in time", "again": False})
    talk.tell(talk.question | {"id": 8})
    asked = talk.hear()
    assert (asked["type"], asked["id"]) == ("ask_model", 8)
    late = {"type": "model", "id": 7, "text": '{"choice": 0}', "stop": "stop"}
    talk.tell(late | {"tokens_in": 1, "cached": 0, "tokens_out": 1})
    answer = talk.model("1", number=8)
    assert (answer["type"], answer["id"], answer["choice"]) == ("choose", 8, 1)


def test_a_game_that_ends_instead_of_the_models_answer_is_over(talk: Talk) -> None:
    talk.hear()
    talk.tell({"type": "game_over", "scores": [3, 1], "places": [1, 2], "winners": [0]})
    talk.tell(scripted_game.game_start())
    talk.tell(talk.question | {"id": 1})
    assert talk.hear()["id"] == 1
    talk.tell({"type": "bye"})
    assert talk.process.wait(10) == 0
