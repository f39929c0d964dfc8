"""The supervisor's program: starts bots, watches what they use, and ends them.

Each arena process that plays games has one, run by a bare interpreter with nothing but the
standard library. It listens on a socket. When that closes, however the arena ended, it ends all
bots and itself. Messages are JSON lines; an order to start a bot comes with the descriptors of
three pipes. See decision 3 (docs/decisions/03-sandbox.md).
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
from arena.sandbox.bwrap import NamespacedBot
from arena.sandbox.groups import new_group, sweep
from arena.sandbox.level import Level
from arena.sandbox.limits import MB
from arena.sandbox.needs import Needs
from arena.sandbox.policy import HOME, OFFLINE, SHARED_MEMORY
from arena.sandbox.processes import children, kill_below, memory, send, stop, threads, tree
from arena.sandbox.reaper import WatchedBot
from arena.sandbox.runtimes import search_path
from arena.sandbox.scratch import new_scratch, remove, size, size_of_names
from arena.sandbox.supervisor_messages import CannotStart, Order, ProcessEnd

EVERY_S = 0.05
"""The time between looks at the machine."""
_THOROUGH_S = 0.5
"""The time between looks at a bot."""
_NOTICEABLE = 64 * MB
"""The loss of free memory or disk at which every bot is looked at."""


class Machine:
    """The machine's free memory and disk: if they shrink, some bot may be growing fast."""

    def __init__(self) -> None:
        # The most that was free since `shrinks` last returned True.
        self._memory, self._disk = _free_memory(), _free_disk()

    def shrinks(self) -> bool:
        """Return True if noticeably less memory or disk is free than there was.

        That is measured from the most that was free since this was last True, so that a slow loss
        is noticed, too.
        """
        memory, disk = _free_memory(), _free_disk()
        less = memory < self._memory - _NOTICEABLE or disk < self._disk - _NOTICEABLE
        self._memory = memory if less else max(memory, self._memory)
        self._disk = disk if less else max(disk, self._disk)
        return less


class Watch:
    """Watches the memory, processes and scratch space of all of a bot's processes together.

    The kernel's limits hold only for each process alone (decision 3). A bot is looked at twice a
    second, and whenever the machine's free memory or disk shrinks.
    """

    def __init__(self, root: int, needs: Needs, scratch: str) -> None:
        """Watch a bot.

        Args:
            root: the process above the bot's.
            needs: the bot's limits.
            scratch: its folder for temporary files; "" at level A, where these are in memory file
                systems of its own: the kernel limits their size, but not their number of files.
        """
        self._root = root
        self._needs = needs
        self._scratch = scratch
        self._next_look = 0.0

    def look(self, now: float, hurry: bool) -> str:
        """Return what the bot uses too much of, see `ProcessEnd.exceeded`; "" if nothing."""
        if now < self._next_look and not hurry:
            return ""
        self._next_look = now + _THOROUGH_S
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
"""User ids for bots, far above those of people, services and containers."""
_SLOTS = 128
"""More than the bots that a supervisor ever has at a time."""
_CHOWN, _SETGID, _SETUID, _SYS_ADMIN = 0, 6, 7, 21
"""Capabilities, by their numbers in capabilities(7)."""


def bots_user(level: Level, slot: int) -> int | None:
    """Return a user id for a bot that probably nobody else on this machine has.

    Bots need different users, or they could harm each other. Under root they need one at all, since
    limits and file modes mean nothing to root (decision 3).

    Args:
        level: the bot's level of confinement.
        slot: a small number that no other bot of this supervisor has at the time.

    Returns:
        None to keep the arena's user: it may not change users, or the bot isn't confined.
    """
    required = [_CHOWN, _SETGID, _SETUID, *([_SYS_ADMIN] if level is Level.A else [])]
    if level is Level.C or os.geteuid() != 0 or not all(map(_may, required)):
        return None
    # Rows of first id here, first id outside and count: only these ids exist in a container.
    rows = [map(int, row.split()) for row in Path("/proc/self/uid_map").read_text().splitlines()]
    ids, first = max((ids, first) for first, _, ids in rows)
    if first + ids >= _FIRST + _COUNT:
        first, ids = _FIRST, _COUNT
    elif ids > 1000:  # a container with fewer ids; the upper half is hardly used
        first, ids = first + ids // 2, ids // 2
    else:
        return None
    # Supervisors have different pids, so their bots have different ids, too.
    return first + (os.getpid() * _SLOTS + slot) % ids


def hand_over(folder: str, user: int) -> None:
    """Make a user the owner of a folder and everything in it; do nothing for ""."""
    if not folder:
        return
    waiting = [folder]
    while waiting:
        with suppress(OSError):  # nested too deeply for a path, which `size` counts as too much
            path = waiting.pop()
            os.chown(path, user, user, follow_symlinks=False)
            with os.scandir(path) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    else:
                        os.chown(entry.path, user, user, follow_symlinks=False)


def _may(capability: int) -> bool:
    """Return True if this process has a capability (capabilities(7))."""
    lines = Path("/proc/self/status").read_text().splitlines()
    (sets,) = (line.split()[1] for line in lines if line.startswith("CapEff:"))
    return bool(int(sets, 16) >> capability & 1)


_READ = 1 << 16
PIPES = 3
"""The descriptors that come with an order to start: stdin, stdout and stderr."""


class SupervisedBot:
    """A bot of this supervisor, with its user, scratch folder, control group and watch."""

    def __init__(self, number: int, slot: int, order: Order, pipes: list[int]) -> None:
        """Start a bot.

        Args:
            number: its number in messages.
            slot: see `bots_user`.
            order: what to start.
            pipes: its stdin, stdout and stderr.

        Raises:
            CannotStart: the program can't be started.
        """
        self.order = order
        self.slot = slot
        self.scratch = "" if order.level is Level.A else new_scratch(number)
        self.exceeded = ""
        environment = (
            _environment(order, self.scratch)
            | (OFFLINE if order.writable else {})  # only a build may write in its folder
            | order.passed_env
        )
        self.group = group = new_group(number)
        self._user = user = bots_user(order.level, slot)
        try:
            if user is not None:
                hand_over(self.scratch, user)
                hand_over(order.folder if order.writable else "", user)
            self._running: NamespacedBot | WatchedBot
            if order.level is Level.A:
                self._running = NamespacedBot(order, user, pipes, environment, group)
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
        """End the bot and all its processes, if it hasn't ended yet."""
        end = self._running.end()
        if self.group:
            self.group.remove()
        if self._user is not None and self.order.writable:
            hand_over(self.order.folder, os.getuid())  # back to the arena
        return ProcessEnd(exceeded=self.exceeded) if self.exceeded else end

    def freeze(self, frozen: bool) -> None:
        """Stop all its processes, or let them continue."""
        if self.group:
            self.group.freeze(frozen)  # all at once, while signals race with forks
        elif frozen:
            stop(self.root)
        else:
            send(tree(self.root), signal.SIGCONT)

    def clear(self) -> None:
        """Remove its scratch folder, which may take a while."""
        if self.scratch:
            remove(self.scratch)


def _environment(order: Order, scratch: str) -> dict[str, str]:
    """Return a bot's environment: small, and the same on every machine."""
    return {  # a bot should depend on nothing but its input
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


class Supervisor:
    """Serves one arena process until that ends."""

    def __init__(self, arena: socket.socket) -> None:
        self._arena = arena
        self._received = b""
        self._pipes: list[int] = []  # received descriptors, not yet used by an order
        self._bots: dict[int, SupervisedBot] = {}
        self._by_ending: dict[int, int] = {}  # a bot's `ended` descriptor → its number
        self._machine = Machine()
        self._next_look = 0.0
        self._poller = select.poll()
        self._poller.register(arena, select.POLLIN)

    def serve(self) -> None:
        """Serve requests until the socket closes."""
        while True:
            wait_ms = EVERY_S * 1000 if self._bots else None
            for descriptor, _ in self._poller.poll(wait_ms):
                if descriptor in self._by_ending:
                    self._end(self._by_ending[descriptor])
                elif not self._receive():
                    return
            self._look()

    def close(self) -> None:
        """End all bots."""
        for bot in self._bots.values():
            with suppress(OSError):
                bot.end()
            bot.clear()
        kill_below(os.getpid())

    def _receive(self) -> bool:
        """Handle what the arena sends; return False when it is gone."""
        data, pipes, _, _ = socket.recv_fds(self._arena, _READ, 64)
        self._pipes += pipes
        if not data:
            return False
        *lines, self._received = (self._received + data).split(b"\n")
        for line in lines:
            self._handle(json.loads(line))
        return True

    def _handle(self, request: dict[str, Any]) -> None:
        number = request["number"]
        match request["do"]:
            case "start":
                pipes, self._pipes = self._pipes[:PIPES], self._pipes[PIPES:]
                self._start(number, Order.of(request["order"]), pipes)
            # A bot may have ended just before the request: then there is nothing to do.
            case "end" if number in self._bots:
                self._end(number)
            case "freeze" if number in self._bots:
                self._bots[number].freeze(True)
            case "thaw" if number in self._bots:
                self._bots[number].freeze(False)

    def _start(self, number: int, order: Order, pipes: list[int]) -> None:
        taken = {bot.slot for bot in self._bots.values()}
        slot = next(each for each in count() if each not in taken)
        try:
            bot = SupervisedBot(number, slot, order, pipes)
        except (CannotStart, OSError) as error:
            self._send({"number": number, "failed": str(error)})
            return
        finally:
            for pipe in pipes:
                os.close(pipe)
        self._bots[number] = bot
        self._by_ending[bot.ended] = number
        self._poller.register(bot.ended, select.POLLIN)
        group = bot.group.folder if bot.group else ""
        self._send({"number": number, "root": bot.root, "group": group})

    def _end(self, number: int) -> None:
        bot = self._bots.pop(number)
        del self._by_ending[bot.ended]
        self._poller.unregister(bot.ended)
        end = bot.end()
        # If its reaper was killed, this process has adopted what was below it; see `main`.
        spared = {other.child for other in self._bots.values()}
        if children(os.getpid(), spared):
            kill_below(os.getpid(), spared)
        self._send(
            {"number": number, "code": end.code, "signal": end.signal, "exceeded": end.exceeded}
        )
        bot.clear()  # after the answer, so that nobody waits for it

    def _look(self) -> None:
        """End the bots that use too much."""
        now = time.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + EVERY_S
        hurry = self._machine.shrinks()
        for number, bot in list(self._bots.items()):
            bot.exceeded = bot.watch.look(now, hurry)
            if bot.exceeded:
                self._end(number)

    def _send(self, message: dict[str, Any]) -> None:
        with suppress(BrokenPipeError):
            self._arena.sendall(json.dumps(message).encode() + b"\n")


def main(descriptor: int) -> None:
    """Serve the arena at the other end of the socket with this descriptor."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the arena, which then ends us
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # if ignored, children could not be waited for
    os.umask(0o022)
    if sys.platform == "linux":  # adopts the bots of reapers that are killed
        kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
        sweep()
    supervisor = Supervisor(socket.socket(fileno=descriptor))
    try:
        supervisor.serve()
    except ConnectionError:
        pass
    finally:
        supervisor.close()
