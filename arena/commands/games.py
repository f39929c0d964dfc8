"""`arena games`: a list of played games."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from arena.commands.console import print_json, say
from arena.commands.home import reading
from arena.commands.options import check_players, of_game, parse_number, parse_variant
from arena.commands.tables import print_table
from ladder import games as stored_games
from ladder.tournaments import tournament

SPARE = ("decisions", "round", "tournament", "variant")
"""The columns that a narrow terminal leaves out, the first one first."""


def games(
    home: Path | None,
    bot: str,
    variant: str,
    players: int | None,
    of_tournament: str,
    faults: bool,
    limit: int,
    json: bool,
) -> None:
    """A list of games, newest first."""
    variant = parse_variant(variant) if variant else ""
    check_players(variant, players)
    number = parse_number(of_tournament, "tournament") if of_tournament else None
    with reading(home) as store:
        found = stored_games.games(
            store,
            tournament(store, number).id if number is not None else None,
            store.find_bot(bot).id if bot else None,
            variant or None,
            players,
            faults,
            limit,
        )
    if json:
        print_json([asdict(game) for game in found])
    elif found:
        _show(found)
    else:
        of = of_game(variant, players)
        of += f" with {bot}" if bot else ""
        of += f" in tournament {number}" if number is not None else ""
        of += " with a fault" if faults else ""
        say(f"No game{of} has been played yet.")


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
