"""A control group for each bot, where the machine lets us make some (cgroups(7), version 2).

The kernel then counts the processor time of all its processes together, those that have ended
included, and stops them all at once. No controller is asked for: nothing else changes.
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
    """One bot's. `folder`: where the kernel shows it."""

    def __init__(self, number: int) -> None:
        """Raises OSError."""
        self.folder = f"{_place()}/{_PREFIX}{identity(os.getpid())}.{number}"
        os.mkdir(self.folder)

    def take_in(self, pid: int) -> None:
        """A process (0: this one), and all that it starts from now on. Raises OSError."""
        _write(f"{self.folder}/cgroup.procs", pid)

    def let_out(self, pid: int) -> None:
        """Take a process back into our own group. Raises OSError."""
        _write(f"{_place()}/cgroup.procs", pid)

    def freeze(self, frozen: bool) -> None:
        """Stop all its processes, or let them continue."""
        with suppress(OSError):
            _write(f"{self.folder}/cgroup.freeze", int(frozen))

    def remove(self) -> None:
        """Remove it. What has been killed may need a moment to be gone; if not, see `sweep`."""
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
    """A group for the bot with this number; None where none can be made."""
    with suppress(OSError):
        return Group(number) if _place() else None
    return None


def cpu_ns(folder: str) -> int:
    """The processor time that has been used in a group so far. Raises OSError."""
    with open(f"{folder}/cpu.stat", "rb") as counts:
        name, used = counts.readline().split()
    assert name == b"usage_usec"
    return int(used) * 1000


def sweep() -> None:
    """Remove the groups of nurseries that are gone."""
    if place := _place():
        for folder in Path(place).glob(f"{_PREFIX}*"):
            if is_gone(folder.name.removeprefix(_PREFIX).rpartition(".")[0]):
                with suppress(OSError):
                    folder.rmdir()


@cache
def _place() -> str:
    """The folder of our own group, if others can be made in it: tried once; else nothing."""
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
    """The folder of the group that we are in; a place that is not there where there are none."""
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
