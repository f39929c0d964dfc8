"""Our end of the nursery: `start` runs a program, confined, and gives a `Child` to talk to it.

Each process of the arena that starts bots keeps one nursery, which ends with it. So starting a bot
never copies a large process, and nothing keeps running when an arena is killed.
"""

import json
import os
import select
import socket
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from shutil import which
from tempfile import gettempdir
from typing import Any

from arena.sandbox import groups
from arena.sandbox.level import Level
from arena.sandbox.needs import USUAL, Needs
from arena.sandbox.order import CannotStart, Order, ProcessEnd
from arena.sandbox.processes import cpu_ns
from arena.sandbox.runtimes import own_python

__all__ = ["CannotStart", "Child", "ProcessEnd", "start"]

BWRAP = "ARENA_BWRAP"
"""The environment variable that names another bubblewrap."""
_SOURCE = Path(__file__).resolve().parent.parent.parent
_SERVE = "import sys; sys.path.insert(0, {!r}); from arena.sandbox.supervisor import main; main({})"
_PATIENCE_S, _SLICE_S = 30, 1.0
_READ = 1 << 16

Message = dict[str, Any]


class Child:
    """A running program: its pipes, and its end. `stdin`, `stdout`, `stderr` do not block."""

    def __init__(
        self, nursery: "_Nursery", number: int, root: int, group: str, pipes: Sequence[int]
    ) -> None:
        self.pid = root
        """The process above all of the program's."""
        self.stdin, self.stdout, self.stderr = pipes
        self._nursery = nursery
        self._number = number
        self._group = group
        self._end: ProcessEnd | None = None

    def wait(self, seconds: float) -> ProcessEnd | None:
        """Wait for its end; None if it goes on for so long."""
        if self._end is None:
            told = self._nursery.hear(self._number, seconds)
            if told is not None:
                self._end = ProcessEnd(told["code"], told["signal"], told["exceeded"])
        return self._end

    def end(self) -> ProcessEnd:
        """Kill it with all that it has started; once is enough."""
        if self._end is None:
            self._nursery.tell({"do": "end", "number": self._number})
            self.wait(_PATIENCE_S)
        return self._end or ProcessEnd()

    def cpu_ms(self) -> float:
        """Processor time that all its processes have used so far, also those that have ended."""
        with suppress(OSError):  # it is over, and its group gone
            return (groups.cpu_ns(self._group) if self._group else cpu_ns(self.pid)) / 1e6
        return 0.0

    def freeze(self) -> None:
        """Stop all its processes until `thaw`."""
        self._nursery.tell({"do": "freeze", "number": self._number})

    def thaw(self) -> None:
        """Let them continue."""
        self._nursery.tell({"do": "thaw", "number": self._number})

    def close(self) -> None:
        """Close the pipes that are still open."""
        for pipe in (self.stdin, self.stdout, self.stderr):
            with suppress(OSError):
                os.close(pipe)


def start(
    command: Sequence[str],
    folder: str,
    needs: Needs = USUAL,
    level: Level = Level.C,
    writable: bool = False,
) -> Child:
    """Run a command in its folder, confined at a level.

    `command[0]` is a full path. `writable`: it may change the folder. Raises CannotStart.
    """
    given = {name: os.environ[name] for name in needs.pass_env if name in os.environ}
    order = Order(level, tuple(command), folder, needs, writable, given, bubblewrap() or "")
    return _nursery().start(order)


def bubblewrap() -> str | None:
    """The full path of `bwrap`, which level A takes: $ARENA_BWRAP, or the one on the PATH."""
    return which(os.environ.get(BWRAP) or "bwrap")


class _Nursery:
    """The program that starts them, and our socket to it."""

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
        self._heard: dict[int, list[Message]] = {}
        self._received = b""
        self.lost = False

    def start(self, order: Order) -> Child:
        """Raises CannotStart."""
        self._numbers += 1
        number = self._numbers
        ours, theirs = _pipes()
        wish = {"do": "start", "number": number, "order": order.plain()}
        try:
            socket.send_fds(self._socket, [json.dumps(wish).encode() + b"\n"], theirs)
        except OSError:
            self.lost = True
        finally:
            for pipe in theirs:
                os.close(pipe)
        told = self.hear(number, _PATIENCE_S) or {}
        if "root" not in told:
            for pipe in ours:
                os.close(pipe)
            why = told.get("failed", "the nursery, which starts bots, was ended")
            raise CannotStart(f"{order.command[0]} cannot be started: {why}.")
        return Child(self, number, told["root"], told["group"], ours)

    def tell(self, message: Message) -> None:
        """Send what has no answer, or one that is heard for."""
        try:
            self._socket.sendall(json.dumps(message).encode() + b"\n")
        except OSError:
            self.lost = True

    def hear(self, number: int, seconds: float) -> Message | None:
        """The next that is told of a child, after at most so many seconds; None if nothing is.

        Seconds in which this process ran: while it is frozen, so may be the nursery.
        """
        while not self._heard.get(number):
            if self.lost:
                return None
            patience, began = min(seconds, _SLICE_S), time.monotonic()
            if self._poller.poll(patience * 1000):
                self._take_in()
            elif patience == seconds:
                return None
            seconds -= min(time.monotonic() - began, patience)
        return self._heard[number].pop(0)

    def _take_in(self) -> None:
        try:
            data = self._socket.recv(_READ)
        except OSError:
            data = b""
        self.lost = self.lost or not data
        *lines, self._received = (self._received + data).split(b"\n")
        for line in lines:
            message = json.loads(line)
            self._heard.setdefault(message["number"], []).append(message)


def _pipes() -> tuple[list[int], list[int]]:
    """Our ends and the program's ends of its stdin, stdout and stderr."""
    ours, theirs = [], []
    for number in range(3):
        read, write = os.pipe()
        ours.append(read if number else write)
        theirs.append(write if number else read)
    for pipe in ours:
        os.set_blocking(pipe, False)
    return ours, theirs


@cache
def _of_process(pid: int) -> list[_Nursery]:
    return []


def _nursery() -> _Nursery:
    """The nursery of this process, started when first needed and again if somebody ended it."""
    kept = _of_process(os.getpid())
    if not kept or kept[0].lost:
        kept[:] = [_Nursery()]
    return kept[0]
