"""Designs: everyone plays equally often, all meet about equally often, and no round falls apart."""

from collections import Counter
from itertools import combinations

import pytest

from arena.tournament.deals import Draws, new_secret
from arena.tournament.formats import FORMATS
from arena.tournament.formats.apart import groups
from arena.tournament.formats.format import Field
from arena.tournament.formats.round_robin import design

SECRET = new_secret(7)


@pytest.mark.parametrize(
    ("bots", "players", "rounds", "spread"),
    [
        *((13, 4, 5, 0), (12, 4, 11, 2), (30, 5, 12, 2), (40, 7, 9, 2)),
        *((30, 2, 7, 1), (31, 2, 15, 0), (30, 2, 29, 0), (60, 3, 30, 4), (8, 3, 200, 4)),
    ],
)
def test_many_bots_play_equally_often_and_meet_about_equally_often(
    bots: int, players: int, rounds: int, spread: int
) -> None:
    """13 bots at games of 4 even give the perfect design of 13 pairings, each pair once."""
    made = design(bots, players, Draws(SECRET, "test"))
    played: Counter[int] = Counter()
    met = Counter(dict.fromkeys(combinations(range(bots), 2), 0))
    for number in range(1, rounds + 1):
        for pairing in made.round(number):
            assert len(set(pairing)) == players
            played.update(pairing)
            met.update(combinations(sorted(pairing), 2))
    assert set(played.values()) == {rounds * players}
    assert max(met.values()) - min(met.values()) <= spread


@pytest.mark.parametrize("format", ["roundrobin", "gauntlet"])
@pytest.mark.parametrize("players", range(2, 8))
def test_every_round_is_one_group(format: str, players: int) -> None:
    """All sizes of fields to 100, several rounds and seeds; a quarter of them fell apart once."""
    for bots in range(2, 101):
        made = FORMATS[format](Field(bots, players), Draws(new_secret(bots), "test"))
        for number in range(1, 4):
            drawn = list(made.round(number))
            assert len(groups(drawn)) == 1, (bots, number)
            assert {each for pairing in drawn for each in pairing} == set(range(bots))


def test_what_does_not_hang_together_is_told() -> None:
    assert groups([(0, 1), (2, 3), (1, 2)]) == [{0, 1, 2, 3}]
    assert len(groups([(0, 1, 2), (3, 4, 5), (0, 2, 6)])) == 2
