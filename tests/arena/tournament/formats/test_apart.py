"""Bots of one author kept apart: by exchanges while that goes, else by others in their seats."""

from collections import Counter

from arena.tournament.deals import Draws, new_secret
from arena.tournament.formats.apart import Apart, groups, keep_apart
from arena.tournament.formats.format import Field
from arena.tournament.formats.round_robin import RoundRobin, design


def test_exchanges_leave_everybody_as_many_games() -> None:
    """30 bots by ten authors, at tables of three."""
    apart = Apart([[n, n + 10, n + 20] for n in range(10)])
    made = design(30, 3, Draws(new_secret(1), "test"))
    for number in range(1, 9):
        drawn = list(made.round(number))
        kept = keep_apart(drawn, apart, number)
        assert not all(map(apart.allows, drawn)), "else this test shows nothing"
        assert all(map(apart.allows, kept))
        assert set(Counter(bot for pairing in kept for bot in pairing).values()) == {3}
        assert len(groups(kept)) == 1


def test_an_author_with_more_than_its_share_plays_less() -> None:
    """16 of 20 bots are by one author: of a table of three it can have one seat."""
    field = Field(20, 3, Apart([range(16)]))
    format = RoundRobin(field, Draws(new_secret(1), "test"))
    played: Counter[int] = Counter()
    for number in range(1, 7):
        drawn = list(format.round(number))
        assert len(drawn) == format.size == 20
        assert all(sum(bot < 16 for bot in pairing) <= 1 for pairing in drawn)
        played.update(bot for pairing in drawn for bot in pairing)
    many, few = ([played[bot] for bot in bots] for bots in (range(16), range(16, 20)))
    assert max(many) - min(many) <= 6
    assert min(many) >= 1
    assert min(few) > max(many)


def test_few_bots_leave_out_what_may_not_be() -> None:
    format = RoundRobin(Field(4, 2, Apart([[0, 1]])), Draws(new_secret(1), "test"))
    assert list(format.round(1)) == [(0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert format.size == 5


def test_places_can_be_moved() -> None:
    apart = Apart([[0, 3], [1, 2, 4]]).moved(-1)
    assert not apart.allows((0, 1))
    assert apart.allows((2, 0))
    assert apart.lets(2, [0, 1, 3])
    assert not apart.lets(3, [5, 1])
