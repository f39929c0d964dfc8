"""`arena verify --tournament`, and the secret that it goes by."""

import re
from typing import Any

import pytest

from ladder.database.store import Store
from ladder.tournaments.tournaments import tournament
from tests.arena.cli.tournaments.test_tournament_list import home

__all__ = ["home"]


def secret(arena: Any, number: int) -> str:
    with Store(arena.home / "ladder.sqlite") as store:
        return tournament(store, number).secret.hex()


def test_a_secret_is_shown_at_the_end_and_never_before(home: Any) -> None:
    assert secret(home, 1) in home("tournaments", "show", "1")
    assert home.json("tournaments", "show", "1")["secret"] == secret(home, 1)
    for words in (["tournaments"], ["tournaments", "show", "2"], ["verify", "--tournament", "2"]):
        assert secret(home, 2) not in home(*words) + home(*words, "--json")
    home("tournaments", "abandon", "2", "--yes")
    assert secret(home, 2) in home("tournaments", "show", "2")


@pytest.mark.slow
def test_a_tournament_is_drawn_again(home: Any) -> None:
    right = "Tournament 1: its deals and pairings follow from its secret.\n"
    assert home("verify", "--tournament", "1") == right
    told = home.json("verify", "--tournament", "2")
    assert told["tournaments"] == {"2": {"wrong": [], "skipped": ""}}


@pytest.mark.slow
def test_everything_includes_tournaments(home: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.cli.output.console.SECONDS_BETWEEN_LINES", 0.0)
    assert re.search(r"\b16 of \d+ games \(\d+%\), ", home.refused("verify", "--all", code=1))
    told = home.json("verify", "--all", code=1)  # the records are stand-ins
    assert sorted(told["tournaments"]) == ["1", "2"]
    with Store(home.home / "ladder.sqlite") as store:
        assert len(told["wrong"]) == len(store.rows("SELECT 1 FROM results")) > 12
    home.forge("DELETE FROM results WHERE game_id = 5")
    assert home.json("verify", "--all", code=1) == told, "its record is looked at too"


def test_what_differs_is_said_and_counted(home: Any) -> None:
    home.forge("UPDATE matches SET round = 7 WHERE tournament_id = 1 AND number = 2")
    out = home("verify", "--tournament", "1", code=1)
    assert out == "Tournament 1: Match 2: its round does not follow from the secret.\n"
    home.forge("UPDATE matches SET round = 7 WHERE tournament_id = 1 AND number < 8")
    out = home("verify", "--tournament", "1", code=1)
    assert out.count("its round") == 4, "the ledger is said to have fewer rounds, first of all"


@pytest.mark.slow
def test_one_that_cannot_be_drawn_again_says_why(home: Any) -> None:
    home.forge("UPDATE tournaments SET settings = json_remove(settings, '$.drawn_by')")
    out = home("verify", "--tournament", "1")
    assert "Tournament 1: its deals follow from its secret.\n" in out
    assert "cannot be checked: they were drawn by an older or newer arena" in out


@pytest.mark.slow
def test_a_long_look_at_the_deals_says_how_far_it_is(
    home: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.cli.games.verify.MANY", 1)
    monkeypatch.setattr("arena.cli.output.console.SECONDS_BETWEEN_LINES", 0.0)
    home("verify", "--tournament", "1")
    assert re.search(r"\b1 of \d+ matches \(\d+%\), ", home.errors)
    home("verify", "--tournament", "1", "--json")
    assert home.errors == ""
