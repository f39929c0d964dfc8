"""Means over games: games of one match are one observation."""

from math import inf, isinf, sqrt
from statistics import stdev

import pytest

from arena.retelling.numbers import Counted, averages
from tests.arena.retelling.test_remarks import tally


def game(mine: int, best: int, match: int, **more: int) -> Counted:
    return Counted([tally(0, coins=best, more=more), tally(1, coins=mine, more=more)], 1, match)


def test_means_are_those_of_the_games() -> None:
    games = [game(4, 10, 1), game(6, 10, 1), game(8, 12, 2), game(10, 12, 2), game(3, 9, 3)]
    coins = averages(games)[0]
    assert (coins.name, coins.mean, coins.rivals, coins.others) == ("coins", 6.2, 10.6, 10.6)
    behind = [-5.0, -3.0, -6.0]  # by match
    assert coins.behind == pytest.approx(sum(behind) / 3)
    assert coins.interval == pytest.approx(4.302653 * stdev(behind) / sqrt(3), rel=1e-5)


def test_a_single_match_has_no_interval() -> None:
    (coins,) = averages([game(4, 10, 1), game(4, 10, 1)])
    assert isinf(coins.interval) and not coins.certain
    assert coins.interval == inf


def test_what_expansions_count_is_a_mean_over_games_that_have_it() -> None:
    games = [game(4, 10, 1), game(4, 10, 2, **{"orders filled": 3})]
    assert averages(games)[-1].name == "orders filled"
    assert averages(games)[-1].mean == 3
