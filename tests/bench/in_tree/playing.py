"""Games between four of one bot, through the referee."""

from time import perf_counter
from typing import Any

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game import GameSpec
from arena.referee.seating import Seating
from arena.rules import table_sizes

SEATS = 4
TIME = TimeControl.parse("standard")


def play(
    seating: Seating, bot: BotSpec, variant: str, games: range
) -> tuple[int, float, list[Any]]:
    """Decisions, seconds, records; at a table of four, or of the nearest size that is allowed."""
    players = min(table_sizes(variant), key=lambda size: abs(size - SEATS))
    decisions, records = 0, []
    began = perf_counter()
    for game in games:
        spec = GameSpec(
            id=str(game),
            variant=variant,
            players=players,
            seed=b"bench %d" % game,
            bots=(bot,) * players,
            bot_seeds=tuple(4 * game + seat for seat in range(players)),
            time=TIME,
        )
        played = seating.play(spec)
        assert not any(seat.faults for seat in played.seats), played.seats
        decisions += len(played.record["decisions"])
        records.append(played.record)
    return decisions, perf_counter() - began, records
