"""Games between four of the smallest bot, through the referee."""

from pathlib import Path
from time import perf_counter
from typing import Any

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game import GameSpec
from arena.referee.seating import Seating

PLAYERS = 4
TIME = TimeControl.parse("standard")


def play(
    seating: Seating, program: Path, variant: str, games: range
) -> tuple[int, float, list[Any]]:
    """Decisions, seconds, records."""
    bot = BotSpec("bot", 1, "bot", (str(program),), str(program.parent))
    decisions, records = 0, []
    began = perf_counter()
    for game in games:
        spec = GameSpec(
            id=str(game),
            variant=variant,
            players=PLAYERS,
            seed=b"bench %d" % game,
            bots=(bot,) * PLAYERS,
            bot_seeds=tuple(range(PLAYERS * game, PLAYERS * (game + 1))),
            time=TIME,
        )
        played = seating.play(spec)
        assert not any(seat.faults for seat in played.seats), played.seats
        decisions += len(played.record["decisions"])
        records.append(played.record)
    return decisions, perf_counter() - began, records
