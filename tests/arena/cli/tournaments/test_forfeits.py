"""A forfeit loses to everybody, whatever the coins: in matches, lists of games and accounts."""

import re
from pathlib import Path
from typing import Any

import orjson
import pytest

from arena.cli.games.replay import tell
from arena.replay.replay import Replay
from tests.support.random_record import random_record

NEVER_READY = "raise SystemExit('no weights')"


@pytest.mark.slow
def test_a_match_ranks_a_forfeiter_last_and_unstarred(arena: Any, tmp_path: Path) -> None:
    # The referee plays on for it, and index 0 often earns more than random choices.
    broken = tmp_path / "broken.py"
    broken.write_text(NEVER_READY)
    words = ("match", str(broken), "random", "random", "--deals", "2", "--seed", "3")
    games = arena.json(*words)
    best = [max(range(3), key=game["scores"].__getitem__) for game in games]
    seats = [game["bots"].index("broken") for game in games]
    assert any(map(int.__eq__, best, seats)), "else this test shows nothing"
    for game, seat in zip(games, seats, strict=True):
        assert game["places"][seat] == 3
        assert sorted(game["places"]) in ([1, 2, 3], [1, 1, 3])
        assert seat not in game["winners"]
        assert game["winners"]
        assert game["record"]["result"]["scores"] == game["scores"]
    text = arena(*words)
    assert re.search(r"broken \d", text)
    assert not re.search(r"broken \d+\*", text)
    assert "| no weights" in text
    *_, last, _, _ = text.rstrip().splitlines()
    name, _, _, place, wins, *_ = last.split()
    assert (name, place, wins) == ("broken", "3.00", "0%")


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
