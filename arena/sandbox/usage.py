"""What bots use of the machine, and whether it is too much: memory, processes, scratch space."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir

from arena.sandbox.limits import MB
from arena.sandbox.needs import Needs
from arena.sandbox.policy import HOME, SHARED_MEMORY
from arena.sandbox.processes import memory, threads, tree
from arena.sandbox.scratch import size, size_of_names, why_unmeasurable

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
        try:
            filled = self._filled(needs.scratch_mb * MB)
        except OSError as error:
            return f"{why_unmeasurable(error)} in its scratch space, so its size is unknown"
        if filled > needs.scratch_mb * MB:
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
