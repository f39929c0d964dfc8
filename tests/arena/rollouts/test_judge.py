"""Judging decisions: a blunder is found, the simple player's own choices cost nothing."""

from dataclasses import replace

import pytest

from arena.retelling.replay import Replay
from arena.rollouts.judge import DEALS, judge, positions
from arena.rollouts.playing import Batch, playing, sample
from arena.rollouts.sensible import Sensible
from arena.rollouts.verdicts import plain_judgement
from arena.rules import Choice, compile_rulebook
from arena.rules.choices import Harvest
from tests.support.staged import Staged

PLAYERS = 3


def a_game(blunder_after: int | None = None) -> tuple[Replay, int]:
    """A game of simple players; seat 0 once harvests a field that is worth keeping.

    Also the number of that decision. Such a field has one card less than it needs for a coin.
    """
    game = compile_rulebook("classic", PLAYERS).start(b"blunder")
    first, player = game.copy(), Sensible(game.book)
    plays: list[tuple[int, Choice]] = []
    at = -1
    while game.asked:
        seat = game.asked[0]
        tried = [set(each) for each in player._tried]
        choice = player.choose(game, seat)
        if at < 0 and blunder_after is not None and len(plays) >= blunder_after and seat == 0:
            for harvest in game.choices(0):
                if isinstance(harvest, Harvest) and choice != harvest:
                    cards = game.fields[0][harvest.field]
                    earns = game.book.earns[cards[0]]
                    if len(cards) >= 5 and earns[len(cards)] < earns[len(cards) + 1]:
                        choice, at = harvest, len(plays)
                        player._tried = tried
                        break
        plays.append((seat, choice))
        game.play(seat, choice)
    return Staged(first, plays), at


def test_the_simple_player_makes_no_mistakes_by_its_own_measure() -> None:
    replay, _ = a_game()
    for seat in range(PLAYERS):
        judgement = judge(replay, seat, 8)
        assert judgement.differing == 0 and judgement.worst == ()
        assert judgement.decisions > 20


def test_a_blunder_is_found() -> None:
    replay, at = a_game(blunder_after=60)
    assert at >= 60
    judgement = judge(replay, 0, 16)
    worst = judgement.worst[0]
    assert worst.position.number == at
    assert worst.fall > 0 and worst.coins > 0
    assert worst.after - worst.before == pytest.approx(worst.fall)
    assert worst.deals == 16
    told = plain_judgement(replay, judgement)["worst"][0]
    assert told["chosen"]["do"] == "harvest" and "harvest" in told["chosen_in_words"]


def test_the_judgement_is_the_same_however_many_work_on_it() -> None:
    replay, _ = a_game(blunder_after=60)
    heard: list[tuple[int, int]] = []
    alone = judge(replay, 0, 8, seed=5, tell=lambda done, of: heard.append((done, of)))
    together = judge(replay, 0, 8, seed=5, workers=2)
    numbers = [(each.position.number, each.fall, each.error) for each in alone.worst]
    assert numbers == [(each.position.number, each.fall, each.error) for each in together.worst]
    assert heard[-1][0] <= heard[-1][1]
    assert [done for done, _ in heard] == sorted(done for done, _ in heard)


def test_both_choices_are_played_on_the_same_deal() -> None:
    replay, _ = a_game(blunder_after=60)
    found, _ = positions(replay, 0)
    one = sample(found[0], 1, 0)
    assert one == sample(found[0], 1, 0)
    assert 1 <= one.before <= PLAYERS and 1 <= one.after <= PLAYERS
    with playing(found, 1) as play:
        ((batch, samples),) = play([Batch(0, 0, 1)])
    assert batch == (0, 0, 1) and samples == [one]
    assert DEALS >= 32


def test_a_fall_is_certain_beyond_two_standard_errors() -> None:
    replay, _ = a_game(blunder_after=60)
    worst = judge(replay, 0, 8).worst[0]
    assert replace(worst, fall=0.3, error=0.14).certain
    assert not replace(worst, fall=0.3, error=0.15).certain
