"""`arena why`: a game and a bot in numbers, and the decisions that cost most."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from arena.cli.games.why import last
from arena.cli.output import console
from arena.replay.analysis import evaluator
from arena.replay.replay import Replay
from ladder.database.records import packed
from ladder.database.store import Store
from protocol.record import encode
from tests.arena.cli.tournaments.test_tournament_list import home
from tests.support.random_record import random_record

__all__ = ["home"]


def judged(replay: Replay, *given: Any) -> evaluator.Judgement:
    """A judgement of a game by which the last decision of seat 1 with a choice was costly."""
    found, decisions = evaluator.positions(replay)
    last = [each for each in found if each.seat == 1 and len(each.options) > 1][-1]
    moment = evaluator.Assessment(
        last.number, last.question, last.game.turn, 1, (1.4, 1.6), (0.6, 0.4)
    )
    seen = tuple(evaluator.Seen(number, number - 1) for number in decisions)
    cost = evaluator.Judged(last, last.options[1], 96, 1.2, 1.6, 0.4, 0.1, 2.0, 0.5)
    return evaluator.Judgement((moment,), seen, (cost,))


NOTHING = evaluator.Judgement((), (evaluator.Seen(3, 0), evaluator.Seen(40, 30)), ())
"""A judgement in which no decision was costly."""


@pytest.fixture
def stored(home: Any) -> Any:
    """A home whose game 1 is a duel, played at random."""
    record = random_record("anniversary_duel", 2)
    with Store(home.home / "ladder.sqlite") as store, store.transaction() as conn:
        conn.execute("UPDATE records SET record = ? WHERE game_id = 1", [packed(encode(record))])
    home.record = record
    return home


def test_a_game_in_numbers(stored: Any) -> None:
    told = stored("why", "1")
    lost = last(Replay(orjson.dumps(stored.record)))
    scores = stored.record["result"]["scores"]
    header, *_ = told.splitlines()
    assert f"bot{lost} (seat {lost + 1}) came second, with {min(scores)} coins" in header
    assert f"bot{1 - lost} (seat {2 - lost}) won, with {max(scores)} coins" in header
    assert "harvests" in told and "beans wasted" in told
    assert f"arena why 1 --seat {lost + 1} --rollouts" in told


def test_the_others_are_those_beside_the_seat(stored: Any) -> None:
    record = random_record("anniversary", 3)
    with Store(stored.home / "ladder.sqlite") as store, store.transaction() as conn:
        conn.execute("UPDATE records SET record = ? WHERE game_id = 1", [packed(encode(record))])
    for seat in range(3):
        (row,) = [
            line.split()
            for line in stored("why", "1", "--seat", str(seat + 1)).splitlines()
            if re.match(" *coins  ", line)
        ]
        scores = record["result"]["scores"]
        others = sum(scores) - scores[seat]
        assert (float(row[1]), float(row[-1])) == (scores[seat], others / 2)


def test_all_numbers_in_json(stored: Any) -> None:
    told = stored.json("why", "1", "--seat", "1")
    assert told["seat"] == 0 and told["measured_by"] == 1
    assert [each["coins"] for each in told["seats"]] == stored.record["result"]["scores"]
    assert "rollouts" not in told


def test_a_game_is_judged_once_and_told_ever_after(
    stored: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "game.html")
    plain = stored.json("replay", "1", "--html", file)["bytes"]
    monkeypatch.setattr(evaluator, "judge", judged)
    told = stored.json("why", "1", "--seat", "2", "--rollouts")["rollouts"]
    monkeypatch.setattr(evaluator, "judge", None)  # who judges again fails
    assert stored.json("why", "1")["rollouts"] == told
    assert stored.json("replay", "1", "--html", file)["bytes"] > plain
    words = stored("why", "1", "--seat", "2", "--rollouts")
    (worst,) = told["costly"]
    assert f"1. Turn {worst['turn']}, question {worst['question']}" in words
    assert f"game.html#question={worst['question']}&seat=2" in words
    assert "expected place 1.20 → 1.60, worse by 0.40 ± 0.10; coins -2.0 ± 0.5" in words
    assert worst["came"] in words
    assert "No costly decision was found" in stored("why", "1", "--seat", "1")
    stored("replay", "1", "--rollouts", code=2)


def test_where_nothing_is_drawn_a_line_says_how_far_it_is(
    stored: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(replay: Any, workers: int, tell: Callable[[int], None]) -> evaluator.Judgement:
        for percent in (3, 40, 80):
            tell(percent)
        return NOTHING

    monkeypatch.setattr(evaluator, "judge", slowly)
    monkeypatch.setattr(console, "SECONDS_BETWEEN_LINES", 0)
    stored("why", "1", "--rollouts")
    assert "40 of 100 steps of the analysis (40%)" in stored.errors


def test_where_nothing_was_judged_it_says_so(stored: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluator, "judge", lambda *given: NOTHING)
    assert "Its decisions were not judged yet" in stored("why", "1", "--seat", "1")
    stored("why", "1", "--rollouts")
    assert "None of the 3 decisions of bot0 was judged" in stored("why", "1", "--seat", "1")
    said = stored("why", "1", "--seat", "2")
    assert "No costly decision was found among 30 of the 40 decisions of bot1" in said
    assert "What it often does: arena why bot1" in said


def test_a_bot_over_its_games(stored: Any) -> None:
    """The other records of this home are stand-ins, which cannot be replayed."""
    with Store(stored.home / "ladder.sqlite") as store:
        (row,) = store.rows(
            "SELECT b.name FROM seats AS s JOIN bots AS b ON b.id = s.bot_id"
            " WHERE s.game_id = 1 AND s.seat = 0"
        )
    name = row["name"]
    told = stored.json("why", name)
    assert told["games"] == 1 and told["not_replayed"] >= 1
    assert told["habits"] is None
    coins = next(each for each in told["numbers"] if each["name"] == "coins")
    assert coins["mean"] == stored.record["result"]["scores"][0]
    assert coins["rivals"] == stored.record["result"]["scores"][1]
    assert coins["interval"] is None
    words = stored("why", name)
    assert f"It takes 8 games to say that. Then: arena why {name}" in words
    assert "best rival" in words and "cannot be replayed: played under other rules" in words


def test_games_of_which_none_can_be_replayed_are_told_from_none_played(stored: Any) -> None:
    name = stored.json("games")[-1]["seats"][0]["name"]
    with Store(stored.home / "ladder.sqlite") as store, store.transaction() as conn:
        conn.execute("UPDATE records SET record = ?", [packed(b"{}")])
    said = " ".join(stored("why", name).split())
    assert "cannot be replayed: played under other rules" in said
    unplayed = " ".join(stored("why", name, "--variant", "plus").split())
    assert f"No game of plus of {name}:1 has been played in a tournament" in unplayed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["9999"], 2, "There is no game 9999"),
        (["nobody"], 2, "There is no bot called 'nobody'"),
        (["1", "--seat", "7"], 2, "There is no seat 7"),
        (["1", "--variant", "plus"], 2, "go with a bot"),
        (["greedy", "--rollouts"], 2, "go with a game"),
    ],
)
def test_what_cannot_be_told_is_said(stored: Any, words: list[str], code: int, said: str) -> None:
    assert said in stored.refused("why", *words, code=code)


def test_who_came_last() -> None:
    record = random_record()
    record["result"]["places"] = [2, 1, 2]
    record["forfeits"] = [{"seat": 1, "decision": 3, "fault": "late"}]
    assert last(Replay(orjson.dumps(record))) == 1
    record["forfeits"] = []
    assert last(Replay(orjson.dumps(record))) == 0
