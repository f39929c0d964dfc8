"""Level A: a bot in namespaces of its own, made by bubblewrap.

The options go through a descriptor, since a bot can read the command line of its namespace's first
process. Inside, a shell waits at a gate until the limits are set, and exits if the supervisor is
gone by then. Under root no user namespace is made; instead, the shell runs setpriv to change to
the bot's user.
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
from arena.sandbox.policy import (
    DEVICES,
    EXIT_OF_SIGKILL,
    HIDDEN,
    HOME,
    KERNEL,
    MEMORY,
    SHARED_MEMORY,
    STATISTICS,
    USER_NAME,
    refused,
)
from arena.sandbox.processes import tree
from arena.sandbox.runtimes import readable, within
from arena.sandbox.seccomp import filter_of
from arena.sandbox.supervisor_messages import CannotStart, Order, ProcessEnd

SHARED_MEMORY_MB = 16
BOT = "/bot"
_TIMEOUT_S = 20
_EXTRA_PROCESSES = 2
"""Processes of bubblewrap that may count as the bot's."""
_ARGS, _INFO, _GATE, _STDERR, _FILTER, _FIRST_FILE = 3, 4, 5, 6, 7, 8
_MOST_FILES, _MOST_BYTES = 100, 4 * MB
"""The largest bot that is copied into its namespaces: the kernel lists the source path of every
mount, and a mounted bot could learn from it where the home is."""
_NUMBER = re.compile(rb"(?<= )\d+")
_GUARD = (
    f"echo >&{_GATE}; read -r go <&{_GATE} || exit 1; "
    f'exec "$@" 2>&{_STDERR} {_ARGS}>&- {_INFO}>&- {_GATE}>&- {_STDERR}>&- {_FILTER}>&-'
)


class NamespacedBot:
    """A bot in its namespaces.

    `root` is their first process, with which all others end; `child` is bubblewrap outside.
    """

    def __init__(
        self,
        order: Order,
        user: int | None,
        pipes: Sequence[int],
        environment: dict[str, str],
        group: Group | None,
    ) -> None:
        """Start a bot.

        Args:
            order: what to start.
            user: its user id; None for the arena's.
            pipes: its stdin, stdout and stderr.
            environment: its environment variables.
            group: its control group, if there is one.

        Raises:
            CannotStart: the program can't be started.
        """
        copied = {} if order.writable else _small_files(order.folder)
        ids = (os.getuid(), os.getgid()) if user is None else (user, user)
        made = _made(order.needs.memory_mb, *ids)
        words = _options(order, user is not None, environment, [*made], copied)
        rows = refused(order.level, order.needs.network, bool(group), order.writable)
        gate, inside = socket.socketpair()
        gate.settimeout(_TIMEOUT_S)
        info, info_in = os.pipe()
        errors, errors_in = os.pipe()
        descriptors = {
            0: pipes[0],
            1: pipes[1],
            2: errors_in,
            _ARGS: _file("\0".join(words).encode() + b"\0"),
            _INFO: info_in,
            _GATE: inside.detach(),
            _STDERR: pipes[2],
            _FILTER: _file(filter_of(rows, platform.machine())),
        }
        files = [*map(_file, made.values()), *(os.open(path, os.O_RDONLY) for path in copied)]
        descriptors |= enumerate(files, start=_FIRST_FILE)
        command = ["bwrap", "--args", str(_ARGS), "--", "/bin/sh", "-c", _GUARD, "sh"]
        command += [*_change_to(user), *map(_inside(order.folder), order.command)]
        parent = os.getpid()
        self.child = os.fork()
        if self.child == 0:
            _exec_bwrap(order.bwrap, command, descriptors, parent, group)
        for descriptor in {*descriptors.values()} - {*pipes}:
            os.close(descriptor)
        try:
            with gate:
                self.root = _first_process(info)
                gate.recv(1)  # the shell is there, so it can be limited
                self._let_in(order, group)
                gate.sendall(b"go\n")
        except (OSError, ValueError) as problem:
            why = self._failure(problem, errors)
            raise CannotStart(f"bubblewrap cannot start it: {why}") from None
        finally:
            os.close(info)
            os.close(errors)
        self.ended = os.pidfd_open(self.child)
        self._init = os.pidfd_open(self.root)

    def _failure(self, problem: OSError | ValueError, errors: int) -> str:
        """End bubblewrap, and return why it failed, in its own words if it wrote any."""
        with suppress(OSError):
            os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        silent = "it ended at once" if isinstance(problem, ValueError) else str(problem)
        why = os.read(errors, 1000).decode("utf-8", "replace").strip() or silent
        return why.splitlines()[0]

    def _let_in(self, order: Order, group: Group | None) -> None:
        """Limit the shell at the gate, and with it everything that it starts."""
        (guard,) = tree(self.root)
        if group:
            group.let_out(self.child)
            group.let_out(self.root)
        processes = order.needs.processes + _EXTRA_PROCESSES
        of_bot = limits(order.needs, order.writable)
        impose(guard, [*of_bot, (resource.RLIMIT_NPROC, processes)])
        with suppress(OSError):
            Path(f"/proc/{guard}/oom_score_adj").write_text("1000")

    def end(self) -> ProcessEnd:
        """End the bot, wait until it is gone, and return how it ended."""
        with suppress(OSError):  # with their first process, everything in the namespaces ends
            signal.pidfd_send_signal(self._init, signal.SIGKILL)
        with suppress(OSError):
            signal.pidfd_send_signal(self.ended, signal.SIGCONT)
        _, status = os.waitpid(self.child, 0)
        gone = select.poll()
        gone.register(self._init, select.POLLIN)
        gone.poll(_TIMEOUT_S * 1000)  # bubblewrap may end before its namespaces are empty
        os.close(self._init)
        os.close(self.ended)
        code = os.waitstatus_to_exitcode(status)
        if code == EXIT_OF_SIGKILL or code < 0:
            return ProcessEnd(signal=signal.SIGKILL)
        if code > 128:
            return ProcessEnd(signal=code - 128)
        return ProcessEnd(code=code)


def _made(memory_mb: int, user: int, group: int) -> dict[str, bytes]:
    """Return the files that a bot with these ids and this memory sees instead of the machine's."""
    memory = _NUMBER.sub(b"0", Path(MEMORY).read_bytes())
    return {
        MEMORY: re.sub(rb"(?m)^(Mem\w+: +)0", rb"\g<1>%d" % (memory_mb * 1024), memory),
        STATISTICS: _NUMBER.sub(b"0", Path(STATISTICS).read_bytes()),
        "/etc/passwd": f"{USER_NAME}:x:{user}:{group}::{HOME}:/bin/sh\n".encode(),
        "/etc/group": f"{USER_NAME}:x:{group}:\n".encode(),
    }


def _options(
    order: Order,
    root: bool,
    environment: dict[str, str],
    made: list[str],
    copied: dict[str, int],
) -> list[str]:
    """Return bubblewrap's options, from the policy.

    The descriptors from _FIRST_FILE on have the files at the `made` paths, and then the bot's, with
    their modes in `copied`, if they are copied instead of mounted.
    """
    needs = order.needs
    words = ["--die-with-parent", "--new-session", "--hostname", "bot", "--cap-drop", "ALL"]
    words += ["--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try"]
    words += [] if needs.network else ["--unshare-net"]
    if root:
        words += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        words += ["--unshare-user", "--disable-userns"]
    # The bot must not change the memory of the first process, which reports how it ended.
    # All this comes before the readable paths, or the scratch space would hide a runtime in /tmp.
    words += ["--proc", "/proc", "--tmpfs", "/proc/1", "--remount-ro", "/proc/1"]
    folders = {"/proc", HOME}
    words += _hidden()
    for number, path in enumerate(made, start=_FIRST_FILE):
        words += [*_parents(path, folders), "--perms", "0444", "--ro-bind-data", str(number), path]
    words += ["--remount-ro", "/proc", *_devices()]
    words += _memory(SHARED_MEMORY, SHARED_MEMORY_MB) + _memory(HOME, needs.scratch_mb)
    for path in readable(order.command[0], needs.network):
        words += _parents(path, folders)
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path), path]
        else:
            words += ["--ro-bind", path, path]
    for number, (path, mode) in enumerate(copied.items(), start=_FIRST_FILE + len(made)):
        inside = _inside(order.folder)(path)
        words += _parents(inside, folders)
        words += ["--perms", f"{mode:04o}", "--file", str(number), inside]
    if not copied:
        words += ["--bind" if order.writable else "--ro-bind", order.folder, BOT]
    words += ["--chdir", BOT, "--remount-ro", "/", "--clearenv"]
    for name, value in {**environment, "HOME": HOME, "TMPDIR": HOME}.items():
        words += ["--setenv", name, value]
    return [*words, "--info-fd", str(_INFO), "--seccomp", str(_FILTER)]


@cache
def _hidden() -> tuple[str, ...]:
    """Return options that empty HIDDEN files and folders of /proc, but for what KERNEL names."""
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
    """Return options for the policy's devices and /dev/fd; bubblewrap's own /dev has more."""
    words = ["--perms", "0755", "--dir", "/dev"]
    for device in DEVICES:
        words += ["--dev-bind", device, device]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        words += ["--symlink", f"/proc/self/fd/{number}", f"/dev/{name}"]
    return [*words, "--symlink", "/proc/self/fd", "/dev/fd"]


def _parents(path: str, made: set[str]) -> list[str]:
    """Return options to make the folders above a path, which bubblewrap would close to others."""
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
    """Return a function that turns paths in the bot's folder into those that the bot sees."""
    return lambda word: BOT + word[len(folder) :] if within(word, [folder]) else word


def _small_files(folder: str) -> dict[str, int]:
    """Return the paths of a bot's files with their modes, or nothing if they can't be copied.

    That is so if they are many or large, if there are links or empty folders, or if this process
    may open only few files.
    """
    modes: dict[str, int] = {}
    size = 0
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 10 * _MOST_FILES:
        return modes
    for parent, folders, names in os.walk(folder):
        for path in (os.path.join(parent, name) for name in names):
            about = os.lstat(path)
            modes[path] = 0o555 if about.st_mode & 0o111 else 0o444
            size += about.st_size
            if not stat.S_ISREG(about.st_mode) or len(modes) > _MOST_FILES or size > _MOST_BYTES:
                return {}
        if not (folders or names) or any(os.path.islink(f"{parent}/{each}") for each in folders):
            return {}
    return modes


def _file(content: bytes) -> int:
    """Return a descriptor from which the content can be read."""
    opened = os.memfd_create("arena")
    os.write(opened, content)
    os.lseek(opened, 0, os.SEEK_SET)
    return opened


def _exec_bwrap(
    program: str, command: list[str], descriptors: dict[int, int], parent: int, group: Group | None
) -> None:
    """Become bubblewrap, in the forked child, with these descriptors and no environment."""
    try:
        die_with(parent)
        if group:
            # Before a namespace is made of it: then the bot reads `/` there instead of the group's
            # path. `_let_in` takes bubblewrap out again.
            group.take_in(0)
        # First move all to higher numbers, or one could overwrite another.
        above = max(descriptors) + 1
        moved = [fcntl.fcntl(each, fcntl.F_DUPFD, above) for each in descriptors.values()]
        for number, descriptor in zip(descriptors, moved, strict=True):
            os.dup2(descriptor, number)
        os.closerange(above, 1 << 16)
        os.execve(program, command, {})
    except BaseException as error:
        os.write(2, f"{program}: {error}\n".encode())
    finally:
        os._exit(127)


def _first_process(info: int) -> int:
    """Read the id of the first process in the namespaces. Raises ValueError."""
    text = b""
    while part := os.read(info, 4096):
        text += part
    return int(json.loads(text)["child-pid"])
