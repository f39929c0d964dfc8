"""Trees of processes, as /proc shows them."""

import os
import resource
import signal
import time
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")
_ROUNDS = 200


def tree(root: int) -> list[int]:
    """The process ids below `root`, not itself, parents first."""
    found: list[int] = []
    waiting = [root]
    while waiting:
        below = children(waiting.pop())
        found += below
        waiting += below
    return found


def threads(pids: list[int]) -> int:
    """How many threads these processes have together."""
    total = 0
    for pid in pids:
        with suppress(OSError):
            total += len(os.listdir(f"/proc/{pid}/task"))
    return total


def memory(pids: list[int], most: int) -> int:
    """Bytes of memory that these processes have in use.

    Looked up quickly, which counts what forked processes share several times; only if that comes
    to more than `most` is it done thoroughly.
    """
    quick = 0
    for pid in pids:
        with suppress(OSError, ValueError, IndexError):
            quick += int(Path(f"/proc/{pid}/statm").read_bytes().split()[1]) * _PAGE
    return quick if quick <= most or len(pids) == 1 else sum(map(_share, pids))


def _share(pid: int) -> int:
    """A process's share of the memory that it has in use, or all of it if we may not look."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_bytes().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(b"Pss:"))
    except (OSError, StopIteration):
        with suppress(OSError, ValueError, IndexError):
            return int(Path(f"/proc/{pid}/statm").read_bytes().split()[1]) * _PAGE
    return 0


def send(pids: list[int], number: int) -> None:
    """Send a signal to each that is still there."""
    for pid in pids:
        with suppress(OSError):
            os.kill(pid, number)


def kill_below(root: int, spared: Collection[int] = ()) -> None:
    """Kill all descendants of this process (`root`), whatever they do meanwhile, and reap them;
    all but the children that are `spared`, and what is below those.

    Each is forbidden to fork before it is killed, so that those which multiply run out.
    """
    for attempt in range(_ROUNDS):
        found = [each for child in children(root, spared) for each in (child, *tree(child))]
        for pid in found:
            with suppress(OSError):
                resource.prlimit(pid, resource.RLIMIT_NPROC, (0, 0))
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        reap(found)
        if not found:
            return
        if attempt:
            time.sleep(0.001)


def reap(pids: Iterable[int]) -> None:
    """Bury those of them that are our children and have ended."""
    for pid in pids:
        with suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)


def children(root: int, but: Collection[int] = ()) -> list[int]:
    """The processes that a process, with all its threads, has started or adopted."""
    found: list[int] = []
    with suppress(OSError):
        for task in os.listdir(f"/proc/{root}/task"):
            with suppress(OSError):
                told = Path(f"/proc/{root}/task/{task}/children").read_bytes()
                found += [pid for pid in map(int, told.split()) if pid not in but]
    return found
