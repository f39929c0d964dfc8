"""A forfeit loses to everybody, whatever the coins."""

from dataclasses import replace

import orjson
import pytest

from arena.cli.games.match import KeptGame, _finished, _game_data, _print_sums
from arena.cli.games.replay import tell
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game_types import SeatPlayed
from arena.replay.replay import Replay
from tests.support.fake_worker_pool import ended
from tests.support.one_game import one_game
from tests.support.random_record import random_record


def test_a_match_shows_and_sums_up_a_forfeiter_as_last(capsys: pytest.CaptureFixture[str]) -> None:
    bots = tuple(BotSpec(name, 1, name, ("none",), "/") for name in ("ant", "bee", "cat"))
    spec = replace(one_game(bots[0], 3, TimeControl.parse("standard")), bots=bots)
    forfeit = SeatPlayed(forfeit="crashed")
    played = ended(spec, (9, 4, 3), (forfeit, SeatPlayed(), SeatPlayed()))
    game = KeptGame(replace(played, record={"decisions": []}), 0, [])
    data = _game_data(game)
    assert (data["places"], data["winners"], data["scores"]) == ([3, 1, 2], (1,), (9, 4, 3))
    assert "ant 9  bee 4*  cat 3  " in _finished(game, 1)
    _print_sums([played])
    assert [line.split()[:5] for line in capsys.readouterr().out.splitlines()[1:]] == [
        ["bee", "1", "4.0", "1.00", "100%"],
        ["cat", "1", "3.0", "2.00", "0%"],
        ["ant", "1", "9.0", "3.00", "0%"],
    ]


def test_an_account_ends_with_the_forfeiter_last() -> None:
    record = random_record()
    winner = record["result"]["places"].index(1)
    record["forfeits"] = [{"seat": winner, "fault": "crashed", "reason": "it ended", "decision": 3}]
    text = "\n".join(tell(Replay(orjson.dumps(record)))).partition("The game is over.")[2]
    *places, told = text.strip().splitlines()
    assert places[-1].startswith(f"  3. bot{winner}:")
    assert "wins" not in places[-1]
    assert "wins" in places[0]
    assert told == f"  bot{winner} forfeited: it ended"
