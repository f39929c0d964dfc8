"""The traders answer as they did, in every expansion."""

import pytest

from arena.rules import table_sizes
from tests.support.answers import digest, written
from tests.support.lawful import fullest

A_FEW = [
    *(("trader", variant, table_sizes(variant)[0]) for variant in fullest()),
    ("trader", "anniversary", 3),
    ("trader2", "anniversary", 3),
    ("trader3", "classic", 4),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "players"), A_FEW)
def test_the_answers_are_those_written_down(name: str, variant: str, players: int) -> None:
    """Where they are meant to change: `poe answers --write`."""
    assert digest(name, variant, players) == written()[name][f"{variant}-{players}"]
