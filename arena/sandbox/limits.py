"""The limits that the kernel keeps for a bot's processes, one by one."""

import resource
import sys

from arena.sandbox.needs import Needs
from arena.sandbox.policy import OPEN_FILES

MB = 1 << 20
OPEN_FILES_OF_BUILDS = 4096

Limit = tuple[int, int]
"""One of `resource.RLIMIT_…`, and its value, both soft and hard."""
_SIGNALS = 256
"""That may wait to be delivered; what the user has without limit."""


def limits(needs: Needs, writable: bool) -> list[Limit]:
    """All but the number of processes, which counts differently at each level.

    Memory stops what grows faster than the watch looks. It is no tighter, since a Java machine
    begins with a 64th of the computer's memory, most of which it never touches.
    """
    return [
        (resource.RLIMIT_DATA, 2 * needs.memory_mb * MB + 1024 * MB),
        (resource.RLIMIT_FSIZE, needs.file_mb * MB),
        (resource.RLIMIT_NOFILE, OPEN_FILES_OF_BUILDS if writable else OPEN_FILES),
        (resource.RLIMIT_CORE, 1),  # at 0 the kernel would still run a crash handler (core(5))
        *_of_linux(),
    ]


def _of_linux() -> list[Limit]:
    if sys.platform != "linux":
        return []
    return [(resource.RLIMIT_MSGQUEUE, 0), (resource.RLIMIT_SIGPENDING, _SIGNALS)]


def impose(pid: int, wanted: list[Limit]) -> None:
    """Set limits of a process (0: this one), none above those that we have. Raises OSError."""
    for what, value in wanted:
        _, hard = resource.getrlimit(what)
        least = value if hard == resource.RLIM_INFINITY else min(value, hard)
        if pid:
            resource.prlimit(pid, what, (least, least))
        else:
            resource.setrlimit(what, (least, least))
