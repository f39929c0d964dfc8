"""`arena db merge`: merge another ladder, treated as untrusted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path

import typer

from arena.cli.exit_codes import NO
from arena.cli.home import opened
from arena.cli.options.arguments import COMMON, ONLY_SHOWN, Common, argument, option
from arena.cli.output.console import counting, note, print_json, prose, say
from arena.errors import UsageError
from arena.home import Home
from arena.sandbox.probe import best_level
from arena.text import harmless
from arena.text.phrases import counted, listed
from ladder.maintenance.merge import Conflicts, Merged, Progress
from ladder.maintenance.merge import merge as merge_ladders

if not ONLY_SHOWN:
    from arena.cli.games.verify import checked
    from arena.tournament.lock import exclusive_run
    from arena.tournament.merge_checks import examiner
    from ladder.maintenance.refit import refit


MOST_NAMED = 5


def merge(
    other: Path = argument("OTHER", "Another arena's home, or its ladder.sqlite."),
    skip_conflicts: bool = option(
        "Leave out games that cannot be right or checked, and merge the rest.", default=False
    ),
    common: Common = COMMON,
) -> None:
    """Merge the bots, tournaments and games of another ladder, and rate them here.

    Every game counts once, as if it had been played here: merging again brings only what has been
    played since. The other ladder is only read, and may be in use; it may be a stranger's. Each
    game is replayed before it is added. Those that cannot be right are named, and so are those
    played under other rules, which cannot be checked here: then nothing is merged, and the exit
    code is 1. Bots here keep their names: others with the same name get a number. Either everything
    is merged or nothing, even if this is killed. Casual games and seasons are not.

    Examples:
        arena db merge /mnt/second/arena-home
        arena db merge ladder-of-the-lab.sqlite --json

    JSON:
        # Nothing was merged where the exit code is 1: `conflicts` says why.
        {"merged": bool, **Merged, "without_files": [str]}
    """
    path = Home(other).database if other.is_dir() else other
    if not path.is_file():
        raise UsageError(f"There is no ladder at {path}. Name another arena's home, or its file.")
    with opened(common.home) as (_, store, resolver), exclusive_run(store):
        try:
            knowing = examiner(partial(checked, quiet=common.json, trades=True))
            with _counting_later("matches", common.json) as progress:
                done = merge_ladders(store, path, knowing, progress, skip_conflicts)
        except Conflicts as conflicts:
            _refuse(conflicts, common.json)
        for number in done.here:
            refit(store, number)
        # Last: if this fails, the merge stands, and merging again brings the files.
        missing = resolver.adopt(Home(path.absolute().parent), best_level())
    if common.json:
        print_json({"merged": True} | asdict(done) | {"without_files": [*missing]})
        return
    _tell_of_conflicts(done.conflicts)
    for sentence in done.said:
        note(harmless(sentence))
    _tell(path, done)
    _tell_of_missing(path, missing)


@contextmanager
def _counting_later(what: str, quiet: bool) -> Iterator[Progress]:
    """Count what is merged, from the first report on: until then, replaying shows a count."""
    with ExitStack() as shown:
        count: Progress | None = None

        def progress(done: int, of: int) -> None:
            nonlocal count
            count = count or shown.enter_context(counting(of, quiet, what))
            count(done, of)

        yield progress


def _refuse(conflicts: Conflicts, json: bool) -> None:
    """Name the conflicting games, and exit with code 1."""
    if json:
        empty = asdict(Merged(conflicts=dict(conflicts.games)))
        print_json({"merged": False} | empty | {"without_files": []})
        raise typer.Exit(NO)
    _tell_of_conflicts(conflicts.games)
    raise conflicts


def _tell_of_conflicts(games: Mapping[int, str]) -> None:
    for number, why in games.items():
        say(f"Game {number} there: {harmless(why)}", style="red")


def _tell(path: Path, done: Merged) -> None:
    came = [
        counted(done.games, "game"),
        counted(done.tournaments, "new tournament"),
        counted(done.bots, "new bot"),
    ]
    known = f" {counted(done.known, 'game was', 'games were')} here before." if done.known else ""
    skipped = len(done.conflicts)
    left = f" {counted(skipped, 'game was', 'games were')} left out." if skipped else ""
    prose(f"{path}: {listed(came)} merged.{known}{left}")


def _tell_of_missing(path: Path, missing: Mapping[str, str]) -> None:
    if not missing:
        return
    labels = [harmless(label) for label in missing]
    named = listed([*labels[:MOST_NAMED], *(["others"] if len(labels) > MOST_NAMED else [])])
    note(
        f"The files of {named} are missing beside {path} or have changed, so they cannot play "
        "here. Submit them again, or merge the home that has them."
    )
    for label, why in [each for each in missing.items() if each[1]][:MOST_NAMED]:
        note(f"{harmless(label)}: {harmless(why, 200)}")
