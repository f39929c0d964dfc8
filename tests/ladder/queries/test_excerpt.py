"""Standings by some of the matches, against a ladder in which nothing else was ever played."""

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path

import pytest

from ladder.database.store import Store
from ladder.queries.pools import Wanted
from ladder.queries.standings import Standing, overall, selected
from ladder.tournaments.tournaments import Pool
from tests.ladder.conftest import POOL, four_bots, outcome, written

pytestmark = pytest.mark.usefixtures("bots")

OLD, NEW = "2026-01-01T00:00:00Z", "2026-06-01T00:00:00Z"
PLUS = replace(POOL, variant="plus")
Circles = Sequence[str]
FIRST: Circles = ("abc", "bcd", "acd", "abd")
SECOND: Circles = ("cba", "dcb", "dca", "dba", "abc", "cda")


def play(store: Store, circles: Circles, at: str, pool: Pool = POOL) -> int:
    """Plays a tournament in which the bot of the lowest id wins, and now and then one forfeits."""
    bots = {bot.name[0]: bot for bot in store.bots()}
    tables = [[bots[letter] for letter in circle] for circle in circles]
    ledger = written(store, tables, f"{at} {pool.variant}".encode(), pool)
    for place, game in enumerate(ledger.unplayed()):
        ledger.save(outcome(game, forfeit=[game.bots[0]] if place == 3 else []))
        store.conn.execute("UPDATE results SET played_at = ? WHERE game_id = ?", [at, game.game_id])
    return ledger.tournament.id


def alike(rows: list[Standing], others: list[Standing]) -> None:
    """All but live Elo, which goes on from where it was, and what goes with it."""
    assert len(rows) == len(others) > 0
    for row, other in zip(rows, others, strict=True):
        for name in (each.name for each in fields(Standing)):
            if name not in ("live", "change", "bot_id"):
                assert getattr(row, name) == pytest.approx(getattr(other, name)), name


def test_since_a_time_only_what_came_after_counts(store: Store, tmp_path: Path) -> None:
    both = store
    with Store(tmp_path / "alone.sqlite") as alone:
        four_bots(alone)
        play(both, FIRST, OLD)
        before = {row.name: row.live for row in overall(both)}
        play(both, FIRST, OLD, PLUS)
        play(both, SECOND, NEW)
        play(alone, SECOND, NEW)
        found = selected(both, Wanted(since="2026-03-01T00:00:00Z"))
        assert [(pool.variant, pool.matches) for pool in found.pools] == [("anniversary", 6)]
        alike(found.rows, overall(alone))
        assert found.rows != overall(both)
        for row in found.rows:
            assert row.change == pytest.approx(row.live - before[row.name])
        alike(selected(both, Wanted(tournament_id=3)).rows, overall(alone))
        assert {row.change for row in selected(both, Wanted(tournament_id=3)).rows} == {None}
        assert selected(both, Wanted(since="2026-07-01T00:00:00Z")).rows == []
        assert selected(both, Wanted(tournament_id=3, since="2026-07-01T00:00:00Z")).rows == []


def test_who_had_not_played_before_is_new(store: Store) -> None:
    play(store, ("abc", "cba"), OLD)
    play(store, ("abd", "dba"), NEW)
    changes = {row.name: row.change for row in selected(store, Wanted(since=NEW)).rows}
    assert changes.pop("dog") is None
    assert all(change is not None for change in changes.values())


def test_a_tournament_that_is_all_there_is_has_the_standings_of_the_ladder(store: Store) -> None:
    number = play(store, FIRST, OLD)
    assert selected(store, Wanted(tournament_id=number)).rows == overall(store)
    assert selected(store, Wanted(tournament_id=number)).matches is None
    everything = selected(store, Wanted(since="2020-01-01T00:00:00Z"))
    alike(everything.rows, overall(store))


def test_several_sizes_of_tables_may_be_asked_for(store: Store) -> None:
    play(store, FIRST, OLD)
    play(store, ("abcd",), NEW, replace(POOL, players=4))
    assert [pool.players for pool in selected(store, Wanted(players=[3, 4])).pools] == [3, 4]
    assert [pool.players for pool in selected(store, Wanted(players=[4, 5])).pools] == [4]
    assert selected(store, Wanted(players=())).rows == overall(store)
