"""Round robin: all pairings while they are few, a balanced design when they are many."""

from collections import Counter
from itertools import combinations

import pytest

from arena.tournament.deals import Draws, new_secret
from arena.tournament.formats.round_robin import CyclicDesign

SECRET = new_secret(7)


@pytest.mark.parametrize(
    ("bots", "players", "rounds", "spread"),
    [(13, 4, 5, 0), (12, 4, 11, 2), (30, 5, 12, 2), (40, 7, 9, 2)],
)
def test_many_bots_play_equally_often_and_meet_about_equally_often(
    bots: int, players: int, rounds: int, spread: int
) -> None:
    """13 bots at games of 4 even give the perfect design of 13 pairings, each pair once."""
    design = CyclicDesign(bots, players, Draws(SECRET, "test"))
    played: Counter[int] = Counter()
    met = Counter(dict.fromkeys(combinations(range(bots), 2), 0))
    for number in range(1, rounds + 1):
        for pairing in design.round(number):
            assert len(set(pairing)) == players
            played.update(pairing)
            met.update(combinations(sorted(pairing), 2))
    assert set(played.values()) == {rounds * players}
    assert max(met.values()) - min(met.values()) <= spread
