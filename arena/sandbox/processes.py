"""Trees of processes, as /proc shows them."""

import os
import re
import resource
import signal
import time
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path

from arena.sandbox.policy import OPEN_FILES

_ROUNDS = 200
_REAPED_AT, _STARTED_AT = 13, 19
"""Where /proc/PID/stat has both times of ended children, and the start; counted from the state."""
_TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")
_SIZES = re.compile(rb"^(VmRSS|VmSwap|VmPTE|HugetlbPages):\s+(\d+) kB", re.M)
_SOCKET_BUFFER = 208 * 1024
"""Bytes that wait in a socket at most, as the kernel counts them; a bot cannot raise it."""


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
    """Count the threads of these processes."""
    total = 0
    for pid in pids:
        with suppress(OSError):
            total += len(os.listdir(f"/proc/{pid}/task"))
    return total


def memory(pids: list[int], most: int) -> int:
    """Bytes of memory that these processes have in use, and the kernel for them.

    Looked up quickly, which counts what forked processes share several times; only if that comes
    to more than `most` is it done thoroughly.
    """
    own, kernels = {}, 0
    for pid in pids:
        used = _used(pid)
        if b"VmRSS" in used:  # it has not ended
            own[pid] = used[b"VmRSS"] + used.get(b"VmSwap", 0)
            kernels += used.get(b"VmPTE", 0) + used.get(b"HugetlbPages", 0)
    kernels += _buffers(own)
    quick = kernels + sum(own.values())
    if quick <= most or kernels > most or len(own) == 1:
        return quick
    return kernels + sum(_share(pid, used) for pid, used in own.items())


def _used(pid: int) -> dict[bytes, int]:
    """Read its memory in bytes from /proc."""
    with suppress(OSError):
        found = _SIZES.findall(Path(f"/proc/{pid}/status").read_bytes())
        return {name: int(number) * 1024 for name, number in found}
    return {}


def _share(pid: int, used: int) -> int:
    """A process's share of the memory that it has in use, or all of it if we may not look."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_bytes().splitlines()
    except PermissionError:
        return used
    except OSError:  # it has ended
        return 0
    shares = (line.split() for line in lines if line.startswith((b"Pss:", b"SwapPss:")))
    return sum(int(number) * 1024 for _, number, _ in shares)


def _buffers(pids: Iterable[int]) -> int:
    """The most that may wait in these processes' sockets: a bot can fill them with bytes that
    nobody reads. Where we may not look, as many are assumed as it may have."""
    found: set[str] = set()
    hidden = 0
    for pid in pids:
        try:
            for descriptor in os.listdir(f"/proc/{pid}/fd"):
                with suppress(FileNotFoundError):
                    found.add(os.readlink(f"/proc/{pid}/fd/{descriptor}"))
        except PermissionError:
            hidden += OPEN_FILES
        except OSError:  # it has ended
            continue
    return (hidden + sum(each.startswith("socket:") for each in found)) * _SOCKET_BUFFER


def cpu_ns(root: int) -> int:
    """Processor time that `root` and all below it have used so far, and what ended of them.

    The kernel keeps the time of an ended process for the one that waited for it, in whole ticks.
    """
    total = 0
    for pid in [root, *tree(root)]:
        with suppress(OSError):
            total += time.clock_gettime_ns(~pid << 3 | 2)  # its clock, see clock_getcpuclockid(3)
            total += sum(map(int, _stat(pid)[_REAPED_AT : _REAPED_AT + 2])) * _TICK_NS
    return total


def identity(pid: int) -> str:
    """A process id with its start in ticks since boot, so that a reused id is not mistaken, and the
    namespace of our process ids: containers may share a folder, but not these."""
    started = ""
    with suppress(OSError):
        started = _stat(pid)[_STARTED_AT].decode()
    return f"{pid}.{started}.{_namespace()}"


def is_gone(owner: str) -> bool:
    """Whether the process with this identity has ended; never, if it cannot be seen from here.

    Older arenas named no namespace: it is taken for ours.
    """
    pid, _, rest = owner.partition(".")
    started, _, namespace = rest.partition(".")
    ours = str(_namespace())
    if not pid.isdecimal() or not started.isdecimal() or namespace not in ("", ours):
        return False
    return identity(int(pid)) != f"{pid}.{started}.{ours}"


def _namespace() -> int:
    try:
        return os.stat("/proc/self/ns/pid").st_ino
    except OSError:
        return 0


def _stat(pid: int) -> list[bytes]:
    """Read /proc/PID/stat, from the state on. Raises OSError."""
    return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()


def stop(root: int) -> None:
    """Stop all below `root`; and again until none is new, since each may have forked before."""
    stopped: set[int] = set()
    calm = 0
    for _ in range(_ROUNDS):
        new = [pid for pid in tree(root) if pid not in stopped]
        send(new, signal.SIGSTOP)
        stopped.update(new)
        calm = 0 if new else calm + 1
        if calm == 2:  # one that falls to another parent meanwhile may be overlooked once
            return


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
