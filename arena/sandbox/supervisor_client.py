"""The arena's end of the supervisor: `start` runs a program in the sandbox.

Each arena process that starts bots has its own supervisor, which ends with it. So starting a bot
never forks a large process, and nothing keeps running when an arena is killed. See decision 3.
"""

import json
import os
import select
import socket
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from pathlib import Path
from shutil import which
from tempfile import gettempdir
from typing import Any

from arena.sandbox import groups
from arena.sandbox.level import Level
from arena.sandbox.needs import USUAL, Needs
from arena.sandbox.processes import cpu_ns
from arena.sandbox.runtimes import own_python
from arena.sandbox.supervisor_messages import CannotStart, Order, ProcessEnd

BWRAP = "ARENA_BWRAP"
"""The environment variable that names another bubblewrap."""
_SOURCE = Path(__file__).resolve().parent.parent.parent
_SERVE = "import sys; sys.path.insert(0, {!r}); from arena.sandbox.supervisor import main; main({})"
_TIMEOUT_S, _SLICE_S = 30, 1.0
_READ = 1 << 16

Message = dict[str, Any]


class SandboxedProcess:
    """A running program and its non-blocking pipes `stdin`, `stdout` and `stderr`."""

    def __init__(
        self, client: "_Client", number: int, root: int, group: str, pipes: Sequence[int]
    ) -> None:
        self.pid = root
        """The process above all of the program's."""
        self.stdin, self.stdout, self.stderr = pipes
        self._client = client
        self._number = number
        self._group = group
        self._end: ProcessEnd | None = None

    def wait(self, seconds: float) -> ProcessEnd | None:
        """Wait for its end; return None if it is still running after so many seconds."""
        if self._end is None:
            report = self._client.receive(self._number, seconds)
            if report is not None:
                self._end = ProcessEnd(report["code"], report["signal"], report["exceeded"])
            elif self._client.lost:  # with the supervisor, which alone knew how it ended
                self._end = ProcessEnd()
        return self._end

    def end(self) -> ProcessEnd:
        """Kill it and everything it has started; after the first call, only return its end."""
        if self._end is None:
            self._client.send({"do": "end", "number": self._number})
            self.wait(_TIMEOUT_S)
        return self._end or ProcessEnd()

    def cpu_ms(self) -> float:
        """Return the processor time of all its processes, including those that have ended."""
        with suppress(OSError):  # the program has ended, and its group is gone
            return (groups.cpu_ns(self._group) if self._group else cpu_ns(self.pid)) / 1e6
        return 0.0

    def freeze(self) -> None:
        """Stop all its processes until `thaw`."""
        self._client.send({"do": "freeze", "number": self._number})

    def thaw(self) -> None:
        """Let its processes continue."""
        self._client.send({"do": "thaw", "number": self._number})

    def close(self) -> None:
        """Close the pipes that are still open."""
        for pipe in (self.stdin, self.stdout, self.stderr):
            with suppress(OSError):
                os.close(pipe)


def start(
    command: Sequence[str],
    folder: str,
    level: Level,
    needs: Needs = USUAL,
    writable: bool = False,
) -> SandboxedProcess:
    """Run a command in its folder, confined at a level.

    Args:
        command: the program's full path, and its arguments.
        folder: where it starts, and what it may read.
        level: the level of confinement.
        needs: its limits and permissions.
        writable: True if it may change its folder, as a build must.

    Raises:
        CannotStart: the program can't be started.
    """
    passed = {name: os.environ[name] for name in needs.pass_env if name in os.environ}
    order = Order(level, tuple(command), folder, needs, writable, passed, bubblewrap() or "")
    return _client().start(order)


def bubblewrap() -> str | None:
    """Return the full path of `bwrap` for level A: $ARENA_BWRAP, or the one on the PATH."""
    return which(os.environ.get(BWRAP) or "bwrap")


class _Client:
    """A supervisor process and the socket to it, which threads may share."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        serve = _SERVE.format(str(_SOURCE), theirs.fileno())
        with theirs:
            self._process = subprocess.Popen(
                [own_python(), "-I", "-S", "-c", serve],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={"TMPDIR": gettempdir()},
                cwd="/",
                start_new_session=True,
            )
        self._poller = select.poll()
        self._poller.register(self._socket, select.POLLIN)
        self._numbers = 0
        self._reports: dict[int, list[Message]] = {}  # received, but not yet asked for
        self._received = b""
        self.lost = False
        self._turn = threading.Condition()
        self._looking = False  # for reports, which one thread does for all

    def start(self, order: Order) -> SandboxedProcess:
        """Have a program started. Raises CannotStart."""
        ours, theirs = _pipes()
        try:
            with self._turn:
                self._numbers += 1
                number = self._numbers
                request = {"do": "start", "number": number, "order": asdict(order)}
                socket.send_fds(self._socket, [json.dumps(request).encode() + b"\n"], theirs)
        except OSError:
            self.lost = True
        finally:
            for pipe in theirs:
                os.close(pipe)
        report = self.receive(number, _TIMEOUT_S) or {}
        if "root" not in report:
            for pipe in ours:
                os.close(pipe)
            why = report.get("failed", "the supervisor, which starts bots, did not respond")
            raise CannotStart(f"{order.command[0]} cannot be started: {why}.")
        return SandboxedProcess(self, number, report["root"], report["group"], ours)

    def send(self, message: Message) -> None:
        """Send a request; `receive` gets the report, if it brings one."""
        try:
            with self._turn:
                self._socket.sendall(json.dumps(message).encode() + b"\n")
        except OSError:
            self.lost = True

    def receive(self, number: int, seconds: float) -> Message | None:
        """Return the next report on a process; None if there is none for so many seconds.

        Only seconds in which this process runs count: while it is frozen, the supervisor may be
        frozen, too.
        """
        while not self._reports.get(number):
            if self.lost:
                return None
            patience, began = min(seconds, _SLICE_S), time.monotonic()
            if not self._look(number, patience) and patience == seconds:
                return None
            seconds -= min(time.monotonic() - began, patience)
        return self._reports[number].pop(0)

    def _look(self, number: int, seconds: float) -> bool:
        """Wait for reports; return False if there were none for so many seconds."""
        with self._turn:
            if self._reports.get(number):
                return True
            if self._looking:
                return self._turn.wait(seconds)
            self._looking = True
        heard: list[tuple[int, int]] = []
        try:
            heard = self._poller.poll(seconds * 1000)
        finally:
            with self._turn:
                self._looking = False
                if heard:
                    self._take_in()
                self._turn.notify_all()
        return bool(heard)

    def _take_in(self) -> None:
        try:
            data = self._socket.recv(_READ)
        except OSError:
            data = b""
        self.lost = self.lost or not data
        *lines, self._received = (self._received + data).split(b"\n")
        for line in lines:
            message = json.loads(line)
            self._reports.setdefault(message["number"], []).append(message)


def _pipes() -> tuple[list[int], list[int]]:
    """Return the arena's ends and the program's ends of its stdin, stdout and stderr."""
    ours, theirs = [], []
    for number in range(3):
        read, write = os.pipe()
        ours.append(read if number else write)
        theirs.append(write if number else read)
    for pipe in ours:
        os.set_blocking(pipe, False)
    return ours, theirs


_STARTING = threading.Lock()


@cache
def _clients(pid: int) -> list[_Client]:
    # By process, since a forked worker must not share its parent's supervisor.
    return []


def _client() -> _Client:
    """Return this process's supervisor, started when first needed or after it was ended."""
    with _STARTING:
        clients = _clients(os.getpid())
        if not clients or clients[0].lost:
            clients[:] = [_Client()]
        return clients[0]
