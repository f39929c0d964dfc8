"""A bot that asks a model, where there is none: what it may write, and what is left of it."""

import json
import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arena.referee.bot import BotSpec
from arena.referee.clock import CLASSES
from arena.referee.game_types import GameSpec
from arena.referee.llm_player import MOST_LINES
from arena.referee.seating import Seating
from arena.sandbox.needs import Needs
from arena.sandbox.processes import tree

ASKER = """
import json, sys
line, times = sys.argv[1], int(sys.argv[2])
for asked in sys.stdin:
    message = json.loads(asked)
    if message["type"] == "hello":
        print("{}", flush=True)
    elif message["type"] == "decide":
        print("\\n".join([line] * times), flush=True)
        print(json.dumps({"id": message["id"], "choice": 0}), flush=True)
    elif "tokens_in" in message:
        print(asked, end="", file=sys.stderr)
"""
GOOD = json.dumps({"type": "ask_model", "messages": [{"role": "user", "content": "Well?"}]})
BAD = '{"type":"ask_model"}'


def game(folder: Path, line: str, times: int, model: str = "") -> GameSpec:
    home = folder / "bots"
    home.mkdir()
    (home / "asker.py").write_text(ASKER)
    words = ("python3", "-S", "asker.py", line, str(times))
    bot = BotSpec("asker", 1, "asker", words, str(home), Needs(model=True), "program", model)
    other = replace(bot, name="other", hash="other", command=(*words[:4], "0"), model="")
    return GameSpec("1", "anniversary", 3, b"deal", (bot, other, other), (1, 2, 3), CLASSES["slow"])


@pytest.fixture
def seating() -> Iterator[Seating]:
    with closing(Seating()) as made:
        yield made


@pytest.mark.parametrize("line", [GOOD, BAD])
def test_requests_beyond_measure_are_malformed(seating: Seating, tmp_path: Path, line: str) -> None:
    played = seating.play(game(tmp_path, line, MOST_LINES + 1))
    assert played.seats[0].forfeit == "malformed"
    assert f"more than {MOST_LINES} times" in played.seats[0].reason


@pytest.mark.parametrize("line", [GOOD, BAD])
def test_a_few_are_answered_by_nothing(seating: Seating, tmp_path: Path, line: str) -> None:
    played = seating.play(game(tmp_path, line, 20))
    assert not any(seat.faults for seat in played.seats)
    told = json.loads(played.seats[0].stderr.splitlines()[0])
    assert (told["text"], told["stop"]) == ("", "none" if line == GOOD else "malformed")
    assert [told[key] for key in ("tokens_in", "cached", "tokens_out")] == [0, 0, 0]


def test_where_the_gateway_is_gone_the_game_is_void_and_nobody_is_left(
    seating: Seating, tmp_path: Path
) -> None:
    nowhere = Seating(gateway=str(tmp_path / "socket"))
    before = tree(os.getpid())
    played = nowhere.play(game(tmp_path, GOOD, 1, model="small"))
    assert "gateway to the models is gone" in played.void and not played.halt
    assert len(tree(os.getpid())) <= len(before) + 1  # the supervisor, which stays
    nowhere.close()
