"""Control groups: one for each bot, if this machine allows it (cgroups(7), version 2).

The kernel then counts the processor time of all the bot's processes, even of those that have
ended, and can stop them all at once. This needs no controller, so nothing else changes. Without
groups, ended children count once their parent has waited for them, in whole hundredths of a second.
"""

import os
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from arena.sandbox.processes import identity, is_gone

_PREFIX = "arena-bot-"
_TRIES, _MOMENT_S = 50, 0.002


class Group:
    """The control group of a bot; `folder` is its place in the cgroup file system."""

    def __init__(self, number: int) -> None:
        """Make a group for the bot with this number. Raises OSError."""
        self.folder = f"{_parent()}/{_PREFIX}{identity(os.getpid())}.{number}"
        os.mkdir(self.folder)

    def take_in(self, pid: int) -> None:
        """Add a process (0: this one), with all that it starts from now on. Raises OSError."""
        _write(f"{self.folder}/cgroup.procs", pid)

    def let_out(self, pid: int) -> None:
        """Move a process back into the supervisor's group. Raises OSError."""
        _write(f"{_parent()}/cgroup.procs", pid)

    def freeze(self, frozen: bool) -> None:
        """Stop all its processes, or let them continue."""
        with suppress(OSError):
            _write(f"{self.folder}/cgroup.freeze", int(frozen))

    def remove(self) -> None:
        """Remove the group; killed processes may take a moment to go.

        A group that can't be removed in time is left to a later `sweep`.
        """
        for _ in range(_TRIES):
            try:
                os.rmdir(self.folder)
            except FileNotFoundError:
                return
            except OSError:
                time.sleep(_MOMENT_S)
            else:
                return


def new_group(number: int) -> Group | None:
    """Make a group for the bot with this number; return None if that isn't possible."""
    with suppress(OSError):
        return Group(number) if _parent() else None
    return None


def cpu_ns(folder: str) -> int:
    """Return the processor time used in a group so far. Raises OSError."""
    with open(f"{folder}/cpu.stat", "rb") as counts:
        name, used = counts.readline().split()
    assert name == b"usage_usec"
    return int(used) * 1000


def sweep() -> None:
    """Remove the groups of supervisors that are gone."""
    if parent := _parent():
        for folder in Path(parent).glob(f"{_PREFIX}*"):
            if is_gone(folder.name.removeprefix(_PREFIX).rpartition(".")[0]):
                with suppress(OSError):
                    folder.rmdir()


@cache
def _parent() -> str:
    """Return the folder of this process's group, or "" if no groups can be made in it."""
    # It is written nowhere if processes may be moved into such a group, so one is.
    own = _own()
    trial = f"{own}/arena-trial-{identity(os.getpid())}"
    try:
        os.mkdir(trial)
    except OSError:
        return ""
    child = os.fork()
    if child == 0:
        failed = 1
        with suppress(OSError):
            _write(f"{trial}/cgroup.procs", 0)
            failed = 0
        os._exit(failed)
    _, status = os.waitpid(child, 0)
    os.rmdir(trial)
    return own if status == 0 else ""


def _own() -> str:
    """Return the folder of this process's group; without groups, one that doesn't exist."""
    with suppress(OSError, StopIteration):
        rows = Path("/proc/self/cgroup").read_text().splitlines()
        path = next(row[3:] for row in rows if row.startswith("0::"))
        for row in Path("/proc/self/mountinfo").read_text().splitlines():
            mounted, _, kind = row.partition(" - ")
            if kind.startswith("cgroup2 "):
                _, _, _, root, folder, *_ = mounted.split()
                return os.path.join(folder, os.path.relpath(path, root))
    return "/nowhere"


def _write(file: str, number: int) -> None:
    opened = os.open(file, os.O_WRONLY)
    try:
        os.write(opened, b"%d" % number)
    finally:
        os.close(opened)
