"""Tournaments: the schedule goes into the ledger, then workers play what is unplayed.

`create` writes, `play` plays; going on after any interruption is `play` again. `abandon` ends a
tournament for good.
"""

import fcntl
import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from arena.errors import ArenaError
from arena.referee.bot import BotSpec
from arena.tournament.deals import new_secret
from arena.tournament.driver import Driver, MakeCrew, Options, ray_crew
from arena.tournament.estimate import Estimate, estimate
from arena.tournament.formats import format_named
from arena.tournament.interrupts import Interrupts
from arena.tournament.plan import Plan
from arena.tournament.progress import Outcome, Report
from arena.tournament.rounds import beginning
from arena.tournament.schedule import Schedule
from ladder.ledger import Ledger
from ladder.store import Bot, Store
from ladder.tournaments import Tournament, tournament, write_ledger

PATIENCE = 0.5
"""Seconds to wait for the lock, which a look at it holds for a moment."""


class TournamentError(ArenaError):
    """A tournament that cannot be played as it is asked for."""


class TournamentBusy(TournamentError):
    """Another process plays a tournament on this ladder."""


def create(store: Store, plan: Plan, bots: Sequence[Bot], fillers: Sequence[Bot] = ()) -> int:
    """Writes the beginning of a tournament's ledger and returns its number; nothing is played yet.

    bots: who plays; some formats give a role to those named first. fillers: who takes the seats
    left over when there are too few bots.
    Raises VariantError, ScheduleError, TournamentError, or ladder.errors.LadderError; also while
    another tournament is being played, since this one could not be played then.
    """
    if (busy := running(store)) is not None:
        raise TournamentBusy(_busy(f"Another process plays tournament {busy}"))
    if len({bot.id for bot in [*bots, *fillers]}) < 2:
        raise TournamentError("A tournament needs at least two bots. Name another one.")
    leads = format_named(plan.format).leads
    others = sorted(bots[leads:], key=lambda bot: (bot.name, bot.version))
    settings = plan.settings | {
        "bots": [bot.id for bot in [*bots[:leads], *others]],
        "fillers": [bot.id for bot in fillers],
    }
    secret = new_secret(plan.seed)
    return write_ledger(
        store,
        beginning(plan, Schedule.of(plan, settings, secret)),
        settings=settings,
        secret=secret,
        seed=plan.seed,
        fixed_k=plan.fixed_k,
        entrants=settings["bots"],
        fillers=settings["fillers"],
    )


def expect(store: Store, tournament_id: int, workers: int) -> Estimate:
    """What is to be expected of a tournament that has been created and not begun."""
    stored = tournament(store, tournament_id)
    plan = Plan.of(stored.settings)
    schedule = Schedule.of(plan, stored.settings, stored.secret)
    bots, fillers = stored.settings["bots"], stored.settings["fillers"]
    return estimate(store, plan, schedule, bots, fillers, workers)


def play(
    store: Store,
    tournament_id: int,
    spec_of: Callable[[Bot], BotSpec],
    options: Options | None = None,
    report: Report = lambda event: None,
    make_crew: MakeCrew = ray_crew,
) -> Outcome:
    """Plays all games of a tournament that are not played yet.

    spec_of: how a bot of the ladder is started.
    report: told of everything that happens, in this thread.
    Ctrl-C once lets running games end; again drops them. Both end in an Outcome that says so.
    Raises TournamentBusy, WorkersFail, or ladder.errors.LadderError; what was stored stays.
    """
    with _alone(store, tournament_id), Interrupts() as interrupts:
        driver = Driver(store, tournament_id, spec_of, options or Options(), report, interrupts)
        return driver.run(make_crew)


def abandon(store: Store, tournament_id: int) -> Tournament:
    """Ends a tournament for good: what is played stays, what is not played never will be.

    Raises TournamentError when it has ended before, TournamentBusy while one is being played.
    """
    found = tournament(store, tournament_id)
    if found.finished_at is not None:
        how = "abandoned" if found.abandoned_at else "finished"
        raise TournamentError(
            f"Tournament {tournament_id} is already {how}. Nothing is left to play."
        )
    with _alone(store, tournament_id):
        Ledger(store, tournament_id).close(abandoned=True)
    return tournament(store, tournament_id)


def running(store: Store) -> int | None:
    """The tournament that is being played on this ladder at the moment, if any."""
    try:
        lock = _lock_file(store).open()
    except OSError:  # nothing was ever played, or the file is not for us to read
        return None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            found = re.search(r"tournament (\d+)", lock.read())
            return int(found[1]) if found else None
    return None


def _busy(holder: str) -> str:
    return f"{holder} on this ladder. Wait until it ends, stop it, or use another home."


def _lock_file(store: Store) -> Path:
    return Path(store.path + ".lock")


@contextmanager
def _alone(store: Store, tournament_id: int) -> Iterator[None]:
    """Holds the ladder for this run; the kernel lets go of it however the process ends."""
    with _lock_file(store).open("a+") as lock:
        if not _locked(lock):
            lock.seek(0)
            holder = lock.read().strip() or "Another process plays a tournament"
            raise TournamentBusy(_busy(holder))
        lock.truncate(0)
        lock.write(f"Process {os.getpid()} plays tournament {tournament_id}")
        lock.flush()
        yield


def _locked(lock: IO[str]) -> bool:
    """Takes the lock, unless another run keeps it."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        else:
            return True
