"""`arena games`, `arena log`: list played games; print what a game's bots wrote on stderr."""

from dataclasses import asdict

from arena.cli.games.stored_games import check_seat, parse_game
from arena.cli.home import reading
from arena.cli.options.arguments import COMMON, Common, Game, option, seat_option
from arena.cli.options.filters import Filters
from arena.cli.options.parsing import OptionError, of_game
from arena.cli.output.console import print_json, prose, say
from arena.cli.output.diagnostics import show_faults
from arena.cli.output.tables import show
from arena.replay.stored_game import explained, label
from arena.text import harmless
from arena.text.games import casual_games as casual_table
from arena.text.games import games as table_of
from ladder.database import casual_games
from ladder.database.logs import MOST_LOGS
from ladder.queries import games as stored_games
from ladder.queries.lost_games import faulty_seats

MOST_FAULTS = 3
"""The most seats at fault that are explained below a list of games."""


def _casual_games(bot: str, filters: Filters, faults: bool, limit: int, common: Common) -> None:
    """List casual games, newest first."""
    if bot or filters != Filters(filters.variant):
        raise OptionError(
            "With --casual only --variant, --faults and --limit work: bots of casual "
            "games need not be on the ladder. Leave out the other options."
        )
    variant = filters.read().games.variant
    with reading(common.home) as store:
        found = casual_games.games(store, limit, variant, faults)
    if common.json:
        data = [
            asdict(each) | {"id": each.name, "match": casual_games.name(each.match)}
            for each in found
        ]
        print_json(data)
    else:
        of = of_game(variant or "", ()) + (" with a fault" if faults else "")
        show(casual_table(found, of))


LONGEST_LINE = 1_000
"""Characters shown of one line."""


def games(
    bot: str = option("Only games of this bot.", default="", metavar="BOT"),
    *,
    filters: Filters,
    faults: bool = option("Only games with a fault.", default=False),
    casual: bool = option("The games of arena match, which are not rated.", default=False),
    limit: int = option("How many, newest first.", default=20, min=1),
    common: Common,
) -> None:
    """List the games played, the newest first.

    Examples:
        arena games
        arena games --bot trader --faults --limit 50
        arena games --author ada --since 7d
        arena games --tournament 3
        arena games --casual

    JSON:
        # The second with --casual: `id` is what commands take, such as `c8`, and `match` the
        # `id` of the first game of the match.
        [LadderGame] | [{**CasualGame, "id": str, "match": str}]
    """
    if casual:
        _casual_games(bot, filters, faults, limit, common)
        return
    chosen = filters.read()
    with reading(common.home) as store:
        chosen.check(store)
        groups = [store.find_players(bot)] if bot else []
        if chosen.bots:
            groups.append([b for b in store.bots() if chosen.keeps(b.author, b.language)])
        found = stored_games.games(
            store,
            chosen.games,
            with_bots=[[each.id for each in group] for group in groups],
            faults=faults,
            limit=limit,
        )
        wrong = []
        if faults:
            wrong = explained(store, faulty_seats(store, [game.id for game in found], MOST_FAULTS))
    if common.json:
        print_json([asdict(game) for game in found])
    else:
        of = chosen.of + (f" with {harmless(bot, 40)}" if bot else "")
        of += f" with {chosen.bots}" if chosen.bots else ""
        show(table_of(found, of=of + (" with a fault" if faults else "")))
        if wrong:
            say("\nThe latest faults, and what these bots wrote last on stderr")
            show_faults(wrong, indent="")


def log(
    game: Game,
    seat: int | None = seat_option("Only the bot in this seat.", "all seats"),
    common: Common = COMMON,
) -> None:
    """Print what the bots of a game wrote on stderr: the first 2 and the last 6 KiB of each.

    What a bot at fault wrote is kept for good, the rest only for the latest games. Anyone who has
    the ladder can read it.

    Examples:
        arena log 17
        arena log 17 --seat 2
        arena log c3 --seat 1

    JSON:
        [{"seat": int, "bot": str, "log": str}]
    """
    number = parse_game(game)
    with reading(common.home) as store:
        record = number.data(store)
        logs = number.logs(store)
    bots = [label(bot) for bot in record["bots"]]
    check_seat(seat, len(bots))
    seats = range(len(bots)) if seat is None else (seat,)
    if common.json:
        print_json([{"seat": each, "bot": bots[each], "log": logs.get(each, "")} for each in seats])
        return
    shown = {each: logs[each] for each in seats if each in logs}
    for each, text in shown.items():
        if seat is None:
            say(f"Game {number}, seat {each + 1}, {harmless(bots[each], 60)}:", style="bold")
        for line in text.splitlines():
            say(f"  {harmless(line, LONGEST_LINE)}")
    if not shown:
        who = "No bot wrote anything"
        if seat is not None:
            who = f"Seat {seat + 1}, {harmless(bots[seat], 60)}, wrote nothing"
        kept = f": of seats without a fault, the latest {MOST_LOGS:,} logs"
        prose(f"{who} on stderr{'' if number.casual else f', as far as it is kept{kept}'}.")
