"""`arena db backup`, `db merge`: a copy of the ladder, and two ladders made one."""

from dataclasses import asdict
from pathlib import Path

from arena.commands.home import existing, opened, reading
from arena.errors import UsageError
from arena.home import Home
from arena.printing.console import counting, note, print_json, say
from arena.shelf.keep import adopt
from arena.text.phrases import counted, listed
from ladder.backup import back_up
from ladder.merge import merge as merge_ladders
from ladder.store import Store

MOST_NAMED = 5


def backup(home: Path | None, file: Path, force: bool, json: bool) -> None:
    """Copy the ladder into a file."""
    if file.is_dir():
        raise UsageError(f"{file} is a folder. Name a file in it: {Home(file).database}")
    if file.exists() and file.samefile(existing(home).database):
        raise UsageError(f"{file} is the ladder itself. Name another file.")
    if file.exists() and not force:
        raise UsageError(f"{file} already exists. Name another file, or replace it: --force")
    if not file.parent.is_dir():
        raise UsageError(f"There is no folder {file.parent}. Make it first, or name another file.")
    with reading(home) as store, counting(0, json, "pages") as progress:
        rows = back_up(store, file, progress)
    size = file.stat().st_size
    if json:
        print_json({"file": str(file), "bytes": size, "rows": rows})
        return
    say(f"{file}: {size / 1e6:,.1f} MB, {rows:,} rows, checked.", wrap=True)


def merge(home: Path | None, other: Path, json: bool) -> None:
    """Bring in what another ladder has, with the kept copies of its bots, and fit all anew."""
    from arena.tournament.lock import alone
    from ladder.refit import refit

    path = Home(other).database if other.is_dir() else other
    if not path.is_file():
        raise UsageError(f"There is no ladder at {path}. Name another arena's home, or its file.")
    with opened(home) as (here, store, _), alone(store):
        with counting(0, json, "matches") as progress:
            done = merge_ladders(store, path, progress)
        for number in done.here:
            refit(store, number)
        missing = _adopt(here, Home(path.absolute().parent), store)
    if json:
        print_json(asdict(done) | {"without_files": missing})
        return
    for sentence in done.said:
        note(sentence)
    came = [
        counted(done.games, "game"),
        counted(done.tournaments, "new tournament"),
        counted(done.bots, "new bot"),
    ]
    known = f" {counted(done.known, 'game was', 'games were')} here before." if done.known else ""
    say(f"{path}: {listed(came)} came in.{known}", wrap=True)
    if missing:
        named = listed([*missing[:MOST_NAMED], *(["others"] if len(missing) > MOST_NAMED else [])])
        note(
            f"The files of {named} are not beside {path}, so they cannot play here. Submit them "
            "again, or merge the home that has them."
        )


def _adopt(here: Home, there: Home, store: Store) -> list[str]:
    """Copy the kept bots that are not here; return the labels of those found nowhere."""
    bots = store.bots()
    return [bot.label for bot in bots if bot.willing and not adopt(here, there, bot.hash)]
