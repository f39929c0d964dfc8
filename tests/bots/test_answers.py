"""The traders answer as they did."""

import pytest

from tests.support.answers import digest, written

A_FEW = [
    ("trader", "anniversary", 3),
    ("trader", "anniversary_duel", 2),
    ("trader", "plus", 3),
    ("trader2", "anniversary", 3),
    ("trader3", "classic", 4),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "players"), A_FEW)
def test_the_answers_are_those_written_down(name: str, variant: str, players: int) -> None:
    """Where they are meant to change: `poe answers --write`."""
    assert digest(name, variant, players) == written()[name][f"{variant}-{players}"]
