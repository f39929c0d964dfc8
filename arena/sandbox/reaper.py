"""Levels B and C: a bot below a keeper, a process that outlives it just long enough to end all.

What a bot leaves behind falls to its keeper, since that is a subreaper. The keeper holds a socket
to the nursery; when that closes, for whatever reason, it ends the bot. A signal at the parent's
death would come too early: before the keeper has ended anything.
"""

import os
import platform
import resource
import select
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from arena.sandbox import kernel, landlock
from arena.sandbox.groups import Group
from arena.sandbox.level import Level
from arena.sandbox.limits import impose, limits
from arena.sandbox.order import CannotStart, Order, ProcessEnd
from arena.sandbox.policy import DEVICES, KERNEL, OWN, When, refused
from arena.sandbox.policy import RefusedCalls as Row
from arena.sandbox.processes import kill_below
from arena.sandbox.runtimes import readable
from arena.sandbox.seccomp import filter_of

_SIGNALS_ARE_SCOPED = 6
"""From this version on, Landlock keeps signals from leaving a bot's processes."""
_SPARE_PROCESSES = 1024
_LINUX = sys.platform == "linux"
_STARTED = "started"
_SILENT = "its keeper says nothing"
_PATIENCE_S = 20


class WatchedBot:
    """A bot and its keeper. `root`: the keeper; also our `child`."""

    def __init__(
        self,
        order: Order,
        user: int | None,
        pipes: Sequence[int],
        environment: dict[str, str],
        scratch: str,
        group: Group | None,
    ) -> None:
        """Starts it as a user (None: as ourselves); `pipes`: its stdin, stdout and stderr.

        Raises CannotStart.
        """
        self._socket, theirs = socket.socketpair()
        self.root = os.fork()
        if self.root == 0:
            _keep(
                theirs,
                lambda kept: _become(kept, order, pipes, environment, scratch, user, group),
                user,
            )
        theirs.close()
        self._socket.settimeout(_PATIENCE_S)
        told = self._hear()
        if told != _STARTED:
            self._socket.close()
            os.kill(self.root, signal.SIGKILL)
            os.waitpid(self.root, 0)
            raise CannotStart(told or "its keeper ended")
        self.ended = self._socket.fileno()
        self.child = self.root

    def kill(self) -> None:
        """End the bot and all that it has started."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def end(self) -> ProcessEnd:
        """Wait until nothing of it is left, and return how it ended."""
        self.kill()
        with suppress(OSError):
            os.kill(self.root, signal.SIGCONT)
        told = self._hear()
        with suppress(OSError):  # if it said nothing, what is below it falls to the nursery
            os.kill(self.root, signal.SIGKILL)
        os.waitpid(self.root, 0)
        self._socket.close()
        if told == _SILENT:
            return ProcessEnd(exceeded=f"could not be ended in {_PATIENCE_S} s")
        code = int(told) if told else -signal.SIGKILL
        return ProcessEnd(code=code) if code >= 0 else ProcessEnd(signal=-code)

    def _hear(self) -> str:
        """A line of the keeper; what came of it if it is gone."""
        told = b""
        try:
            while not told.endswith(b"\n") and (byte := self._socket.recv(1)):
                told += byte
        except TimeoutError:
            return _SILENT
        except OSError:
            pass
        return told.decode("utf-8", "replace").strip()


def _keep(nursery: socket.socket, become: Callable[[int], None], user: int | None) -> None:
    """The keeper: starts the bot, waits for its end or the nursery's, leaves nothing behind."""
    bot = 0
    try:
        if _LINUX:
            kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
        ended, wakeup = os.pipe()
        os.set_blocking(wakeup, False)
        signal.set_wakeup_fd(wakeup)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        failed, failure = os.pipe()
        bot = os.fork()
        if bot == 0:
            _start(become, failure)
        os.close(failure)
        _close_all_but(nursery.fileno(), failed, ended, wakeup)
        _forget_standard_pipes()
        if why := os.read(failed, 4096):
            nursery.sendall(why.replace(b"\n", b" ") + b"\n")
            os._exit(1)
        nursery.sendall(f"{_STARTED}\n".encode())
        status = _wait(bot, nursery, ended)
        _end_all(bot, user)
        nursery.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    except OSError:  # the nursery is gone
        _end_all(bot, user)
    finally:
        os._exit(0)


def _wait(bot: int, nursery: socket.socket, ended: int) -> int:
    """The status with which the bot ended; reaps what it leaves behind meanwhile.

    `ended`: a pipe into which something comes whenever a child has ended.
    """
    poller = select.poll()
    poller.register(ended, select.POLLIN)
    poller.register(nursery, select.POLLIN)
    while True:
        ready = dict(poller.poll())
        if ended in ready:
            os.read(ended, 1 << 16)
            while (done := os.waitpid(-1, os.WNOHANG))[0]:
                if done[0] == bot:
                    return done[1]
        elif nursery.fileno() in ready:
            with suppress(OSError):
                os.kill(bot, signal.SIGKILL)
            return os.waitpid(bot, 0)[1]


def _end_all(bot: int, user: int | None) -> None:
    if not _LINUX:  # what has left the bot's group is out of reach
        with suppress(OSError):
            os.kill(-bot if bot else 0, signal.SIGKILL if bot else 0)
        return
    if user is not None:  # all of its processes at once: none can fork meanwhile
        child = os.fork()
        if child == 0:
            os.setresuid(user, user, user)
            os.kill(-1, signal.SIGKILL)
            os._exit(0)
        with suppress(ChildProcessError):
            os.waitpid(child, 0)
    kill_below(os.getpid())


def _start(become: Callable[[int], None], failure: int) -> None:
    """In the bot's process: becomes the bot, or says why not."""
    try:
        become(failure)
    except BaseException as error:
        text = getattr(error, "strerror", None) or str(error)
        os.write(failure, text.encode() or b"unknown")
    finally:
        os._exit(127)


def _become(
    kept: int,
    order: Order,
    pipes: Sequence[int],
    environment: dict[str, str],
    scratch: str,
    user: int | None,
    group: Group | None,
) -> None:
    """Limits and confines this process, then runs the bot in it. Raises OSError.

    Of our descriptors only the pipes are left to it, and `kept` until it runs.
    """
    for number, descriptor in enumerate(pipes):
        os.dup2(descriptor, number)
    _close_all_but(kept)
    os.setsid()
    if group:
        group.take_in(0)
    os.chdir(order.folder)
    readables = readable(order.command[0], order.needs.network)
    impose(0, limits(order.needs, order.writable))
    if order.level is Level.B:
        _limit_processes(order.needs.processes, user)
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as score:
        score.write("1000")
    if user is not None:
        kernel.become(user)
    if order.level is Level.B:
        own = [scratch, *([order.folder] if order.writable else [])]
        seen = [*readables, *KERNEL, *OWN, order.folder]
        landlock.confine(seen, [*DEVICES, *own], order.needs.network)
        kernel.install_filter(filter_of(_rows(order, user, group), platform.machine()))
    os.execve(order.command[0], order.command, environment)


def _rows(order: Order, user: int | None, group: Group | None) -> list[Row]:
    """The policy's rows; and where only the filter can keep signals from other processes of the
    same user, a bot's process may signal none but itself and its group."""
    rows = refused(order.level, order.needs.network, bool(group), order.writable)
    if user is None and landlock.version() < _SIGNALS_ARE_SCOPED:
        others = When(0, "is none of", (0, os.getpid()))
        rows += [Row("kill tgkill", when=(others,)), Row("tkill rt_sigqueueinfo")]
        rows += [Row("rt_tgsigqueueinfo pidfd_send_signal")]
    return rows


def _limit_processes(most: int, user: int | None) -> None:
    """Where a bot has its own user, exactly; else the limit counts all that its user runs, and
    only keeps it from going far beyond what the watch allows."""
    number = most if user is not None else _threads_of_user() + most + _SPARE_PROCESSES
    impose(0, [(resource.RLIMIT_NPROC, number)])


def _threads_of_user() -> int:
    us, total = os.getuid(), 0
    for name in os.listdir("/proc"):
        with suppress(OSError):
            if name.isdecimal() and os.stat(f"/proc/{name}").st_uid == us:
                total += len(os.listdir(f"/proc/{name}/task"))
    return total


def _close_all_but(*kept: int) -> None:
    """Close every other descriptor from 3 on, among them other bots' pipes."""
    last = 2
    for each in sorted(kept):
        os.closerange(last + 1, each)
        last = each
    os.closerange(last + 1, 1 << 16)


def _forget_standard_pipes() -> None:
    null = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):
        os.dup2(null, standard)
