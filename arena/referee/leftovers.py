"""Nothing keeps running: when an arena ends, however it ends, so do its bots and their children.

Two nets. Every arena process that starts bots keeps one small *guardian* (this file, run as a
program of the standard library): it holds a pipe to us and kills all our bots' process groups when
that closes, even after `kill -9`. This adds nothing to a bot's start, where a launcher in front of
each bot would double it. And every bot carries a *mark* in its environment, inherited by its
children, so that those that left the group can be found. A program can wipe the mark: this is
tidiness among trusted bots, not a sandbox. Without /proc marks are not found.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir, mkdtemp

MARKER = "ARENA_BOT"
"""The environment variable. Its value: our process id, our start time, a number; dots between."""

_PREFIX = f"{MARKER}=".encode()
_SCRATCH = "arena-bot-"
_ROUNDS = 20
_numbers = count(1)


def new_mark() -> str:
    """A mark for one bot of this process."""
    return f"{_owner(os.getpid())}.{next(_numbers)}"


def kill_marked(mark: str) -> None:
    """Kill every process that carries `mark`, and what those start meanwhile."""
    wanted = mark.encode()
    _kill(lambda found: found == wanted)


def new_scratch(mark: str) -> str:
    """An empty folder for the bot with this mark to write in."""
    return mkdtemp(prefix=f"{_SCRATCH}{mark}-")


def sweep() -> None:
    """Clear up after arenas that are gone: their bots, should the guardians have been killed too,
    and the folders these wrote in."""

    @cache
    def orphaned(mark: bytes) -> bool:
        owner = mark.decode("ascii", "replace").rpartition(".")[0]
        pid = owner.partition(".")[0]
        return not pid.isdecimal() or _owner.__wrapped__(int(pid)) != owner

    _kill(orphaned)
    for folder in Path(gettempdir()).glob(f"{_SCRATCH}*"):
        if orphaned(folder.name.removeprefix(_SCRATCH).rpartition("-")[0].encode()):
            rmtree(folder, ignore_errors=True)


def _kill(chosen: Callable[[bytes], bool]) -> None:
    # Again until none is left: what a dying program still forks carries the mark as well.
    for _ in range(_ROUNDS):
        found = [pid for pid, mark in _marked() if chosen(mark)]
        for pid in found:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        if not found:
            return


def _marked() -> list[tuple[int, bytes]]:
    """(process id, mark) of all processes that carry one."""
    marked = []
    with suppress(OSError):
        for name in os.listdir("/proc"):  # noqa: PTH208
            environment = _content(f"/proc/{name}/environ") if name.isdecimal() else b""
            if _PREFIX in environment:
                values = environment.split(b"\0")
                mark = next((value for value in values if value.startswith(_PREFIX)), b"")
                marked.append((int(name), mark.removeprefix(_PREFIX)))
    return marked


@cache
def _owner(pid: int) -> str:
    """A process id with its start in ticks since boot, so that a reused id is not mistaken."""
    fields = _content(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    return f"{pid}.{fields[19].decode()}" if len(fields) > 19 else f"{pid}."


def _content(file: str) -> bytes:
    """A file of /proc in one piece; b"" if it is gone or another user's."""
    try:
        opened = os.open(file, os.O_RDONLY)
    except OSError:
        return b""
    try:
        return os.read(opened, 1 << 20)
    except OSError:
        return b""
    finally:
        os.close(opened)


# --- the guardian -----------------------------------------------------------------------------


class Guardian:
    """Our end of the guardian of this process."""

    def __init__(self) -> None:
        command = [sys.executable, "-I", "-S", __file__, _owner(os.getpid())]
        self._popen = subprocess.Popen(
            command, bufsize=0, stdin=subprocess.PIPE, env={}, cwd="/", start_new_session=True
        )

    def watch(self, group: int) -> None:
        """Kill this process group should we end."""
        self._send(f"+{group}\n")

    def forget(self, group: int) -> None:
        """The group has ended."""
        self._send(f"-{group}\n")

    def _send(self, line: str) -> None:
        assert self._popen.stdin is not None
        with suppress(OSError):  # somebody killed it: the sweep of the next run is left
            self._popen.stdin.write(line.encode())


@cache
def _guardian_of(pid: int) -> Guardian:
    return Guardian()


def guardian() -> Guardian:
    """The guardian of this process, started when first needed. Raises OSError."""
    return _guardian_of(os.getpid())


def guard(owner: str) -> None:
    """What the guardian does: note the groups told on stdin; when it closes, kill them all."""
    groups: set[int] = set()
    for line in sys.stdin:
        group = int(line[1:])
        (groups.add if line[0] == "+" else groups.discard)(group)
    for group in groups:
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)
    _kill(lambda mark: mark.startswith(owner.encode() + b"."))


if __name__ == "__main__":
    guard(sys.argv[1])
