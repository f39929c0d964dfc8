"""Limits that the kernel enforces for each process of a bot by itself, and one of Python's."""

import gc
import resource
import sys

from arena.sandbox.needs import Needs
from arena.sandbox.policy import OPEN_FILES

MB = 1 << 20
OPEN_FILES_OF_BUILDS = 4096
GARBAGE_AFTER = 50_000
"""New objects before Python's cycle collector runs. After the usual 700 it took a twentieth of each
decision, a sixth of each replay and a twelfth of storing, and found hardly any cycles."""

Limit = tuple[int, int]
"""One of `resource.RLIMIT_…`, and its value for both the soft and the hard limit."""
_SIGNALS = 256
"""Signals that may wait for delivery; users may have as many as their memory allows."""


def limits(needs: Needs, writable: bool) -> list[Limit]:
    """Return all limits but the number of processes, which is set differently at each level."""
    bounds = [
        # Stops what grows faster than the supervisor looks. It is no tighter because Java reserves
        # a 64th of the machine's memory at its start, most of which it never uses.
        (resource.RLIMIT_DATA, 2 * needs.memory_mb * MB + 1024 * MB),
        (resource.RLIMIT_FSIZE, needs.file_mb * MB),
        (resource.RLIMIT_NOFILE, OPEN_FILES_OF_BUILDS if writable else OPEN_FILES),
        (resource.RLIMIT_CORE, 1),  # at 0 the kernel would still run a crash handler (core(5))
    ]
    if sys.platform == "linux":
        bounds += [(resource.RLIMIT_MSGQUEUE, 0), (resource.RLIMIT_SIGPENDING, _SIGNALS)]
    return bounds


def impose(pid: int, bounds: list[Limit]) -> None:
    """Set limits of a process (0: this one), capped by this process's own. Raises OSError."""
    for kind, value in bounds:
        _, hard = resource.getrlimit(kind)
        least = value if hard == resource.RLIM_INFINITY else min(value, hard)
        if pid:
            resource.prlimit(pid, kind, (least, least))
        else:
            resource.setrlimit(kind, (least, least))


def collect_rarely() -> None:
    """Let Python look for cycles of objects only after GARBAGE_AFTER new ones."""
    gc.set_threshold(max(GARBAGE_AFTER, gc.get_threshold()[0]))
