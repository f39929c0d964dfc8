"""The driver of a running tournament, which hands games to workers and stores the results.

Only the driver writes to the ladder. It hands out chunks of consecutive games, some tenths of a
second of play each, stores those that come back within half a second in one transaction, and hands
out again those that do not come back.
"""

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import TYPE_CHECKING

from arena.errors import ArenaError
from arena.referee.bot import BotSpec
from arena.referee.game_types import GameSpec
from arena.rules.rulebook import RULES_VERSION
from arena.sandbox.level import Level
from arena.sandbox.limits import collect_rarely
from arena.text.phrases import counted, first_line
from arena.tournament.deals import deal_seed, seeds_of_game
from arena.tournament.estimate import Pace
from arena.tournament.game_queue import GameQueue
from arena.tournament.interrupts import Interrupts
from arena.tournament.plan import Plan
from arena.tournament.process_pool import ProcessPool
from arena.tournament.run_events import (
    Event,
    GameFinished,
    Notice,
    NoticeKind,
    Report,
    RunBegan,
    RunOutcome,
)
from arena.tournament.schedulers import kind_of
from arena.tournament.spending import Spending, paid
from arena.tournament.worker import Chunk, FailedGame, Worker, WorkerPool, make_seating
from arena.tournament.worker_process import EarlyProcesses, core_count
from ladder.database.logs import unpacked
from ladder.database.result import GameResult
from ladder.database.store import Bot, Store
from ladder.tournaments.ledger import Counts, Ledger, LedgerEnd, Saved, Scheduled
from ladder.tournaments.tournaments import NewMatch, Pool, tournament

if TYPE_CHECKING:
    from arena.tournament.cluster.client import ClusterSetup

CHUNK_SECONDS = 0.3
"""The length of play that is handed out at a time, so that handing out costs next to nothing."""
CHEAP_WORKERS = 64
"""The workers for which that holds; with more, chunks grow, as there is one driver for them all."""
HELD_SECONDS = 0.5
"""How long results wait to be stored together: each transaction writes the same pages again."""
RATED_SECONDS = 2.0
"""How long stored games wait to be rated together, as ratings touch the most pages of all."""
LONGEST_CHUNK = 64  # a longer transaction saves hardly more: decision 9 has the measurements
FAILURES_AT_FIRST = 10
"""The failures of the arena, before any game succeeds, that end the run."""
FAILURES_IN_A_ROW = 50
"""The failures in a row that end the run at any time: a bug, or a broken machine."""
DELAY_AFTER_FAILURE = 20
"""The games after which a failed one is tried again: the cause may have passed by then."""
QUEUE_BELOW_SECONDS = 1.0
"""The length of games below which each worker has a chunk in reserve, so that it never waits."""


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a run, which change no result."""

    concurrency: int = 0
    """The number of workers; 0 means one for each core."""
    cluster: "ClusterSetup | None" = None
    """The cluster where games are played; None: on this machine."""
    level: Level | None = None
    """The level at which bots are confined; None: the best of the machine."""
    ask_all: bool = False
    """True if sealed questions go out to all seats at once, for bots that wait on a network."""
    games: int | None = None
    """The games after which this run stops; another run may continue the tournament."""
    seconds: float | None = None
    """The seconds after which this run begins no more games."""
    gateway: str = ""
    """The socket of the gateway to language models."""
    live: str = ""
    """The folder where workers on this machine put games that spectators want to see."""
    early: EarlyProcesses = field(default_factory=list)
    """Processes that were started already, for workers on this machine."""


MakeWorkerPool = Callable[[Options], WorkerPool]


def local_worker_pool(options: Options) -> WorkerPool:
    """Make the worker pool on this machine."""
    player = partial(
        make_seating,
        ask_all=options.ask_all,
        level=options.level,
        gateway=options.gateway,
        live=options.live,
    )
    while options.gateway and options.early:  # they began before the models' keys were hidden
        options.early.pop().end()
    return ProcessPool(workers(options), partial(Worker, player), early=options.early)


def workers(options: Options) -> int:
    """Return the number of workers of a run."""
    return options.concurrency or core_count()


class GamesFail(ArenaError):
    """Too many games in a row failed through the arena's fault; the message has the last reason."""


class PlannedUnderOtherRules(ArenaError):
    """The rest of a tournament belongs to a version of the rules that this arena does not have."""


class Driver:
    """The driver of one run, which plays a tournament's unplayed games."""

    def __init__(
        self,
        store: Store,
        tournament_id: int,
        spec_of: Callable[[Bot], BotSpec],
        options: Options,
        report: Report,
        interrupts: Interrupts,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> None:
        """Prepare a run; `meanwhile` is called before the first game and often between games."""
        self._store = store
        self._report = report
        self._interrupts = interrupts
        self._meanwhile = meanwhile
        stored = tournament(store, tournament_id)
        self._plan = Plan.of(stored.settings)
        self._options = replace(options, ask_all=self._plan.time.wall)
        self._scheduler = drawing = kind_of(self._plan)(self._plan, stored.settings, stored.secret)
        self._ledger = Ledger(
            store, tournament_id, drawing.instead_of, self._extend, drawing.decided
        )
        before = self._ledger.seconds() / workers(options)
        self._pace = Pace(store, tournament_id, self._plan, before)
        self._time_up = False
        self._over = False  # it is decided: what is still played doesn't count
        self._halted = ""  # why this run can play no more
        self._bot = cache(lambda bot_id: spec_of(store.bot(bot_id)))  # read and checked once
        self._queue = GameQueue(self._ledger, self._match_may_begin)
        at = options.gateway
        self._spending = Spending(store, tournament_id, self._plan, at) if at else None
        self._in_hand: dict[int, Scheduled] = {}  # by game id: given to a worker, not back yet
        self._seconds: dict[Pool, float] = {}  # a game's usual length
        self._held: list[Chunk] = []  # back, but not stored yet
        self._held_since = self._storing_took = 0.0
        self._rated_at = 0.0
        self._failures = 0  # games in a row that failed through our fault
        self._played = 0  # games of this run
        self._done = 0  # games of all runs
        self._games: int | None = None  # games there will be; None if that is unknown
        self._start = time.monotonic()

    def run(self, make_worker_pool: MakeWorkerPool) -> RunOutcome:
        """Play until nothing is left or the user stops it."""
        collect_rarely()
        self._meanwhile()
        self._keep_to_the_rules()
        self._ledger.begin()
        counts = self._ledger.counts()
        self._done = counts.played
        self._recount()
        stored = self._ledger.tournament
        if counts.to_play == 0:
            return self._outcome(None)
        self._report(
            RunBegan(
                tournament_id=stored.id,
                size=self._scheduler.length(self._plan),
                games=self._games,
                played=self._done,
                workers=0 if self._options.cluster else workers(self._options),
                secret_hash=stored.secret_hash,
                seed=stored.seed,
            )
        )
        worker_pool: WorkerPool | None = None
        drop = True  # unless all goes well: after an error nobody takes results any more
        try:
            worker_pool = make_worker_pool(self._options)
            self._start = time.monotonic()  # not before: a cluster takes a while to begin
            self._pace.start(worker_pool.size)
            self._loop(worker_pool)
            drop = self._over
        except KeyboardInterrupt:  # a second Ctrl-C
            pass
        finally:
            if worker_pool is not None:
                _dismiss(worker_pool, drop)
        # Otherwise it is to be resumed, even if its time is up: begun matches must be completed.
        if self._time_up and not self._stopping:
            self._ledger.close()
        return self._outcome(worker_pool)

    def _keep_to_the_rules(self) -> None:
        """Raise PlannedUnderOtherRules if what is left belongs to another version of the rules.

        A league drops its few drawn matches instead, and goes on in new pools.
        """
        if version := self._ledger.other_rules(RULES_VERSION):
            if not self._scheduler.open_ended:
                raise PlannedUnderOtherRules(
                    f"Tournament {self._ledger.tournament.id} was begun under version {version} of "
                    f"the rules, and this arena plays version {RULES_VERSION}. Finish it with the "
                    "arena that began it (arena tournaments show names it), or end it: arena "
                    f"tournaments abandon {self._ledger.tournament.id}"
                )
            self._ledger.drop_other_rules(RULES_VERSION)

    def _loop(self, worker_pool: WorkerPool) -> None:
        announced = False
        while True:
            # A deleted or replaced database would silently swallow everything from now on.
            self._store.check_in_place()
            if not self._time_up and self._pace.time_up():
                self._time_up = True
                self._notify(NoticeKind.TIME_UP, running=self._running())
            self._meanwhile()
            if not self._stopping:
                self._hand_out(worker_pool)
            elif not announced and self._interrupts.asked:
                announced = True
                self._notify(NoticeKind.STOPPING, running=self._running())
            if self._held and self._due(worker_pool):
                self._store_held(self._rating_due(worker_pool))
                # Hand out before waiting: what was stored may have brought the next round.
                continue
            if self._over or not (self._in_hand or self._waiting()):
                if not self._stopping and self._spending:
                    self._halted = self._spending.why
                return
            if self._played and self._ledger.tournament.rated:
                # It takes a while to import: now, while all workers are busy.
                import ladder.ratings.fitting  # noqa: F401
            self._hold(self._news(worker_pool))

    def _news(self, worker_pool: WorkerPool) -> Sequence[Chunk | Event]:
        try:
            # Not longer, as a signal does not end the wait: Ctrl-C is to be seen at once.
            return worker_pool.wait(0.2)
        except BaseException:  # such as a second Ctrl-C: what is here already is not lost
            self._store_held()
            raise

    def _hold(self, news: Sequence[Chunk | Event]) -> None:
        """Keep the chunks that are back, and report the rest."""
        for each in news:
            if isinstance(each, Chunk):
                if not self._held:  # what came while others were stored has waited as long
                    self._held_since = time.monotonic() - self._storing_took
                self._held.append(each)
            else:
                self._report(each)

    def _due(self, worker_pool: WorkerPool) -> bool:
        """Return True if the results held are to be stored now.

        That is after half a second, or as soon as the next round may wait for them, or a game has
        failed, which may end the run. The first of a run are at once, as somebody waits for a sign.
        """
        return (
            not self._played
            or time.monotonic() - self._held_since >= HELD_SECONDS
            or self._dry(worker_pool)
            or any(chunk.lost or not _all_played(chunk) for chunk in self._held)
        )

    def _rating_due(self, worker_pool: WorkerPool) -> bool:
        """Return True if stored games are to be rated now; unrated matches are settled at once."""
        return (
            time.monotonic() - self._rated_at >= RATED_SECONDS
            or self._dry(worker_pool)
            or not self._ledger.tournament.rated
        )

    def _dry(self, worker_pool: WorkerPool) -> bool:
        """Return True if a worker has nothing to do and no game waits."""
        return not (self._waiting() or all(map(worker_pool.load, range(worker_pool.size))))

    def _hand_out(self, worker_pool: WorkerPool) -> None:
        # First a chunk for every idle worker, then one in reserve for those with short games.
        nothing_for: set[Hashable] = {None}  # the kinds that can play nothing of what waits
        short = 0 < self._usual_seconds() < QUEUE_BELOW_SECONDS
        for depth in range(2 if short else 1):
            for worker in range(worker_pool.size):
                if worker_pool.load(worker) != depth:
                    continue
                if (kind := worker_pool.kind(worker)) in nothing_for:
                    continue
                able = partial(self._able, worker_pool, worker)
                most = min(self._chunk_size(worker_pool.size), self._may_begin())
                games = self._queue.take(most, able, kind)
                if not games:
                    if self._waiting():  # games that only others can play
                        nothing_for.add(kind)
                        continue
                    return
                for game in games:
                    self._in_hand[game.game_id] = game
                worker_pool.give(worker, [self._spec(game) for game in games])

    def _notify(self, kind: NoticeKind, **facts: object) -> None:
        self._report(Notice(kind, facts))

    def _running(self) -> str:
        return counted(len(self._in_hand), "running game")

    def _waiting(self) -> bool:
        """Return True if games wait for a worker that can play them."""
        return not self._stopping and self._may_begin() > 0 and self._queue.waiting()

    @property
    def _stopping(self) -> bool:
        """True if this run hands out no more games."""
        return self._interrupts.asked or bool(self._halted)

    def _match_may_begin(self, game: Scheduled) -> bool:
        if self._time_up:
            return game.match_number <= self._ledger.latest()
        return self._spending is None or self._spending.admits(game.match_number, self._in_hand)

    def _able(self, worker_pool: WorkerPool, worker: int, game: Scheduled) -> bool:
        return worker_pool.able(worker, [self._bot(bot) for bot in game.bots])

    def _may_begin(self) -> int:
        """Return how many games this run may still begin."""
        options = self._options
        if options.seconds is not None and time.monotonic() - self._start >= options.seconds:
            return 0
        if options.games is None:
            return LONGEST_CHUNK
        return max(0, options.games - self._played - len(self._in_hand))

    def _usual_seconds(self) -> float:
        """Return the recent length of the slowest kind of game; 0 before the first."""
        return max(self._seconds.values(), default=0.0)

    def _chunk_size(self, workers: int) -> int:
        seconds = self._usual_seconds()
        length = CHUNK_SECONDS * max(1, workers / CHEAP_WORKERS)
        most = min(LONGEST_CHUNK, round(length / seconds)) if seconds else 1
        # Smaller towards either end, so that all workers stay busy: at first little is scheduled.
        left = self._done
        if self._games is not None:
            left = min(left, self._games - self._done - len(self._in_hand))
        return max(1, min(most, left // (2 * workers)))

    def _store_held(self, rate: bool = True) -> None:
        """Store all results in one transaction, then handle lost and failed games."""
        chunks, self._held = self._held, []
        start = time.monotonic()
        if rate:
            self._rated_at = start
        # Results first, since a failure below may end the run.
        results = [
            outcome
            for chunk in chunks
            for outcome in chunk.outcomes
            if isinstance(outcome, GameResult)
        ]
        for result, saved in zip(results, self._ledger.save(*results, settle=rate), strict=True):
            self._saved(self._in_hand.pop(result.game_id), result, saved)
        self._storing_took = time.monotonic() - start
        lost: Counter[tuple[int, str]] = Counter()
        for chunk in chunks:
            if chunk.lost and not chunk.reported:
                lost[chunk.worker, chunk.lost] += len(chunk.games)
        for (worker, why), games in lost.items():  # once for each worker, whatever it had in hand
            self._notify(
                NoticeKind.WORKER_LOST,
                worker=worker,
                games=counted(games, "game"),
                cause=_what_happened(why),
            )
        for chunk in chunks:
            for spec in chunk.games if chunk.lost else ():
                game = self._in_hand[int(spec.id)]
                # Only a game that was played alone is surely the cause. Of several, each is played
                # again by itself, which exposes the culprit.
                if chunk.running and len(chunk.games) == 1:
                    self._void(game, f"the worker that played it was lost: {chunk.lost}")
                else:
                    self._requeue(game, delay=0)
            for outcome in chunk.outcomes:
                if isinstance(outcome, FailedGame):
                    fails = self._halt if outcome.halt else self._void
                    fails(self._in_hand[outcome.game_id], outcome.reason)

    def _saved(self, game: Scheduled, result: GameResult, saved: Saved) -> None:
        seconds = result.time_ms / 1000
        self._seconds[game.pool] = 0.7 * self._seconds.get(game.pool, seconds) + 0.3 * seconds
        if not saved.stored:  # its match was dropped or given up meanwhile
            return
        self._played += 1
        self._done += 1
        self._failures = 0
        self._follow(saved)
        to_come = self._pace.games_to_go(self._played, self._done, self._games)
        self._report(
            GameFinished(
                game_id=game.game_id,
                variant=game.pool.variant,
                bots=tuple(self._bot(bot).label for bot in game.bots),
                coins=tuple(seat.coins for seat in result.seats),
                faults=tuple(dict(seat.faults) for seat in result.seats),
                forfeits=tuple(n for n, seat in enumerate(result.seats) if seat.forfeited),
                done=self._done,
                games=self._games,
                eta_s=self._pace.to_go(self._played, to_come),
                to_come=to_come,
                widest=self._pace.widest,
                logs=tuple(unpacked(seat.log) if seat.forfeited else "" for seat in result.seats),
            )
        )

    def _void(self, game: Scheduled, reason: str) -> None:
        saved = self._ledger.void(game.game_id, reason)
        kind = NoticeKind.GAME_GIVEN_UP if saved.quarantined else NoticeKind.GAME_AGAIN
        self._notify(kind, game=game.game_id, cause=_what_happened(reason))
        if saved.quarantined:
            del self._in_hand[game.game_id]
            self._follow(saved)
            self._recount()
        else:
            self._requeue(game, delay=DELAY_AFTER_FAILURE)
        self._failures += 1
        if self._failures >= (FAILURES_IN_A_ROW if self._played else FAILURES_AT_FIRST):
            raise GamesFail(
                f"{self._failures} games in a row failed through the arena's fault. "
                f"The last: {_what_happened(reason)}."
            )

    def _halt(self, game: Scheduled, reason: str) -> None:
        """Start no more games, and let the running ones finish."""
        self._requeue(game, delay=0)
        if not self._halted:
            self._halted = _what_happened(reason)
            self._notify(NoticeKind.HALTED, reason=self._halted, running=self._running())

    def _requeue(self, game: Scheduled, delay: int) -> None:
        del self._in_hand[game.game_id]
        self._queue.give_back(game, delay)

    def _follow(self, saved: Saved) -> None:
        """Report suspensions; after matches have left the ledger, read it again."""
        for suspension in saved.suspended:
            self._notify(NoticeKind.BOT_SUSPENDED, bot=suspension.label, why=suspension.reason)
        self._over = self._over or saved.decided
        if saved.suspended or saved.decided:
            self._queue.refresh()
            self._recount()

    def _recount(self) -> None:
        self._games = self._planned(self._ledger.counts())

    def _planned(self, counts: Counts) -> int | None:
        """Return the number of games there will be; None if it is unknown."""
        now = tournament(self._store, self._ledger.tournament.id)
        written = counts.played + counts.to_play
        return written if now.finished_at else self._scheduler.games(written, now.rounds)

    def _spec(self, game: Scheduled) -> GameSpec:
        secret = self._ledger.tournament.secret
        return GameSpec(
            id=str(game.game_id),
            variant=game.pool.variant,
            players=game.pool.players,
            seed=deal_seed(secret, game.match_number, game.deal),
            bots=tuple(self._bot(bot) for bot in game.bots),
            bot_seeds=seeds_of_game(
                secret,
                game.match_number,
                [self._bot(bot).hash for bot in game.circle],
                game.rotation,
                game.deal,
                game.swap is not None,
            ),
            time=self._plan.time,
            talk=self._plan.talk,
        )

    def _extend(self, end: LedgerEnd) -> Iterable[NewMatch]:
        """Draw the matches that follow in the ledger; none once the time is up."""
        return () if self._time_up else self._scheduler.more(self._ledger, end)

    def _outcome(self, worker_pool: WorkerPool | None) -> RunOutcome:
        counts = self._ledger.counts()
        games = self._planned(counts)
        unfinished = counts.to_play > 0
        return RunOutcome(
            tournament_id=self._ledger.tournament.id,
            signal=self._interrupts.signal if unfinished else None,
            played=self._played,
            left=counts.to_play if games is None else games - counts.played,
            given_up=counts.quarantined,
            seconds=time.monotonic() - self._start,
            open_ended=self._scheduler.open_ended,
            nodes=dict(getattr(worker_pool, "nodes", {})),  # only a cluster has them
            halted=self._halted if unfinished else "",
            paid=paid(self._options.gateway) if self._spending else {},
        )


def _dismiss(worker_pool: WorkerPool, drop: bool) -> None:
    """End the workers; at once if the user interrupts again."""
    while True:
        try:
            worker_pool.close(drop)
        except KeyboardInterrupt:
            drop = True
        else:
            return


def _all_played(chunk: Chunk) -> bool:
    return all(isinstance(outcome, GameResult) for outcome in chunk.outcomes)


def _what_happened(reason: str) -> str:
    return first_line(reason) or "no reason given"
