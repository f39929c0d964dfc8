"""Standings by some of the matches, against a ladder in which nothing else was ever played."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from ladder.database.store import Bot, Store
from ladder.queries.pools import Wanted
from ladder.queries.standings import Standing, overall, selected
from ladder.tournaments.ledger import Ledger
from ladder.tournaments.tournaments import NewMatch, Pool, write_ledger
from tests.ladder.conftest import POOL, outcome

OLD, NEW = "2026-01-01T00:00:00Z", "2026-06-01T00:00:00Z"
PLUS = replace(POOL, variant="plus")
Circles = Sequence[str]
FIRST: Circles = ("abc", "bcd", "acd", "abd")
SECOND: Circles = ("cba", "dcb", "dca", "dba", "abc", "cda")


@contextmanager
def ladder(folder: Path) -> Iterator[tuple[Store, list[Bot]]]:
    with Store(folder / "ladder.sqlite") as store:
        yield store, [store.add_bot(name, hash=name) for name in "abcd"]


def play(store: Store, bots: list[Bot], circles: Circles, at: str, pool: Pool = POOL) -> int:
    """Plays a tournament in which the bot of the lowest id wins, and now and then one forfeits."""
    ids = {bot.name: bot.id for bot in bots}
    drafts = [
        NewMatch(
            1, pool, f"{at} {pool.variant} {number}".encode(), tuple(ids[name] for name in circle)
        )
        for number, circle in enumerate(circles)
    ]
    secret = f"{at} {pool.variant}".encode()
    number = write_ledger(store, drafts, {"bots": list(ids.values())}, secret)
    ledger = Ledger(store, number)
    before = {row["id"] for row in store.rows("SELECT game_id AS id FROM results")}
    for place, game in enumerate(ledger.unplayed()):
        ledger.save(outcome(game, forfeit=[game.bots[0]] if place == 3 else []))
    with store.transaction() as conn:
        for row in store.rows("SELECT game_id AS id FROM results"):
            if row["id"] not in before:
                conn.execute("UPDATE results SET played_at = ? WHERE game_id = ?", [at, row["id"]])
    return number


def alike(rows: list[Standing], others: list[Standing]) -> None:
    """All but live Elo, which goes on from where it was, and what goes with it."""
    assert len(rows) == len(others) > 0
    for row, other in zip(rows, others, strict=True):
        for name in Standing.__slots__:
            if name not in ("live", "change", "bot_id"):
                assert getattr(row, name) == pytest.approx(getattr(other, name)), name


def test_since_a_time_only_what_came_after_counts(tmp_path: Path) -> None:
    (tmp_path / "both").mkdir()
    (tmp_path / "alone").mkdir()
    with ladder(tmp_path / "both") as (both, bots), ladder(tmp_path / "alone") as (alone, others):
        play(both, bots, FIRST, OLD)
        before = {row.name: row.live for row in overall(both)}
        play(both, bots, FIRST, OLD, PLUS)
        play(both, bots, SECOND, NEW)
        play(alone, others, SECOND, NEW)
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


def test_who_had_not_played_before_is_new(tmp_path: Path) -> None:
    with ladder(tmp_path) as (store, bots):
        play(store, bots, ("abc", "cba"), OLD)
        play(store, bots, ("abd", "dba"), NEW)
        changes = {row.name: row.change for row in selected(store, Wanted(since=NEW)).rows}
        assert changes.pop("d") is None
        assert all(change is not None for change in changes.values())


def test_a_tournament_that_is_all_there_is_has_the_standings_of_the_ladder(tmp_path: Path) -> None:
    with ladder(tmp_path) as (store, bots):
        number = play(store, bots, FIRST, OLD)
        assert selected(store, Wanted(tournament_id=number)).rows == overall(store)
        assert selected(store, Wanted(tournament_id=number)).matches is None
        everything = selected(store, Wanted(since="2020-01-01T00:00:00Z"))
        alike(everything.rows, overall(store))


def test_several_sizes_of_tables_may_be_asked_for(tmp_path: Path) -> None:
    with ladder(tmp_path) as (store, bots):
        play(store, bots, FIRST, OLD)
        play(store, bots, ("abcd",), NEW, replace(POOL, players=4))
        assert [pool.players for pool in selected(store, Wanted(players=[3, 4])).pools] == [3, 4]
        assert [pool.players for pool in selected(store, Wanted(players=[4, 5])).pools] == [4]
        assert selected(store, Wanted(players=())).rows == overall(store)
