"""`arena report`: the ladder, a bot or a tournament as a folder of pages."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from arena.cli.home import reading
from arena.cli.options.arguments import (
    COMMON,
    ONLY_SHOWN,
    Common,
    OfTournament,
    argument,
    complete_bots,
    option,
)
from arena.cli.options.parsing import OptionError, only_one, parse_tournament
from arena.cli.output.console import counting, note, print_json, say
from arena.home import locate_home
from arena.text import harmless
from arena.text.phrases import counted, whole_number
from arena.web.output_folder import Folder
from ladder.database.store import Store
from ladder.tournaments.tournaments import tournament

if not ONLY_SHOWN:
    from arena.web.site_contents import REPLAYS, Selection, of_bot, of_ladder, of_tournament
    from arena.web.static_site import write_report


ALL = "all"


def report(
    out: Path = argument("OUT", "The folder: a new one, or one of an earlier report."),
    bot: str = option(
        "For this bot's author: begin with what went wrong.",
        default="",
        metavar="BOT",
        autocompletion=complete_bots,
    ),
    tournament: OfTournament = "",
    replays: str = option(
        "How many games can be replayed; of those listed, or all of them.",
        default="",
        metavar="N|all",
        show_default="30",
    ),
    common: Common = COMMON,
) -> None:
    """Write the ladder as a folder of pages for a browser: standings, bots, games and replays.

    The folder needs no server and no network: open its index.html, or put it on any web host.
    With --bot it begins with that bot, its faults and crashes first, and replays the games with
    faults, those that went worst, and those it lost. Another run writes only what has changed;
    Ctrl-C leaves a folder that the next run completes.

    Examples:
        arena report pages
        arena report --bot mybot mybot-pages
        arena report --tournament 3 tournament-3
        arena report --replays all pages

    JSON:
        {"folder": str, "first": str, **Written}
    """
    only_one(["--bot"] * bool(bot) + ["--tournament"] * bool(tournament))
    most = parse_replays(replays)
    judged = locate_home(common.home).judged
    with reading(common.home) as store:
        folder = Folder(out)
        chosen = _chosen(store, bot, tournament, most)
        with counting(1 + len(chosen.pages) + len(chosen.replays), common.json, "files") as beat:
            done = write_report(store, chosen, folder, beat, judged)
    if common.json:
        print_json({"folder": str(out), "first": str(out / "index.html")} | asdict(done))
    else:
        pages = f"{counted(done.pages, 'page')} and {counted(done.replays, 'replay')}"
        how = "all as they were" if not done.changed else f"{done.changed:,} of them written"
        say(f"{pages}, {how}. Open {harmless(out / 'index.html')} in a browser.")
    for number, why in done.failed.items():
        note(f"Game {number} has no replay: {harmless(why)}")


def parse_replays(text: str) -> int | None:
    """Read how many games are replayed; None for all. Raises OptionError."""
    if not text:
        return REPLAYS
    if text == ALL:
        return None
    number = whole_number(text)
    if number is None:
        raise OptionError(
            f"--replays {harmless(text, 40)!r} is not understood. Give a number, or all."
        )
    return number


def _chosen(store: Store, bot: str, number: str, most: int | None) -> Selection:
    if bot:
        return of_bot(store, store.find_player(bot), most)
    if number:
        found = tournament(store, parse_tournament(number))
        return of_tournament(store, found, most)
    return of_ladder(store, most)
