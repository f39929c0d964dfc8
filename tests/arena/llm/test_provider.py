"""What a provider's words mean: numbers of tokens, and how long it asks to be left alone."""

import json
from typing import Any

import pytest

from arena.llm.provider import seconds_asked, understood
from arena.llm.settings import LanguageModel

MODEL = LanguageModel(base_url="http://127.0.0.1:1/v1", model="small")
NOW = 1_000_000_000.0
"""Sun, 09 Sep 2001 01:46:40 GMT."""


@pytest.mark.parametrize("number", [True, 3.5, -1, "12", None, [], {}])
def test_only_a_whole_number_counts_tokens(number: object) -> None:
    used = {"prompt_tokens": number, "completion_tokens": number}
    body: dict[str, Any] = {"choices": [{"message": {"content": "word"}}], "usage": used}
    body["usage"]["prompt_tokens_details"] = {"cached_tokens": number}
    answer = understood(200, json.dumps(body).encode(), MODEL, {})
    assert [answer[key] for key in ("tokens_in", "cached", "tokens_out")] == [0, 0, 0]
    assert all(type(answer[key]) is int for key in ("tokens_in", "cached", "tokens_out"))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("7", 7),
        ("0.5", 0.5),
        ("-7", 0),
        ("nan", 0),
        ("soon", 0),
        ("", 0),
        ("Sun, 09 Sep 2001 01:46:52 GMT", 12),
        ("Sunday, 09-Sep-01 01:46:52 GMT", 12),
        ("Sun Sep  9 01:46:52 2001", 12),
        ("Sun, 09 Sep 2001 01:46:28 GMT", 0),
        ("Sun, 99 Sep 2001 01:46:52 GMT", 0),
    ],
)
def test_retry_after_is_seconds_or_a_date(text: str, seconds: float) -> None:
    assert seconds_asked(text, NOW) == seconds
