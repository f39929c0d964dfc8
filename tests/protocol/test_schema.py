"""`schema.json` says what the models say."""

from __future__ import annotations

import json
from typing import Any

import pytest

from protocol import schema

jsonschema = pytest.importorskip("jsonschema")


def test_the_file_is_up_to_date() -> None:
    assert schema.PATH.read_text(encoding="utf-8") == schema.text(), "run poe schema"


@pytest.fixture(scope="module")
def validator() -> Any:
    written = json.loads(schema.PATH.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(written)
    return jsonschema.Draft202012Validator(written)


@pytest.mark.parametrize(
    ("message", "valid"),
    [
        ({"type": "ready"}, True),
        ({"type": "bye"}, True),
        ({"type": "hello", "protocol": 1, "arena": "0.1.0", "later": 1}, True),
        ({"type": "hello", "protocol": 1}, False),
        ({"type": "choose", "choice": 3}, True),
        ({"type": "choose", "choice": {"do": "anything"}}, True),
        ({"type": "choose", "choice": -1}, False),
        ({"type": "choose", "choice": {}}, False),
        ({"type": "refused", "id": 1, "reason": "no", "again": False}, True),
        ({"type": "refused", "reason": "no", "again": False, "played": {"do": "plant"}}, False),
        ({"type": "refused", "reason": "no", "again": False, "played": {"do": "new"}}, True),
        ({"type": "nonsense"}, False),
        ({}, False),
    ],
)
def test_the_schema_judges_messages(validator: Any, message: Any, valid: bool) -> None:
    assert validator.is_valid(message) == valid
