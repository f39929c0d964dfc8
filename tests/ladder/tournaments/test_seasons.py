"""Seasons: how the bots of a final are placed."""

import pytest

from ladder.database.store import Bot, Store
from ladder.ratings.scope import Official
from ladder.tournaments import seasons
from ladder.tournaments.stays import update
from tests.ladder.conftest import WriteLedger, outcome, play_all


def test_bots_that_played_alike_share_a_place_in_a_final(
    store: Store, write: WriteLedger, bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rounding alone makes their fits differ, by some 1e-13 Elo points."""
    spring = seasons.open_season(store, "spring", write([bots]).tournament.id)
    seasons.begin_final(store, spring.id, play_all(write([bots], b"final")).tournament.id)
    elo = (1700.0, 1500.0, 1500 + 2e-13, 1300.0)
    fit = {bot.id: Official(each, 90, 0, 0) for bot, each in zip(bots, elo, strict=True)}
    monkeypatch.setattr(seasons, "fit_of", lambda *_: fit)
    placed = seasons.standings(store, seasons.season(store, "spring"))
    assert [(row.rank, row.bot.name) for row in placed] == [
        (1, "ant"), (2, "bee"), (2, "cat"), (4, "dog"),
    ]  # fmt: skip


def test_who_has_not_played_in_a_final_has_no_place(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    league = play_all(write([bots])).tournament.id  # before the season
    update(store, league, [bot.id for bot in bots])
    spring = seasons.open_season(store, "spring", league)
    assert (spring.name, spring.state, seasons.standings(store, spring)) == ("spring", "open", [])
    final = write([bots[:3], bots[1:]], b"final")
    seasons.begin_final(store, spring.id, final.tournament.id)
    assert seasons.standings(store, seasons.season(store, "spring")) == []
    for game in final.unplayed()[:3]:
        final.save(outcome(game))
    placed = seasons.standings(store, seasons.season(store, "spring"))
    assert [(row.rank, row.bot.name, row.games) for row in placed] == [
        (1, "ant", 3), (2, "bee", 3), (3, "cat", 3),
    ]  # fmt: skip
