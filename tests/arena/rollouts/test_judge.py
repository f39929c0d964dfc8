"""Judging decisions: a blunder is found, the simple player's own choices cost nothing."""

from dataclasses import replace
from functools import cache

import pytest

from arena.retelling.replay import Replay
from arena.rollouts.judge import DEALS, Judgement, judge, positions
from arena.rollouts.playing import Batch, playing, sample
from arena.rollouts.verdicts import plain_judgement
from arena.rules import Choice, Game, Sensible, compile_rulebook
from arena.rules.choices import Harvest
from tests.support.staged import Staged


@cache
def a_game(seed: int = 3, blunder: bool = True) -> tuple[Replay, int]:
    """A duel of simple players, in which seat 0 once harvests a field that earns hardly anything.

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
    return Staged(first, plays), at


def _is_poor(game: Game, choice: Choice) -> bool:
    if not isinstance(choice, Harvest):
        return False
    cards = game.fields[0][choice.field]
    return len(cards) >= 4 and game.book.earns[cards[0]][len(cards)] <= 1


@cache
def blunder() -> Judgement:
    """The judgement of the game with a blunder."""
    return judge(a_game()[0], 0, 32)


def test_the_simple_player_makes_no_mistakes_by_its_own_measure() -> None:
    replay, _ = a_game(blunder=False)
    for seat in range(2):
        judgement = judge(replay, seat, 4)
        assert judgement.differing == 0 and judgement.worst == ()
        assert judgement.decisions > 20


def test_a_blunder_is_found() -> None:
    replay, at = a_game()
    judgement = blunder()
    (worst,) = judgement.worst
    assert worst.position.number == at
    assert worst.certain and worst.coins > 1
    assert worst.after - worst.before == pytest.approx(worst.fall)
    assert worst.deals == 32
    (told,) = plain_judgement(replay, judgement)["worst"]
    assert told["chosen"]["do"] == "harvest" and "harvest" in told["chosen_in_words"]


def test_the_judgement_is_the_same_however_many_work_on_it() -> None:
    replay, _ = a_game()
    heard: list[tuple[int, int]] = []
    alone = judge(replay, 0, 8, seed=5, tell=lambda done, of: heard.append((done, of)))
    together = judge(replay, 0, 8, seed=5, workers=2)
    numbers = [(each.position.number, each.fall, each.error) for each in alone.worst]
    assert numbers == [(each.position.number, each.fall, each.error) for each in together.worst]
    assert heard[-1][0] <= heard[-1][1]
    assert [done for done, _ in heard] == sorted(done for done, _ in heard)


def test_both_choices_are_played_on_the_same_deal() -> None:
    replay, _ = a_game()
    found, _ = positions(replay, 0)
    one = sample(found[0], 1, 0)
    assert one == sample(found[0], 1, 0)
    assert 1 <= one.before <= 2 and 1 <= one.after <= 2
    with playing(found, 1) as play:
        ((batch, samples),) = play([Batch(0, 0, 1)])
    assert batch == (0, 0, 1) and samples == [one]
    assert DEALS >= 32


def test_a_fall_is_certain_beyond_two_standard_errors() -> None:
    worst = blunder().worst[0]
    assert replace(worst, fall=0.3, error=0.14).certain
    assert not replace(worst, fall=0.3, error=0.15).certain
