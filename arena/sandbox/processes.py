"""Trees of processes, as /proc shows them."""

import os
import resource
import signal
import time
from contextlib import suppress
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")
_ROUNDS = 200


def tree(root: int) -> list[int]:
    """The process ids below `root`, not itself, parents first."""
    found: list[int] = []
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        with suppress(OSError):
            for task in os.listdir(f"/proc/{pid}/task"):
                with suppress(OSError):
                    children = Path(f"/proc/{pid}/task/{task}/children").read_bytes().split()
                    found += map(int, children)
                    waiting += map(int, children)
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


def kill_below(root: int) -> None:
    """Kill all descendants of this process (`root`), whatever they do meanwhile, and reap them.

    Each is forbidden to fork before it is killed, so that those which multiply run out.
    """
    for attempt in range(_ROUNDS):
        found = tree(root)
        for pid in found:
            with suppress(OSError):
                resource.prlimit(pid, resource.RLIMIT_NPROC, (0, 0))
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        reap()
        if not found:
            return
        if attempt:
            time.sleep(0.001)


def reap() -> dict[int, int]:
    """Process id → status, as waitpid gives it, of our children that have ended."""
    ended = {}
    with suppress(ChildProcessError):
        while (done := os.waitpid(-1, os.WNOHANG))[0]:
            ended[done[0]] = done[1]
    return ended
