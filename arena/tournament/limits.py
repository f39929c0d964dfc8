"""The limits of this process on the machine: as wide as they can be, refused where too tight.

A soft limit is a default that a program may raise.
"""

import resource
from contextlib import suppress

from arena.errors import ArenaError

LEAST_FILES = 256
"""Open files of one process; a one-node cluster's daemons take the most of them."""
LEAST_FILE_SIZE = 256 * 2**20
"""Bytes: the shared memory of such a cluster is a file, and it dies without a word."""


class LimitTooLow(ArenaError):
    """This process may use too little of the machine to run workers."""


def make_room() -> None:
    """Raises the soft limits to the hard ones. Raises LimitTooLow if these are too low."""
    files = _raised(resource.RLIMIT_NOFILE)
    if files < LEAST_FILES:
        raise LimitTooLow(
            f"A process may open only {files:.0f} files here, and workers need {LEAST_FILES}. "
            f"Allow more: ulimit -n {LEAST_FILES} (as root, if the shell refuses)."
        )
    size = _raised(resource.RLIMIT_FSIZE)
    if size < LEAST_FILE_SIZE:
        raise LimitTooLow(
            f"A file may not grow beyond {size / 2**20:.1f} MB here, and workers need "
            f"{LEAST_FILE_SIZE / 2**20:.0f} MB. Allow more: ulimit -f unlimited (as root, if the "
            "shell refuses)."
        )


def _raised(kind: int) -> float:
    """The limit, as high as it may be without asking anyone."""
    soft, hard = resource.getrlimit(kind)
    if soft != hard:
        with suppress(ValueError, OSError):  # macOS calls it unlimited, and refuses that
            resource.setrlimit(kind, (hard, hard))
            soft = hard
    return float("inf") if soft == resource.RLIM_INFINITY else soft
