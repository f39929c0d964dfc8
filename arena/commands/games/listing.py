"""`arena games`: a list of played games."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from arena.commands.home import reading
from arena.options.filters import Filters
from arena.options.parsing import OptionError, of_game
from arena.printing.console import print_json, say
from arena.printing.faults import show_faults
from arena.printing.tables import print_table
from arena.retelling.refusals import explained
from arena.text import harmless
from ladder import casual
from ladder import games as stored_games
from ladder.setbacks import faulty_seats

SPARE = ("decisions", "round", "tournament", "variant")
"""The columns that a narrow terminal leaves out, the first one first."""

MOST_FAULTS = 3
"""The most seats at fault that are explained below a list of games."""


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
            chosen.games,
            bot_id=bot_id,
            bot_ids=[each.id for each in bots] if chosen.bots else None,
            faults=faults,
            limit=limit,
        )
        wrong = []
        if faults:
            wrong = explained(store, faulty_seats(store, [game.id for game in found], MOST_FAULTS))
    if json:
        print_json([asdict(game) for game in found])
    elif found:
        _show(found)
        if wrong:
            say("\nThe latest faults, and what these bots wrote last on stderr")
            show_faults(wrong, indent="")
    else:
        of = chosen.of + (f" with {harmless(bot, 40)}" if bot else "")
        of += f" with {chosen.bots}" if chosen.bots else ""
        of += " with a fault" if faults else ""
        say(f"No game{of} has been played yet.", wrap=True)


def casual_games(
    home: Path | None, bot: str, filters: Filters, faults: bool, limit: int, json: bool
) -> None:
    """A list of casual games, newest first."""
    if bot or filters != Filters(filters.variant):
        raise OptionError(
            "With --casual only --variant, --faults and --limit work: bots of casual "
            "games need not be on the ladder. Leave out the other options."
        )
    variant = filters.read().games.variant
    with reading(home) as store:
        found = casual.games(store, limit, variant, faults)
    if json:
        print_json([asdict(game) | {"name": game.name} for game in found])
    elif found:
        print_table(
            ("game", "variant", "round", "decisions", "result"),
            [
                (
                    game.name,
                    game.variant,
                    game.round,
                    game.decisions,
                    "  ".join(_casual_seat(seat) for seat in game.seats),
                )
                for game in found
            ],
            left=(1, 4),
            spare=SPARE,
        )
    else:
        of = of_game(variant or "", ()) + (" with a fault" if faults else "")
        say(f"No casual game{of} is kept. Play some: arena match", wrap=True)


def _casual_seat(seat: casual.CasualSeat) -> str:
    faults = sum(seat.faults.values())
    return _shown(seat.name, seat.coins, seat.won, seat.forfeited, faults)


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
    return _shown(seat.label, seat.coins, seat.won, seat.forfeited, seat.faults)


def _shown(name: str, coins: int, won: bool, forfeited: bool, faults: int) -> str:
    wrong = f" !{faults}" if faults else ""
    lost = " forfeited" if forfeited else ""
    return f"{name} {coins}{'*' if won else ''}{lost}{wrong}"
