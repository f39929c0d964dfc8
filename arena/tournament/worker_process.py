"""A process that does one kind of work, told through a pipe what to do next.

The same file has both ends, as they must agree: `WorkerProcess` is for who gives the work, `main`
runs in the process. It ends at once, its bots with it, when nobody is there any more to ask it.
`start_early` starts one while the command still imports.
"""

import os
import resource
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryFile
from threading import Thread
from typing import IO, Any, Protocol

from arena.errors import ArenaError
from arena.sandbox import kernel

SOURCE = Path(__file__).resolve().parents[2]
"""Where such a process imports the arena from, installed or not."""
PLAYS = "arena.referee.seating"
"""What a process that plays imports first."""
PROGRAM = "import {}; from arena.tournament.worker_process import main; main({})"
SECONDS_TO_END = 1.0
LAST_WORDS = 2000
"""Bytes of what a process wrote before it was lost."""


class Work(Protocol):
    """The work of such a process: one chunk of games after the other."""

    def play(self, games: Sequence[Any]) -> tuple[tuple[Any, ...], float]:
        """An outcome for each game, and the seconds they took together; all can be pickled."""
        ...

    def close(self) -> None:
        """End what was started for it."""
        ...


class ProcessLost(Exception):
    """The process is gone; the message says how, and in more lines what it wrote last."""


class WorkerProcess:
    """A process of ours. It starts, and imports what it needs, while the caller goes on.

    module: what to import first.
    """

    def __init__(self, module: str) -> None:
        self.pipe, theirs = Pipe()
        self._stderr = TemporaryFile()  # noqa: SIM115
        with theirs:
            program = PROGRAM.format(module, theirs.fileno())
            self._process = launch(program, theirs, os.environ, self._stderr)
        self.ready = False
        """Whether it has begun to work, so that it may have been lost through its work."""
        self.unheard = 0
        """The tasks that it was given when it was gone already, which are not to blame."""

    def begin(self, make: Callable[[], Work], core: int | None = None) -> None:
        """Before its first task. make: makes what does the work, over there, on that core."""
        self._send((make, core))

    def give(self, task: Any) -> None:
        """Queues a task behind those it has."""
        self._send(task)

    def answers(self) -> list[Any]:
        """The answers that have come, in the order of the tasks; never waits.

        Raises ProcessLost, once all of them have been taken.
        """
        found: list[Any] = []
        try:
            while self.pipe.poll():
                answer = self.pipe.recv()
                if self.ready:
                    found.append(answer)
                self.ready = True  # which is the first that it says
        except (EOFError, OSError):
            if not found:
                raise ProcessLost(self._how_it_ended()) from None
        return found

    def hang_up(self) -> None:
        """Lets it end by itself, after what it has begun."""
        self._send(None)

    def end(self, patience: float = 0.0) -> None:
        """Ends it, by force when `patience` seconds are over."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        self._process.kill()
        self._process.wait()
        self.pipe.close()
        self._stderr.close()

    def _send(self, what: Any) -> None:
        try:
            self.pipe.send(what)
        except OSError:  # it is gone; `answers` will say so
            self.unheard += 1

    def _how_it_ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):  # so far only its end of the pipe is closed
            self._process.wait(SECONDS_TO_END)
        self._process.kill()
        code = self._process.wait()
        what = f"the process crashed (signal {-code})"
        if code == -signal.SIGKILL:
            what = "the process was killed, perhaps because memory ran out"
        elif code < 0:
            with suppress(ValueError):  # not all numbers have a name
                what = f"the process crashed ({signal.Signals(-code).name})"
        elif code >= 0:
            what = f"the process ended (exit code {code})"
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, size - LAST_WORDS))
        return f"{what}\n{self._stderr.read().decode(errors='replace')}".rstrip()


EarlyProcesses = list[WorkerProcess]
"""The processes that wait for a crew to take them."""


@contextmanager
def start_early(elsewhere: bool = False) -> Iterator[EarlyProcesses]:
    """Start a process and try the sandbox while the caller still imports and prepares.

    One process is enough for the first game; more would be in the caller's way where cores are
    few. It ends with the block unless a crew has taken it. elsewhere: others play the games, so
    nothing is started. Raises LimitTooLow.
    """
    if elsewhere:
        yield []
        return
    raise_limits()
    waiting: EarlyProcesses = []
    trial: Thread | None = None
    try:
        waiting.append(WorkerProcess(PLAYS))
        from arena.sandbox.probe import begin  # beside the process, which starts sooner without it

        with suppress(RuntimeError):  # no thread is left: who asks for the level tries it
            trial = begin()
        yield waiting
    finally:
        for process in waiting:
            process.end()
        if trial is not None:
            trial.join()


def launch(
    program: str,
    theirs: Connection,
    environment: Mapping[str, str],
    stderr: IO[bytes] | int = subprocess.DEVNULL,
) -> subprocess.Popen[bytes]:
    """Start a few lines of Python with their end of a pipe open, and nothing else of ours.

    environment: what the process gets, beside where it imports the arena from.
    """
    path = os.pathsep.join([str(SOURCE), *filter(None, [os.getenv("PYTHONPATH")])])
    return subprocess.Popen(
        [sys.executable, "-P", "-c", program],
        env={**environment, "PYTHONPATH": path},
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        start_new_session=True,  # what a terminal sends is for the driver alone
    )


def short_reason(reason: str) -> str:
    """Say in one line what happened to a lost process, and the last that it wrote."""
    first, *rest = reason.splitlines()
    return f"{first}: {rest[-1].strip().rstrip('.')}" if rest else first


def cores() -> list[int]:
    """Those that this process may use; empty where the system does not say."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def pin(core: int | None) -> None:
    """Keep this process to a core, and the bots with it: referee and bots then share a cache."""
    if core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


def main(number: int) -> None:
    """Do what is asked until nothing more is. number: the pipe's, as a file."""
    kernel.die_with_parent()
    with suppress(OSError):  # where memory runs out, bots go first, then workers, the driver last
        Path("/proc/self/oom_score_adj").write_text("500")
    os.set_inheritable(number, False)
    pipe = Connection(number)
    tasks: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_read, args=[pipe, tasks], daemon=True).start()
    make, core = tasks.get()
    pin(core)
    work: Work = make()
    pipe.send("ready")
    while (task := tasks.get()) is not None:
        pipe.send(work.play(task))
    work.close()
    os._exit(0)  # without tidying up all that was imported


def _read(pipe: Connection, tasks: "SimpleQueue[Any]") -> None:
    """Takes in all that is sent, so that who sends never waits for work to end."""
    code = 1
    try:
        while True:
            tasks.put(pipe.recv())
    except (EOFError, OSError):
        code = 0  # nobody is there any more
    except Exception:
        traceback.print_exc()
    finally:
        os._exit(code)


LEAST_FILES = 256
"""Open files of one process; a one-node cluster's daemons take the most of them."""
LEAST_FILE_SIZE = 256 * 2**20
"""Bytes: the shared memory of such a cluster is a file, and it dies without a word."""


class LimitTooLow(ArenaError):
    """This process may use too little of the machine to run workers."""


def raise_limits() -> None:
    """Raises the soft limits to the hard ones. Raises LimitTooLow if these are too low."""
    files = _raised(resource.RLIMIT_NOFILE)
    if files < LEAST_FILES:
        raise LimitTooLow(
            f"A process may open only {files:.0f} files here, and workers need {LEAST_FILES}. "
            f"Allow more: ulimit -n {LEAST_FILES} (as root, if the shell refuses)."
        )
    size = _raised(resource.RLIMIT_FSIZE)
    if size < LEAST_FILE_SIZE:
        raise LimitTooLow(
            f"A file may not grow beyond {size / 2**20:.1f} MB here, and workers need "
            f"{LEAST_FILE_SIZE / 2**20:.0f} MB. Allow more: ulimit -f unlimited (as root, if the "
            "shell refuses)."
        )


def _raised(kind: int) -> float:
    """The limit, as high as it may be without asking anyone."""
    soft, hard = resource.getrlimit(kind)
    if soft != hard:
        with suppress(ValueError, OSError):  # macOS calls it unlimited, and refuses that
            resource.setrlimit(kind, (hard, hard))
            soft = hard
    return float("inf") if soft == resource.RLIM_INFINITY else soft
