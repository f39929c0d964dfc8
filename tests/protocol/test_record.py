"""The record of a game goes into JSON and comes back the same."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from protocol.record import Record, decision, encode


def a_record(**changes: Any) -> dict[str, Any]:
    bot = {"name": "zero", "version": 1, "hash": "ab" * 32, "seed": 2**53 - 1}
    record: dict[str, Any] = {
        "variant": "anniversary",
        "players": 3,
        "rules": "1",
        "seed": "00ff",
        "talk": True,
        "clock": {"bank_ms": 10_000, "increment_ms": 100, "limit_ms": 2_000},
        "bots": [bot, bot, bot | {"wants": ["bids"]}],
        "decisions": [
            decision(0, {"do": "plant", "card": "soy", "field": 0}, 1.23456),
            decision(1, {"do": "answer"}, 2000, fault="late", refused=None),
            decision(2, {"do": "pass"}, say="hm", wants=[]),
            decision(2, {"do": "build_tower", "card": [1]}),
        ],
        "forfeits": [{"seat": 1, "decision": 2, "fault": "late", "reason": "too many faults"}],
        "result": {"scores": [3, 0, 2], "places": [1, 3, 2], "winners": [0]},
    }
    return record | changes


def test_a_decision_names_only_what_there_is_to_say() -> None:
    assert decision(1, {"do": "pass"}, 1.239, say=None, fault="late") == {
        "seat": 1,
        "choice": {"do": "pass"},
        "ms": 1.24,
        "fault": "late",
    }


def test_encoded_and_decoded_a_record_is_the_same() -> None:
    plain = a_record()
    again = Record.model_validate_json(encode(plain)).model_dump(by_alias=True, exclude_unset=True)
    assert again == {"format": 1, **plain}


def test_what_a_later_version_adds_is_kept() -> None:
    record = Record.model_validate_json(encode(a_record(weather="fine")))
    assert record.model_dump()["weather"] == "fine"


def test_a_choice_of_a_later_version_is_kept() -> None:
    choice = Record.model_validate_json(encode(a_record())).decisions[3].choice
    assert choice.model_dump() == {"do": "build_tower", "card": [1]}


@pytest.mark.parametrize(
    ("json", "reason"),
    [
        (b"{}", "variant"),
        (encode(a_record(seed="xyz")), "seed"),
        (encode(a_record(format=2)), "format"),
        (
            encode(a_record(decisions=[{"seat": 0, "choice": {"do": "plant"}}])),
            "decisions.0.choice",
        ),
    ],
)
def test_what_is_not_a_record_is_refused(json: bytes, reason: str) -> None:
    with pytest.raises(ValidationError, match=reason):
        Record.model_validate_json(json)
