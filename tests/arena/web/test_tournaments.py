"""The pages of a league and of a test of two bots: they read as what they are."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.referee.clock import TimeControl
from arena.tournament.plan import Plan
from arena.tournament.size import Size
from arena.web.database_thread import site
from arena.web.rendering import rendered
from arena.web.routes import page_at
from ladder.database.store import Store
from ladder.tournaments.seasons import freeze, open_season
from tests.arena.tournament.test_sprt_scheduler import ALIKE, worker_pool
from tests.support.fake_league import FakeLeague, submit
from tests.support.fake_tournament import FakeTournament, after, interrupt
from tests.support.html import Parts
from tests.support.shown_ladder import HOSTILE


def shown(store: Store, address: str) -> Parts:
    return Parts(rendered(page_at(store, address), address, site()).decode())


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FakeLeague]:
    """Four bots and a late one with a season; `a` has left."""
    made = FakeLeague(
        tmp_path_factory.mktemp("league"),
        "abde",
        {
            24: lambda store: store.set_status(store.find_bot("a").id, "retired"),
            30: lambda store: submit(store, HOSTILE),
        },
    )
    made.play(20)
    open_season(made.store, f"spring {HOSTILE[:20]}", made.league)
    made.play(60)
    yield made
    made.store.close()


def test_a_league_says_who_is_in_it_and_who_has_left(league: FakeLeague) -> None:
    parts = shown(league.store, "tournaments/1.html")
    assert "League 1" in parts.text
    assert "It has no end" in parts.text
    assert "60 games since" in parts.text
    there = parts.text.split("Who is in it")[1].split("left:")[0]
    for name in ("b:1", "d:1", "e:1", HOSTILE.replace("\x1b", "�")):
        assert name in there
    assert "a:1" not in there
    assert "1 bot left: a:1" in parts.text
    assert "newcomer" in there
    assert "progress" not in parts.elements
    assert "Standings" in parts.text


def test_a_league_leads_to_its_seasons(league: FakeLeague) -> None:
    parts = shown(league.store, "tournaments/1.html")
    assert f"spring {HOSTILE[:20]}" in parts.text
    assert "../seasons/1.html" in parts.links
    assert "League 1" in shown(league.store, "tournaments.html").text
    assert "league 1" in shown(league.store, "seasons.html").text
    assert "league 1" in shown(league.store, "seasons/1.html").text
    assert "open" in parts.text.split("spring")[1][:60]
    freeze(league.store, b"secret")
    assert "frozen" in shown(league.store, "tournaments/1.html").text


@pytest.mark.parametrize("units", [12, 400])
def test_a_test_of_two_bots_shows_how_it_stands(tmp_path: Path, units: int) -> None:
    plan = Plan(
        (("rio_grande_duel", 2),),
        Size(games=2 * units),
        TimeControl.parse("standard"),
        format="sprt",
        seed=7,
        options={"elo0": 0, "elo1": 25, "alpha": 0.05, "beta": 0.05, "units": units},
    )
    made = FakeTournament(tmp_path / "home", plan, entrants=2)
    # The worker pool rolls, so that it is not identical play.
    made.play(worker_pool(**ALIKE), after(30, interrupt))
    parts = shown(made.store, "tournaments/1.html")
    verdict = "has not ended yet" if units > 12 else "ended after 12 units - inconclusive"
    assert f"SPRT ([0.00, 25.00]) {verdict}" in parts.text
    assert "LLR: " in parts.text and "(-2.94, 2.94) [0.00, 25.00]" in parts.text
    assert "accepts H0 at -2.94, H1 at 2.94" in parts.text
    assert "Ptnml(0-2): [" in parts.text
    assert "meter" in parts.elements
    assert "Standings so far" not in parts.text
    made.store.close()
