"""Hints: a bot is asked the person's question, with all that has happened since it was last."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.play.hints import Adviser, NoHint
from arena.referee.bot import BotSpec
from arena.sandbox.level import Level
from tests.support.small_bots import write_bot

COUNTING = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello": print("# hello\\n{}", flush=True)
    if message["type"] == "decide":
        print("# thinking\\n" + json.dumps({"choice": len(message["events"])}), flush=True)
"""
START: dict[str, Any] = {"type": "game_start", "seat": 0}
QUESTION: dict[str, Any] = {"type": "decide", "id": 7, "ask": "plant", "events": [1]}


@pytest.fixture
def adviser(tmp_path: Path) -> Iterator[Adviser]:
    program = write_bot(tmp_path, "counting", COUNTING)
    spec = BotSpec("counting", 1, "0", ("python3", program), str(tmp_path))
    made = Adviser(lambda: spec, Level.C)
    yield made
    made.close()


def test_the_bot_gets_all_events_since_it_was_last_asked(adviser: Adviser) -> None:
    assert adviser.advise(START, QUESTION, [1, 2, 3]) == 3
    assert adviser.advise(START, QUESTION, []) == 0


def test_a_bot_that_ends_gives_no_hint_and_is_started_again(tmp_path: Path) -> None:
    program = write_bot(tmp_path, "ending", "import sys; sys.exit(3)")
    spec = BotSpec("ending", 1, "0", ("python3", program), str(tmp_path))
    adviser = Adviser(lambda: spec, Level.C)
    for _ in range(2):
        with pytest.raises(NoHint, match=r"There is no hint: exited with code 3"):
            adviser.advise(START, QUESTION, [])
    adviser.close()
