"""Seasons: how the bots of a final are placed."""

import pytest

from ladder.database.store import Bot, Store
from ladder.ratings.scope import Official
from ladder.tournaments import seasons
from tests.ladder.conftest import WriteLedger, play_all


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
