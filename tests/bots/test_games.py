"""Whole games of the bots in other languages at the referee's table."""

from contextlib import closing
from typing import Any

import pytest

from arena.referee.clock import TimeControl
from arena.referee.seating import Seating
from arena.rules import table_sizes
from arena.tournament.match import play_match
from tests.bots.conftest import OTHERS
from tests.support.lawful import fullest

RANDOM = {name: name.replace("sensible", "random") for name in OTHERS if "sensible" in name}
# The example without an SDK, which has no random bot beside it, plays one game of all.
CASES = [
    (bot, variant)
    for bot, other in RANDOM.items()
    for variant in (fullest() if other in OTHERS else fullest()[:1])
]


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "variant"), CASES)
def test_sensible_beats_random_without_a_fault(prepare: Any, bot: str, variant: str) -> None:
    other = RANDOM[bot] if RANDOM[bot] in OTHERS else "js-random"
    sensible, random = prepare(bot), prepare(other)
    duel = table_sizes(variant) == (2,)
    bots = [sensible, random] if duel else [sensible, sensible, random, random]
    coins = {sensible.name: 0, random.name: 0}
    with closing(Seating()) as seating:
        for played in play_match(variant, bots, 1, TimeControl.parse("slow"), seating, seed=1):
            assert not played.void
            for who, seat, score in zip(played.spec.bots, played.seats, played.scores, strict=True):
                assert not seat.faults, (who.name, seat.faults, seat.reason)
                assert not any(entry.get("refused") for entry in played.record["decisions"])
                coins[who.name] += score
    assert coins[sensible.name] > (2 if duel else 4) * coins[random.name]
