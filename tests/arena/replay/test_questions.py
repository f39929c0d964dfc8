"""What each question was: the same that the referee's own code would write to the bots."""

import orjson
import pytest

from arena.replay.exports import questions
from arena.replay.replay import Replay
from arena.replay.transcript import transcript
from tests.support.random_record import random_record


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "players"), [("anniversary", 4), ("high_bohn+cognac", 4), ("plus", 3)]
)
def test_questions_are_those_of_the_transcript(variant: str, players: int) -> None:
    replay = Replay(orjson.dumps(random_record(variant, players, seed=5)))
    found = list(questions(replay))
    assert len(found) == len(replay.data["decisions"])
    for seat in range(players):
        asked = [each for each in found if each.seat == seat]
        lines = [line for line in transcript(replay, seat) if line.message["type"] == "decide"]
        assert [each.question for each in asked] == [line.question for line in lines]
        for each, line in zip(asked, lines, strict=True):
            message = line.message
            assert orjson.loads(each.view) == message["view"]
            assert orjson.loads(each.choices) == message["choices"]
            assert each.ask == message["ask"]
            assert orjson.loads(each.more).items() <= message.items()
            if each.index is not None:
                assert message["choices"][each.index] == orjson.loads(each.chosen)
    assert any(each.more != "{}" for each in found)
