"""A forfeit loses to everybody, whatever the coins."""

import orjson

from arena.cli.games.replay import tell
from arena.replay.replay import Replay
from tests.support.random_record import random_record


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
