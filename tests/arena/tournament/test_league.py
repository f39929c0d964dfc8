"""A league: an endless ledger whose field changes, the same through any interruption."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.registry.owners import disown
from arena.rules import RULES_VERSION
from arena.tournament.draw_audit import DrawAudit
from arena.tournament.league import AHEAD, fitted_at
from arena.tournament.run_events import (
    NoticeKind,
)
from ladder.database.store import Store
from ladder.tournaments.stays import Stay, newest_versions, stays
from ladder.tournaments.tournaments import tournament
from tests.support.fake_league import FakeLeague, Happens, submit
from tests.support.fake_tournament import Dead, after, die, notices

HAPPENS: Happens = {
    60: lambda store: submit(store, "new"),
    110: lambda store: store.set_status(store.find_bot("a").id, "retired"),
    150: lambda store: submit(store, "b", "mended"),
    210: lambda store: store.set_status(store.find_bot("a").id, "active"),
    250: lambda store: submit(store, "b", "mended again"),
}


PLAYED = """SELECT rules_version, sum(games) AS games FROM played
    JOIN pools ON id = pool_id GROUP BY 1 ORDER BY 1"""
SITTING = """SELECT m.number, m.status, p.bot_id FROM matches AS m
    JOIN pairings AS p ON p.match_id = m.id"""


@pytest.fixture
def league(tmp_path: Path) -> Iterator[FakeLeague]:
    league = FakeLeague(tmp_path / "ladder", happens=HAPPENS)
    yield league
    league.store.close()


@pytest.mark.slow
def test_a_league_is_the_same_through_any_interruption_and_when_drawn_again(
    league: FakeLeague, tmp_path: Path
) -> None:
    whole, stopped = league, FakeLeague(tmp_path / "stopped", happens=HAPPENS)
    whole.play(400)
    dice = random.Random(3)
    while stopped.stored < 330:
        with pytest.raises(Dead):
            stopped.play(400, then=after(dice.randint(10, 60), die))
    done = stopped.play(360)
    assert (done.interrupted, stopped.stored) == (False, 360)
    assert 0 < done.left <= AHEAD * 4
    stopped.play(400)
    assert stopped.stored == whole.stored == 400
    assert stays(stopped.store, 1) == stays(whole.store, 1)
    assert stopped.drawn == whole.drawn
    assert tournament(whole.store, 1).finished_at is None
    again = DrawAudit(stopped.store, stopped.league)
    assert (list(again.wrong()), again.skipped) == ([], "")
    stopped.store.conn.execute("UPDATE stays SET since_match = since_match + 9 WHERE bot_id = 7")
    assert any("the circle of its bots" in each for each in again.wrong())


@pytest.mark.slow
def test_who_comes_and_goes_is_noted_where_it_happened_and_told(league: FakeLeague) -> None:
    league.play(400)
    noted: dict[str, list[Stay]] = {}
    for each in stays(league.store, 1):
        noted.setdefault(league.store.bot(each.bot_id).label, []).append(each)
    assert len(noted["a:1"]) == 2, "retired, and back again"
    assert noted["a:1"][0].until is not None
    assert noted["a:1"][1].until is None
    assert noted["b:1"][0].until is not None, "the newest two versions play"
    assert noted["b:2"][0].until is noted["b:3"][0].until is None
    assert noted["b:2"][0].since < noted["b:3"][0].since == noted["b:1"][0].until
    assert noted["c:1"][0].until is not None, "suspended"
    for row in league.store.rows(SITTING):
        label = league.store.bot(row["bot_id"]).label
        assert any(each.holds(row["number"]) for each in noted[label]), (label, row)
    kinds = (NoticeKind.BOT_CAME, NoticeKind.BOT_LEFT, NoticeKind.BOT_SUSPENDED)
    told = {kind: [each.facts["bot"] for each in notices(league.events, kind)] for kind in kinds}
    assert {"new:1", "b:2", "b:3"} <= set(told[NoticeKind.BOT_CAME])
    assert told[NoticeKind.BOT_SUSPENDED] == ["c:1"]
    assert {"a:1", "b:1"} <= set(told[NoticeKind.BOT_LEFT])


def test_after_a_change_of_the_rules_it_goes_on_in_new_pools(tmp_path: Path) -> None:
    league = FakeLeague(tmp_path / "rules")
    league.play(30)
    with league.store.transaction() as conn:
        conn.execute("UPDATE pools SET rules_version = '1'")
    before = league.store.rows(PLAYED)
    league.play(70)
    older, *newer = league.store.rows(PLAYED)
    assert [older] == before and newer[0]["rules_version"] == RULES_VERSION
    assert older["games"] + newer[0]["games"] == league.stored >= 70
    again = DrawAudit(league.store, league.league)
    assert (list(again.wrong()), again.skipped) == ([], "")
    league.store.close()


def test_a_suspended_bot_leaves_and_others_are_drawn(league: FakeLeague) -> None:
    league.play(150)
    c = league.store.find_bot("c")
    assert c.status == "suspended"
    (suspended_at,) = (each.until for each in stays(league.store, 1) if each.bot_id == c.id)
    assert suspended_at is not None
    rows = league.store.rows(f"{SITTING} WHERE m.number >= ?", [suspended_at - AHEAD])
    assert {row["status"] for row in rows if row["bot_id"] == c.id} <= {"dropped", "rated"}
    assert all(row["number"] < suspended_at for row in rows if row["bot_id"] == c.id)
    league.store.set_status(c.id, "active")
    league.play(170)
    assert league.store.bot(c.id).status == "active", "its faults count from 0 again"
    assert [each.until for each in stays(league.store, 1) if each.bot_id == c.id][-1] is None


def test_a_bot_that_cannot_be_started_is_suspended_and_does_not_stop_the_league(
    league: FakeLeague,
) -> None:
    league.play(30)
    league.play(60, unable=lambda bot: "its copy is gone." if bot.name == "d" else "")
    d = league.store.find_bot("d")
    assert (d.status, d.reason) == ("suspended", "its copy is gone.")
    assert league.store.rows(f"{SITTING} WHERE m.status = 'open' AND p.bot_id = ?", [d.id]) == []


def test_a_bot_that_could_not_be_started_is_back_once_it_is_mended_and_reinstated(
    tmp_path: Path,
) -> None:
    """In the same run, which may last for weeks."""
    broken = {"b"}

    def mend(store: Store) -> None:
        broken.clear()
        store.set_status(store.find_bot("b").id, "active")

    # It must have been seen suspended; an organiser takes longer than that.
    league = FakeLeague(tmp_path / "ladder", happens={36: lambda store: None, 40: mend})
    league.play(30)
    league.play(120, unable=lambda bot: "its copy is gone." if bot.name in broken else "")
    bot = league.store.find_bot("b")
    assert bot.status == "active"
    mine = [each for each in stays(league.store, 1) if each.bot_id == bot.id]
    assert mine and mine[-1].until is None


def test_one_author_cannot_flood_a_league_nor_meet_itself(tmp_path: Path) -> None:
    league = FakeLeague(tmp_path / "ladder", "defg")
    store = league.store

    def ada(name: str, content: str = "") -> None:
        store.add_bot(name, author="Ada", hash=name + content)

    def there() -> set[str]:
        now = tournament(store, 1).matches
        return {store.bot(each.bot_id).label for each in stays(store, 1) if each.holds(now)}

    for name in ("zoe", "amy", "bob"):
        ada(name)
    league.play(30, per_author=2)
    others = {f"{name}:1" for name in "defg"}
    assert there() == others | {"zoe:1", "amy:1"}, "those that came first"
    (waits,) = notices(league.events, NoticeKind.BOT_WAITS)
    assert waits.facts == {"bot": "bob:1", "bots": "2 bots"}
    ada("zoe", "mended")
    league.play(60, per_author=2)
    assert there() == others | {"zoe:1", "zoe:2", "amy:1"}, "a version takes no place of its own"
    store.set_status(store.find_bot("amy").id, "retired")
    league.play(90, per_author=2)
    assert there() == others | {"zoe:1", "zoe:2", "bob:1"}
    store.set_status(store.find_bot("amy").id, "active")
    league.play(120)
    assert there() == others | {"zoe:1", "zoe:2", "amy:1", "bob:1"}, "without a limit, all"
    hers = {bot.id for bot in store.bots() if bot.author == "Ada"}
    seats = Counter(row["number"] for row in store.rows(SITTING) if row["bot_id"] in hers)
    assert set(seats.values()) == {1}, "and never two of hers at a table"
    store.close()


def _taken_over(store: Store) -> None:
    disown(store, store.find_bot("pat"))
    store.add_bot("pat", hash="of tom", owner="tom's key")


OWNERS: dict[str, Callable[[Store], object]] = {
    "disown": lambda store: disown(store, store.find_bot("pat")),
    "retire": lambda store: store.set_status(store.find_bot("pat").id, "retired"),
    "take-over": _taken_over,
    "another key": lambda store: store.set_owner([store.find_bot("pat").id], "another"),
}


@pytest.mark.slow
@pytest.mark.parametrize("change", OWNERS)
def test_whose_bots_are_is_as_of_each_draw_whatever_becomes_of_their_keys(
    tmp_path: Path, change: str
) -> None:
    league = FakeLeague(tmp_path / "ladder", "de", happens={60: OWNERS[change]})
    store = league.store
    for name, key in (("pat", "pat's key"), ("sam", "pat's key"), ("tom", "tom's key")):
        store.add_bot(name, author=name, hash=name, owner=key)
    league.play(90)
    league.play(150)  # another run, which reads the bots again
    again = DrawAudit(store, league.league)
    assert (list(again.drawn_otherwise()), again.skipped) == ([], "")
    pat, sam = store.find_bot("pat:1"), store.find_bot("sam")
    seats = dict[int, set[int]]()
    for row in store.rows(SITTING):
        seats.setdefault(row["number"], set()).add(row["bot_id"])
    until = next(each.until for each in stays(store, 1) if each.bot_id == pat.id)
    met = [number for number, bots in seats.items() if {pat.id, sam.id} <= bots]
    assert until is not None
    assert all(number >= until for number in met), "while one key was theirs, they did not meet"
    assert bool(met) == (change != "retire")
    OWNERS["disown"](store)
    assert list(again.drawn_otherwise()) == [], "nor does what comes later matter"
    store.close()


def test_versions_beside_each_other(tmp_path: Path) -> None:
    def playing(store: Store) -> set[str]:
        return {bot.label for bot in newest_versions(store.bots())}

    with Store(tmp_path / "ladder.sqlite") as store:
        submit(store, "a", "1")
        submit(store, "a", "2")
        assert playing(store) == {"a:1", "a:2"}
        submit(store, "a", "3")
        assert playing(store) == {"a:2", "a:3"}
        store.set_status(store.find_bot("a:2").id, "retired", "by hand")
        assert playing(store) == {"a:3"}
        store.set_status(store.find_bot("a:3").id, "retired")
        assert playing(store) == set(), "who retires a bot does not want its last version instead"
        submit(store, "b", "1")
        store.set_status(store.find_bot("b").id, "suspended", "faults")
        submit(store, "b", "2")
        assert playing(store) == {"b:2"}, "a suspension is not lifted by a new version"


def test_fits_are_made_at_fixed_places() -> None:
    assert [fitted_at(cursor, 8) for cursor in (0, 1, 77)] == [0, 1, 77]
    places = {fitted_at(cursor, 600) for cursor in range(1000)}
    assert places == set(range(0, 1000, 100))
