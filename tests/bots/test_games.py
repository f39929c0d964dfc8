"""Whole games of the bots in JavaScript and C++ at the referee's table."""

from contextlib import closing
from typing import Any

import pytest

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.seating import Seating
from arena.rules import table_sizes
from arena.tournament.match import play_match
from tests.bots.conftest import LANGUAGES
from tests.support.lawful import fullest


def seated(runnable: Any) -> BotSpec:
    return BotSpec(runnable.name, 1, runnable.name, tuple(runnable.command), str(runnable.cwd))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", fullest())
def test_sensible_beats_random_without_a_fault(prepare: Any, language: str, variant: str) -> None:
    sensible, random = (seated(prepare(f"{language}/{bot}_bot")) for bot in ("sensible", "random"))
    duel = table_sizes(variant) == (2,)
    bots = [sensible, random] if duel else [sensible, sensible, random, random]
    coins = {sensible.name: 0, random.name: 0}
    with closing(Seating()) as seating:
        for played in play_match(variant, bots, 1, TimeControl.parse("slow"), seating, seed=1):
            assert not played.void
            for bot, seat, score in zip(played.spec.bots, played.seats, played.scores, strict=True):
                assert not seat.faults, (bot.name, seat.faults, seat.reason)
                assert not any(entry.get("refused") for entry in played.record["decisions"])
                coins[bot.name] += score
    assert coins[sensible.name] > (2 if duel else 4) * coins[random.name]
