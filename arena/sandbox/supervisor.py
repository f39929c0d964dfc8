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
from dataclasses import asdict
from itertools import count
from typing import Any

from arena.sandbox import kernel
from arena.sandbox.bwrap import NamespacedBot
from arena.sandbox.groups import new_group, sweep
from arena.sandbox.level import Level
from arena.sandbox.policy import OFFLINE, USER_NAME
from arena.sandbox.processes import children, kill_below, send, stop, tree
from arena.sandbox.reaper import ReapedBot
from arena.sandbox.runtimes import search_path
from arena.sandbox.scratch import new_scratch, remove
from arena.sandbox.supervisor_messages import CannotStart, Order, ProcessEnd
from arena.sandbox.usage import Machine, Watch
from arena.sandbox.users import bots_user, hand_over

EVERY_S = 0.05
"""The time between looks at the machine."""
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
                for pipe in pipes:  # or it could not open them by name, such as /dev/stderr
                    os.fchown(pipe, user, user)
            self._running: NamespacedBot | ReapedBot
            if order.level is Level.A:
                self._running = NamespacedBot(order, user, pipes, environment, group)
            else:
                self._running = ReapedBot(order, user, pipes, environment, self.scratch, group)
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
        "USER": USER_NAME,
        "LOGNAME": USER_NAME,
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
        self._send({"number": number, **asdict(end)})
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
