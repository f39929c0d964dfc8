"""A crew of Ray actors on this machine, one to a core, and one process between them and the driver.

Ray ends the process in which it is used when its daemons are lost, or lets it wait for ever. So
the driver never imports it: a process of its own does (ray_process.py), which is asked through a
pipe. When that process ends, its workers and their bots end too, and another one is started.
"""

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

from arena.referee.bot import BotSpec
from arena.referee.game import GameSpec
from arena.sandbox.processes import children
from arena.tournament.child import launch
from arena.tournament.limits import make_room
from arena.tournament.ray_process import DAEMONS, Ended, RayLost
from arena.tournament.worker import Chunk, MakePlayer, WorkersFail, seating

PROGRAM = "from arena.tournament.ray_process import main; main({}, {})"
LONGEST_RAY_PATH = 40
"""Ray opens sockets about 65 characters below its folder; a socket's path ends at 107."""
SECONDS_BETWEEN_LOOKS = 0.2
SECONDS_TO_START = 120.0
SECONDS_TO_ANSWER = 60.0
"""Beyond the time that it was asked to wait; it answers at once unless it is stuck."""
SECONDS_TO_END = 1.0
SECONDS_TO_CLOSE = 15.0
SECONDS_TO_DROP = 3.0
TRIES = 3
"""Starts of Ray in a row that bring not one game."""


class RayCrew:
    """Ray actors on this machine, one to a core; starts Ray and ends what it started.

    size: how many. pin: whether each keeps to one core, its bots with it.
    folder: where Ray keeps its logs and sockets; None for a temporary one.
    Raises WorkersFail if Ray cannot be started.
    """

    def __init__(
        self,
        size: int,
        folder: Path | None = None,
        pin: bool = True,
        make_player: MakePlayer = seating,
    ) -> None:
        self.size = size
        self._pin = pin
        self._make_player = make_player
        self._folder = folder or Path(tempfile.mkdtemp(prefix="arena-"))
        self._given: dict[int, tuple[int, tuple[GameSpec, ...]]] = {}  # by number
        self._numbers = 0
        self._in_vain = 0  # starts since one last brought something
        self._any_lost = False
        self._process: subprocess.Popen[bytes] | None = None
        make_room()
        self._clear()  # what a killed run has left
        self._folder.mkdir(parents=True, exist_ok=True)
        self._short = _short(self._folder)
        try:
            self._start()
        except BaseException:
            self.close(drop=True)
            raise

    def load(self, worker: int) -> int:
        """Chunks that a worker has in hand."""
        return sum(owner == worker for owner, _ in self._given.values())

    def able(self, worker: int, bots: Sequence[BotSpec]) -> bool:
        """Always: they are on one machine."""
        return True

    def give(self, worker: int, games: Sequence[GameSpec]) -> None:
        """Queues a chunk behind what the worker has."""
        if self._process is None:  # it was lost
            self._start()
        self._numbers += 1
        self._given[self._numbers] = (worker, tuple(games))
        with suppress(RayLost):  # `wait` will notice too
            self._ask("give", worker, self._numbers, tuple(games))

    def wait(self, timeout: float) -> list[Chunk]:
        """The chunks that have ended. Raises WorkersFail if workers keep dying at their start."""
        if not self._given:
            return []
        try:
            ended: list[Ended] = self._ask("wait", timeout, patience=timeout + SECONDS_TO_ANSWER)
        except RayLost as lost:
            return self._give_up(str(lost))
        return [self._chunk(each) for each in ended]

    def close(self, drop: bool) -> None:
        """Ends workers, bots and Ray."""
        if self._process is not None:
            with suppress(OSError, EOFError):
                self._pipe.send(("close", (drop,)))
                while self._pipe.poll(SECONDS_TO_DROP if drop else SECONDS_TO_CLOSE):
                    self._pipe.recv()  # late answers; the end of the pipe ends this
            self._end()
        if not self._any_lost:
            self._clear()
            with suppress(OSError):
                self._folder.rmdir()
        if self._short.is_symlink():
            self._short.unlink()
            self._short.parent.rmdir()

    @property
    def log_dir(self) -> Path | None:
        """The folder of Ray's logs, kept when a worker was lost."""
        return self._folder / self._session / "logs" if self._any_lost else None

    def _start(self) -> None:
        """Starts Ray; if it is lost meanwhile, again."""
        while True:
            self._launch()
            try:
                self._session: str = self._ask(
                    *("start", self.size, self._short, self._pin, self._make_player),
                    patience=SECONDS_TO_START,
                    starting=True,
                )
                return
            except RayLost as error:
                self._end()
                self._in_vain += 1
                if self._in_vain >= TRIES:
                    raise WorkersFail(
                        f"Ray, which runs the workers, cannot be started: {error}. Make sure that "
                        "memory and processes are left, or play with less: --concurrency 1."
                    ) from None

    def _launch(self) -> None:
        self._pipe, theirs = Pipe()
        with theirs:
            program = PROGRAM.format(theirs.fileno(), os.getpid())
            self._process = launch(program, theirs, _environment())

    def _ask(
        self,
        method: str,
        *arguments: Any,
        patience: float = SECONDS_TO_ANSWER,
        starting: bool = False,
    ) -> Any:
        """Calls a method over there. Raises RayLost, or what it raises.

        starting: look after the daemons from here, since Ray stops all threads while it starts.
        """
        end = time.monotonic() + patience
        try:
            self._pipe.send((method, arguments))
            while not self._pipe.poll(SECONDS_BETWEEN_LOOKS if starting else patience):
                if starting:
                    self._look_after_daemons()
                if time.monotonic() >= end:
                    raise RayLost("Ray does not answer")
            answer = self._pipe.recv()
        except (EOFError, OSError):
            raise RayLost(self._how_it_ended()) from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _look_after_daemons(self) -> None:
        """Raises RayLost if one has ended; without /proc, Ray gives up after half a minute."""
        assert self._process is not None
        with suppress(OSError):  # what is looked at changes meanwhile
            for pid in children(self._process.pid):
                name, _, rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")
                daemon = name.partition("(")[2]
                if daemon in DAEMONS and rest.split()[0] == "Z":
                    raise RayLost(_ended(daemon))

    def _how_it_ended(self) -> str:
        assert self._process is not None
        with suppress(subprocess.TimeoutExpired):  # so far only its end of the pipe is closed
            self._process.wait(SECONDS_TO_END)
        self._process.kill()
        code = self._process.wait()
        if code in DAEMONS.values():
            (daemon,) = (name for name, number in DAEMONS.items() if number == code)
            return _ended(daemon)
        if code < 0:
            return f"the process that runs Ray was killed ({signal.Signals(-code).name})"
        return f"the process that runs Ray ended (exit code {code})"

    def _give_up(self, reason: str) -> list[Chunk]:
        """Ends what is left of a lost Ray; all that its workers had is lost with it."""
        self._end()
        self._any_lost = True
        self._in_vain += 1
        if self._in_vain >= TRIES:
            raise WorkersFail(
                f"Ray, which runs the workers, was lost {TRIES} times in a row without a game "
                f"played. The last time, {reason}. Its logs are in {self.log_dir}."
            )
        lost: dict[int, tuple[GameSpec, ...]] = {}
        for worker, games in self._given.values():
            lost[worker] = (*lost.get(worker, ()), *games)
        self._given.clear()
        return [Chunk(worker, games, lost=reason) for worker, games in lost.items()]

    def _end(self) -> None:
        """Ends the process, and by that Ray, its workers and their bots."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            self._pipe.close()

    def _chunk(self, ended: Ended) -> Chunk:
        worker, games = self._given.pop(ended.number)
        if ended.lost:
            self._any_lost = True
            return Chunk(worker, games, lost=ended.lost, running=ended.running)
        self._in_vain = 0
        return Chunk(worker, games, ended.outcomes, ended.seconds)

    def _clear(self) -> None:
        """Removes what Ray keeps in the folder, and nothing else."""
        for left in self._folder.glob("session_*"):
            if left.is_symlink():
                left.unlink()
            else:
                shutil.rmtree(left, ignore_errors=True)


def _ended(daemon: str) -> str:
    return f"Ray's daemon on this machine ({daemon}) ended"


def _environment() -> dict[str, str]:
    """What Ray reads when it is imported, and hands on to its workers."""
    return os.environ | {
        "RAY_worker_niceness": "0",  # else the bots would run at nice 15
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # silences a warning about graphics cards
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # on Linux too it makes Ray keep to loopback
        "RAY_AUTH_MODE": "token",  # Ray's ports shall answer to nobody else, least of all a bot
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
    }


def _short(folder: Path) -> Path:
    """The folder, or where its name is too long for Ray's sockets a short link to it."""
    if len(str(folder)) <= LONGEST_RAY_PATH:
        return folder
    link = Path(tempfile.mkdtemp(prefix="arena-")) / "ray"
    link.symlink_to(folder, target_is_directory=True)
    return link
