"""What a provider's words mean: numbers of tokens, and how long it asks to be left alone."""

import json
from typing import Any

import pytest

from arena.llm.provider import MOST_CHARACTERS, Unavailable, seconds_asked, understood
from arena.llm.settings import LanguageModel

MODEL = LanguageModel(base_url="http://127.0.0.1:1/v1", model="small")
"""Sun, 09 Sep 2001 01:46:40 GMT."""


def completed(text: str, stop: str, **asked: int) -> dict[str, Any]:
    """The answer in a completion."""
    choice = {"message": {"content": text}, "finish_reason": stop}
    return understood(200, json.dumps({"choices": [choice]}).encode(), MODEL, asked)


@pytest.mark.parametrize("number", [True, 3.5, -1, "12", None, [], {}])
def test_only_a_whole_number_counts_tokens(number: object) -> None:
    used = {"prompt_tokens": number, "completion_tokens": number}
    body: dict[str, Any] = {"choices": [{"message": {"content": "word"}}], "usage": used}
    body["usage"]["prompt_tokens_details"] = {"cached_tokens": number}
    answer = understood(200, json.dumps(body).encode(), MODEL, {})
    assert [answer[key] for key in ("tokens_in", "cached", "tokens_out")] == [0, 0, 0]
    assert all(type(answer[key]) is int for key in ("tokens_in", "cached", "tokens_out"))


THOUGHT = 'I could answer {"choice": 1}, but that would cost me the field, so'


@pytest.mark.parametrize("before", ["", "<think>", "[THINK]", "<thought>", "<|channel|>analysis"])
@pytest.mark.parametrize("stop", ["length", "model_length", "content_filter"])
def test_of_a_thought_that_was_cut_nothing_is_played(before: str, stop: str) -> None:
    answer = completed(before + THOUGHT, stop)
    assert answer["text"] == "" and answer["failed"]


@pytest.mark.parametrize(
    "text",
    [
        '{"choice": 0}',
        f'{THOUGHT} {{"choice": 0}}',
        f'<think>{THOUGHT}</think>\n```json\n{{"choice": {{"do": "pass"}}}}\n```',
        '**{"choice": 0, "say": "{ or }"}**\n',
    ],
)
def test_a_whole_answer_at_the_limit_counts(text: str) -> None:
    answer = completed(text, "length")
    assert "failed" not in answer and answer["text"] == text.rpartition("</think>")[2]


@pytest.mark.parametrize(
    ("message", "thought"),
    [
        ({"reasoning_content": " I doubt it.\n"}, "I doubt it."),
        ({"reasoning": "I doubt it.", "reasoning_details": [{"text": "I doubt it."}]}, None),
        ({"reasoning_details": [{"type": "reasoning.summary", "summary": "I doubt it."}]}, None),
        ({"content": [{"type": "thinking", "thinking": "I doubt it.", "signature": "x"}]}, None),
        ({"content": [{"type": "thinking", "thinking": [{"text": "I doubt"}]}]}, "I doubt"),
        ({"content": [{"type": "reasoning", "summary": [{"text": "A"}, {"text": "B"}]}]}, "A\nB"),
        ({"content": [{"type": "redacted_thinking", "data": "x"}]}, ""),
        ({"content": [{"type": "reasoning", "text": "I doubt it."}]}, None),
        ({"content": "<think>I doubt it.</think>"}, None),
        ({"content": "I doubt it.</think>", "reasoning": "At first"}, "At first\n\nI doubt it."),
        ({"reasoning_content": ["x" * 40_000]}, "x" * MOST_CHARACTERS),
        ({"reasoning_content": 3, "reasoning": {"a": 1}, "reasoning_details": [None, 3]}, ""),
    ],
)
def test_a_thought_is_kept_and_no_part_of_the_answer(message: Any, thought: str | None) -> None:
    said = message.get("content", "")
    said = said + '{"choice": 0}' if isinstance(said, str) else [*said, {"text": '{"choice": 0}'}]
    choice = {"message": {**message, "content": said}, "finish_reason": "stop"}
    answer = understood(200, json.dumps({"choices": [choice]}).encode(), MODEL, {})
    assert answer["text"] == '{"choice": 0}'
    assert answer.get("thought", "") == ("I doubt it." if thought is None else thought)


def test_a_thought_that_ate_all_tokens_is_kept() -> None:
    assert completed(THOUGHT, "length")["thought"] == THOUGHT


def test_a_thought_nested_too_deeply_is_left() -> None:
    body = '{"choices":[{"message":{"content":"1","reasoning":%s"x"%s},"finish_reason":"stop"}]}'
    answer = understood(200, (body % ("[" * 900, "]" * 900)).encode(), MODEL, {})
    assert answer["text"] == "1" and "thought" not in answer


@pytest.mark.parametrize("end", ["}", "{", "{}}", "```}", "{'choice': 2}"])
def test_an_end_that_only_looks_like_an_answer_is_none(end: str) -> None:
    assert completed(f"{THOUGHT} {end}", "length")["text"] == ""


def test_where_the_bot_set_the_limit_it_judges_what_was_cut() -> None:
    answer = completed(THOUGHT, "length", max_tokens=40)
    assert "failed" not in answer and answer["text"] == THOUGHT


@pytest.mark.parametrize("stop", ["error", "abort"])
def test_a_text_that_the_server_broke_off_is_its_failure(stop: str) -> None:
    with pytest.raises(Unavailable):
        completed('{"choice": 0}', stop)


def test_of_a_long_answer_the_end_is_passed_on() -> None:
    answer = completed("so " * 20_000 + '{"choice": 0}', "stop")
    assert len(answer["text"]) == MOST_CHARACTERS and answer["text"].endswith('{"choice": 0}')
    assert answer["stop"] == "stop"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("7", 7), ("0.5", 0.5), ("-7", 0), ("nan", 0), ("soon", 0), ("", 0)],
)
def test_retry_after_is_in_seconds(text: str, seconds: float) -> None:
    assert seconds_asked(text) == seconds
