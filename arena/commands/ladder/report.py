"""`arena report`: the ladder, a bot or a tournament as a folder of pages."""

from dataclasses import asdict
from pathlib import Path

from arena.commands.home import reading
from arena.home import locate_home
from arena.options.parsing import OptionError, only_one, parse_tournament
from arena.printing.console import counting, note, print_json, say
from arena.text import harmless
from arena.text.phrases import counted
from arena.web.folder import Folder
from arena.web.report import write_report
from arena.web.selection import REPLAYS, Selection, of_bot, of_ladder, of_tournament
from ladder.database.store import Store
from ladder.tournaments.tournaments import tournament

ALL = "all"


def report(
    home: Path | None, out: Path, bot: str, of_tournament: str, replays: str, json: bool
) -> None:
    """Write the pages, or those that have changed."""
    only_one(["--bot"] * bool(bot) + ["--tournament"] * bool(of_tournament))
    most = parse_replays(replays)
    judged = locate_home(home).judged
    with reading(home) as store:
        folder = Folder(out)
        chosen = _chosen(store, bot, of_tournament, most)
        with counting(1 + len(chosen.pages) + len(chosen.replays), json, "files") as beat:
            done = write_report(store, chosen, folder, beat, judged)
    if json:
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
    if not text.isdecimal() or len(text) > 6:
        raise OptionError(
            f"--replays {harmless(text, 40)!r} is not understood. Give a number, or all."
        )
    return int(text)


def _chosen(store: Store, bot: str, number: str, most: int | None) -> Selection:
    if bot:
        return of_bot(store, store.find_bot(bot), most)
    if number:
        found = tournament(store, parse_tournament(number))
        return of_tournament(store, found, most)
    return of_ladder(store, most)
