"""The coach of a server: judges what is looked at, one game at a time, and keeps what it found."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest

from arena.replay.analysis.evaluator import VERSION
from arena.replay.analysis.stored_judgement import kept
from arena.web import coach
from protocol import Json

TOLD: Json = {
    "version": VERSION,
    "moments": [
        {"decision": 3, "question": 2, "turn": 1, "seat": 1, "places": [1, 2], "shares": [1, 0]}
    ],
    "seats": [{"decisions": 9, "examined": 7}, {"decisions": 8, "examined": 8}],
    "costly": [],
}


def judging(last: str, monkeypatch: pytest.MonkeyPatch, go_on: Path) -> None:
    """In place of the real work: says how far it is, and ends with a line once a file is there."""
    program = f"""
import os, sys, time
sys.stdin.buffer.read()
while not os.path.exists({str(go_on)!r}): time.sleep(0.01)
print('{{"percent": 40}}', flush=True)
print({last!r})
"""
    monkeypatch.setattr(coach, "COMMAND", (sys.executable, "-c", program))


async def looked(at: coach.Coach, record: bytes) -> list[Json]:
    """What it says of a game until it has done."""
    said = [await at.look(record)]
    while "percent" in said[-1] or "waits" in said[-1]:
        await asyncio.sleep(0.01)
        said.append(await at.look(record))
    return said


def test_a_game_is_judged_when_it_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = tmp_path / "go on"
    judging(orjson.dumps({"judged": TOLD}).decode(), monkeypatch, go_on)

    async def both() -> tuple[list[Json], Json]:
        own = coach.Coach(tmp_path / "judged")
        first = await own.look(b"one")
        meanwhile = await own.look(b"another")
        go_on.touch()
        said = [first, *await looked(own, b"one")]
        await own.close()
        return said, meanwhile

    said, meanwhile = asyncio.run(both())
    assert said[0] == {"percent": 0} and meanwhile == {"waits": True}
    assert said[-1]["judged"]["seats"] == [[9, 7], [8, 8]]
    assert kept(tmp_path / "judged", b"one") == TOLD
    again = asyncio.run(coach.Coach(tmp_path / "judged").look(b"one"))
    assert again["judged"]["moments"][0]["shares"] == [1, 0]


def test_what_cannot_be_judged_is_said_and_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judging("{}", monkeypatch, tmp_path)
    said = asyncio.run(looked(coach.Coach(tmp_path), b"damaged"))
    assert said[-1] == {"error": "This game cannot be judged."}


def test_a_server_that_ends_ends_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "COMMAND", (sys.executable, "-c", "import time; time.sleep(300)"))

    async def begun_and_closed() -> Any:
        own = coach.Coach(tmp_path)
        await own.look(b"long")
        await asyncio.sleep(0.1)
        await own.close()
        return own._current

    assert asyncio.run(begun_and_closed()) is None
    assert not list(tmp_path.iterdir())
