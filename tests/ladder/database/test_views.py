"""The views say what the arena says of the same ladder."""

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from ladder.database.store import Bot, Store
from ladder.maintenance.refit import refit
from ladder.queries.crosstable import crosstable
from ladder.queries.standings import Standing, overall
from ladder.ratings.live import GameCounts
from ladder.tournaments.tournaments import Pool
from tests.ladder.conftest import POOL, WriteLedger, outcome, play_all

OTHER_POOL = Pool("classic", 3, "standard", "5/3/2/280", "1")


@pytest.fixture
def played(store: Store, write: WriteLedger, bots: list[Bot]) -> Store:
    """Two pools, one of them also under older rules; in some games somebody forfeits."""
    circles = [bots[:3], bots[1:], [bots[0], *bots[2:]]] * 2
    play_all(write(circles[:1], b"o", replace(POOL, rules_version="0")))
    ledger = write(circles, b"s")
    for number, game in enumerate(ledger.unplayed()):
        ledger.save(outcome(game, forfeit=[[], [1], [3], [1, 3]][number % 4]))
    play_all(write(circles[:2], b"t", OTHER_POOL))
    store.add_bot("ant", hash="newer")  # the ant of before retires
    refit(store, 2)
    return store


def _view(store: Store, name: str) -> list[dict[str, Any]]:
    return store.rows(f"SELECT * FROM {name}")


def test_overall_standings_are_those_of_the_whole_ladder(played: Store) -> None:
    rows = {row["bot_id"]: row for row in _view(played, "overall_standings")}
    standings = overall(played)
    assert len(rows) == len(standings) == 3
    assert {row.pools for row in standings} == {2}
    for standing in standings:
        row = rows[standing.bot_id]
        for column, value in row.items():
            assert value == pytest.approx(getattr(standing, column), abs=1e-9), column


NOT_IN_THE_VIEW = {
    "change": "there is none over all games",
    "coins_interval": "SQL knows no quantiles; `standings` has the standard error",
    "on_scale": "`calibration` says it",
}


def test_the_views_lack_nothing_that_standings_have(played: Store) -> None:
    for view, wanted in {
        "overall_standings": {each.name for each in fields(Standing)} - NOT_IN_THE_VIEW.keys(),
        "standings": set(GameCounts.__slots__),
    }.items():
        lacking = wanted - _view(played, view)[0].keys()
        assert not lacking, f"Add {lacking} to the view {view} of ladder/database/schema.sql."


def test_what_is_new_since_the_fit_is_listed_without_a_rank(
    played: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    before = {row["bot_id"]: row["elo"] for row in _view(played, "overall_standings")}
    fresh = [played.add_bot(name, hash=name) for name in ("elk", "fox")]
    play_all(write([[*fresh, bots[1]]], b"n", replace(POOL, variant="rio_grande")))
    rows = {row["bot_id"]: row for row in _view(played, "overall_standings")}
    assert {bot: rows[bot]["elo"] for bot in before} == before
    assert [(rows[bot.id]["rank"], rows[bot.id]["elo"]) for bot in fresh] == [(None, None)] * 2
    assert sorted(rows[bot]["rank"] for bot in before) == [1, 2, 3]


def test_head_to_head_is_the_crosstable(played: Store, bots: list[Bot]) -> None:
    ids = [bot.id for bot in bots]
    for pool in (1, 2, 3):
        table = crosstable(played, ids, [pool])
        score, games = np.full((4, 4), np.nan), np.zeros((4, 4))
        for row in _view(played, f"head_to_head WHERE pool_id = {pool}"):
            at = ids.index(row["bot_id"]), ids.index(row["other_id"])
            score[at], games[at] = row["score"], row["games"]
            assert row["ahead"] + row["level"] + row["behind"] == row["games"]
        assert np.array_equal(games, table.games)
        assert np.allclose(score, table.score, equal_nan=True)


def test_latest_bots_are_the_newest_versions(played: Store) -> None:
    assert [row["label"] for row in _view(played, "latest_bots ORDER BY name")] == [
        "ant:2",
        "bee:1",
        "cat:1",
        "dog:1",
    ]


def test_a_bots_opponents_are_found_without_reading_every_game(played: Store) -> None:
    query = "SELECT * FROM head_to_head WHERE name = :bot ORDER BY score"
    plan = [row["detail"] for row in played.rows(f"EXPLAIN QUERY PLAN {query}", {"bot": "bee"})]
    assert not [step for step in plan if step.startswith(("SCAN s", "SCAN o", "SCAN g"))], plan
    assert any("seats_by_bot" in step for step in plan)
