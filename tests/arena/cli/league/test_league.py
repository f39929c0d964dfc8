"""`arena league` and `arena season`, with games that take no time."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from signal import SIGINT
from typing import Any

import pytest

from arena.cli.league import run as league_command
from arena.cli.tournaments import run as tournament_run
from arena.registry.manifest import make_manifest
from arena.registry.resolver import Resolver, stored_manifest
from arena.rules import RULES_VERSION
from arena.tournament import tables
from arena.tournament.run_events import RunOutcome
from ladder.database.store import Store
from ladder.tournaments import seasons
from tests.arena.conftest import Arena
from tests.support.fake_worker_pool import rolled_games, spec_of

FEW = ("--variants", "anniversary", "--players", "3")


@pytest.fixture(autouse=True)
def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """In all tests."""
    nothing_starts(monkeypatch)


def nothing_starts(patch: pytest.MonkeyPatch) -> None:
    """Results are rolled."""
    rolled_games(patch)
    patch.setattr(Resolver, "spec_of", lambda self, bot: spec_of(bot))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a league of four submitted bots and the bundled bots."""
    arena = Arena(tmp_path_factory.mktemp("league") / "home")
    arena.home.mkdir()
    with Store(arena.home / "ladder.sqlite") as store:
        for name in ("ada", "bea", "cid", "dan"):
            enter(store, name)
    with pytest.MonkeyPatch.context() as patch:
        nothing_starts(patch)
        arena("league", "run", *FEW, "--games", "60", "--seed", "3")
    return arena.home


@pytest.fixture
def league(arena: Any, played: Path) -> Any:
    """`arena` in a copy of that home."""
    shutil.copytree(played, arena.home)
    return arena


def enter(store: Store, name: str, content: str = "", author: str = "") -> None:
    """A bot that nobody will start, by an author of its own if none is named."""
    manifest = stored_manifest(make_manifest({"name": name, "command": "true"}, ""))
    author = author or f"{name}'s author"
    store.add_bot(name, author=author, hash=name + content, manifest=manifest)


def bots(arena: Any) -> set[str]:
    return {each["bot"] for each in arena.json("league")["bots"]}


def test_a_league_is_gone_on_with(league: Any) -> None:
    text = league("league", "run", "--games", "30")
    assert "Tournament 1: for ever, 60 games already played" in text
    assert "It goes on with: arena league run" in text
    data = league.json("league")
    assert (data["id"], data["played"], data["state"]) == (1, 90, "stopped")
    names = ("ada", "bea", "cid", "dan", "greedy", "random", "trader")
    assert bots(league) == {f"{name}:1" for name in names}
    assert "anniversary with 3" in league("league")
    done = league.json("league", "run", *FEW, "--games", "3")
    assert (done["tournament_id"], done["played"]) == (1, 3)
    assert {row["name"] for row in done["standings"]} >= {"ada", "dan"}


def test_a_bots_page_and_the_list_say_when_it_plays_next(
    league: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def listed(name: str) -> dict[str, Any]:
        return next(each for each in league.json("bots") if each["name"] == name)

    ada = listed("ada")
    assert ada["next"] == "when league 1 goes on" == league.json("ladder", "ada")["next"]
    row = next(row for row in league.json("ladder")["standings"] if row["name"] == "ada")
    assert (ada["elo"], ada["interval"]) == (row["elo"], row["interval"])
    more = league.json("ladder", "ada")["more_games"]
    assert ada["more_games"] == more and more > 0
    assert "It plays next when league 1 goes on." in league("ladder", "ada")
    assert f"{more:,}" in next(line for line in league("bots").splitlines() if "ada:1" in line)
    monkeypatch.setattr(tables, "running", lambda store: 1)
    assert listed("ada")["next"] == "in league 1, which is placing it"
    with Store(league.home / "ladder.sqlite") as store:
        enter(store, "eve")
    assert listed("eve")["next"] == "in league 1, at one of its next tables"


def test_other_games_or_another_clock_are_another_league(league: Any) -> None:
    done = league.json("league", "run", "--variants", "anniversary", "--players", "4", "--games=4")
    assert done["tournament_id"] == 2
    assert league.json("league", "run", *FEW, "--tc", "bullet", "--games=3")["tournament_id"] == 3
    assert league.json("league", "run", *FEW, "--seed=3", "--games=3")["tournament_id"] == 1
    league("league", "run", "--games", "4")
    assert "To continue another league, use arena resume and its number: 2 and 1." in league.errors


def test_who_stops_a_league_is_told_the_command_that_goes_on_with_that_league(
    league: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = tournament_run.play

    def stopped(*args: Any, **more: Any) -> RunOutcome:
        return replace(played(*args, **more), signal=SIGINT)

    monkeypatch.setattr(tournament_run, "play", stopped)
    code = tournament_run.SIGNALLED + SIGINT
    text = league("league", "run", "--games", "3", code=code)
    assert "Interrupted. Continue with: arena league run\n" in text
    league("league", "run", *FEW, "--tc", "bullet", "--games", "3", code=code)
    text = league("league", "run", *FEW, "--seed", "3", "--games", "3", code=code)
    assert "Interrupted. Continue with: arena resume 1\n" in text, "the other is the newest"


def test_the_lists_of_tournaments_have_it_and_resume_goes_on(
    league: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And hands on the process that waits, idle else for as long as the league is played."""
    options, played = league_command.resumed_options, tournament_run.play
    waiting: list[int] = []

    def noted(*given: Any, **more: Any) -> RunOutcome:
        waiting.append(len(given[3].early))
        return played(*given, **more)

    assert "for ever" in league("tournaments")
    shown = league("tournaments", "show", "1")
    assert "league: it plays on for ever" in shown
    assert "arena league run --variants anniversary --players 3 --seed 3" in shown
    monkeypatch.setattr(
        league_command, "resumed_options", lambda *given: replace(options(*given), games=9)
    )
    monkeypatch.setattr(tournament_run, "play", noted)
    assert league.json("resume", "1")["played"] == 9
    assert waiting == [1]


def test_places_for_each_author_hold_until_it_is_said_otherwise(league: Any) -> None:
    with Store(league.home / "ladder.sqlite") as store:
        for name in ("eve", "fox", "gnu"):
            enter(store, name, author="Eve")
    league("league", "run", "--games", "3", "--per-author", "1")
    assert "fox:1 is waiting: its author has 1 bot in the league, the maximum." in league.errors
    assert "at most 1 bots" not in league("league")
    assert "  authors    at most 1 bot each" in league("league")
    assert league.json("league")["per_author"] == 1
    league("league", "run", "--games", "3")
    assert {"eve:1", "fox:1", "gnu:1"} & bots(league) == {"eve:1"}
    league("league", "run", "--games", "3", "--per-author", "0")
    assert {"eve:1", "fox:1", "gnu:1"} <= bots(league)
    assert league.json("league")["per_author"] is None


@pytest.mark.slow
def test_hours(league: Any) -> None:
    assert league.json("league", "run", "--hours", "0.001")["played"] > 30


def test_a_new_version_comes_in_beside_the_old_and_a_retired_bot_leaves(league: Any) -> None:
    with Store(league.home / "ladder.sqlite") as store:
        enter(store, "ada", "better")
    league("retire", "bea")
    league("league", "run", "--games", "60")
    assert "ada:2 joined the league." in league.errors
    assert "bea:1 does not play: retired" in league.errors
    assert {"ada:1", "ada:2"} <= bots(league)
    assert "bea:1" not in bots(league)
    gone = "so not listed though their games count: ada:1, bea:1."
    assert gone in " ".join(league("ladder").split())
    listed = league("bots", "--all")
    assert re.search(r"ada:1 .* superseded \(a newer version was submitted\)", listed)
    assert re.search(r"bea:1 .* retired ", listed)
    assert "ada:1 by ada's author, superseded" in league("ladder", "ada:1")
    league("reinstate", "bea")
    league("league", "run", "--games", "3")
    assert "bea:1" in bots(league)


def test_a_reference_bot_of_a_new_version_takes_the_place_of_the_one_before(league: Any) -> None:
    """Else its strength would be unknown for ever, as no calibration of today has it."""
    with Store(league.home / "ladder.sqlite") as store, store.transaction() as conn:
        conn.execute("UPDATE bots SET hash = 'before' WHERE name = 'trader'")
    league("league", "run", "--games", "30")
    assert "trader:2 joined the league." in league.errors
    assert "trader:1 does not play: superseded" in league.errors
    assert {"greedy:1", "trader:2"} <= bots(league) and "trader:1" not in bots(league)
    league("verify", "--tournament", "1")
    league("league", "run", "--games", "30")
    assert "joined" not in league.errors and "does not play" not in league.errors


@pytest.mark.slow
def test_a_season_from_its_opening_to_its_end(league: Any) -> None:
    assert "no season yet" in league("season")
    assert "Season spring is open" in league("season", "open", "spring")
    league("league", "run", "--games", "120")
    so_far = league.json("season", "show", "spring")
    assert (so_far["state"], so_far["secret_hash"], so_far["winners"]) == ("open", None, [])
    assert {row["bot"] for row in so_far["standings"]} == bots(league)

    frozen = league.json("season", "freeze")
    assert (frozen["state"], frozen["secret"]) == ("frozen", None)
    with Store(league.home / "ladder.sqlite") as store:
        enter(store, "late")
        enter(store, "cid", "too late")
    league("league", "run", "--games", "30")
    assert not {"late:1", "cid:2"} & bots(league)
    assert "cid:1" in bots(league), "it was frozen in"

    ranked = league.json("season", "show", "spring")["standings"]
    league("league", "run", "--games", "30")
    later = league.json("season", "show", "spring")["standings"]
    assert later == ranked, "matches drawn after the freeze do not count"
    text = league("season", "final", "--top", "3", "--rounds", "4")
    assert "The final of season spring is over" in text
    final = league.json("season", "show", "spring")
    assert (final["state"], final["final"]) == ("final", 2)
    played = league.json("tournaments", "show", "2")
    submitted = [row["bot"] for row in ranked if row["bot"][:3] in ("ada", "bea", "cid", "dan")]
    assert set(played["bots"]) == set(submitted[:3]), "the first as of the freeze"
    assert played["secret_hash"] == frozen["secret_hash"]
    assert final["secret"] is not None
    first = [row["bot"] for row in final["standings"] if row["rank"] == 1]
    assert final["winners"] == first, "several if they are placed alike"
    with Store(league.home / "ladder.sqlite") as store:
        finals = "UPDATE tournaments SET finished_at = ? WHERE id = 2"
        store.conn.execute(finals, [None])
        assert league.json("season", "show", "spring")["winners"] == [], "it goes on"
        store.conn.execute(finals, [final["opened_at"]])
    league("season", "final", "--rounds", "9")
    assert "the options that it began with" in league.errors

    league("season", "close")
    closed = league.json("season", "show", "spring")
    assert closed["state"] == "closed"
    assert closed["winners"] == first
    kept = [{**row, "group_number": 0} for row in final["standings"]]
    assert closed["standings"] == kept
    assert "spring" in league("season")
    league("league", "run", "--games", "30")
    assert {"late:1", "cid:2"} <= bots(league)
    assert league.json("season", "show", "spring")["standings"] == kept, "for good"
    with Store(league.home / "ladder.sqlite") as store:
        store.conn.execute("UPDATE season_standings SET rank = 1 WHERE rank = 2")
    winners = league.json("season", "show", "spring")["winners"]
    assert set(winners) >= {row["bot"] for row in closed["standings"][:2]}, "or more, placed alike"
    assert re.search(rf"{winners[0]},\s+{winners[1]}", league("season"))
    assert league.json("season", "open", "summer")["state"] == "open"


def test_a_season_goes_through_its_states_in_order(league: Any) -> None:
    def refused(*words: str, code: int = 1) -> str:
        return str(league.refused("season", *words, code=code))

    for words in (("freeze",), ("final",), ("close",)):
        assert "No season is open. Open one: arena season open NAME" in refused(*words)
    league("season", "open", "spring")
    assert "Season spring is open. Freeze it: arena season freeze" in refused("open", "summer")
    assert "Season spring is open." in refused("final")
    assert "Season spring is open." in refused("close")
    assert "Season spring is frozen. Its final is for 4 bots.\n" in league("season", "freeze")
    assert "The league has not played in this season" in league.errors
    assert "Season spring is frozen. Play its final" in refused("freeze")
    assert "0 bots of season spring played the 20 games" in refused("final", "--top", "2")
    assert "Season spring is frozen." in refused("close")
    assert "Season spring: the final, of 4 bots\n" in league("season", "final", "--rounds", "1")
    assert "Season spring is in its final." in refused("freeze")
    league("season", "close")
    assert "There already was a season spring" in refused("open", "spring")
    assert "Did you mean spring?" in refused("show", "sprnig", code=2)
    assert "1 to 40 characters" in refused("open", "x" * 41, code=2)


@pytest.mark.slow
def test_finalists_are_the_first_of_the_league_and_not_of_a_few_games(league: Any) -> None:
    """All games before the freeze say who is best; the season's say who took part in it."""
    league("league", "run", "--games", "240")
    league("season", "open", "spring")
    league("league", "run", "--games", "15")
    league("season", "freeze")
    assert "arena season thaw" in league.refused("season", "final", "--top", "3", code=1)
    thawed = league.json("season", "thaw")
    assert (thawed["state"], thawed["secret_hash"], thawed["frozen_match"]) == ("open", None, None)
    league("league", "run", "--games", "120")
    league("season", "freeze")
    by_ladder = [f"{row['name']}:{row['version']}" for row in league.json("ladder")["standings"]]
    assert "Place, wins and coins depend on whom a bot met" in " ".join(league("ladder").split())
    first = [bot for bot in by_ladder if bot[:3] in ("ada", "bea", "cid", "dan")][:3]
    league("season", "final", "--top", "3", "--rounds", "1")
    assert set(league.json("tournaments", "show", "2")["bots"]) == set(first)
    assert "Season spring is in its final." in league.refused("season", "thaw", code=1)


@pytest.fixture(scope="module")
def waiting(played: Path) -> Path:
    """A copy of that home with a season that waits for its final."""
    arena = Arena(shutil.copytree(played, played.parent / "waiting"))
    with pytest.MonkeyPatch.context() as patch:
        nothing_starts(patch)
        arena("season", "open", "spring")
        arena("league", "run", "--games", "120")
        arena("season", "freeze")
    return arena.home


@pytest.fixture
def frozen(arena: Any, waiting: Path) -> Any:
    """`arena` in a copy of that one."""
    shutil.copytree(waiting, arena.home)
    return arena


def test_no_reference_bot_fills_a_seat_of_a_final_unless_asked(frozen: Any) -> None:
    """Whom a finalist meets beside the others would decide the season."""
    league = frozen
    league("season", "final", "--top", "2", "--rounds", "1", code=1)
    assert "2 bots cannot fill a table of the league, which has at least 3 seats" in league.errors
    with Store(league.home / "ladder.sqlite") as store:
        settings = json.loads(store.rows("SELECT settings FROM tournaments")[0]["settings"])
        games = json.dumps(settings | {"games": [*settings["games"], ["classic", 4]]})
        store.conn.execute("UPDATE tournaments SET settings = ?", [games])
        store.conn.commit()
    league("season", "final", "--top", "3", "--rounds", "1")
    assert "Only the games for up to 3 players are played." in league.errors
    final = league.json("tournaments", "show", "2")
    assert (len(final["bots"]), final["fillers"], final["games"]) == (3, [], [["anniversary", 3]])
    assert "1500 is the mean of these bots" in league("season", "show", "spring")
    assert {row["bot"] for row in league.json("season", "show", "spring")["standings"]} == {
        *final["bots"]
    }


def test_reference_bots_that_fill_seats_are_not_ranked_and_a_close_cut_is_said(
    frozen: Any,
) -> None:
    frozen("season", "final", "--top", "2", "--rounds", "1", "--reference")
    assert "The cut is close: " in frozen.errors
    assert "A final with --top " in frozen.errors
    shown = frozen("season", "show", "spring")
    assert "Elo is on the scale of the reference bots" in shown
    assert f"Played under rules {RULES_VERSION}." in shown
    assert len(frozen.json("tournaments", "show", "2")["fillers"]) == 3
    assert len(frozen.json("season", "show", "spring")["standings"]) == 2


def test_who_has_too_few_games_for_a_final_is_named(
    frozen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    standings = seasons.standings
    best = next(
        row["bot"]
        for row in frozen.json("season", "show", "spring")["standings"]
        if row["bot"] in ("ada:1", "bea:1", "cid:1", "dan:1")
    )
    monkeypatch.setattr(
        seasons,
        "standings",
        lambda *of: [
            replace(row, games=19) if row.bot.label == best else row for row in standings(*of)
        ],
    )
    frozen("season", "final", "--top", "3", "--rounds", "1")
    assert f"but with fewer than 20 games: {best}." in frozen.errors
    assert best not in frozen.json("tournaments", "show", "2")["bots"]


def test_a_season_nobody_is_in_cannot_be_frozen(arena: Any) -> None:
    """It would have no final, and no way back."""
    arena.home.mkdir()
    with Store(arena.home / "ladder.sqlite") as store:
        enter(store, "ada")
        enter(store, "bea")
    arena("league", "run", *FEW, "--games", "3", "--seed", "3")
    with Store(arena.home / "ladder.sqlite") as store:
        store.conn.execute("DELETE FROM stays")
        store.conn.commit()
    arena("season", "open", "spring")
    assert "Nobody is in the league yet" in arena.refused("season", "freeze", code=1)


def test_without_a_league_there_is_no_season(arena: Any) -> None:
    arena.home.mkdir()
    Store(arena.home / "ladder.sqlite").close()
    arena("season", "open", "spring", code=1)
    assert "There is no league yet. Start one: arena league run" in arena.errors
    assert "There is no league yet." in arena.refused("league", code=1)
