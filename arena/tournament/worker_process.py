"""A worker process, which takes tasks through a pipe and returns their results.

Both ends of the pipe are here, as they must agree: `WorkerProcess` belongs to the caller, `main`
runs in the process. When the caller is gone, the process ends at once, with its bots.
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
from arena.sandbox.limits import collect_rarely
from arena.sandbox.processes import signal_name
from arena.source import import_path

PLAYS = "arena.referee.seating"
"""The module that a process that plays imports first."""
PROGRAM = "import {module}; from arena.tournament.worker_process import main; main({pipe})"
SECONDS_TO_END = 1.0
LAST_WORDS = 2000
"""The last bytes on a lost process's stderr that are reported."""


class Work(Protocol):
    """The work of a process: one chunk of games after the other."""

    def play(self, games: Sequence[Any]) -> tuple[Any, ...]:
        """Return an outcome for each game, which can be pickled."""
        ...

    def close(self) -> None:
        """End all that was started for the work."""
        ...


class ProcessLost(Exception):
    """The process is gone; the message says how, and in further lines what it wrote last."""


class WorkerProcess:
    """A worker process, which starts and imports what it needs while the caller goes on."""

    def __init__(self, module: str) -> None:
        """Start the process, which imports `module` first."""
        self._stderr = TemporaryFile()  # noqa: SIM115
        self.pipe, self._process = launch(PROGRAM, os.environ, self._stderr, module=module)
        self.ready = False
        """True if it has begun to work, so that its task may be the cause if it is lost."""
        self.unsent = 0
        """The tasks that it was given after it was gone, which cannot be the cause."""

    def begin(self, make: Callable[[], Work], core: int | None = None) -> None:
        """Call `make` in the process, kept to that core, for what does the work."""
        self._send((make, core))

    def give(self, task: Any) -> None:
        """Queue a task behind those it has."""
        self._send(task)

    def answers(self) -> list[Any]:
        """Take the answers that have come, in the order of the tasks, without waiting.

        Raises ProcessLost once all of them have been taken.
        """
        answers: list[Any] = []
        try:
            while self.pipe.poll():
                answer = self.pipe.recv()
                if self.ready:
                    answers.append(answer)
                self.ready = True  # the first message only says that it is ready
        except (EOFError, OSError):
            if not answers:  # else once these are stored; the pipe stays closed
                raise ProcessLost(self._how_it_ended()) from None
        return answers

    def hang_up(self) -> None:
        """Let the process end by itself, after the tasks that it has."""
        self._send(None)

    def end(self, patience: float = 0.0) -> None:
        """End the process, by force once `patience` seconds are over."""
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
            self.unsent += 1

    def _how_it_ended(self) -> str:
        # The pipe closes a moment before the process ends.
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(SECONDS_TO_END)
        self._process.kill()
        code = self._process.wait()
        what = f"the process ended (exit code {code})"
        if code == -signal.SIGKILL:
            what = "the process was killed, perhaps because memory ran out"
        elif code < 0:
            what = f"the process crashed ({signal_name(-code)})"
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, size - LAST_WORDS))
        return f"{what}\n{self._stderr.read().decode(errors='replace')}".rstrip()


EarlyProcesses = list[WorkerProcess]
"""Processes that were started before their worker pool, which takes them from this list."""


@contextmanager
def start_early(elsewhere: bool = False) -> Iterator[EarlyProcesses]:
    """Start a process and try the sandbox while the caller still imports and prepares.

    One process is enough for the first game; more would slow down the caller where cores are few.
    It ends with the block unless a worker pool has taken it. With `elsewhere`, games are played on
    other machines, and nothing is started. Raises LimitTooLow.
    """
    if elsewhere:
        yield []
        return
    raise_limits()
    waiting: EarlyProcesses = []
    trial: Thread | None = None
    try:
        waiting.append(WorkerProcess(PLAYS))
        from arena.sandbox.probe import begin  # late, so that the process starts sooner

        with suppress(RuntimeError):  # no thread is left: the level is tried when it is needed
            trial = begin()
        yield waiting
    finally:
        for process in waiting:
            process.end()
        if trial is not None:
            trial.join()


def launch(
    program: str,
    environment: Mapping[str, str],
    stderr: IO[bytes] | int = subprocess.DEVNULL,
    **words: object,
) -> tuple[Connection, subprocess.Popen[bytes]]:
    """Run a line of Python in a process that inherits nothing but its end of a pipe.

    Args:
        program: The line, in which {pipe} stands for the file descriptor of its end.
        environment: Its environment, besides the path from which it imports the arena.
        stderr: Its standard error.
        words: Other values for the line.

    Returns:
        The caller's end of the pipe, and the process.
    """
    ours, theirs = Pipe()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", program.format(pipe=theirs.fileno(), **words)],
            env={**environment, "PYTHONPATH": import_path()},
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
            start_new_session=True,  # Ctrl-C in the terminal is for the driver alone
        )
    return ours, process


def short_reason(reason: str) -> str:
    """Return in one line what happened to a lost process, and the last line that it wrote."""
    first, *rest = reason.splitlines()
    return f"{first}: {rest[-1].strip().rstrip('.')}" if rest else first


def cores() -> list[int]:
    """List the cores that this process may use; empty if the system does not say."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def core_count() -> int:
    """Return how many cores this process may use, at least one."""
    return len(cores()) or os.cpu_count() or 1


def pin(core: int | None) -> None:
    """Keep this process and its bots to one core, so that referee and bots share a cache."""
    if core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


def main(number: int) -> None:
    """Serve tasks from the pipe with this file descriptor until it closes."""
    collect_rarely()
    kernel.die_with_parent()
    with suppress(OSError):  # the kernel kills bots first, then workers, then the driver
        Path("/proc/self/oom_score_adj").write_text("500")
    os.set_inheritable(number, False)  # it was passed to this process alone
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
    os._exit(0)  # skips the cleanup of everything imported, which takes a while


def _read(pipe: Connection, tasks: "SimpleQueue[Any]") -> None:
    """Read all tasks as they come, so that the sender never waits for work to end."""
    code = 1
    try:
        while True:
            tasks.put(pipe.recv())
    except (EOFError, OSError):
        code = 0  # the caller is gone
    except Exception:
        traceback.print_exc()
    finally:
        os._exit(code)


LEAST_FILES = 256
"""The open files that a process needs; the daemons of a local cluster need the most."""
LEAST_FILE_SIZE = 256 * 2**20
"""The file size, in bytes, that a local cluster needs for its shared memory, or dies silently."""


class LimitTooLow(ArenaError):
    """The system limits of this process are too low to run workers."""


def raise_limits() -> None:
    """Set the soft limits to the hard ones. Raises LimitTooLow if these are too low."""
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
    """Raise a soft limit as far as any user may, and return it."""
    soft, hard = resource.getrlimit(kind)
    if soft != hard:
        with suppress(ValueError, OSError):  # macOS reports a hard limit that it then refuses
            resource.setrlimit(kind, (hard, hard))
            soft = hard
    return float("inf") if soft == resource.RLIM_INFINITY else soft
