"""`arena games`: a list of played games."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from arena.commands.console import print_json, say
from arena.commands.filters import Filters
from arena.commands.home import reading
from arena.commands.tables import print_table
from arena.text import harmless
from ladder import games as stored_games

SPARE = ("decisions", "round", "tournament", "variant")
"""The columns that a narrow terminal leaves out, the first one first."""


def games(
    home: Path | None,
    bot: str,
    filters: Filters,
    faults: bool,
    limit: int,
    json: bool,
) -> None:
    """A list of games, newest first."""
    chosen = filters.read()
    with reading(home) as store:
        chosen.check(store)
        bot_id = store.find_bot(bot).id if bot else None
        bots = [each for each in store.bots() if chosen.keeps(each.author, each.language, "active")]
        found = stored_games.games(
            store,
            **chosen.games,
            bot_id=bot_id,
            bot_ids=[each.id for each in bots] if chosen.bots else None,
            faults=faults,
            limit=limit,
        )
    if json:
        print_json([asdict(game) for game in found])
    elif found:
        _show(found)
    else:
        of = chosen.of + (f" with {harmless(bot, 40)}" if bot else "")
        of += f" with {chosen.bots}" if chosen.bots else ""
        of += " with a fault" if faults else ""
        say(f"No game{of} has been played yet.", wrap=True)


def _show(found: Sequence[stored_games.Game]) -> None:
    print_table(
        ("game", "tournament", "variant", "round", "decisions", "result"),
        [
            (
                game.id,
                game.tournament_id,
                game.variant,
                game.round,
                game.decisions,
                "  ".join(_seat(seat) for seat in game.seats),
            )
            for game in found
        ],
        left=(2, 5),
        spare=SPARE,
    )


def _seat(seat: stored_games.Seat) -> str:
    faults = f" !{seat.faults}" if seat.faults else ""
    lost = " forfeited" if seat.forfeited else ""
    return f"{seat.label} {seat.coins}{'*' if seat.won else ''}{lost}{faults}"
