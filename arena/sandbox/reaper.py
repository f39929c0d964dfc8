"""Levels B and C: a bot below a reaper, a process that ends everything the bot leaves behind.

The reaper adopts orphaned processes of its bot, since it is a subreaper (prctl(2)). It has a
socket to the supervisor; when that closes, for whatever reason, it ends the bot. A signal at the
parent's death would be no use: it would end the reaper before that had ended anything.
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
from arena.sandbox.policy import DEVICES, KERNEL, OWN, RefusedCalls, When, refused
from arena.sandbox.processes import kill_below
from arena.sandbox.runtimes import readable
from arena.sandbox.seccomp import filter_of
from arena.sandbox.supervisor_messages import CannotStart, Order, ProcessEnd

_SIGNALS_ARE_SCOPED = 6
"""The version of Landlock from which on it confines signals to a bot's processes."""
_SPARE_PROCESSES = 1024
_LINUX = sys.platform == "linux"
_STARTED = "started"
_SILENT = "its reaper process did not respond"
_TIMEOUT_S = 20


class ReapedBot:
    """A bot and its reaper, which is both its `root` and this process's `child`."""

    def __init__(
        self,
        order: Order,
        user: int | None,
        pipes: Sequence[int],
        environment: dict[str, str],
        scratch: str,
        group: Group | None,
    ) -> None:
        """Start a bot.

        Args:
            order: what to start.
            user: its user id; None for the arena's.
            pipes: its stdin, stdout and stderr.
            environment: its environment variables.
            scratch: its folder for temporary files.
            group: its control group, if there is one.

        Raises:
            CannotStart: the program can't be started.
        """
        self._socket, theirs = socket.socketpair()
        self.root = os.fork()
        if self.root == 0:
            _reap(
                theirs,
                lambda kept: _become(kept, order, pipes, environment, scratch, user, group),
                user,
            )
        theirs.close()
        self._socket.settimeout(_TIMEOUT_S)
        report = self._receive()
        if report != _STARTED:
            self._socket.close()
            os.kill(self.root, signal.SIGKILL)
            os.waitpid(self.root, 0)
            raise CannotStart(report or "its reaper process ended")
        self.ended = self._socket.fileno()
        self.child = self.root

    def end(self) -> ProcessEnd:
        """End the bot, wait until it is gone, and return how it ended."""
        with suppress(OSError):  # the reaper then ends the bot and everything it has started
            self._socket.shutdown(socket.SHUT_WR)
        with suppress(OSError):  # if somebody has stopped it, it could end nothing
            os.kill(self.root, signal.SIGCONT)
        report = self._receive()
        with suppress(OSError):  # after a timeout, the supervisor adopts what is below the reaper
            os.kill(self.root, signal.SIGKILL)
        os.waitpid(self.root, 0)
        self._socket.close()
        if report == _SILENT:
            return ProcessEnd(exceeded=f"could not be ended in {_TIMEOUT_S} s")
        code = int(report) if report else -signal.SIGKILL
        return ProcessEnd(code=code) if code >= 0 else ProcessEnd(signal=-code)

    def _receive(self) -> str:
        """Read a line from the reaper, or part of one if the reaper is gone."""
        line = b""
        try:
            while not line.endswith(b"\n") and (byte := self._socket.recv(1)):
                line += byte
        except TimeoutError:
            return _SILENT
        except OSError:
            pass
        return line.decode("utf-8", "replace").strip()


def _reap(supervisor: socket.socket, become: Callable[[int], None], user: int | None) -> None:
    """Be the reaper: start the bot, wait for its end or the supervisor's, leave nothing behind."""
    bot = 0
    try:
        if _LINUX:
            kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
        # A child's end becomes input, so that one `poll` waits for that and for the supervisor.
        ended, wakeup = os.pipe()
        os.set_blocking(wakeup, False)
        signal.set_wakeup_fd(wakeup)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        failed, failure = os.pipe()  # closes unwritten when the bot's program begins
        bot = os.fork()
        if bot == 0:
            _start(become, failure)
        os.close(failure)
        _close_all_but(supervisor.fileno(), failed, ended, wakeup)
        _forget_standard_pipes()
        if why := os.read(failed, 4096):
            supervisor.sendall(why.replace(b"\n", b" ") + b"\n")
            os._exit(1)
        supervisor.sendall(f"{_STARTED}\n".encode())
        status = _wait(bot, supervisor, ended)
        _end_all(bot, user)
        supervisor.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    except OSError:  # the supervisor is gone
        _end_all(bot, user)
    finally:
        os._exit(0)


def _wait(bot: int, supervisor: socket.socket, ended: int) -> int:
    """Wait for the bot, reaping its orphans meanwhile, and return its status.

    `ended` is a pipe that becomes readable whenever a child has ended.
    """
    poller = select.poll()
    poller.register(ended, select.POLLIN)
    poller.register(supervisor, select.POLLIN)
    while True:
        ready = dict(poller.poll())
        if ended in ready:
            os.read(ended, 1 << 16)
            while (done := os.waitpid(-1, os.WNOHANG))[0]:
                if done[0] == bot:
                    return done[1]
        elif supervisor.fileno() in ready:
            with suppress(OSError):
                os.kill(bot, signal.SIGKILL)
            return os.waitpid(bot, 0)[1]


def _end_all(bot: int, user: int | None) -> None:
    if not _LINUX:  # no way to find processes that have left the bot's group
        if bot:
            with suppress(OSError):
                os.kill(-bot, signal.SIGKILL)
        return
    if user is not None:  # a signal to all of a user's processes at once: none can fork meanwhile
        child = os.fork()
        if child == 0:
            os.setresuid(user, user, user)
            os.kill(-1, signal.SIGKILL)
            os._exit(0)
        with suppress(ChildProcessError):
            os.waitpid(child, 0)
    kill_below(os.getpid())


def _start(become: Callable[[int], None], failure: int) -> None:
    """Become the bot, in its own process, or report why that failed."""
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
    """Limit and confine this process, then run the bot in it. Raises OSError.

    It keeps no descriptors but the pipes, and `kept` until it runs.
    """
    for number, descriptor in enumerate(pipes):
        os.dup2(descriptor, number)
    _close_all_but(kept)
    os.setsid()
    # All this before the change of user, who may neither join a group nor write to /proc/self.
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
        # Last of all, and Landlock first: the filter refuses its calls.
        landlock.confine(seen, [*DEVICES, *own], order.needs.network)
        kernel.install_filter(filter_of(_rows(order, user, group), platform.machine()))
    os.execve(order.command[0], order.command, environment)


def _rows(order: Order, user: int | None, group: Group | None) -> list[RefusedCalls]:
    """Return the policy's rows for the filter."""
    rows = refused(order.level, order.needs.network, bool(group), order.writable)
    # If nothing else keeps signals from other processes of the same user, that is up to the filter:
    # a bot's process may then signal only itself and its group.
    if user is None and landlock.version() < _SIGNALS_ARE_SCOPED:
        others = When(0, "is none of", (0, os.getpid()))
        rows.append(RefusedCalls("kill tgkill", when=(others,)))
        rows.append(RefusedCalls("tkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_send_signal"))
    return rows


def _limit_processes(most: int, user: int | None) -> None:
    """Limit the bot's processes exactly if it has its own user."""
    # Otherwise the kernel counts everything its user runs, so the limit only keeps the bot from
    # going far beyond what the watch allows.
    number = most if user is not None else _threads_of_user() + most + _SPARE_PROCESSES
    impose(0, [(resource.RLIMIT_NPROC, number)])


def _threads_of_user() -> int:
    user, total = os.getuid(), 0
    for name in os.listdir("/proc"):
        with suppress(OSError):
            if name.isdecimal() and os.stat(f"/proc/{name}").st_uid == user:
                total += len(os.listdir(f"/proc/{name}/task"))
    return total


def _close_all_but(*kept: int) -> None:
    """Close every other descriptor from 3 on, which include other bots' pipes."""
    last = 2
    for each in sorted(kept):
        os.closerange(last + 1, each)
        last = each
    os.closerange(last + 1, 1 << 16)


def _forget_standard_pipes() -> None:
    null = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):
        os.dup2(null, standard)
