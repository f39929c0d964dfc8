"""Bots of a few lines, written where a test wants them."""

from pathlib import Path

GOOD = """
import json, sys
for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind == "hello": print("{}", flush=True)
    if kind == "decide": print(0, flush=True)
"""
"""Answers every question with 0."""


def write_bot(folder: Path, name: str, code: str = GOOD) -> str:
    """The path of a Python bot, written there."""
    file = folder / f"{name}.py"
    file.write_text(code)
    return str(file)
