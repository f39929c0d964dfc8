"""`arena log`: what bots wrote on their standard error during a game."""

from pathlib import Path

from arena.commands.games.stored_games import check_seat, parse_game
from arena.commands.home import reading
from arena.printing.console import print_json, say
from arena.retelling.stored import label
from arena.text import harmless
from ladder.logs import MOST_LOGS

LONGEST_LINE = 1_000
"""Characters shown of one line."""


def log(home: Path | None, game: str, seat: int | None, json: bool) -> None:
    """Print what the bot of a seat wrote, or those of all seats one after the other."""
    number = parse_game(game)
    with reading(home) as store:
        record = number.data(store)
        logs = number.logs(store)
    bots = [label(bot) for bot in record["bots"]]
    check_seat(seat, len(bots))
    seats = range(len(bots)) if seat is None else (seat,)
    if json:
        print_json([{"seat": each, "bot": bots[each], "log": logs.get(each, "")} for each in seats])
        return
    if seat is None:
        _show_all(str(number), bots, logs, number.casual)
    elif seat in logs:
        _show(logs[seat])
    else:
        say(_nothing(f"Seat {seat + 1}, {harmless(bots[seat], 60)},", number.casual), wrap=True)


def _show_all(game: str, bots: list[str], logs: dict[int, str], casual: bool) -> None:
    if not logs:
        say(_nothing("No bot", casual), wrap=True)
    for seat, text in logs.items():
        say(f"Game {game}, seat {seat + 1}, {harmless(bots[seat], 60)}:", style="bold")
        _show(text)


def _show(text: str) -> None:
    for line in text.splitlines():
        say(f"  {harmless(line, LONGEST_LINE)}")


def _nothing(who: str, casual: bool) -> str:
    wrote = "wrote nothing on stderr" if who.startswith("Seat") else "wrote anything on stderr"
    if casual:
        return f"{who} {wrote}."
    return (
        f"{who} {wrote}, as far as it is kept: of seats without a fault, the latest "
        f"{MOST_LOGS:,} logs."
    )
