"""The golden games play, event for event, as they were recorded."""

import orjson
import pytest

from tests.support.golden import COUNTS, count, file_of, replay_of
from tests.support.random_play import VARIANTS


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_a_golden_game_plays_as_it_was_recorded(variant: str, players: int) -> None:
    file = file_of(variant, players)
    replay = replay_of(file.read_bytes())
    assert replay.check() is None
    assert count(replay) == orjson.loads(COUNTS.read_bytes())[file.stem]
