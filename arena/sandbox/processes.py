"""Trees of processes in /proc: what they use, and how to stop and kill them."""

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
"""Fields of /proc/PID/stat, counted from the state: both times of ended children, and the start."""
_TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")
_SIZES = re.compile(rb"^(VmRSS|VmSwap|VmPTE|HugetlbPages):\s+(\d+) kB", re.M)
_SOCKET_BUFFER = 208 * 1024
"""The most bytes that wait in a socket, as the kernel counts them; a bot can't raise this."""


def tree(root: int) -> list[int]:
    """Return the ids of all processes below `root`, parents first."""
    found: list[int] = []
    waiting = [root]
    while waiting:
        below = children(waiting.pop())
        found += below
        waiting += below
    return found


def threads(pids: list[int]) -> int:
    """Return the number of threads of these processes."""
    total = 0
    for pid in pids:
        with suppress(OSError):
            total += len(os.listdir(f"/proc/{pid}/task"))
    return total


def memory(pids: list[int], most: int) -> int:
    """Return the bytes of memory that these processes use, and the kernel for them.

    Up to `most` it may be too much, as memory shared by forked processes counts several times.
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
        return quick  # looking up what is shared is slow
    return kernels + sum(_share(pid, used) for pid, used in own.items())


def _used(pid: int) -> dict[bytes, int]:
    """Read a process's use of memory from /proc, in bytes."""
    with suppress(OSError):
        sizes = _SIZES.findall(Path(f"/proc/{pid}/status").read_bytes())
        return {name: int(number) * 1024 for name, number in sizes}
    return {}


def _share(pid: int, used: int) -> int:
    """Return a process's share of the memory that it uses, or all of it if that is secret."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_bytes().splitlines()
    except PermissionError:
        return used
    except OSError:  # it has ended
        return 0
    shares = (line.split() for line in lines if line.startswith((b"Pss:", b"SwapPss:")))
    return sum(int(number) * 1024 for _, number, _ in shares)


def _buffers(pids: Iterable[int]) -> int:
    """Return the most that may wait in these processes' sockets.

    A bot can fill them with bytes that nobody reads. If its descriptors are secret, it is taken to
    have as many sockets as it may.
    """
    targets: set[str] = set()
    hidden = 0
    for pid in pids:
        try:
            for descriptor in os.listdir(f"/proc/{pid}/fd"):
                with suppress(FileNotFoundError):
                    targets.add(os.readlink(f"/proc/{pid}/fd/{descriptor}"))
        except PermissionError:
            hidden += OPEN_FILES
        except OSError:  # it has ended
            continue
    return (hidden + sum(each.startswith("socket:") for each in targets)) * _SOCKET_BUFFER


def cpu_ns(root: int) -> int:
    """Return the processor time of `root` and everything below it, including ended processes.

    The kernel adds the time of an ended process to the one that waited for it, in whole ticks.
    """
    total = 0
    for pid in [root, *tree(root)]:
        with suppress(OSError):
            total += time.clock_gettime_ns(~pid << 3 | 2)  # its clock, see clock_getcpuclockid(3)
            total += sum(map(int, _stat(pid)[_REAPED_AT : _REAPED_AT + 2])) * _TICK_NS
    return total


def identity(pid: int) -> str:
    """Return a name for a process that no other process has, even later or in a container."""
    started = ""
    with suppress(OSError):
        started = _stat(pid)[_STARTED_AT].decode()
    # The start, since ids are reused; the namespace, since containers may share a folder.
    return f"{pid}.{started}.{_namespace()}"


def is_gone(owner: str) -> bool:
    """Return True if the process with this identity is known to have ended."""
    pid, _, rest = owner.partition(".")
    started, _, namespace = rest.partition(".")
    here = str(_namespace())
    # Without a namespace, as older arenas wrote it, it is taken to be from here.
    if not pid.isdecimal() or not started.isdecimal() or namespace not in ("", here):
        return False
    return identity(int(pid)) != f"{pid}.{started}.{here}"


def _namespace() -> int:
    try:
        return os.stat("/proc/self/ns/pid").st_ino
    except OSError:
        return 0


def _stat(pid: int | str) -> list[bytes]:
    """Read the fields of a stat in /proc, such as "12" or "12/task/13", from the state on."""
    return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()


def stop(root: int) -> None:
    """Stop all processes below `root`, and return when they have stopped."""
    told: set[int] = set()
    calm = 0
    for _ in range(_ROUNDS):
        # Each is told once, even if it only waits for the disk by now and could not run.
        restless = [pid for pid in tree(root) if pid not in told or _runs(pid)]
        send(restless, signal.SIGSTOP)
        told.update(restless)
        calm = 0 if restless else calm + 1
        if calm == 2:  # a process that gets a new parent meanwhile may be overlooked once
            return
        if restless:  # until it is its turn on a busy machine, each may fork once more
            time.sleep(0.001)


def _runs(pid: int) -> bool:
    """Return True if a thread of this process is running or would be woken by a signal."""
    with suppress(OSError):
        tasks = os.listdir(f"/proc/{pid}/task")
        return any(_stat(f"{pid}/task/{task}")[0] in (b"R", b"S") for task in tasks)
    return False


def signal_name(number: int) -> str:
    """Return what a signal is called, such as SIGKILL; a number if it has no name."""
    try:
        return signal.Signals(number).name
    except ValueError:  # one of the real-time signals
        return f"signal {number}"


def send(pids: list[int], number: int) -> None:
    """Send a signal to each of these processes that still exists."""
    for pid in pids:
        with suppress(OSError):
            os.kill(pid, number)


def kill_below(root: int, spared: Collection[int] = ()) -> None:
    """Kill and reap all descendants of this process (`root`), whatever they do meanwhile.

    Children that are `spared` live on, with everything below them.
    """
    for attempt in range(_ROUNDS):
        below = [each for child in children(root, spared) for each in (child, *tree(child))]
        for pid in below:
            # Kept from forking before it is killed, so even those that multiply run out.
            with suppress(OSError):
                resource.prlimit(pid, resource.RLIMIT_NPROC, (0, 0))
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        reap(below)
        if not below:
            return
        if attempt:
            time.sleep(0.001)


def reap(pids: Iterable[int]) -> None:
    """Call waitpid(2) for each of these that is a child of this process and has ended."""
    for pid in pids:
        with suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)


def children(root: int, but: Collection[int] = ()) -> list[int]:
    """Return the processes that any thread of a process has started or adopted, except `but`."""
    pids: list[int] = []
    with suppress(OSError):
        for task in os.listdir(f"/proc/{root}/task"):
            with suppress(OSError):
                text = Path(f"/proc/{root}/task/{task}/children").read_bytes()
                pids += [pid for pid in map(int, text.split()) if pid not in but]
    return pids
