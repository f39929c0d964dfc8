"""Tournaments: the whole schedule goes into the ledger, then workers play what is unplayed.

`create` writes, `play` plays; going on after an interruption, of whatever kind, is `play` again.
"""

import fcntl
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from arena.errors import ArenaError
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.rules import RULES_VERSION, compile_rulebook
from arena.tournament.deals import new_secret
from arena.tournament.driver import Driver, Interrupts, MakeCrew, Options, ray_crew
from arena.tournament.progress import Outcome, Report
from arena.tournament.schedule import SCHEDULERS, schedule
from ladder.store import Bot, Store
from ladder.tournaments import Pool, write_ledger


class TournamentError(ArenaError):
    """A tournament that cannot be played as it is asked for."""


class TournamentBusy(TournamentError):
    """Another process plays a tournament on this ladder."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a tournament is; kept in the ledger, so that it can be resumed years later."""

    games: tuple[tuple[str, int], ...]
    """(variant, players), each of which every round plays."""
    rounds: int
    time: TimeControl
    kind: str = "roundrobin"
    """Or "gauntlet": the first bot meets all others."""
    talk: bool = True
    seed: int | None = None
    """Makes the run reproducible, and its deals guessable."""
    fixed_k: float | None = None
    """Live Elo by a fixed K instead of the shrinking step."""

    @property
    def pools(self) -> list[Pool]:
        """The pools it plays in. Raises arena.rules.VariantError for what cannot be played."""
        books = [compile_rulebook(variant, players) for variant, players in self.games]
        talk = "talk" if self.talk else "no talk"
        return [
            Pool(
                book.variant,
                players,
                self.time.time_class,
                ", ".join(f"{value} {name}" for name, value in book.negotiation._asdict().items())
                + f", {talk}",
                RULES_VERSION,
            )
            for book, (_, players) in zip(books, self.games, strict=True)
        ]


def create(store: Store, plan: Plan, bots: Sequence[Bot], house: Sequence[Bot] = ()) -> int:
    """Writes a tournament's ledger and returns its number; nothing is played yet.

    bots: who plays; in a gauntlet the first is the one that meets all others. Otherwise the order
    makes no difference. house: who fills seats when bots are too few.
    Raises VariantError, ScheduleError, TournamentError, or ladder.errors.LadderError.
    """
    if plan.kind not in SCHEDULERS:
        raise TournamentError(
            f"there is no kind of tournament called {plan.kind!r}; there are: "
            + ", ".join(SCHEDULERS)
        )
    if len({bot.id for bot in [*bots, *house]}) < 2:
        raise TournamentError("a tournament needs at least two bots.")
    fixed = 1 if plan.kind == "gauntlet" else 0
    field = [*bots[:fixed], *sorted(bots[fixed:], key=lambda bot: (bot.name, bot.version))]
    entrants, fillers = [bot.id for bot in field], [bot.id for bot in house]
    secret = new_secret(plan.seed)
    return write_ledger(
        store,
        schedule(plan.kind, entrants, plan.pools, plan.rounds, secret, fillers),
        settings=asdict(plan) | {"bots": entrants, "house": fillers},
        secret=secret,
        seed=plan.seed,
        fixed_k=plan.fixed_k,
        entrants=entrants,
        house=fillers,
    )


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
    with _alone(store), Interrupts() as interrupts:
        driver = Driver(store, tournament_id, spec_of, options or Options(), report, interrupts)
        return driver.run(make_crew)


@contextmanager
def _alone(store: Store) -> Iterator[None]:
    """Holds the ladder for this run; the kernel lets go of it however the process ends."""
    path = Path(store.path + ".lock")
    with path.open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            holder = lock.read().strip() or "another process"
            raise TournamentBusy(
                f"{holder} plays a tournament on this ladder; wait for its end, or stop it."
            ) from None
        lock.truncate(0)
        lock.write(f"process {os.getpid()}")
        lock.flush()
        yield
