"""The driver of a running tournament: hands games to a crew and stores what comes back.

Only the driver writes to the ladder. Games go out in chunks of consecutive ones, some tenths of a
second of play; those that come back together are one transaction; one that does not come back is
handed out again.
"""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from arena.errors import ArenaError
from arena.referee.bot import BotSpec
from arena.referee.game import GameSpec
from arena.rules.rulebook import RULES_VERSION
from arena.sandbox.level import Level
from arena.text.phrases import first_line
from arena.tournament.deals import deal_seed, seeds_of_game
from arena.tournament.estimate import Pace
from arena.tournament.game_queue import GameQueue
from arena.tournament.interrupts import Interrupts
from arena.tournament.plan import Plan
from arena.tournament.process_pool import ProcessPool
from arena.tournament.progress import (
    BotSuspended,
    GameFinished,
    GameStarted,
    GameVoid,
    Halted,
    Outcome,
    Report,
    RunBegan,
    Stopping,
    TimeUp,
    WorkerLost,
)
from arena.tournament.schedulers import length, scheduler_for
from arena.tournament.worker import Chunk, FailedGame, Worker, WorkerPool, make_seating
from arena.tournament.worker_process import EarlyProcesses, cores
from ladder.database.logs import unpacked
from ladder.database.result import GameResult
from ladder.database.store import Bot, Store
from ladder.tournaments.ledger import Counts, Dropped, Ledger, LedgerEnd, Saved, Scheduled
from ladder.tournaments.tournaments import NewMatch, Pool, tournament

if TYPE_CHECKING:
    from arena.tournament.cluster.client import ClusterSetup

CHUNK_SECONDS = 0.3
"""How much play is handed out at a time, so that handing out costs next to nothing."""
LONGEST_CHUNK = 64
FAILURES_AT_FIRST = 10
"""This many failures of the arena before any game succeeds end the run, …"""
FAILURES_IN_A_ROW = 50
"""… and this many in a row at any time: then it is a bug, or a broken machine."""
DELAY_AFTER_FAILURE = 20
"""The games after which a failed one is tried again: what is wrong may have passed by then."""
QUEUE_BELOW_SECONDS = 1.0
"""While chunks are shorter than this, each worker has one in reserve and never waits."""


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a run; nothing here changes any result."""

    concurrency: int = 0
    """Workers; 0: one for each core."""
    pin: bool = True
    """Each worker and its bots keep to one core, which is much faster except for bots that use
    several threads."""
    cluster: "ClusterSetup | None" = None
    """Where games are played, if not on this machine."""
    level: Level | None = None
    """How bots are confined; None: as well as the machine can."""
    ask_all: bool = False
    """Whether sealed questions go out to all seats at once, for bots that wait on a network."""
    games: int | None = None
    """This run stops after so many; the tournament may go on in another."""
    seconds: float | None = None
    """This run begins no game after so many."""
    gateway: str = ""
    """The socket of the one to language models."""
    live: str = ""
    """The folder where workers on this machine put games that spectators want to see."""
    early: EarlyProcesses = field(default_factory=list)
    """Processes that were started already, for workers on this machine."""


MakeWorkerPool = Callable[[Options], WorkerPool]


def local_worker_pool(options: Options) -> WorkerPool:
    """The crew on this machine."""
    player = partial(
        make_seating,
        ask_all=options.ask_all,
        level=options.level,
        gateway=options.gateway,
        live=options.live,
    )
    return ProcessPool(workers(options), partial(Worker, player), options.pin, options.early)


def workers(options: Options) -> int:
    """The number of workers of a run."""
    if options.concurrency:
        return options.concurrency
    return len(cores()) or os.cpu_count() or 1


class GamesFail(ArenaError):
    """Games fail one after the other through the arena's fault; the message has the last reason."""


class PlannedUnderOtherRules(ArenaError):
    """What is left of a tournament is to be played by rules that this arena does not have."""


class Driver:
    """Plays one tournament's unplayed games; made for one run."""

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
        """meanwhile: called before the first game and again and again between games."""
        self._store = store
        self._ledger = Ledger(store, tournament_id, self._redraw, self._extend, self._decided)
        self._spec_of = spec_of
        self._report = report
        self._interrupts = interrupts
        self._meanwhile = meanwhile
        stored = self._ledger.tournament
        self._plan = Plan.of(stored.settings)
        self._options = replace(options, ask_all=self._plan.time.wall)
        self._scheduler = scheduler_for(self._plan, stored.settings, stored.secret)
        before = self._ledger.seconds() / workers(options)
        self._pace = Pace(store, tournament_id, self._plan.size, before)
        self._time_up = False
        self._halted = ""  # why no more can be played in this run
        self._bots: dict[int, tuple[str, BotSpec]] = {}
        self._queue = GameQueue(self._ledger)
        self._handed: dict[int, Scheduled] = {}  # by game id: given to a worker, not back yet
        self._seconds: dict[Pool, float] = {}  # a game's usual length
        self._failures = 0  # games in a row that failed by our fault

    def run(self, make_worker_pool: MakeWorkerPool) -> Outcome:
        """Plays until nothing is left or the user stops it."""
        self._meanwhile()
        self._keep_to_the_rules()
        self._ledger.begin()
        counts = self._ledger.counts()
        self._played, self._done = 0, counts.played
        self._recount()
        self._start = time.monotonic()
        stored = self._ledger.tournament
        if counts.to_play == 0:
            return self._outcome(None)
        self._report(
            RunBegan(
                stored.id,
                length(self._plan),
                self._games,
                self._done,
                0 if self._options.cluster else workers(self._options),
                stored.secret_hash,
                stored.seed,
            )
        )
        worker_pool: WorkerPool | None = None
        drop = True
        try:
            worker_pool = make_worker_pool(self._options)
            self._start = time.monotonic()
            self._pace.start()
            self._loop(worker_pool)
            drop = False
        except KeyboardInterrupt:  # the second
            pass
        finally:
            if worker_pool is not None:
                _dismiss(worker_pool, drop)
        if self._time_up and not self._stopping:
            self._ledger.close()
        return self._outcome(worker_pool)

    def _keep_to_the_rules(self) -> None:
        """Raises OtherRules if what is left belongs to another version of the rules.

        A league loses its few drawn matches instead: it goes on for ever, in new pools.
        """
        if version := self._ledger.other_rules(RULES_VERSION):
            if not self._scheduler.open_ended:
                raise PlannedUnderOtherRules(
                    f"Tournament {self._ledger.tournament.id} was begun by version {version} of "
                    f"the rules, and this arena plays version {RULES_VERSION}. Finish it with the "
                    "arena that began it (arena tournaments show names it), or end it: arena "
                    f"tournaments abandon {self._ledger.tournament.id}"
                )
            self._ledger.drop_other_rules(RULES_VERSION)

    def _loop(self, worker_pool: WorkerPool) -> None:
        told = False
        while True:
            self._store.check_in_place()
            if not self._time_up and self._pace.time_up():
                self._time_up = True
                self._queue.begin_no_more()
                self._report(TimeUp(len(self._handed)))
            self._meanwhile()
            if not self._stopping:
                self._hand_out(worker_pool)
            elif not told and self._interrupts.asked:
                told = True
                self._report(Stopping(len(self._handed)))
            if not self._handed and not self._waiting():
                return
            if self._played and self._ledger.tournament.rated:
                import ladder.ratings.fitting  # noqa: F401  # takes a while: now, with all workers busy
            chunks: list[Chunk] = []
            for news in worker_pool.wait(0.2):
                if isinstance(news, Chunk):
                    chunks.append(news)
                else:
                    self._report(news)
            self._take_in(chunks)

    def _hand_out(self, worker_pool: WorkerPool) -> None:
        for depth in range(2):
            for worker in range(worker_pool.size):
                if worker_pool.load(worker) != depth or (depth and not self._short_games()):
                    continue
                able = partial(self._able, worker_pool, worker)
                games = self._queue.take(
                    min(self._chunk_size(worker_pool.size), self._wanted()), able
                )
                if not games:
                    if self._waiting():  # for another worker
                        continue
                    return
                for game in games:
                    self._handed[game.game_id] = game
                    labels = tuple(self._bot(bot)[0] for bot in game.bots)
                    self._report(GameStarted(game.game_id, game.pool.variant, labels))
                worker_pool.give(worker, [self._spec(game) for game in games])

    def _waiting(self) -> bool:
        """True if games wait for a worker that can play them."""
        return not self._stopping and self._wanted() > 0 and self._queue.waiting()

    @property
    def _stopping(self) -> bool:
        """True if this run hands out no more games."""
        return self._interrupts.asked or bool(self._halted)

    def _able(self, worker_pool: WorkerPool, worker: int, game: Scheduled) -> bool:
        return worker_pool.able(worker, [self._bot(bot)[1] for bot in game.bots])

    def _wanted(self) -> int:
        """The games that this run may still begin."""
        options = self._options
        if options.seconds is not None and time.monotonic() - self._start >= options.seconds:
            return 0
        if options.games is None:
            return LONGEST_CHUNK
        return max(0, options.games - self._played - len(self._handed))

    def _usual_seconds(self) -> float:
        """The length of a game, going by the slowest kind seen lately; 0 before the first."""
        return max(self._seconds.values(), default=0.0)

    def _short_games(self) -> bool:
        return 0 < self._usual_seconds() < QUEUE_BELOW_SECONDS

    def _chunk_size(self, workers: int) -> int:
        seconds = self._usual_seconds()
        most = min(LONGEST_CHUNK, round(CHUNK_SECONDS / seconds)) if seconds else 1
        if self._games is not None:  # towards the end all have something to do
            most = min(most, (self._games - self._done - len(self._handed)) // (2 * workers))
        return max(1, most)

    def _take_in(self, chunks: Sequence[Chunk]) -> None:
        """Store what came back together in one transaction, then see to what did not come back.

        So where games come fast there are many in a transaction, and no game waits for another.
        """
        results = [
            outcome
            for chunk in chunks
            for outcome in chunk.outcomes
            if isinstance(outcome, GameResult)
        ]
        for result, saved in zip(results, self._ledger.save_all(results), strict=True):
            self._saved(self._handed.pop(result.game_id), result, saved)
        lost: Counter[tuple[int, str]] = Counter()
        for chunk in chunks:
            if chunk.lost and not chunk.told:
                lost[chunk.worker, chunk.lost] += len(chunk.games)
        for (worker, why), games in lost.items():  # once, whatever it had in hand
            self._report(WorkerLost(worker, games, _what_happened(why)))
        for chunk in chunks:
            for spec in chunk.games if chunk.lost else ():
                game = self._handed[int(spec.id)]
                if chunk.running and len(chunk.games) == 1:
                    self._void(game, f"the worker that played it was lost: {chunk.lost}")
                else:
                    self._back(game, delay=0)
            for outcome in chunk.outcomes:
                if isinstance(outcome, FailedGame):
                    fails = self._halt if outcome.halt else self._void
                    fails(self._handed[outcome.game_id], outcome.reason)

    def _saved(self, game: Scheduled, result: GameResult, saved: Saved) -> None:
        seconds = result.time_ms / 1000
        self._seconds[game.pool] = 0.7 * self._seconds.get(game.pool, seconds) + 0.3 * seconds
        if not saved.stored:
            return
        self._played += 1
        self._done += 1
        self._failures = 0
        self._follow(saved)
        self._report(
            GameFinished(
                game.game_id,
                game.pool.variant,
                tuple(self._bot(bot)[0] for bot in game.bots),
                tuple(seat.coins for seat in result.seats),
                tuple(seat.place for seat in result.seats),
                tuple(dict(seat.faults) for seat in result.seats),
                tuple(n for n, seat in enumerate(result.seats) if seat.forfeited),
                self._done,
                self._games,
                self._pace.to_go(self._played, self._done, self._games),
                self._pace.widest,
                tuple(unpacked(seat.log) if seat.forfeited else "" for seat in result.seats),
            )
        )

    def _void(self, game: Scheduled, reason: str) -> None:
        saved = self._ledger.void(game.game_id, reason)
        self._report(GameVoid(game.game_id, _what_happened(reason), saved.quarantined))
        if saved.quarantined:
            del self._handed[game.game_id]
            self._follow(saved)
            self._recount()
        else:
            self._back(game, delay=DELAY_AFTER_FAILURE)
        self._failures += 1
        if self._failures >= (FAILURES_IN_A_ROW if self._played else FAILURES_AT_FIRST):
            raise GamesFail(
                f"{self._failures} games in a row failed through the arena's fault. "
                f"The last: {_what_happened(reason)}."
            )

    def _halt(self, game: Scheduled, reason: str) -> None:
        """Let what is under way end, and begin nothing more."""
        self._back(game, delay=0)
        if not self._halted:
            self._halted = _what_happened(reason)
            self._report(Halted(self._halted, len(self._handed)))

    def _back(self, game: Scheduled, delay: int) -> None:
        del self._handed[game.game_id]
        self._queue.give_back(game, delay)

    def _follow(self, saved: Saved) -> None:
        for suspension in saved.suspended:
            self._report(BotSuspended(suspension.label, suspension.reason))
        if saved.suspended or saved.decided:
            self._queue.look_again()
            self._recount()

    def _recount(self) -> None:
        self._games = self._planned(self._ledger.counts())

    def _planned(self, counts: Counts) -> int | None:
        """All games there will be, as far as anybody knows."""
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
            bots=tuple(self._bot(bot)[1] for bot in game.bots),
            bot_seeds=seeds_of_game(
                secret,
                game.match_number,
                [self._bot(bot)[1].hash for bot in game.circle],
                game.rotation,
                game.deal,
                game.swap is not None,
            ),
            time=self._plan.time,
            talk=self._plan.talk,
        )

    def _bot(self, bot_id: int) -> tuple[str, BotSpec]:
        """A bot's label, and how it is started."""
        if bot_id not in self._bots:
            bot = self._store.bot(bot_id)
            self._bots[bot_id] = (bot.label, self._spec_of(bot))
        return self._bots[bot_id]

    def _redraw(self, dropped: Dropped) -> NewMatch | None:
        """Another match in the place of one that a suspension has dropped."""
        suspended = frozenset(bot.id for bot in self._store.bots("suspended"))
        return self._scheduler.instead_of(dropped, suspended)

    def _extend(self, end: LedgerEnd) -> Iterable[NewMatch]:
        """Extend the ledger by what follows; by nothing once the time is up."""
        return () if self._time_up else self._scheduler.more(self._ledger, end)

    def _decided(self, end: LedgerEnd) -> bool:
        """True if what is settled decides it."""
        return self._scheduler.decided(self._ledger, end)

    def _outcome(self, worker_pool: WorkerPool | None) -> Outcome:
        counts = self._ledger.counts()
        games = self._planned(counts)
        return Outcome(
            self._ledger.tournament.id,
            self._interrupts.signal if counts.to_play > 0 else None,
            self._played,
            counts.to_play if games is None else games - counts.played,
            counts.quarantined,
            time.monotonic() - self._start,
            self._scheduler.open_ended,
            dict(getattr(worker_pool, "nodes", {})),
            self._halted if counts.to_play > 0 else "",
        )


def _dismiss(worker_pool: WorkerPool, drop: bool) -> None:
    """Ends the workers; at once, as soon as the user asks again."""
    while True:
        try:
            worker_pool.close(drop)
        except KeyboardInterrupt:
            drop = True
        else:
            return


def _what_happened(reason: str) -> str:
    return first_line(reason) or "no reason given"
