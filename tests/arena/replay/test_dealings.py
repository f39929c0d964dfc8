"""A replay finds the same trades as the referee did while the game was played."""

from pathlib import Path

import orjson
import pytest

import bots
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.seating import Seating
from arena.replay.replay import Replay, trades_of
from tests.support.one_game import one_game


@pytest.mark.slow
def test_the_referee_saw_the_same() -> None:
    folder = str(Path(bots.__file__).parent / "python")
    trader = BotSpec("trader", 1, "trader", ("python3", "trader.py"), folder)
    seating = Seating()
    played = seating.play(one_game(trader, 3, TimeControl.parse("standard")))
    seating.close()
    found = trades_of(Replay(orjson.dumps({"format": 1, **played.record})))
    assert not any(seat.faults for seat in played.seats)
    assert tuple(found.between()) == played.trades
    assert len(found.trades) > 3
    assert sum(each.coins for each in played.trades) > 1
