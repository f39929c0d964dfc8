"""The nursery's program: starts bots, watches over what they use, and ends them.

One for each process of the arena that plays games, run by a bare interpreter of the standard
library. It listens on a socket; when that closes, however its arena ended, it ends all bots and
itself. Orders come as JSON lines, each with the descriptors of three pipes.
"""

import json
import os
import select
import signal
import socket
import sys
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from arena.sandbox import kernel
from arena.sandbox.bwrap import Caged
from arena.sandbox.groups import new_group, sweep
from arena.sandbox.level import Level
from arena.sandbox.limits import MB
from arena.sandbox.needs import Needs
from arena.sandbox.order import CannotStart, Order, ProcessEnd
from arena.sandbox.policy import HOME, OFFLINE, SHARED_MEMORY
from arena.sandbox.processes import children, kill_below, memory, send, stop, threads, tree
from arena.sandbox.reaper import WatchedBot
from arena.sandbox.runtimes import search_path
from arena.sandbox.scratch import new_scratch, remove, size, size_of_names

EVERY_S = 0.05
"""How often to look."""
_THOROUGH_S = 0.5
_NOTICEABLE = 64 * MB


class Machine:
    """The machine's free memory and disk: if they shrink noticeably, some bot grows fast."""

    def __init__(self) -> None:
        self._memory, self._disk = _free_memory(), _free_disk()

    def shrinks(self) -> bool:
        """True if it has noticeably less memory or disk than at the last time that it had."""
        memory, disk = _free_memory(), _free_disk()
        less = memory < self._memory - _NOTICEABLE or disk < self._disk - _NOTICEABLE
        self._memory = memory if less else max(memory, self._memory)
        self._disk = disk if less else max(disk, self._disk)
        return less


class Watch:
    """Looks at what one bot uses with all its processes together; the kernel counts each alone:
    memory, processes, scratch space. Twice a second, and whenever the machine shrinks."""

    def __init__(self, root: int, needs: Needs, scratch: str) -> None:
        """`root`: the process above the bot's. `scratch`: "" if it lies in file systems of its own,
        of which the kernel limits the size, but not the number of files."""
        self._root = root
        self._needs = needs
        self._scratch = scratch
        self._next = 0.0

    def look(self, now: float, hurry: bool) -> str:
        """Name what it uses too much of, as `ProcessEnd.exceeded` has it; nothing if all is
        well."""
        if now < self._next and not hurry:
            return ""
        self._next = now + _THOROUGH_S
        needs, pids = self._needs, tree(self._root)
        if memory(pids, needs.memory_mb * MB) > needs.memory_mb * MB:
            return f"used more than {needs.memory_mb} MB"
        if threads(pids) >= needs.processes:
            return f"had {needs.processes} processes and threads, the most that it may have"
        if self._filled(needs.scratch_mb * MB) > needs.scratch_mb * MB:
            return f"filled more than {needs.scratch_mb} MB of scratch space"
        return ""

    def _filled(self, most: int) -> int:
        if self._scratch:
            return size(self._scratch, most)
        return size_of_names(f"/proc/{self._root}/root{place}" for place in (HOME, SHARED_MEMORY))


def _free_memory() -> int:
    with suppress(OSError, StopIteration):
        lines = Path("/proc/meminfo").read_bytes().splitlines()
        line = next(line for line in lines if line.startswith(b"MemAvailable:"))
        return int(line.split()[1]) * 1024
    return 0


def _free_disk() -> int:
    with suppress(OSError):
        about = os.statvfs(gettempdir())
        return about.f_bavail * about.f_frsize
    return 0


_FIRST, _COUNT = 0x70000000, 0x1000000
"""Far above those of people, services and containers."""
_PLACES = 128
"""More than a nursery ever has bots."""
_CHOWN, _SETGID, _SETUID, _SYS_ADMIN = 0, 6, 7, 21


def bots_user(level: Level, place: int) -> int | None:
    """The user that a nursery's bot runs as: an id that nobody else here is likely to have.

    `place`: which of the bots that it has at the time; two with one user could harm each other.

    None: as ourselves, since we may not run anything as somebody else, or it is not confined.
    """
    wanted = [_CHOWN, _SETGID, _SETUID, *([_SYS_ADMIN] if level is Level.A else [])]
    if level is Level.C or os.geteuid() != 0 or not all(map(_may, wanted)):
        return None
    rows = [map(int, row.split()) for row in Path("/proc/self/uid_map").read_text().splitlines()]
    count, first = max((count, first) for first, _, count in rows)
    if first + count >= _FIRST + _COUNT:
        first, count = _FIRST, _COUNT
    elif count > 1000:  # a container with fewer ids; the upper half is hardly used
        first, count = first + count // 2, count // 2
    else:
        return None
    return first + (os.getpid() * _PLACES + place) % count


def hand_over(folder: str, user: int) -> None:
    """Give a folder, if one is named, and all that is in it to a user."""
    if not folder:
        return
    waiting = [folder]
    while waiting:
        with suppress(OSError):  # nested too deeply for a path: it is refused when it is looked at
            place = waiting.pop()
            os.chown(place, user, user, follow_symlinks=False)
            with os.scandir(place) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    else:
                        os.chown(entry.path, user, user, follow_symlinks=False)


def _may(capability: int) -> bool:
    lines = Path("/proc/self/status").read_text().splitlines()
    (sets,) = (line.split()[1] for line in lines if line.startswith("CapEff:"))
    return bool(int(sets, 16) >> capability & 1)


_READ = 1 << 16
PIPES = 3


class Ward:
    """A bot under our care."""

    def __init__(self, number: int, place: int, order: Order, pipes: list[int]) -> None:
        """`place`: a small number, not that of another ward. Raises CannotStart."""
        self.order = order
        self.place = place
        self.scratch = "" if order.level is Level.A else new_scratch(number)
        self.exceeded = ""
        environment = (
            _environment(order, self.scratch) | (OFFLINE if order.writable else {}) | order.given
        )
        self.group = group = new_group(number)
        self._user = user = bots_user(order.level, place)
        try:
            if user is not None:
                hand_over(self.scratch, user)
                hand_over(order.folder if order.writable else "", user)
            self._running: Caged | WatchedBot
            if order.level is Level.A:
                self._running = Caged(order, user, pipes, environment, group)
            else:
                self._running = WatchedBot(order, user, pipes, environment, self.scratch, group)
        except (CannotStart, OSError):
            if group:
                group.remove()
            self.clear()
            raise
        self.root, self.child = self._running.root, self._running.child
        self.ended = self._running.ended
        self.watch = Watch(self.root, order.needs, self.scratch)

    def end(self) -> ProcessEnd:
        """End it, if it has not ended yet; none of its processes is left."""
        end = self._running.end()
        if self.group:
            self.group.remove()
        if self._user is not None and self.order.writable:
            hand_over(self.order.folder, os.getuid())
        return ProcessEnd(exceeded=self.exceeded) if self.exceeded else end

    def freeze(self, frozen: bool) -> None:
        """Stop all its processes, or let them continue."""
        if self.group:
            self.group.freeze(frozen)
        elif frozen:
            stop(self.root)
        else:
            send(tree(self.root), signal.SIGCONT)

    def clear(self) -> None:
        """Remove what it wrote, which may take a while."""
        if self.scratch:
            remove(self.scratch)


def _environment(order: Order, scratch: str) -> dict[str, str]:
    """Little, and the same on every machine: a bot should depend on nothing but its input."""
    return {
        "PATH": search_path(order.command[0], order.folder),
        "HOME": scratch,
        "TMPDIR": scratch,
        "LANG": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",
        "PYTHONUTF8": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OMP_NUM_THREADS": "1",
    }


class Nurse:
    """Serves one arena process until that ends."""

    def __init__(self, arena: socket.socket) -> None:
        self._arena = arena
        self._received = b""
        self._pipes: list[int] = []  # descriptors that came, not yet taken by an order
        self._wards: dict[int, Ward] = {}
        self._by_ending: dict[int, int] = {}  # descriptor → number
        self._machine = Machine()
        self._look_at = 0.0
        self._poller = select.poll()
        self._poller.register(arena, select.POLLIN)

    def serve(self) -> None:
        """Until the socket closes."""
        while True:
            wait_ms = EVERY_S * 1000 if self._wards else None
            for descriptor, _ in self._poller.poll(wait_ms):
                if descriptor in self._by_ending:
                    self._end(self._by_ending[descriptor])
                elif not self._hear():
                    return
            self._look()

    def close(self) -> None:
        """End all bots."""
        for ward in self._wards.values():
            with suppress(OSError):
                ward.end()
            ward.clear()
        kill_below(os.getpid())

    def _hear(self) -> bool:
        """Take in what the arena sends; False when it is gone."""
        data, pipes, _, _ = socket.recv_fds(self._arena, _READ, 64)
        self._pipes += pipes
        if not data:
            return False
        *lines, self._received = (self._received + data).split(b"\n")
        for line in lines:
            self._do(json.loads(line))
        return True

    def _do(self, wish: dict[str, Any]) -> None:
        number = wish["number"]
        match wish["do"]:
            case "start":
                pipes, self._pipes = self._pipes[:PIPES], self._pipes[PIPES:]
                self._start(number, Order.of(wish["order"]), pipes)
            case "end" if number in self._wards:
                self._end(number)
            case "freeze" if number in self._wards:
                self._wards[number].freeze(True)
            case "thaw" if number in self._wards:
                self._wards[number].freeze(False)

    def _start(self, number: int, order: Order, pipes: list[int]) -> None:
        taken = {ward.place for ward in self._wards.values()}
        place = next(each for each in count() if each not in taken)
        try:
            ward = Ward(number, place, order, pipes)
        except (CannotStart, OSError) as error:
            self._tell({"number": number, "failed": str(error)})
            return
        finally:
            for pipe in pipes:
                os.close(pipe)
        self._wards[number] = ward
        self._by_ending[ward.ended] = number
        self._poller.register(ward.ended, select.POLLIN)
        group = ward.group.folder if ward.group else ""
        self._tell({"number": number, "root": ward.root, "group": group})

    def _end(self, number: int) -> None:
        ward = self._wards.pop(number)
        del self._by_ending[ward.ended]
        self._poller.unregister(ward.ended)
        end = ward.end()
        # A keeper that was killed leaves its bot to us.
        spared = {ward.child for ward in self._wards.values()}
        if children(os.getpid(), spared):
            kill_below(os.getpid(), spared)
        self._tell(
            {"number": number, "code": end.code, "signal": end.signal, "exceeded": end.exceeded}
        )
        ward.clear()  # only now: it must not keep anybody waiting

    def _look(self) -> None:
        """End the bots that use too much."""
        now = time.monotonic()
        if now < self._look_at:
            return
        self._look_at = now + EVERY_S
        hurry = self._machine.shrinks()
        for number, ward in list(self._wards.items()):
            ward.exceeded = ward.watch.look(now, hurry)
            if ward.exceeded:
                self._end(number)

    def _tell(self, message: dict[str, Any]) -> None:
        with suppress(BrokenPipeError):
            self._arena.sendall(json.dumps(message).encode() + b"\n")


def main(descriptor: int) -> None:
    """Serves the arena at the other end of the socket with this descriptor."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # or the kernel forgets our children
    os.umask(0o022)
    if sys.platform == "linux":  # keepers that are killed leave their bots to us
        kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
        sweep()
    nurse = Nurse(socket.socket(fileno=descriptor))
    try:
        nurse.serve()
    except ConnectionError:
        pass
    finally:
        nurse.close()
