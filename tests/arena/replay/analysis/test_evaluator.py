"""Judging games: a blunder is found, those who play like the judge are judged too."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from arena.replay.analysis.evaluator import (
    VERSION,
    Effort,
    Judged,
    Judgement,
    judge,
    options,
    positions,
)
from arena.replay.analysis.rollouts import (
    Batch,
    batch_played,
    played_on,
    processors,
    shared_places,
)
from arena.replay.analysis.stored_judgement import keep, kept, plain_judgement, plain_suspects
from arena.replay.replay import Replay
from arena.rules import Choice, Game, Sensible, Shown, compile_rulebook
from arena.rules.choices import PASS, Answer, Harvest, Trade
from arena.sandbox.processes import tree
from protocol.record import encode
from tests.support.processes import about, limited, survival
from tests.support.random_record import random_record
from tests.support.staged import Staged

SMALL = Effort(100, 4, 4, worst=3, choices=2, more=12, last=1, whole=96, again=0, stands=4)


@cache
def a_game(seed: int = 11, blunder: bool = True) -> tuple[Replay, int]:
    """A stretch of a duel of simple players; seat 0 once harvests three beans for nothing.

    Also the number of that decision.
    """
    game = compile_rulebook("anniversary_duel", 2).start(seed)
    first, player = game.copy(), Sensible(game.book)
    plays: list[tuple[int, Choice]] = []
    at = -1
    while game.asked:
        seat = game.asked[0]
        choice = player.choose(game, seat)
        if blunder and at < 0 and seat == 0 and len(plays) > 30 and not isinstance(choice, Harvest):
            for poor in filter(lambda each: _is_poor(game, each), game.choices(0)):
                choice, at = poor, len(plays)
                break
        plays.append((seat, choice))
        game.play(seat, choice)
    begin = max(0, at - 6)
    for seat, choice in plays[:begin]:
        first.play(seat, choice)
    return Staged(first, plays[begin : begin + 20]), at - begin


def _is_poor(game: Game, choice: Choice) -> bool:
    if not isinstance(choice, Harvest):
        return False
    cards = game.fields[0][choice.field]
    return len(cards) >= 3 and game.book.earns[cards[0]][len(cards)] == 0


@cache
def blunder() -> Judgement:
    """The judgement of the game with a blunder."""
    return judge(a_game()[0], effort=SMALL)


def _found() -> Judged:
    (found,) = [each for each in blunder().costly if each.position.number == a_game()[1]]
    return found


def test_a_blunder_is_found_and_told_with_what_came_of_it() -> None:
    worst = _found()
    assert worst.costly and worst.coins > 1
    assert worst.after - worst.before == pytest.approx(worst.loss)
    assert worst.deals == 96
    told = plain_judgement(a_game()[0], blunder())
    (costly,) = [each for each in told["costly"] if each["decision"] == worst.position.number]
    assert costly["chosen"]["do"] == "harvest" and "harvest" in costly["chosen_in_words"]
    assert "bot0 harvests field" in costly["came"] and costly["came"].endswith("in the end.")


def test_decisions_are_examined_of_those_who_play_like_the_judge_too() -> None:
    """In a game of simple players alone nothing differs from what the simple player would do."""
    replay, _ = a_game(blunder=False)
    judgement = judge(replay, effort=replace(SMALL, whole=8))
    for decisions, examined in judgement.seats:
        assert decisions >= examined > 5
    found, _ = positions(replay)
    assert max(len(each.options) for each in found) > 3


def test_a_game_stands_somehow_at_each_turn() -> None:
    judgement = blunder()
    turns = [each.turn for each in judgement.moments]
    assert turns == sorted(set(turns)) and len(turns) > 1
    for each in judgement.moments:
        assert sum(each.places) == pytest.approx(3) and sum(each.shares) == pytest.approx(1)


def test_the_judgement_is_the_same_however_many_work_on_it() -> None:
    replay, _ = a_game()
    heard: list[int] = []
    small = replace(SMALL, worst=2, more=4, last=1, whole=6)
    early: list[Any] = []
    alone = judge(replay, tell=heard.append, effort=small, early=early.extend)
    for told, (position, instead) in zip(plain_suspects(replay, early), early, strict=True):
        assert instead in position.options[1:]
        assert told["seat"] == position.seat and told["chosen_in_words"]
    assert early and len(early) == len({position.seat for position, _ in early})
    together = judge(replay, workers=2, effort=small)
    assert plain_judgement(replay, alone) == plain_judgement(replay, together)
    assert heard == sorted(heard) and 50 < heard[-1] <= 100


def test_options_are_compared_on_the_same_deal() -> None:
    found, _ = positions(a_game()[0])
    position = next(each for each in found if len(each.options) > 1)
    twice = played_on(position, position.options[:1] * 2, 1, 0)
    assert twice[0] == twice[1]
    assert batch_played(found, 1, Batch(found.index(position), (0,), 0, 1)) == [twice[:1]]
    (short,) = played_on(position, position.options[:1], 1, 0, turns=1)
    assert short.places == ()


def test_what_was_played_comes_first_and_other_sorts_follow() -> None:
    game = compile_rulebook("anniversary", 4).start(seed=1)
    while game.asked and game.step.ask != "trade":
        game.play(game.asked[0], game.choices(game.asked[0])[0])
    seat = game.asked[0]
    compared = options(game, seat, PASS, Sensible(game.book).choose(game, seat), Shown(game))
    assert compared[0] == PASS and len(set(compared)) == len(compared) <= 5
    assert any(isinstance(each, Trade) and each.offers for each in compared)
    assert all(game.check(seat, each) is None for each in compared)


def test_places_of_a_tie_are_shared() -> None:
    assert shared_places([7, 3, 7, 1]) == (1.5, 3, 1.5, 4)


def test_a_decision_is_costly_if_places_and_coins_fall_and_one_of_them_certainly() -> None:
    worst = _found()
    sure = replace(worst, loss=0.3, error=0.1, coins=0.5, coins_error=0.5)
    assert sure.costly
    assert not replace(sure, error=0.2).costly
    assert replace(sure, error=0.2, coins_error=0.1).costly
    assert not replace(sure, coins=-0.1).costly
    assert not replace(sure, loss=-0.1, coins_error=0.1).costly


def test_offers_that_nobody_took_are_said_to_have_cost_nothing() -> None:
    """An offer may cost by expectation and come to nothing in the game that was played."""
    game = compile_rulebook("anniversary", 3).start(seed=1)
    first, plays = game.copy(), list[tuple[int, Choice]]()

    def play(choice: Choice) -> int:
        plays.append((game.asked[0], choice))
        game.play(*plays[-1])
        return len(plays) - 1

    while game.step.ask != "trade":
        play(game.choices(game.asked[0])[0])
    offered = play(game.likely_offers(game.asked[0])[0])
    while game.step.ask == "answer":
        play(Answer((), ()))
    play(PASS)
    replay = Staged(first, plays)
    position = next(each for each in positions(replay)[0] if each.number == offered)
    cost = replace(_found(), position=position, instead=PASS)
    told = plain_judgement(replay, Judgement((), (), (cost,)))["costly"][0]
    assert "Nobody took what was offered, so it cost nothing this time." in told["came"]


def test_judgements_are_kept_until_games_are_judged_otherwise(tmp_path: Path) -> None:
    folder, told = tmp_path / "judged", {"version": VERSION, "costly": []}
    assert kept(folder, b"a record") is None
    keep(folder, b"a record", told)
    assert kept(folder, b"a record") == told and kept(folder, b"another") is None
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes()[:-4])
    assert kept(folder, b"a record") is None, "damaged: it can be made anew"
    keep(folder, b"a record", {**told, "version": 0})
    assert kept(folder, b"a record") is None


@pytest.mark.slow
@pytest.mark.skipif(processors() < 2, reason="It works alone on one processor.")
@pytest.mark.parametrize("killed", ["who asked", "the judge"])
def test_nobody_is_left_behind_by_whoever_is_killed(tmp_path: Path, killed: str) -> None:
    (tmp_path / "record").write_bytes(encode(random_record("anniversary", 4, 1)))
    program = f"""
import subprocess, sys
judge = subprocess.Popen(
    [sys.executable, "-m", "arena.replay.analysis"], stdin=open({str(tmp_path / "record")!r}),
    stdout=subprocess.PIPE,
)
print(judge.pid, judge.stdout.readline(), flush=True)
judge.wait()
"""
    with (
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as asking,
        limited(asking),
    ):
        assert asking.stdout is not None
        pid = int(asking.stdout.readline().split()[0])
        working = {each: about(each, "stat") for each in [pid, *tree(pid)]}
        assert len(working) > 2
        os.kill(asking.pid if killed == "who asked" else pid, signal.SIGKILL)
        assert survival(working) < 30
