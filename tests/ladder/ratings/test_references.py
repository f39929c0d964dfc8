"""Reference bots of a ladder: found by content, and what others are measured by."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from ladder.database.store import Bot, Store
from ladder.maintenance.checks import check
from ladder.queries.pools import Wanted
from ladder.queries.standings import overall, scope, selected
from ladder.ratings.calibration import FIELD, calibrated, calibration, references, scale_of
from ladder.ratings.official import keep, latest, official
from ladder.tournaments.tournaments import Pool
from tests.ladder.conftest import WriteLedger, play_all

KNOWN = Pool("anniversary", 3, "bullet", calibration().negotiation, calibration().rules_version)
UNKNOWN = Pool("anniversary", 3, "standard", "no talk", calibration().rules_version)

Play = Callable[..., None]


@pytest.fixture
def field(store: Store) -> list[Bot]:
    """Trader, a bot, greedy, random: in the conftest's games, the earlier wins."""

    def bundled(name: str) -> Bot:
        return store.add_bot(name, hash=calibration().bots[name], manifest={"bundled": True})

    return [bundled("trader"), store.add_bot("ant", hash="a"), *map(bundled, ("greedy", "random"))]


@pytest.fixture
def play(write: WriteLedger) -> Play:
    def play(bots: list[Bot], pool: Pool, secret: bytes, times: int = 4) -> None:
        circles = [[*bots[at:], *bots[:at]][:3] for at in range(len(bots))] * times
        play_all(write(circles, secret, pool))

    return play


def test_they_are_known_by_what_they_are_and_came_with_the_arena(
    store: Store, field: list[Bot]
) -> None:
    store.add_bot("greedy", hash="changed", manifest={"bundled": True})
    store.add_bot("copy", hash=calibration().bots["greedy"])
    trader, _, greedy, random = field
    found = references(store, calibration())
    assert found == {"trader": trader.id, "greedy": greedy.id, "random": random.id}
    assert set(found) == set(FIELD)


def test_others_are_measured_by_them(store: Store, field: list[Bot], play: Play) -> None:
    play(field, KNOWN, b"s")
    rows = {row.name: row for row in overall(store)}
    assert all(row.on_scale for row in rows.values())
    assert rows["greedy"].elo == pytest.approx(1500, abs=5)
    assert rows["trader"].elo > rows["ant"].elo > 1500 > rows["random"].elo
    assert rows["greedy"].interval < 15
    play(field[:3], replace(KNOWN, variant="classic"), b"t")
    (greedy,) = [row for row in overall(store) if row.name == "greedy"]
    assert greedy.elo == pytest.approx(1500, abs=5), "over two pools, too"


def test_where_nothing_is_known_of_them_the_mean_is_1500(
    store: Store, field: list[Bot], bots: list[Bot], play: Play
) -> None:
    play(field, UNKNOWN, b"s")
    assert scale_of(store, [1]) == ""
    assert calibrated(store, [1], calibration()) == {}
    rows = {row.name: row for row in overall(store)}
    assert not any(row.on_scale for row in rows.values())
    assert rows["greedy"].interval > 100, "it is no measure here"
    play(bots, KNOWN, b"t")
    assert not any(row.on_scale for row in overall(store)), "nobody of them has played there"


def test_of_a_tournament_alone_they_count_if_they_played_in_it(
    store: Store, field: list[Bot], bots: list[Bot], play: Play
) -> None:
    play(field, KNOWN, b"s")
    play(bots, KNOWN, b"t")
    assert all(row.on_scale for row in selected(store, Wanted(tournament_id=1)).rows)
    assert not any(row.on_scale for row in selected(store, Wanted(tournament_id=2)).rows)


def test_a_kept_fit_is_of_one_scale(store: Store, field: list[Bot], play: Play) -> None:
    """An arena with a newer calibration does not show ratings by an older one."""
    play(field, KNOWN, b"s")
    whole = scope(store, [1])
    keep(store, [whole])
    assert latest(store, whole) == official(store, whole) != {}
    assert [finding.name for finding in check(store) if not finding.ok] == []
    with store.transaction() as conn:
        conn.execute("UPDATE fits SET scale = 'an older one'")
    assert latest(store, whole) == {}
    assert {row.name for row in overall(store)} == {"trader", "ant", "greedy", "random"}


def test_a_ladder_keeps_the_scale_of_its_reference_bots(
    store: Store, field: list[Bot], play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A calibration of newer bots, or of newer rules, measures only where they have played."""
    old, trader, ant, greedy, _ = calibration(), *field
    play(field, KNOWN, b"s")
    before = {row.name: row for row in overall(store)}
    hashes = {name: f"new {name}" for name in FIELD}
    newer = replace(old, bots=hashes, id="newer")
    for place in ("calibration", "fitting"):
        monkeypatch.setattr(f"ladder.ratings.{place}.calibrations", lambda: (newer, old))
    rows = {row.name: row for row in overall(store)}
    assert {name: row.elo for name, row in rows.items()} == {
        name: row.elo for name, row in before.items()
    }
    assert {(row.calibration, row.rules) for row in rows.values()} == {(old.id, "3")}
    new = store.add_bot("greedy", hash=hashes["greedy"], manifest={"bundled": True})
    play([trader, ant, new, greedy], KNOWN, b"t")
    assert scale_of(store, [1]) == "newer"
    rows = {row.label: row for row in overall(store)}
    assert rows[new.label].elo == pytest.approx(1500, abs=5)
    assert {row.calibration for row in rows.values()} == {"newer"}
    chosen = selected(store, Wanted(tournament_id=1)).rows
    assert {row.calibration for row in chosen} == {old.id}, "where the newer have not played"
