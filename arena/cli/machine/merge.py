"""`arena db merge`: another ladder brought in, which is read as a stranger's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer

from arena.cli.exit_codes import NO
from arena.cli.home import opened
from arena.cli.options.arguments import ONLY_SHOWN, HomeOption, JsonOption, argument, option
from arena.cli.output.console import counting, note, print_json, prose, say
from arena.errors import UsageError
from arena.home import Home
from arena.replay.stored_game import Number
from arena.sandbox.probe import best_level
from arena.text import harmless
from arena.text.harmless import alike
from arena.text.phrases import counted, listed
from ladder.database.store import Store
from ladder.maintenance.merge import Conflicts, Examiner, Merged, Progress, Replayed
from ladder.maintenance.merge import merge as merge_ladders

if not ONLY_SHOWN:
    from arena.cli.games.verify import checked
    from arena.registry.bundled import bundled_manifests
    from arena.registry.resolver import as_entered_here
    from arena.rules import VariantError
    from arena.tournament.draw_audit import ExpectedDeals
    from arena.tournament.lock import exclusive_run
    from arena.tournament.plan import Plan
    from ladder.maintenance.refit import refit


MOST_NAMED = 5
LARGEST_K = 1000.0


def merge(
    other: Path = argument("OTHER", "Another arena's home, or its ladder.sqlite."),
    skip_conflicts: bool = option(
        "Leave out games that cannot be right, and merge the rest.", default=False
    ),
    home: HomeOption = None,
    json: JsonOption = False,
) -> None:
    """Bring in the bots, tournaments and games of another ladder, and rate them here.

    Every game counts once, as if it had been played here: merging again brings only what has been
    played since. The other ladder is only read, and may be in use; it may be a stranger's. Each
    game is replayed before it comes, and those that cannot be right are named: then nothing is
    merged, and the exit code is 1. What is here stays: a name that is here gets a number. Either
    all of it happens or nothing, even if this is killed. Casual games are not merged.

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
    with opened(home) as (_, store, resolver), exclusive_run(store):
        try:
            with _counting_later("matches", json) as progress:
                done = merge_ladders(store, path, examiner(json), progress, skip_conflicts)
        except Conflicts as conflicts:
            _refuse(conflicts, json)
        for number in done.here:
            refit(store, number)
        # Last, as files can be brought in again, and the merge itself has happened by now.
        missing = resolver.adopt(Home(path.absolute().parent), best_level())
    if json:
        print_json({"merged": True} | asdict(done) | {"without_files": [*missing]})
        return
    _tell_of_conflicts(done.conflicts)
    for sentence in done.said:
        note(harmless(sentence))
    _tell(path, done)
    _tell_of_missing(path, missing)


@contextmanager
def _counting_later(what: str, quiet: bool) -> Iterator[Progress]:
    """Show how many are done from the first time on that it is told: replaying is shown before."""
    with ExitStack() as shown:
        count: Progress | None = None

        def progress(done: int, of: int) -> None:
            nonlocal count
            count = count or shown.enter_context(counting(of, quiet, what))
            count(done, of)

        yield progress


def examiner(quiet: bool) -> Examiner:
    """Return what the arena knows that a ladder does not. quiet: show no progress."""
    return Examiner(
        entered=as_entered_here,
        reserved=frozenset(map(alike, bundled_manifests())),
        alike=alike,
        require_plan=require_plan,
        replayed=_replayed(quiet),
    )


def require_plan(settings: Mapping[str, Any]) -> None:
    """Raise ValueError unless a tournament of these settings can be resumed, and its games rated.

    Raises DamagedRow if they are no settings at all.
    """
    try:
        plan = Plan.of(settings)
        pools = plan.pools
    except (VariantError, TypeError, AttributeError) as error:
        raise ValueError(f"a tournament cannot be played: {error}") from None
    usual = plan.fixed_k is None or 0 < plan.fixed_k <= LARGEST_K
    if not pools or not usual:
        raise ValueError("a tournament has no games, or its ratings jump")


def _replayed(quiet: bool) -> Callable[[Store, Sequence[int]], Iterator[Replayed]]:
    def replayed(store: Store, games: Sequence[int]) -> Iterator[Replayed]:
        """Replay games, and compare their records with what the ladder and the secrets say."""
        deals = ExpectedDeals(store)
        numbers = [Number(False, game) for game in games]
        for each in checked(store, numbers, quiet=quiet, dealings=True):
            number = each.number.number
            misdealt = (wrong.why for wrong in deals.wrong(number, each.said))
            yield Replayed(number, each.wrong or next(misdealt, ""), each.dealings)

    return replayed


def _refuse(conflicts: Conflicts, json: bool) -> None:
    """Name the games, and end with exit code 1."""
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
    prose(f"{path}: {listed(came)} came in.{known}{left}")


def _tell_of_missing(path: Path, missing: Mapping[str, str]) -> None:
    if not missing:
        return
    labels = [harmless(label) for label in missing]
    named = listed([*labels[:MOST_NAMED], *(["others"] if len(labels) > MOST_NAMED else [])])
    note(
        f"The files of {named} are not beside {path}, or are not what they should be, so they "
        "cannot play here. Submit them again, or merge the home that has them."
    )
    for label, why in [each for each in missing.items() if each[1]][:MOST_NAMED]:
        note(f"{harmless(label)}: {harmless(why, 200)}")
