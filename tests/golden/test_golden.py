"""The golden games play, event for event, as they were recorded."""

import orjson
import pytest

from tests.support.golden import COUNTS, FOLDER, count, file_of, replay_of
from tests.support.lawful import pools


@pytest.mark.parametrize(("variant", "players"), pools())
def test_a_golden_game_plays_as_it_was_recorded(variant: str, players: int) -> None:
    file = file_of(variant, players)
    replay = replay_of(file.read_bytes())
    assert replay.check() is None
    assert count(replay) == orjson.loads(COUNTS.read_bytes())[file.stem]


def test_every_record_is_one_of_a_pool() -> None:
    there = {file.name for file in FOLDER.glob("*.record")}
    assert there == {file_of(*pool).name for pool in pools()}, "run: poe golden"
