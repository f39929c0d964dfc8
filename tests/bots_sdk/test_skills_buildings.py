"""The trader in High Bohn: which buildings it buys, and how it uses their powers."""

import pytest

from arena.rules import compile_rulebook
from tests.bots_sdk.in_process import play

from trader import TraderBot  # isort: skip  (found by in_process)


@pytest.mark.parametrize(("variant", "players"), [("high_bohn", 3), ("high_bohn+cognac", 5)])
def test_traders_buy_buildings(variant: str, players: int) -> None:
    bots = [TraderBot() for _ in range(players)]
    played = play(compile_rulebook(variant, players), bots, b"deal", list(range(players)))
    assert played.happened["event bought_building"] > 3 * players
