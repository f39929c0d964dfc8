"""Workers play chunks of games: one in this process, or a crew of Ray actors, one to a core.

A crew knows nothing of ledgers and ratings; it takes games and brings results, or says that a
worker was lost with its games. Nothing is ever retried here: the driver decides.
"""

import ctypes
import logging
import os
import secrets
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from arena.errors import ArenaError
from arena.referee.game import GameSpec, Played
from arena.referee.seating import Seating
from ladder.result import GameResult, SeatResult
from protocol.record import pack

SOURCE = Path(__file__).resolve().parent.parent
"""Where workers import the arena from, installed or not."""
PR_SET_PDEATHSIG = 1
OBJECT_STORE_BYTES = 80_000_000
"""Ray's shared memory, near the least it takes; results are a few kilobytes."""
LONGEST_RAY_PATH = 40
"""Ray opens sockets about 65 characters below its folder; a socket's path ends at 107."""


class WorkersFail(ArenaError):
    """Workers die as fast as they are started."""


class Player(Protocol):
    """What plays games, one at a time: arena.referee.seating.Seating, or a test's stand-in."""

    def play(self, spec: GameSpec) -> Played:
        """Plays a game to its end."""
        ...

    def close(self) -> None:
        """Ends all bots."""
        ...


MakePlayer = Callable[[], Player]


@dataclass(frozen=True, slots=True)
class Failed:
    """A game that could not be played, through the arena's fault."""

    game_id: int
    reason: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """What became of the games that were given to a worker together."""

    worker: int
    games: tuple[GameSpec, ...]
    outcomes: tuple[GameResult | Failed, ...] = ()
    seconds: float = 0.0
    lost: str = ""
    """The worker died, and why; there are no outcomes."""
    running: bool = False
    """The lost worker had begun these games."""


class Crew(Protocol):
    """Workers, numbered from 0."""

    size: int

    def load(self, worker: int) -> int:
        """Chunks that a worker has in hand."""
        ...

    def give(self, worker: int, games: Sequence[GameSpec]) -> None:
        """Hands a chunk to a worker."""
        ...

    def wait(self, timeout: float) -> list[Chunk]:
        """The chunks that have ended since, after at most `timeout` seconds."""
        ...

    def close(self, drop: bool) -> None:
        """Ends all workers and their bots; `drop` without waiting for anything."""
        ...


class Worker:
    """Plays games one after the other, on one core if told which."""

    def __init__(self, make_player: MakePlayer, core: int | None = None) -> None:
        if core is not None and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {core})  # the bots inherit it: referee and bots share a cache
        self._make_player = make_player
        self._player: Player | None = None

    def play(self, games: Sequence[GameSpec]) -> tuple[tuple[GameResult | Failed, ...], float]:
        """The outcomes of the games, and the seconds they took together."""
        start = time.perf_counter()
        outcomes = tuple(self._play(spec) for spec in games)
        return outcomes, time.perf_counter() - start

    def _play(self, spec: GameSpec) -> GameResult | Failed:
        try:
            if self._player is None:
                self._player = self._make_player()
            start = time.perf_counter()
            played = self._player.play(spec)
            if played.void:
                return Failed(int(spec.id), played.void)
            return result_of(spec, played, (time.perf_counter() - start) * 1000)
        except Exception:  # it must not take other games down with it
            reason = traceback.format_exc(limit=-3)
            self.close()
            return Failed(int(spec.id), reason)

    def close(self) -> None:
        """Ends the bots."""
        if self._player is not None:
            player, self._player = self._player, None
            with suppress(Exception):
                player.close()


class RayWorker(Worker):
    """A worker in a separate process."""

    def __init__(self, make_player: MakePlayer, core: int | None) -> None:
        _die_with_parent()
        super().__init__(make_player, core)


class LocalCrew:
    """One worker in this process, for short runs and tests; needs no Ray."""

    size = 1

    def __init__(self, make_player: MakePlayer = Seating) -> None:
        self._worker = Worker(make_player)
        self._given: list[tuple[GameSpec, ...]] = []

    def load(self, worker: int) -> int:
        """0, or 1 between `give` and `wait`."""
        return len(self._given)

    def give(self, worker: int, games: Sequence[GameSpec]) -> None:
        """Puts the games aside until `wait`."""
        self._given.append(tuple(games))

    def wait(self, timeout: float) -> list[Chunk]:
        """Plays what was given."""
        given, self._given = self._given, []
        return [Chunk(0, games, *self._worker.play(games)) for games in given]

    def close(self, drop: bool) -> None:
        """Ends the bots."""
        self._worker.close()


class RayCrew:
    """Ray actors on this machine, one to a core; starts Ray and ends what it started.

    size: how many. pin: whether each keeps to one core, its bots with it.
    folder: where Ray keeps its logs and sockets; None for a temporary one.
    """

    def __init__(
        self,
        size: int,
        folder: Path | None = None,
        pin: bool = True,
        make_player: MakePlayer = Seating,
    ) -> None:
        if "ray" not in sys.modules:
            _prepare_environment()
        import ray  # not at the top: small jobs never pay for it

        self._ray = ray
        self.size = size
        self._cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        self._pin = pin and bool(self._cores)
        self._make_player = make_player
        self._folder = folder or Path(tempfile.mkdtemp(prefix="arena-"))
        self._session: Path | None = None
        self._in_vain = 0  # workers lost since one last brought something
        self._any_lost = False
        if not ray.is_initialized():
            self._start()
        self._actors = [self._hire(worker) for worker in range(size)]
        self._given: dict[Any, tuple[int, tuple[GameSpec, ...]]] = {}  # by Ray's reference

    def load(self, worker: int) -> int:
        """Chunks that a worker has in hand."""
        return sum(owner == worker for owner, _ in self._given.values())

    def give(self, worker: int, games: Sequence[GameSpec]) -> None:
        """Queues a chunk behind what the worker has."""
        self._given[self._actors[worker].play.remote(tuple(games))] = (worker, tuple(games))

    def wait(self, timeout: float) -> list[Chunk]:
        """The chunks that have ended. Raises WorkersFail if workers keep dying at their start."""
        if not self._given:
            return []
        waiting = list(self._given)
        ready, _ = self._ray.wait(waiting, num_returns=1, timeout=timeout)
        if len(waiting) > 1 and ready:  # and those that are there already
            ready, _ = self._ray.wait(waiting, num_returns=len(waiting), timeout=0)
        chunks: list[Chunk] = []
        for reference in ready:
            if reference in self._given:  # else it went with its worker, a moment ago
                chunks += self._collect(reference)
        return chunks

    def close(self, drop: bool) -> None:
        """Ends workers, bots and, if this crew started it, Ray."""
        if not drop:
            with suppress(Exception):
                self._ray.get([actor.close.remote() for actor in self._actors], timeout=10)
        for actor in self._actors:
            with suppress(Exception):
                self._ray.kill(actor)
        if self._session is not None:
            self._ray.shutdown()
            if not self._any_lost:
                self._clear()
                with suppress(OSError):
                    self._folder.rmdir()
            if self._session.parent.is_symlink():
                self._session.parent.unlink()
                self._session.parent.parent.rmdir()

    @property
    def log_dir(self) -> Path | None:
        """The folder of Ray's logs, kept when a worker was lost."""
        return (
            self._folder / self._session.name / "logs" if self._session and self._any_lost else None
        )

    def _start(self) -> None:
        logging.getLogger("ray").setLevel(logging.ERROR)
        self._clear()  # what a killed run has left
        self._folder.mkdir(parents=True, exist_ok=True)
        context = self._ray.init(
            address="local",
            num_cpus=self.size,
            object_store_memory=OBJECT_STORE_BYTES,
            include_dashboard=False,
            log_to_driver=False,
            logging_level=logging.ERROR,
            _node_ip_address="127.0.0.1",
            _temp_dir=str(_short(self._folder)),
        )
        self._session = Path(context.address_info["session_dir"])

    def _clear(self) -> None:
        """Removes what Ray keeps in the folder, and nothing else."""
        for left in self._folder.glob("session_*"):
            if left.is_symlink():
                left.unlink()
            else:
                shutil.rmtree(left, ignore_errors=True)

    def _hire(self, worker: int) -> Any:
        actor = self._ray.remote(RayWorker).options(num_cpus=1, max_restarts=0, max_task_retries=0)
        core = self._cores[worker % len(self._cores)] if self._pin else None
        return actor.remote(self._make_player, core)

    def _collect(self, reference: Any) -> list[Chunk]:
        worker, games = self._given[reference]
        try:
            outcomes, seconds = self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            return self._replace(worker, _first_lines(error))
        del self._given[reference]
        self._in_vain = 0
        return [Chunk(worker, games, outcomes, seconds)]

    def _replace(self, worker: int, reason: str) -> list[Chunk]:
        """Puts a new actor in the place of a lost one; what the lost one had is lost with it."""
        self._any_lost = True
        self._in_vain += 1
        if self._in_vain > 3 * self.size:
            raise WorkersFail(f"Workers die as fast as they are started: {reason}")
        with suppress(Exception):
            self._ray.kill(self._actors[worker])
        self._actors[worker] = self._hire(worker)
        chunks: list[Chunk] = []
        for reference in [ref for ref, (owner, _) in self._given.items() if owner == worker]:
            _, games = self._given.pop(reference)
            try:  # it may have ended just before
                outcomes, seconds = self._ray.get(reference, timeout=5)
                chunks.append(Chunk(worker, games, outcomes, seconds))
            except self._ray.exceptions.RayError:
                begun = not any(chunk.lost for chunk in chunks)
                chunks.append(Chunk(worker, games, lost=reason, running=begun))
        return chunks


def _die_with_parent() -> None:
    """Ends this process at once when Ray's daemon ends, and that ends with the driver.

    Workers notice by themselves too, but seconds later, and their bots would play on till then.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _prepare_environment() -> None:
    """What Ray reads when it is imported, and hands on to its workers."""
    os.environ |= {
        "RAY_worker_niceness": "0",  # else the bots would run at nice 15
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # silences a warning about graphics cards
        "RAY_AUTH_MODE": "token",  # Ray's ports shall answer to nobody else, least of all a bot
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
        "PYTHONPATH": os.pathsep.join([str(SOURCE), *filter(None, [os.getenv("PYTHONPATH")])]),
    }


def result_of(spec: GameSpec, played: Played, time_ms: float = 0.0) -> GameResult:
    """A game as the ladder stores it."""
    return GameResult(
        game_id=int(spec.id),
        winners=tuple(played.winners),
        seats=tuple(
            SeatResult(
                coins=played.scores[number],
                place=played.places[number],
                forfeited=seat.forfeit is not None,
                faults=dict(seat.faults),
                decisions=seat.decisions,
                time_ms=seat.time_ms,
                max_ms=seat.max_ms,
                stderr=seat.stderr,
            )
            for number, seat in enumerate(played.seats)
        ),
        record=pack(played.record),
        time_ms=time_ms,
        level=played.level,
    )


def _short(folder: Path) -> Path:
    """The folder, or where its name is too long for Ray's sockets a short link to it."""
    if len(str(folder)) <= LONGEST_RAY_PATH:
        return folder
    link = Path(tempfile.mkdtemp(prefix="arena-")) / "ray"
    link.symlink_to(folder, target_is_directory=True)
    return link


def _first_lines(error: BaseException, lines: int = 4) -> str:
    return "\n".join(str(error).strip().splitlines()[:lines])
