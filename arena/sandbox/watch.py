"""The watch over what a bot uses with all its processes together, where the kernel counts each
process alone: memory, processes, and on the disk its scratch space."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir

from arena.sandbox.limits import MB
from arena.sandbox.needs import Needs
from arena.sandbox.policy import HOME, SHARED_MEMORY
from arena.sandbox.processes import memory, threads, tree
from arena.sandbox.scratch import size, size_of_names

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
    """Looks at one bot: twice a second, and whenever the machine shrinks."""

    def __init__(self, root: int, needs: Needs, scratch: str) -> None:
        """`root`: the process above the bot's. `scratch`: "" if it lies in file systems of its own,
        of which the kernel limits the size, but not the number of files."""
        self._root = root
        self._needs = needs
        self._scratch = scratch
        self._next = 0.0

    def look(self, now: float, hurry: bool) -> str:
        """Name what it uses too much of, as `End.exceeded` has it; nothing if all is well."""
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
