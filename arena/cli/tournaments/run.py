"""One run of a tournament, to its end or to Ctrl-C."""

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import typer

from arena.cli.exit_codes import NO, SIGNALLED, UNDECIDED
from arena.cli.options.confinement import Conditions
from arena.cli.options.groups import words_of
from arena.cli.options.play_settings import ModelOptions
from arena.cli.output.console import forget_unread, note
from arena.cli.output.events import watching, without_end
from arena.cli.tournaments.outcome import following, paying, tell
from arena.errors import ArenaError
from arena.referee.bot import BotSpec
from arena.registry.permissions import granted
from arena.registry.resolver import Resolver
from arena.rules import RULES_VERSION
from arena.source import source_of_games
from arena.tournament.driver import Options, workers
from arena.tournament.lifecycle import play
from arena.tournament.lock import RunLock
from arena.tournament.plan import Plan
from arena.tournament.run_events import Report, RunOutcome
from arena.tournament.sprt_scheduler import NAME as SPRT
from ladder.database.errors import LadderError, LadderGone
from ladder.database.store import Bot, Store
from ladder.queries.games import rules_of, sources
from ladder.queries.standings import live
from ladder.statistics.sprt import Verdict
from ladder.tournaments.sprt_progress import Contest
from ladder.tournaments.tournaments import Tournament
from ladder.tournaments.tournaments import tournament as stored_tournament


@dataclass(frozen=True)
class Run:
    """A run of a stored tournament."""

    resolver: Resolver
    number: int
    options: Options
    lock: RunLock
    json: bool
    resume: str
    """The command that continues it."""
    admission: Callable[[Report], Callable[[], None]] = lambda report: lambda: None
    """Given where to report events, returns the function called between games."""


def play_on(run: Run) -> RunOutcome:
    """Play a stored tournament to its end or the next Ctrl-C, and print its state."""
    outcome, test = played(run)
    with _going_on(run.resume):
        tell(run.resolver.store, outcome, test, run.resume, run.json)
    require_whole(outcome)
    if test is not None and test.verdict is Verdict.INCONCLUSIVE:
        raise typer.Exit(UNDECIDED)
    if test is None and outcome.given_up:
        raise typer.Exit(NO)
    return outcome


def resuming(number: int, asking: ModelOptions, conditions: Conditions) -> str:
    """Return the command that continues a tournament on the same terms, in the same place."""
    left = replace(conditions, limits="", allow_network=False, allow_env="")  # it has these
    return shlex.join(["arena", "resume", str(number), *words_of(asking), *words_of(left)])


def require_whole(outcome: RunOutcome) -> None:
    """End the command with the exit code of what stopped the run, if anything did."""
    if outcome.signal is not None:
        raise typer.Exit(SIGNALLED + outcome.signal)
    if outcome.halted:
        raise typer.Exit(NO)


def played(run: Run) -> tuple[RunOutcome, Contest | None]:
    """Play as `play_on` does; return the outcome, and the SPRT if it is one."""
    resolver, store, number = run.resolver, run.resolver.store, run.number
    stored = stored_tournament(store, number)
    plan = Plan.of(stored.settings)

    # Never more than the plan allows, whatever a bot that joins a league later asks for.
    def spec_of(bot: Bot) -> BotSpec:
        return granted(resolver.spec_of(bot), plan.cap)

    test = None if plan.format != SPRT else Contest.of(store, number, stored.settings)
    if test is None:
        paid = paying(store, number, resolver.models, workers(run.options))
        words = without_end() if plan.size.endless else paid
        watched = watching(lambda: live(store, number), quiet=run.json, how_far=words)
    else:  # its games are not rated, so there are no standings to show
        watched = watching(list, quiet=run.json, how_far=following(test))
    elsewhere: dict[str, Any] = {}
    if (cluster := run.options.cluster) is not None:
        from arena.tournament.cluster.cluster_pool import ClusterPool  # most runs need none of it

        # The plan's, not the options': a resumed tournament keeps what it began with.
        if plan.cap.network:
            cluster.client.require_guarded()
        entrants = map(store.bot, [*stored.settings["bots"], *stored.settings["fillers"]])
        sure = [spec_of(bot) for bot in entrants if bot.status != "suspended"]
        elsewhere["make_worker_pool"] = lambda playing: ClusterPool(
            cluster, resolver.bundle_of, sure, playing.ask_all
        )
    if told := of_other_source(store, stored):
        note(told)
    with _going_on(run.resume), watched as report:
        outcome = play(
            *(store, number, spec_of, run.options, report),
            **elsewhere,
            run=run.lock,
            on_hangup=forget_unread,
            meanwhile=run.admission(report),
        )
    return outcome, test


def of_other_source(store: Store, unfinished: Tournament) -> str:
    """Return what to say when a tournament goes on after an upgrade, or "" if nothing."""
    *before, last = sources(store, unfinished.id) or [""]
    here = source_of_games()
    if not last or here in (last, *before) or unfinished.finished_at:
        return ""
    changed = (
        "The source has changed, but not the version of the rules, so it goes on."
        if RULES_VERSION in rules_of(store, unfinished.id)
        else f"It goes on under version {RULES_VERSION} of the rules, in standings of their own."
    )
    return (
        f"The games of tournament {unfinished.id} so far were played by arena {last}; this is "
        f"arena {here}. {changed} Each game says what played it: arena games --json"
    )


@contextmanager
def _going_on(resume: str) -> Iterator[None]:
    """Say how to continue whenever a run ends early, even by Ctrl-C in its last moment."""
    try:
        yield
    except LadderGone:  # and with it what there was to continue
        raise
    except (ArenaError, LadderError) as error:
        raise ArenaError(f"{error} Continue with: {resume}") from error
    except KeyboardInterrupt:
        note(f"What was played is kept. Continue with: {resume}")
        raise
