"""What a format says itself of how a tournament came out, as text, JSON and a page."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from arena.referee.clock import TimeControl
from arena.tournament.driver import Options
from arena.tournament.formats import FORMATS
from arena.tournament.formats.apart import Pairing
from arena.tournament.formats.swiss import Swiss
from arena.tournament.lifecycle import abandon, create, play
from arena.tournament.plan import Plan
from arena.tournament.size import Size
from arena.web.database_thread import site
from arena.web.rendering import rendered
from arena.web.tournaments import tournament_page
from ladder.database.store import Store
from tests.support.fake_tournament import after, interrupt
from tests.support.fake_worker_pool import FakePlayer, InProcessPool, spec_of
from tests.support.html import Parts

STANDARD = TimeControl.parse("standard")
CUP = Plan(
    (("rio_grande_duel", 2), ("anniversary_duel", 2)),
    Size(decided=True),
    STANDARD,
    "knockout",
    seed=7,
)
SWISS = Plan((("anniversary", 3), ("classic", 4)), Size(rounds=3), STANDARD, "swiss", seed=8)


def played(home: Path, plan: Plan, stop: int = 0, clumsy: str = "") -> None:
    home.mkdir(exist_ok=True)
    with Store(home / "ladder.sqlite") as store:
        bots = [store.add_bot(name, hash=name) for name in ("ant", "bee", "cat", "dog", "eel")]
        number = create(store, plan, bots)
        worker_pool = InProcessPool(partial(FakePlayer, clumsy=clumsy))
        play(store, number, spec_of, Options(), after(stop, interrupt), lambda _: worker_pool)


def test_a_knockout_names_its_winner_and_who_went_out_when(arena: Any) -> None:
    played(arena.home, CUP)
    data = arena.json("tournaments", "show", "1")["bracket"]
    assert [stage["name"] for stage in data["stages"]] == ["stage 1", "stage 2", "final"]
    assert data["stages"][0]["byes"] == ["ant:1", "bee:1", "cat:1"], "those named first"
    out = [
        bot["bot"]
        for stage in data["stages"]
        for table in stage["tables"]
        for bot in table["bots"]
        if not bot["goes_on"]
    ]
    assert sorted([*out, data["winner"]]) == ["ant:1", "bee:1", "cat:1", "dog:1", "eel:1"]
    text = arena("tournaments", "show", "1")
    assert f"{data['winner']} wins the knockout." in text
    heading = next(line for line in text.splitlines() if line.startswith("stage "))
    assert heading.split() == ["stage", "table", "goes", "on", "out"]
    assert "--format knockout" in text
    assert "--rounds" not in text


def test_a_knockout_that_is_being_played_is_not_decided(arena: Any) -> None:
    played(arena.home, CUP, stop=1)
    data = arena.json("tournaments", "show", "1")
    assert (data["bracket"]["winner"], data["scheduled"]) == (None, None)
    text = arena("tournaments", "show", "1")
    assert "The knockout is not decided." in text
    assert "open: dog:1, eel:1" in text
    with Store(arena.home / "ladder.sqlite") as store:
        abandon(store, 1)
    assert "The knockout is not decided." in arena("tournaments", "show", "1")


def test_a_suspended_bot_is_named(arena: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ladder.ratings.live.PROBATION", 2)
    played(arena.home, CUP, clumsy="dog")
    data = arena.json("tournaments", "show", "1")["bracket"]
    (table,) = data["stages"][0]["tables"]
    assert [(bot["bot"], bot["suspended"], bot["goes_on"]) for bot in table["bots"]] == [
        ("eel:1", False, True),
        ("dog:1", True, False),
    ]
    assert "dog:1 suspended" in arena("tournaments", "show", "1")


def test_a_swiss_has_a_table(arena: Any) -> None:
    played(arena.home, SWISS)
    rows = arena.json("tournaments", "show", "1")["bracket"]["table"]
    assert [row["place"] for row in rows] == [1, 2, 3, 4, 5]
    scores = [row["score"] for row in rows]
    assert scores == sorted(scores, reverse=True)
    assert "opponents" in arena("tournaments", "show", "1")


def test_where_only_elo_counts_nothing_is_added(arena: Any) -> None:
    played(arena.home, Plan((("anniversary", 3),), Size(rounds=1), STANDARD, seed=9))
    assert "bracket" not in arena.json("tournaments", "show", "1")


class Danish(Swiss):
    """Neighbours in the table meet, even those that have met before."""

    name = "danish"
    summary = "neighbours in the table meet, even again"

    def meetings(self, tables: Sequence[Iterable[int]]) -> Counter[Pairing]:
        return Counter()


def test_a_new_format_is_a_class_and_a_line(arena: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else knows a format by its name: not the commands, nor the pages."""
    monkeypatch.setitem(FORMATS, Danish.name, Danish)
    played(arena.home, replace(SWISS, format=Danish.name))
    assert len(arena.json("tournaments", "show", "1")["bracket"]["table"]) == 5
    text = arena("tournaments", "show", "1")
    assert f"danish: {Danish.summary}" in text and "opponents" in text
    assert "--format danish" in text
    assert "goes by results" in " ".join(arena("ladder").split())
    with Store(arena.home / "ladder.sqlite") as store:
        page = rendered(tournament_page(store, 1), "tournaments/1", site())
    assert "danish" in (shown := Parts(page.decode()).text) and "opponents" in shown
