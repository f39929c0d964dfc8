"""A stored game in a notebook: it shows its replay, and goes back to any decision."""

from html import unescape
from pathlib import Path

import orjson
import pytest

from arena.errors import UsageError
from arena.replay.replay import ReplayError
from arena.web.notebook import stored
from arena.web.replay.page import replay_page
from ladder.database import casual_games
from ladder.database.errors import UnknownGame
from ladder.database.records import packed
from ladder.database.store import Store
from tests.support.random_record import random_record


def test_a_stored_game_shows_its_replay_and_goes_back_to_any_decision(tmp_path: Path) -> None:
    record = random_record()
    with Store(tmp_path / "ladder.sqlite") as store:
        casual_games.keep(
            store, match=None, round=1, rotation=0, variant=record["variant"],
            decisions=len(record["decisions"]), level="none", seats=[], logs={},
            record=packed(orjson.dumps(record)),
        )  # fmt: skip
    game = stored("c1", tmp_path)
    shown = game._repr_html_()
    assert replay_page(game, "c1").decode() in unescape(shown)
    assert shown.startswith("<iframe srcdoc=") and 'sandbox="allow-scripts"' in shown
    last = len(record["decisions"])
    for number in (0, 7, last - 1):
        assert record["decisions"][number]["seat"] in game.at(number).asked
    assert game.at(last).over and list(game.at(last).result.scores) == record["result"]["scores"]
    with pytest.raises(ReplayError, match=f"There is no decision 100000: the game has {last}"):
        game.at(100_000)
    with pytest.raises(UnknownGame):
        stored("c2", tmp_path)
    with pytest.raises(UsageError, match="'seventeen' is not the number of a game"):
        stored("seventeen", tmp_path)
    with pytest.raises(UsageError, match="There is no ladder at"):
        stored(1, tmp_path / "none")
