"""The list of tournaments, one of them in full, and one that is given up."""

import re
from typing import Any

import pytest

from arena.cli.tournaments.run import of_other_source
from arena.referee.clock import TimeControl
from arena.source import source_of_games
from arena.tournament.driver import Options
from arena.tournament.lifecycle import create, play
from arena.tournament.plan import Plan
from arena.tournament.size import Size
from ladder.database.store import Store
from ladder.tournaments.tournaments import tournament
from tests.support.fake_tournament import after, interrupt
from tests.support.fake_worker_pool import FakePlayer, InProcessPool, spec_of

STANDARD = TimeControl.parse("standard")
FINISHED = Plan((("anniversary", 3), ("classic", 3)), Size(rounds=2), STANDARD, seed=7)
STOPPED = Plan((("anniversary", 3),), Size(interval=20), STANDARD, format="gauntlet", talk=False)


@pytest.fixture
def home(arena: Any) -> Any:
    """`arena` in a home with a finished tournament and one that was stopped."""
    arena.home.mkdir()
    with Store(arena.home / "ladder.sqlite") as store:
        bots = [store.add_bot(name, hash=name) for name in ("ant", "bee", "cat")]
        for plan, stop in ((FINISHED, 0), (STOPPED, 4)):
            number = create(store, plan, bots)
            then = after(stop, interrupt)
            play(store, number, spec_of, Options(), then, lambda _: InProcessPool(FakePlayer))
    return arena


def test_all_tournaments_are_listed_the_newest_first(home: Any) -> None:
    heading, second, first = home("tournaments").splitlines()
    names = ["id", "when, UTC", "state", "games", "bots", "variants", "settings"]
    assert re.split("  +", heading) == names
    for part in ("2  ", "stopped", "ant:1, bee:1, cat:1", "until ± 20, gauntlet", "no talk"):
        assert part in second
    for part in ("1  ", "finished", " 12 ", "anniversary with 3; classic with 3", "2 rounds"):
        assert part in first
    stopped, finished = home.json("tournaments")
    assert (stopped["id"], stopped["state"], stopped["scheduled"]) == (2, "stopped", None)
    assert (finished["played"], finished["scheduled"], finished["seed"]) == (12, 12, 7)


def test_a_tournament_is_shown_with_the_command_that_repeats_it(home: Any) -> None:
    text = home("tournaments", "show", "1")
    repeat = "arena tournament ant bee cat --variants anniversary,classic --players 3"
    assert f"{repeat} --rounds 2 --seed 7" in text
    data = home.json("tournaments", "show", "1")
    assert data["secret_hash"] in text
    assert "go on" not in text
    text = home("tournaments", "show", "2")
    assert "resume     arena resume 2" in text
    assert "gauntlet: the first bot meets all others" in text


def test_games_of_other_source_are_told_from_those_of_this(
    home: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = source_of_games()
    text = home("tournaments", "show", "2")
    assert f"source     arena {here}\n" in text
    home.forge("UPDATE sources SET name = '0.0.9+abc'")
    assert home.json("games", "--tournament", "2")[0]["source"] == "0.0.9+abc"
    with Store(home.home / "ladder.sqlite") as store:
        told = of_other_source(store, tournament(store, 2))
        assert f"so far were played by arena 0.0.9+abc; this is arena {here}." in told
        assert "changed, but not the version of the rules" in told
        with monkeypatch.context() as upgraded:
            upgraded.setattr("arena.cli.tournaments.run.RULES_VERSION", "99")
            told = of_other_source(store, tournament(store, 2))
            assert "It goes on under version 99 of the rules" in told
        assert of_other_source(store, tournament(store, 1)) == "", "it is finished"
        play(store, 2, spec_of, Options(games=1), repr, lambda _: InProcessPool(FakePlayer))
        assert of_other_source(store, tournament(store, 2)) == "", "it is said once"
    text = " ".join(home("tournaments", "show", "2").split())
    assert re.search(
        rf"arena 0.0.9\+abc \(\d+ games\), arena {re.escape(here)} \(\d+ games?\)", text
    )
    told = home("verify", "13", code=1)  # the records are stand-ins
    assert f"It was played by arena 0.0.9+abc; this is arena {here}." in told


@pytest.mark.slow
def test_an_abandoned_tournament_is_not_resumed(home: Any) -> None:
    assert "Confirm with --yes." in home.refused("tournaments", "abandon", "2")
    played = home.json("tournaments", "show", "2")["played"]
    data = home.json("tournaments", "abandon", "2", "--yes")
    assert (data["state"], data["played"], data["scheduled"]) == ("abandoned", played, None)
    assert "There is no unfinished tournament." in home.refused("resume", code=1)
    assert "Tournament 2 was abandoned." in home.refused("resume", "2", code=1)
    home("tournaments", "abandon", "2", "--yes", code=1)
    assert "Tournament 2 is already abandoned." in home.errors
