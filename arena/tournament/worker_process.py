"""A process that does one kind of work, told through a pipe what to do next.

The same file has both ends, as they must agree: `WorkerProcess` is for who gives the work, `main`
runs in the process. It ends at once, its bots with it, when nobody is there any more to ask it.
"""

import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryFile
from threading import Thread
from typing import Any, Protocol

from arena.sandbox import kernel
from arena.tournament.child import launch

PROGRAM = "import {}; from arena.tournament.worker_process import main; main({})"
SECONDS_TO_END = 1.0
LAST_WORDS = 2000
"""Bytes of what a process wrote before it was lost."""


class Work(Protocol):
    """What such a process does: one thing after the other."""

    def do(self, task: Any) -> Any:
        """Does it; both task and answer can be pickled."""
        ...

    def close(self) -> None:
        """Ends what was started for it."""
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

    def begin(self, make: Callable[[], Work]) -> None:
        """Before its first task. make: makes what does the work, over there."""
        self._send(make)

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


def brief(reason: str) -> str:
    """What happened to a lost process and the last that it wrote, in one line."""
    first, *rest = reason.splitlines()
    return f"{first}: {rest[-1].strip().rstrip('.')}" if rest else first


def cores() -> list[int]:
    """Those that this process may use; empty where the system does not say."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def main(number: int) -> None:
    """Does what is asked until it is asked no more. number: the pipe's, as a file."""
    if sys.platform == "linux":
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    with suppress(OSError):  # where memory runs out, bots go first, then workers, the driver last
        Path("/proc/self/oom_score_adj").write_text("500")
    os.set_inheritable(number, False)
    pipe = Connection(number)
    tasks: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_read, args=[pipe, tasks], daemon=True).start()
    work: Work = tasks.get()()
    pipe.send("ready")
    while (task := tasks.get()) is not None:
        pipe.send(work.do(task))
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
