"""A bot's latest games: counted where they can be replayed, the worst of those it lost first."""

from arena.retelling.lately import Lately, Lost
from arena.retelling.numbers import averages, cells
from tests.arena.retelling.test_numbers import game


def test_the_game_in_which_it_was_farthest_behind_comes_first() -> None:
    found = Lately([(7, game(4, 10, 1)), (8, game(3, 12, 1)), (9, game(6, 12, 2))], 5)
    assert (found.games, found.won) == (3, 0)
    assert found.lost == [Lost(8, 1, 3, 12), Lost(9, 1, 6, 12), Lost(7, 1, 4, 10)]
    assert found.averages == averages([each for _, each in found.counted])


def test_without_games_there_is_nothing() -> None:
    found = Lately([], 3)
    assert (found.games, found.won, found.lost, [*found.averages]) == (0, 0, [], [])


def test_cells_show_what_is_known() -> None:
    (alone,) = averages([game(4, 10, 1)])
    assert cells(alone) == ("4.0", "10.0", "10.0", "-6.0", "")
    (sure,) = averages([game(4, 10, 1), game(4, 10, 2)])
    assert cells(sure) == ("4.0", "10.0", "10.0", "-6.0", "0.0*")
