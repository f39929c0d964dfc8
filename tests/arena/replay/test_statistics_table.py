"""Means over games, of which those of one match are one observation; the worst of those lost."""

from math import inf, sqrt
from statistics import stdev

import pytest

from arena.replay.statistics_table import CountedGame, Lost, RecentGames, averages, averages_table
from tests.arena.replay.test_seat_comparison import tally


def game(mine: int, best: int, match: int, **more: int) -> CountedGame:
    return CountedGame([tally(0, coins=best, more=more), tally(1, coins=mine, more=more)], 1, match)


def test_means_are_those_of_the_games() -> None:
    games = [game(4, 10, 1), game(6, 10, 1), game(8, 12, 2), game(10, 12, 2), game(3, 9, 3)]
    coins = averages(games)[0]
    assert (coins.name, coins.mean, coins.rivals, coins.others) == ("coins", 6.2, 10.6, 10.6)
    behind = [-5.0, -3.0, -6.0]  # by match
    assert coins.behind == pytest.approx(sum(behind) / 3)
    assert coins.interval == pytest.approx(4.302653 * stdev(behind) / sqrt(3), rel=1e-5)


def test_a_single_match_has_no_interval() -> None:
    (coins,) = averages([game(4, 10, 1), game(4, 10, 1)])
    assert coins.interval == inf and not coins.certain


def test_what_expansions_count_is_a_mean_over_games_that_have_it() -> None:
    games = [game(4, 10, 1), game(4, 10, 2, **{"orders filled": 3})]
    assert averages(games)[-1].name == "orders filled"
    assert averages(games)[-1].mean == 3


def test_the_game_in_which_it_was_farthest_behind_comes_first() -> None:
    found = RecentGames([(7, game(4, 10, 1)), (8, game(3, 12, 1)), (9, game(6, 12, 2))], 5)
    assert (found.games, found.won) == (3, 0)
    assert found.lost == [Lost(8, 1, 3, 12), Lost(9, 1, 6, 12), Lost(7, 1, 4, 10)]
    assert found.averages == averages([each for _, each in found.counted])


def test_without_games_there_is_nothing() -> None:
    found = RecentGames([], 3)
    assert (found.games, found.won, found.lost, [*found.averages]) == (0, 0, [], [])


def test_cells_show_what_is_known() -> None:
    (alone,) = averages([game(4, 10, 1)])
    assert averages_table([alone]).cells(alone)[1:] == ["4.0", "10.0", "10.0", "-6.0", ""]
    (sure,) = averages([game(4, 10, 1), game(4, 10, 2)])
    assert averages_table([sure]).cells(sure)[1:] == ["4.0", "10.0", "10.0", "-6.0", "0.0*"]
