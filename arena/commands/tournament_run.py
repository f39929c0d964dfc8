"""One run of a tournament: what it needs, playing on to its end or to Ctrl-C, and the outcome."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from typing import Any

import typer

from arena.commands.bracket import show_bracket
from arena.commands.cluster import cluster_crew, on_cluster, require_guarded
from arena.commands.conditions import Conditions
from arena.commands.console import forget_unread, note, print_json, say
from arena.commands.failures import NO, SIGNALLED, UNDECIDED
from arena.commands.faulty import show
from arena.commands.home import require_hidden
from arena.commands.sprt_report import conclude, following, in_json
from arena.commands.standings import show_standings, tell_of_levels
from arena.commands.tournament_progress import WithoutEnd, how_far, watching
from arena.errors import ArenaError
from arena.home import Home
from arena.referee.bot import BotSpec
from arena.retelling.faulty import explained
from arena.sandbox.level import Level
from arena.shelf.granting import granted, held_to
from arena.shelf.roster import Roster, needs_of, strangers
from arena.text.phrases import counted
from arena.tournament.bracket import bracket
from arena.tournament.driver import Options
from arena.tournament.limits import make_room
from arena.tournament.lock import Run
from arena.tournament.overview import shown_secret
from arena.tournament.plan import Plan
from arena.tournament.progress import Outcome, Report
from arena.tournament.run import play
from arena.tournament.sprt import NAME as SPRT
from ladder.contest import Contest
from ladder.errors import LadderError, LadderGone
from ladder.games import levels
from ladder.pools import pools
from ladder.setbacks import faulty_games
from ladder.sprt import Verdict
from ladder.standings import Row, live, overall
from ladder.store import Bot, Store
from ladder.tournaments import Tournament
from ladder.tournaments import tournament as stored_tournament

# Who fills the seats when bots are fewer than seats: those that run wherever we do.
FILLERS = ("greedy", "random", "trader")


def made_ready(
    folder: Home,
    roster: Roster,
    plan: Plan,
    bots: list[Bot],
    fillers: list[Bot],
    conditions: Conditions,
    concurrency: int | None,
) -> Options:
    """Sees to it that these bots can play here, and tells of those held to less than they ask."""
    roster.require_ready([*bots, *fillers])
    for bot in bots:
        granted(roster.spec_of(bot), plan.cap)
        if less := held_to(needs_of(bot), plan.cap):
            note(f"{bot.label} {less}")
    level = conditions.confinement(strangers([*bots, *fillers]))
    options = run_options(concurrency, level, conditions)
    require_hidden(folder)
    make_room()
    return options


def no_worse(
    store: Store, chosen: Tournament, conditions: Conditions, names: Sequence[str] = ()
) -> Level:
    """How bots are confined from now on: never worse than before, unless the user says so.

    names: the bots that did not come with the arena, if they are not those of the settings.
    """
    players = [*chosen.settings["bots"], *chosen.settings["fillers"]]
    level = conditions.confinement(names or strangers([store.bot(bot) for bot in players]))
    before = max(filter(None, levels(store, tournament_id=chosen.id)), default=level)
    if conditions.level is None and level > before and chosen.finished_at is None:
        if conditions.elsewhere:  # nodes that cannot do as well are left out
            return Level(before)
        raise ArenaError(
            f"Tournament {chosen.id} has been played at level {before}, and this machine confines "
            f"bots only at level {level}; see arena doctor. Resume all the same: --level {level}"
        )
    return level


def run_options(concurrency: int | None, level: Level, conditions: Conditions) -> Options:
    """How a run is played, and where. Raises NoCluster."""
    if conditions.elsewhere:
        return on_cluster(concurrency, level, conditions)
    return Options(concurrency=concurrency or 0, level=level)


def play_on(
    store: Store,
    roster: Roster,
    number: int,
    options: Options,
    json: bool,
    run: Run,
    door: Callable[[Report], Callable[[], None]] = lambda report: lambda: None,
    resume: str = "",
) -> Outcome:
    """Play a stored tournament to its end, or to the next Ctrl-C, and tell how it stands.

    door: makes from what events are reported to what is done meanwhile. resume: the command that
    goes on with it, where that is not `arena resume`.
    """
    resume = resume or f"arena resume {number}"
    stored = stored_tournament(store, number)
    plan = Plan.of(stored.settings)

    def spec_of(bot: Bot) -> BotSpec:
        return granted(roster.spec_of(bot), plan.cap)

    test = None if plan.format != SPRT else Contest.of(store, number, stored.settings)
    if test is None:
        words = WithoutEnd() if plan.size.endless else how_far
        watched = watching(lambda: live(store, number), quiet=json, how_far=words)
    else:
        watched = watching(list, quiet=json, how_far=following(test))
    elsewhere: dict[str, Any] = {}
    if options.cluster is not None:
        require_guarded(options.cluster.link, plan.cap.network)
        entrants = map(store.bot, [*stored.settings["bots"], *stored.settings["fillers"]])
        sure = [spec_of(bot) for bot in entrants if bot.status != "suspended"]
        elsewhere = {"make_crew": partial(cluster_crew, roster, sure)}
    with _going_on(resume):
        with watched as report:
            outcome = play(
                *(store, number, spec_of, options, report),
                **elsewhere,
                run=run,
                on_hangup=forget_unread,
                meanwhile=door(report),
            )
        _tell(store, outcome, test, resume, json)
    if outcome.signal is not None:
        raise typer.Exit(SIGNALLED + outcome.signal)
    if test is not None and test.verdict is Verdict.INCONCLUSIVE:
        raise typer.Exit(UNDECIDED)
    if test is None and outcome.given_up:
        raise typer.Exit(NO)
    return outcome


@contextmanager
def _going_on(resume: str) -> Iterator[None]:
    """Whatever ends a run early, and be it Ctrl-C in its last moment: how to go on is told."""
    try:
        yield
    except LadderGone:
        raise
    except (ArenaError, LadderError) as error:
        raise ArenaError(f"{error} Continue with: {resume}") from error
    except KeyboardInterrupt:
        note(f"What was played is kept. Continue with: {resume}")
        raise


def _tell(store: Store, outcome: Outcome, test: Contest | None, resume: str, json: bool) -> None:
    """What a run has brought, and how the tournament stands."""
    number = outcome.tournament_id
    stored = stored_tournament(store, number)
    secret = shown_secret(stored)
    told = asdict(outcome) | {"interrupted": outcome.interrupted, "secret": secret}
    if test is not None:
        test.read_on()
    rows = overall(store, tournament_id=number) if test is None else []
    decided = bracket(store, stored)
    if json:
        more = {"standings": [asdict(row) for row in rows]} if test is None else in_json(test)
        print_json(told | more | ({} if decided is None else {"bracket": decided}))
    else:
        _say_what_was_played(outcome)
        if decided is not None:
            show_bracket(decided)
            say()
        if test is None:
            _conclude(store, number, rows)
        else:
            conclude(test, *(store.bot(bot).label for bot in test.bots))
        tell_of_levels(levels(store, tournament_id=number))
        _say_how_to_resume(outcome, resume)
        if secret and stored.seed is None:
            say(f"\nThe deals were drawn from this secret:\n{secret}")
            say(f"Draw them again: arena verify --tournament {number}")


def _say_what_was_played(outcome: Outcome) -> None:
    number = outcome.tournament_id
    if outcome.played:
        say(f"\nTournament {number}: {counted(outcome.played, 'game')} in {outcome.seconds:.0f} s.")
    elif not outcome.left:
        say(f"Tournament {number} is finished; nothing is left to play.")
    if outcome.given_up:
        were = counted(outcome.given_up, "game was", "games were")
        say(f"{were} given up after the arena failed three times.")
    say()


def _say_how_to_resume(outcome: Outcome, resume: str) -> None:
    if outcome.interrupted:
        told = outcome.left and not outcome.open_ended
        left = f" with {counted(outcome.left, 'game')} left" if told else ""
        say(f"\nInterrupted{left}. Continue with: {resume}")


def _conclude(store: Store, number: int, rows: list[Row]) -> None:
    show_standings(rows, pools(store, tournament_id=number))
    for row in rows:
        if row.faults or row.forfeits:
            say(
                f"{row.label}: {row.faults} faults in {row.faulty_games} of its games in these "
                f"pools, {row.forfeits} forfeited"
            )
            show(explained(store, faulty_games(store, row.bot_id, 1, number)))
