"""The golden games play, event for event, as they were recorded."""

import os
import subprocess
import sys

import orjson
import pytest

from arena import compiled
from arena.rules import table_sizes
from tests.support.golden import COUNTS, FOLDER, count, file_of, golden_game, play, replay_of, same
from tests.support.lawful import fullest, pools


@pytest.mark.parametrize(("variant", "players"), pools())
def test_a_golden_game_plays_as_it_was_recorded(variant: str, players: int) -> None:
    counted = orjson.loads(COUNTS.read_bytes())[f"{variant}-{players}"]
    assert count(golden_game(variant, players)) == counted, (
        "other events or choices; if the rules are meant to have changed: poe golden"
    )


def test_a_record_outlives_a_version_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = file_of("classic", 3).read_bytes()
    monkeypatch.setattr("tests.support.golden.RULES_VERSION", "next")
    monkeypatch.setattr("arena.replay.replay.RULES_VERSION", "next")
    assert replay_of(stored).check() is None
    assert same(stored, play("classic", 3))
    assert not same(stored, play("classic", 4))


def test_every_record_is_one_of_a_pool() -> None:
    there = {file.name for file in FOLDER.glob("*.record")}
    assert there == {file_of(*pool).name for pool in pools()}, "run: poe golden"


# Puts a bean into the table of cards before anything else reads it, then counts through games.
WITH_ANOTHER_BEAN = """
import sys, types
from pathlib import Path

before, *names = sys.argv[1:]
source = Path("arena/rules/cards.py").read_text("utf-8")
cards = types.ModuleType("arena.rules.cards")
sys.modules[cards.__name__] = cards
exec(source.replace(before, 'Bean("runner", 9, _meter(2, 3, 4, 5)),' + before, 1), vars(cards))
assert "runner" in cards.KIND

import orjson
from arena.rules import table_sizes
from tests.support.golden import FOLDER, count, replay_of

replays = {name: replay_of((FOLDER / f"{name}.record").read_bytes()) for name in names}
assert {replay.check() for replay in replays.values()} == {None}
print(orjson.dumps({name: count(replay) for name, replay in replays.items()}).decode())
"""
SOME = [f"{variant}-{table_sizes(variant)[0]}" for variant in fullest()]


@pytest.mark.slow
@pytest.mark.parametrize("before", ['Bean("soy", 12', ")\n\n# Order cards"])
def test_a_new_bean_changes_no_game_that_lacks_it(before: str) -> None:
    """In the middle of the table it moves the numbers of the kinds, at its end of the orders."""
    run = [sys.executable, "-c", WITH_ANOTHER_BEAN, before, *SOME]
    source = os.environ | {compiled.PURE: "1"}  # it replaces the table of cards
    done = subprocess.run(
        run, cwd=FOLDER.parents[1], env=source, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    recorded = orjson.loads(COUNTS.read_bytes())
    assert orjson.loads(done.stdout) == {name: recorded[name] for name in SOME}
