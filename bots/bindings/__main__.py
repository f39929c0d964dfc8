"""Write the types of every language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from bots.bindings.schema_types import types_of

BOTS = Path(__file__).parents[1]
SCHEMA = BOTS.parent / "protocol" / "schema.json"
NOTICE = "Made from protocol/schema.json by `python -m bots.bindings`; changes here are lost."
LANGUAGES = ("cpp", "csharp", "golang", "java", "rust", "typescript")


def files() -> Iterator[tuple[Path, str]]:
    """Yield each file of types with what it should contain."""
    schema: dict[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    types = types_of(schema)
    for language in LANGUAGES:
        module = import_module(f"bots.bindings.{language}")
        lines = [f"// {NOTICE}", "", *module.generate(types)]
        yield BOTS / module.FILE, "\n".join(lines).rstrip("\n") + "\n"


def main() -> None:
    """Write the files that have changed, and name them."""
    for path, text in files():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"{path.name} written")


if __name__ == "__main__":
    main()
