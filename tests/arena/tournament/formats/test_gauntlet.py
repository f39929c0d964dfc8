"""Gauntlet: the first bot in every match, all others equally often."""

from collections import Counter

from arena.tournament.deals import new_secret
from arena.tournament.schedule import Schedule
from ladder.tournaments.tournaments import NewMatch, Pool


def _round(bots: list[int], players: int) -> list[NewMatch]:
    pool = Pool("anniversary", players, "standard", "n", "1")
    return list(Schedule("gauntlet", bots, [pool], new_secret(7)).round(1, 0))


def test_the_first_bot_meets_all_others() -> None:
    met = {tuple(sorted(draft.bots)) for draft in _round([5, 1, 2, 3], 3)}
    assert met == {(1, 2, 5), (1, 3, 5), (2, 3, 5)}


def test_with_many_bots_the_others_play_equally_often() -> None:
    many = _round([*range(50)], 4)
    assert len(many) == 49
    assert all(0 in draft.bots for draft in many)
    assert set(Counter(bot for draft in many for bot in draft.bots if bot).values()) == {3}
