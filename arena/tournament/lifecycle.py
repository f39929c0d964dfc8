"""Runs of tournaments: the schedule goes into the ledger, then workers play what is unplayed.

`create` writes the ledger and `play` plays it; to resume after any interruption, call `play` again.
`abandon` ends a tournament for good.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path

from arena.errors import ArenaError
from arena.home import Home
from arena.referee.bot import BotSpec
from arena.text.phrases import counted
from arena.tournament.authors import require_meetings
from arena.tournament.deals import new_secret
from arena.tournament.driver import Driver, MakeWorkerPool, Options, local_worker_pool
from arena.tournament.interrupts import Interrupts
from arena.tournament.lock import RunLock, exclusive_run
from arena.tournament.plan import Plan
from arena.tournament.run_events import Report, RunOutcome
from arena.tournament.scheduler import DRAWING
from arena.tournament.schedulers import kind_of
from ladder.database.store import Bot, Store
from ladder.maintenance.refit import refit
from ladder.tournaments.ledger import Ledger
from ladder.tournaments.tournaments import Tournament, tournament, write_ledger


class TournamentError(ArenaError):
    """A tournament cannot be played as requested."""


def create(
    store: Store,
    plan: Plan,
    bots: Sequence[Bot],
    fillers: Sequence[Bot] = (),
    apart: Sequence[Sequence[Bot]] = (),
    secret: bytes | None = None,
) -> int:
    """Write the beginning of a tournament's ledger, without playing, and return its number.

    Args:
        store: The ladder.
        plan: Its settings.
        bots: The entrants; some formats give a role to those named first.
        fillers: Bots for the seats left over when there are too few entrants that may meet.
        apart: Groups of bots of which no two may meet, such as those of one author.
        secret: The secret, if its hash was announced before; by default a new one.

    Raises:
        VariantError: There is no such game.
        ScheduleError: There are too few bots for it.
        TournamentError: There is no match to play.
        LadderError: The ladder cannot be written.
    """
    if len({bot.id for bot in [*bots, *fillers]}) < 2:
        raise TournamentError("A tournament needs at least two bots. Name another one.")
    require_meetings(plan, bots, apart, filled=bool(fillers))
    first = kind_of(plan).leads(plan)
    # The draw starts from this order, so the order of the words on a command line must not matter.
    others = sorted(bots[first:], key=lambda bot: (bot.name, bot.version))
    settings = plan.settings | {
        "bots": [bot.id for bot in [*bots[:first], *others]],
        "fillers": [bot.id for bot in fillers],
        "drawn_by": DRAWING,
        "apart": [[bot.id for bot in group] for group in apart],
    }
    secret = secret or new_secret(plan.seed)
    planned = kind_of(plan)(plan, settings, secret)
    beginning = iter(planned.beginning())
    start = [*islice(beginning, 1)]
    if not start and not plan.size.endless:  # it would never end: rounds follow settled matches
        raise TournamentError(
            f"A {plan.format} of {counted(len(bots), 'bot')} has no match to play. "
            "Name another one."
        )
    return write_ledger(store, chain(start, beginning), settings, secret, planned.rated)


def play(
    store: Store,
    tournament_id: int,
    spec_of: Callable[[Bot], BotSpec],
    options: Options | None = None,
    report: Report = lambda event: None,
    make_worker_pool: MakeWorkerPool = local_worker_pool,
    run: RunLock | None = None,
    on_hangup: Callable[[], None] = lambda: None,
    meanwhile: Callable[[], None] = lambda: None,
) -> RunOutcome:
    """Play all unplayed games of a tournament, and fit the official ratings.

    The first Ctrl-C (or SIGTERM, SIGHUP) lets running games end; a second one drops them, or cuts
    short whatever follows. Both are recorded in the outcome.

    Args:
        store: The ladder.
        tournament_id: Its number.
        spec_of: Returns how a bot of the ladder is started.
        options: Options of this run.
        report: Called with each event, in this thread.
        make_worker_pool: Makes the workers.
        run: The caller's lock, if it holds one.
        on_hangup: Called when the terminal goes away.
        meanwhile: Called before the first game and again and again between games.

    Raises:
        TournamentBusy: Another tournament is being played.
        WorkersFail: Workers cannot be started, or keep dying.
        LimitTooLow: The system allows too little for workers.
        LadderError: The ladder cannot be written. Whatever was stored stays.
    """
    with exclusive_run(store, run) as run, Interrupts(on_hangup) as interrupts:
        run.says(f"plays tournament {tournament_id}")
        options = replace(options or Options(), live=str(Home(Path(store.path).parent).live))
        driver = Driver(store, tournament_id, spec_of, options, report, interrupts, meanwhile)
        outcome = driver.run(make_worker_pool)
        if tournament(store, tournament_id).rated:
            # Still within Interrupts: a fit of many bots takes seconds, and Ctrl-C cuts it short.
            try:
                refit(store, tournament_id)
            except KeyboardInterrupt:  # the next run will fit them
                outcome = replace(outcome, signal=interrupts.signal)
        return outcome


def abandon(store: Store, tournament_id: int) -> Tournament:
    """End a tournament for good: what was played stays, the rest is never played.

    Raises TournamentError if it has ended before, TournamentBusy while one is being played.
    """
    stored = tournament(store, tournament_id)
    if stored.finished_at is not None:
        how = "abandoned" if stored.abandoned_at else "finished"
        raise TournamentError(
            f"Tournament {tournament_id} is already {how}. Nothing is left to play."
        )
    with exclusive_run(store):
        Ledger(store, tournament_id).close(abandoned=True)
        if stored.rated:
            refit(store, tournament_id)
    return tournament(store, tournament_id)
