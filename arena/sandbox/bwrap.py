"""Level A: a bot in namespaces of its own, made by bubblewrap.

Its options go through a descriptor, since a bot can read the command line of its namespace's
first process. Inside, a shell waits at a gate until the limits are set, and ends if we are gone
by then. As root no user namespace is made; the shell's program changes to a user of its own.
"""

import fcntl
import json
import os
import platform
import re
import resource
import select
import signal
import socket
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from arena.sandbox.groups import Group
from arena.sandbox.kernel import die_with
from arena.sandbox.limits import MB, impose, limits
from arena.sandbox.order import CannotStart, Order, ProcessEnd
from arena.sandbox.policy import (
    DEVICES,
    EXIT_OF_SIGKILL,
    HIDDEN,
    HOME,
    KERNEL,
    SHARED_MEMORY,
    STATISTICS,
    refused,
)
from arena.sandbox.processes import tree
from arena.sandbox.runtimes import readable, within
from arena.sandbox.seccomp import filter_of

SHARED_MEMORY_MB = 16
BOT = "/bot"
_PATIENCE = 20
_OF_OURS = 2
"""Processes of bubblewrap that may count as the bot's."""
_ARGS, _INFO, _GATE, _STDERR, _FILTER, _STATISTICS, _FIRST_FILE = 3, 4, 5, 6, 7, 8, 9
_MOST_FILES, _MOST_BYTES = 100, 4 * MB
"""A bot that is no larger is copied into its namespaces: mounted, its folder would tell it where
it lies, which is in the home."""
_NUMBER = re.compile(rb"(?<= )\d+")
_GUARD = (
    f"echo >&{_GATE}; read -r go <&{_GATE} || exit 1; "
    f'exec "$@" 2>&{_STDERR} {_ARGS}>&- {_INFO}>&- {_GATE}>&- {_STDERR}>&- {_FILTER}>&-'
)


class Caged:
    """A bot in its namespaces. `root`: their first process, whose end is the end of all. `child`:
    bubblewrap outside of them."""

    def __init__(
        self,
        order: Order,
        user: int | None,
        pipes: Sequence[int],
        environment: dict[str, str],
        group: Group | None,
    ) -> None:
        """Starts it as a user (None: as ourselves); `pipes`: its stdin, stdout and stderr.

        Raises CannotStart.
        """
        copied = {} if order.writable else _small_files(order.folder)
        words = _options(order, user is not None, environment, copied)
        rows = refused(order.level, order.needs.network, bool(group), order.writable)
        gate, inside = socket.socketpair()
        gate.settimeout(_PATIENCE)
        heard, said = os.pipe()
        complaints, error = os.pipe()
        given = {
            0: pipes[0],
            1: pipes[1],
            2: error,
            _ARGS: _file("\0".join(words).encode() + b"\0"),
            _INFO: said,
            _GATE: inside.fileno(),
            _STDERR: pipes[2],
            _FILTER: _file(filter_of(rows, platform.machine())),
            _STATISTICS: _file(_NUMBER.sub(b"0", Path(STATISTICS).read_bytes())),
        }
        files = [os.open(path, os.O_RDONLY) for path in copied]
        given |= dict(enumerate(files, start=_FIRST_FILE))
        command = ["bwrap", "--args", str(_ARGS), "--", "/bin/sh", "-c", _GUARD, "sh"]
        command += [*_change_to(user), *map(_inside(order.folder), order.command)]
        us = os.getpid()
        self.child = os.fork()
        if self.child == 0:
            _exec_bwrap(order.bwrap, command, given, us, group)
        for descriptor in (given[_ARGS], given[_FILTER], given[_STATISTICS], said, error, *files):
            os.close(descriptor)
        inside.close()
        try:
            with gate:
                self.root = _first_process(heard)
                gate.recv(1)
                self._let_in(order, group)
                gate.sendall(b"go\n")
        except (OSError, ValueError) as problem:
            with suppress(OSError):
                os.kill(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
            silent = "it ended at once" if isinstance(problem, ValueError) else str(problem)
            why = os.read(complaints, 1000).decode("utf-8", "replace").strip() or silent
            raise CannotStart(f"bubblewrap cannot start it: {why.splitlines()[0]}") from None
        finally:
            os.close(heard)
            os.close(complaints)
        self.ended = os.pidfd_open(self.child)
        self._init = os.pidfd_open(self.root)

    def _let_in(self, order: Order, group: Group | None) -> None:
        """Limit the shell at the gate, and so all that comes of it."""
        (guard,) = tree(self.root)
        if group:
            group.let_out(self.child)
            group.let_out(self.root)
        wanted = limits(order.needs, order.writable)
        impose(guard, [*wanted, (resource.RLIMIT_NPROC, order.needs.processes + _OF_OURS)])
        with suppress(OSError):
            Path(f"/proc/{guard}/oom_score_adj").write_text("1000")

    def kill(self) -> None:
        """End everything in the namespaces."""
        with suppress(OSError):
            signal.pidfd_send_signal(self._init, signal.SIGKILL)

    def end(self) -> ProcessEnd:
        """Wait until nothing of it is left, and return how it ended."""
        self.kill()
        with suppress(OSError):
            signal.pidfd_send_signal(self.ended, signal.SIGCONT)
        _, status = os.waitpid(self.child, 0)
        gone = select.poll()
        gone.register(self._init, select.POLLIN)
        gone.poll(_PATIENCE * 1000)  # bubblewrap may be gone before its namespaces are empty
        os.close(self._init)
        os.close(self.ended)
        code = os.waitstatus_to_exitcode(status)
        if code == EXIT_OF_SIGKILL or code < 0:
            return ProcessEnd(signal=signal.SIGKILL)
        if code > 128:
            return ProcessEnd(signal=code - 128)
        return ProcessEnd(code=code)


def _options(
    order: Order, root: bool, environment: dict[str, str], copied: dict[str, int]
) -> list[str]:
    """bubblewrap's options, from the policy. `copied`: the bot's files, if they come in one by one,
    with their modes."""
    needs = order.needs
    words = ["--die-with-parent", "--new-session", "--hostname", "bot", "--cap-drop", "ALL"]
    words += ["--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try"]
    words += [] if needs.network else ["--unshare-net"]
    if root:
        words += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        words += ["--unshare-user", "--disable-userns"]
    # Before what it may read, or a runtime that lives in /tmp would be hidden by its scratch space.
    # Of its first process, which tells how a bot ended, it must not change the memory.
    words += ["--proc", "/proc", "--tmpfs", "/proc/1", "--remount-ro", "/proc/1"]
    words += [*_hidden(), "--ro-bind-data", str(_STATISTICS), STATISTICS]
    words += ["--remount-ro", "/proc", *_devices()]
    words += _memory(SHARED_MEMORY, SHARED_MEMORY_MB) + _memory(HOME, needs.scratch_mb)
    made = {HOME}
    for path in readable(order.command[0], needs.network):
        words += _parents(path, made)
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path), path]
        else:
            words += ["--ro-bind", path, path]
    for number, (path, mode) in enumerate(copied.items(), start=_FIRST_FILE):
        inside = _inside(order.folder)(path)
        words += [*_parents(inside, made), "--perms", f"{mode:04o}", "--file", str(number), inside]
    if not copied:
        words += ["--bind" if order.writable else "--ro-bind", order.folder, BOT]
    words += ["--chdir", BOT, "--remount-ro", "/", "--clearenv"]
    for name, value in {**environment, "HOME": HOME, "TMPDIR": HOME}.items():
        words += ["--setenv", name, value]
    return [*words, "--info-fd", str(_INFO), "--seccomp", str(_FILTER)]


@cache
def _hidden() -> tuple[str, ...]:
    """Files of /proc become empty, and so do folders, but for what the policy shows of them."""
    words: list[str] = []
    for path in filter(os.path.exists, HIDDEN):
        if not os.path.isdir(path):
            words += ["--ro-bind", "/dev/null", path]
            continue
        words += ["--tmpfs", path]
        for shown in (each for each in KERNEL if within(each, [path])):
            words += ["--ro-bind-try", shown, shown]
        words += ["--remount-ro", path]
    return tuple(words)


def _devices() -> list[str]:
    """The policy's, and links to open files; bubblewrap's own /dev has more."""
    words = ["--perms", "0755", "--dir", "/dev"]
    for device in DEVICES:
        words += ["--dev-bind", device, device]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        words += ["--symlink", f"/proc/self/fd/{number}", f"/dev/{name}"]
    return [*words, "--symlink", "/proc/self/fd", "/dev/fd"]


def _parents(path: str, made: set[str]) -> list[str]:
    """The folders above a path, open to all: made by bubblewrap they would be root's alone."""
    words, parts = [], path.split("/")[1:-1]
    for depth in range(1, len(parts) + 1):
        folder = "/" + "/".join(parts[:depth])
        if folder not in made:
            made.add(folder)
            words += ["--perms", "0755", "--dir", folder]
    return words


def _memory(path: str, size_mb: int) -> list[str]:
    return ["--perms", "1777", "--size", str(size_mb * MB), "--tmpfs", path]


def _change_to(user: int | None) -> list[str]:
    if user is None:
        return []
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]


def _inside(folder: str) -> Callable[[str], str]:
    """Makes of a word of the command what it is in there: paths to the bot's folder lead to BOT."""
    return lambda word: BOT + word[len(folder) :] if within(word, [folder]) else word


def _small_files(folder: str) -> dict[str, int]:
    """The paths of a bot's files, with their modes; none if they are many or large, if there are
    links or empty folders, or we may have few descriptors."""
    found: dict[str, int] = {}
    size = 0
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 10 * _MOST_FILES:
        return found
    for place, folders, names in os.walk(folder):
        for path in (os.path.join(place, name) for name in names):
            about = os.lstat(path)
            found[path] = 0o555 if about.st_mode & 0o111 else 0o444
            size += about.st_size
            if not stat.S_ISREG(about.st_mode) or len(found) > _MOST_FILES or size > _MOST_BYTES:
                return {}
        if not (folders or names) or any(os.path.islink(f"{place}/{each}") for each in folders):
            return {}
    return found


def _file(content: bytes) -> int:
    """A descriptor from which this can be read."""
    opened = os.memfd_create("arena")
    os.write(opened, content)
    os.lseek(opened, 0, os.SEEK_SET)
    return opened


def _exec_bwrap(
    program: str, command: list[str], given: dict[int, int], parent: int, group: Group | None
) -> None:
    """In the forked child: becomes bubblewrap, with these descriptors and no environment.

    In the bot's control group until the bot is, or the bot would see where that is.
    """
    try:
        die_with(parent)
        if group:
            group.take_in(0)
        # First out of the way, or one would overwrite another.
        away = [fcntl.fcntl(each, fcntl.F_DUPFD, max(given) + 1) for each in given.values()]
        for number, descriptor in zip(given, away, strict=True):
            os.dup2(descriptor, number)
        os.closerange(max(given) + 1, 1 << 16)
        os.execve(program, command, {})
    except BaseException as error:
        os.write(2, f"{program}: {error}\n".encode())
    finally:
        os._exit(127)


def _first_process(heard: int) -> int:
    """Read what bubblewrap says of the first process in the namespaces. Raises ValueError."""
    told = b""
    while part := os.read(heard, 4096):
        told += part
    return int(json.loads(told)["child-pid"])
