"""Whole games of the bots in other languages at the referee's table."""

from contextlib import closing
from typing import Any

import pytest

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.seating import Seating
from arena.registry.programs import resolve
from arena.rules import table_sizes
from arena.tournament.match import play_match
from tests.bots.conftest import LANGUAGES, MANIFESTS
from tests.support.lawful import fullest

SENSIBLE = [bot for bot in MANIFESTS if bot.endswith("/sensible_bot")]
# The examples without an SDK play one game of all.
CASES = [
    (bot, variant)
    for bot in SENSIBLE
    for variant in (fullest() if bot.split("/")[0] in LANGUAGES else fullest()[:1])
]


def seated(runnable: Any) -> BotSpec:
    command = resolve(tuple(runnable.command), runnable.cwd)
    return BotSpec(runnable.name, 1, runnable.name, command, str(runnable.cwd))


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "variant"), CASES)
def test_sensible_beats_random_without_a_fault(prepare: Any, bot: str, variant: str) -> None:
    other = bot.replace("sensible", "random")
    if other not in MANIFESTS:
        other = "javascript/random_bot"
    sensible, random = seated(prepare(bot)), seated(prepare(other))
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
