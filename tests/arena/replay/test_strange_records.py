"""Records by strangers: whatever they hold, replaying one takes little memory, and ends."""

import bz2
import json
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.replay import verification
from arena.replay.stored_game import Number
from arena.replay.verification import Checked, LimitedChecker, Sent
from arena.rules import compile_rulebook, plain_choice
from ladder.database.records import FORM, MOST_BESIDE_TEXT
from tests.support.longest_game import longest_game
from tests.support.random_record import random_record

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Only Linux limits this memory.")

MOST_MB = 250
"""Memory, even if only reserved, for a record; 300 kB of JSON once took 320 MB, 3 MB three GB."""
RECORD = random_record("anniversary", 3)
PARTS = ("{}", "[]", '{"a":1}', '{"a":{"b":{}}}', "1000", '"ab"', '"a"', "[[1],2.5]", '"\\""')
PLACES: list[tuple[Any, ...]] = [
    *((key,) for key in (*RECORD, "unknown")),
    *(("bots", 0, key) for key in ("name", "wants", "seed", "unknown")),
    *(("decisions", 0, key) for key in ("seat", "choice", "wants", "note", "usage", "unknown")),
    *(("decisions", 0, "choice", key) for key in ("do", "offers", "take", "accept", "unknown")),
    *(("result", key) for key in ("scores", "winners", "unknown")),
]


def sent(text: bytes) -> Sent:
    """A record as a stranger may have stored it."""
    return Sent(Number(False, 1), FORM + bz2.compress(text, 1), trades=True)


def with_many(place: tuple[Any, ...], part: str, size: int) -> bytes:
    """A record with a list of parts in a place, so many bytes in all."""
    record = json.loads(json.dumps(RECORD))
    inner = record
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = "HERE"
    many = f"[{','.join([part] * (size // (len(part) + 1)))}]"
    return json.dumps(record, separators=(",", ":")).replace('"HERE"', many, 1).encode()


def limited(work: Callable[[], bool], mb: int) -> bool:
    """Whether some work succeeds in a child that may take so much more memory."""
    if child := os.fork():
        return os.waitpid(child, 0)[1] == 0
    pages = int(Path("/proc/self/statm").read_text().split()[5])
    most = pages * resource.getpagesize() + (mb << 20)
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    code = 1
    try:
        code = 0 if work() else 2
    finally:
        os._exit(code)


@pytest.mark.slow
@given(
    st.sampled_from(PLACES),
    st.sampled_from(PARTS),
    st.sampled_from([300_000, 1_900_000, 3_000_000]),
)
def test_a_list_in_any_place_takes_little_memory(
    place: tuple[Any, ...], part: str, size: int
) -> None:
    game = sent(with_many(place, part, size))
    assert len(game.packed) < 100_000
    assert limited(lambda: isinstance(game.checked(), Checked), MOST_MB)


@pytest.mark.parametrize("text", [b'{"format":1,"decisions":[', b'"' * 9**6, b'"\\"' * 3_000_000])
def test_so_does_what_is_not_json(text: bytes) -> None:
    game = sent(text + b"{}," * 400_000)
    assert limited(lambda: "damaged" in game.checked().wrong, MOST_MB)


@pytest.mark.parametrize(("variant", "players"), [("high_bohn+cognac", 5), ("plus", 7)])
def test_the_longest_games_stay_far_below_the_bound(variant: str, players: int) -> None:
    """Everybody asks for every question, and offers whatever may be offered, up to the end."""
    book = compile_rulebook(variant, players)
    choices = [
        {"seat": seat, "choice": plain_choice(choice), "ms": 1234.56}
        for seat, choice in longest_game(book)
    ]
    assert len(choices) > 3000
    assert len(json.dumps(choices, separators=(",", ":"))) < MOST_BESIDE_TEXT / 2


def _grow(*_: object) -> list[bytes]:
    return [bytes(1 << 20) for _ in range(100_000)]


def _hang(*_: object) -> None:
    while True:
        time.process_time()


@pytest.mark.parametrize("work", [_grow, _hang])
def test_a_checker_gives_up_a_game_that_grows_or_hangs_and_goes_on(
    work: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "MOST_SECONDS", 0.5)

    def gives_up() -> bool:
        checker = LimitedChecker()
        good = sent(json.dumps(RECORD).encode())
        with monkeypatch.context() as broken:
            broken.setattr(verification.Replay, "check", work)
            (bad,) = checker.play([good])
        (fine,) = checker.play([good])
        return "takes more than" in bad.wrong and not fine.wrong

    assert limited(gives_up, 4096)
