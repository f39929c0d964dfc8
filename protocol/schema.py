"""Generation of `schema.json`, the JSON Schema of every message and of the record.

`python -m protocol.schema` writes the file; with `--check` it only says whether it is up to date.
"""

from __future__ import annotations

import json
import sys
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


def main(arguments: list[str]) -> int:
    """Write `schema.json`, or with `--check` compare it; return the exit code."""
    if "--check" in arguments:
        fresh = PATH.exists() and PATH.read_text(encoding="utf-8") == text()
        print(f"{PATH.name} is {'up to date' if fresh else 'stale: python -m protocol.schema'}")
        return 0 if fresh else 1
    PATH.write_text(text(), encoding="utf-8")
    print(f"wrote {PATH}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
