"""Generation of `schema.json`, the JSON Schema of every message and of the record.

`python -m protocol.schema` writes the file; a test says whether it is up to date.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from protocol.messages import Message
from protocol.record import Record

PATH = Path(__file__).with_name("schema.json")


class _Untitled(GenerateJsonSchema):
    """A generator that leaves out the titles of single fields, which only repeat the key."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def schema() -> dict[str, Any]:
    """Return the whole schema: any message is valid against it, a record against `$defs/Record`."""
    whole = TypeAdapter(Message).json_schema(schema_generator=_Untitled)
    _, parts = models_json_schema([(Record, "validation")], schema_generator=_Untitled)
    whole["$defs"] = dict(sorted((whole["$defs"] | parts["$defs"]).items()))
    # A bot may leave "type" out, but then no schema could tell its two messages apart.
    for name in ("Ready", "Choose"):
        definition = whole["$defs"][name]
        definition["required"] = ["type", *definition.get("required", [])]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "One line on the pipe between the Bohnanza arena and a bot",
        **whole,
    }


def text() -> str:
    """Return the content of `schema.json`."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
    print(f"wrote {PATH}")
