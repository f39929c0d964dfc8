"""The canary: a program that tries what no confined bot may do, and prints what succeeded.

Run it as `canary.py OUTSIDE PID`, with a folder that has a file `secret`, and a process id; neither
is the program's own.
"""

import ctypes
import json
import os
import resource
import socket
import sys
from collections.abc import Callable

_CLONE_NEWUSER = 0x10000000
_WRITE = os.O_CREAT | os.O_WRONLY


def main(outside: str, pid: int) -> None:
    """Try everything, and print what succeeded as JSON."""
    attempts: dict[str, Callable[[], object]] = {
        "read another's file": lambda: os.open(f"{outside}/secret", os.O_RDONLY),
        "write outside its folder": lambda: os.open(f"{outside}/written", _WRITE),
        "write into its folder": lambda: os.open("written", _WRITE),
        "see another's processes": lambda: os.open(f"/proc/{pid}/environ", os.O_RDONLY),
        "signal another's process": lambda: _signal(pid),
        "open a socket": lambda: socket.socket().close(),
        "make a namespace": lambda: _must(ctypes.CDLL(None).unshare(_CLONE_NEWUSER) == 0),
        "write a file of any size": lambda: _must(_no_limit(resource.RLIMIT_FSIZE)),
        "start any number of processes": lambda: _must(_no_limit(resource.RLIMIT_NPROC)),
    }
    print(json.dumps([name for name, attempt in attempts.items() if _managed(attempt)]))


def _managed(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except OSError:
        return False
    return True


def _must(done: bool) -> None:
    if not done:
        raise OSError


def _signal(pid: int) -> None:
    if pid in (os.getpid(), os.getppid()):  # in a namespace the number means one of our own
        raise ProcessLookupError
    os.kill(pid, 0)


def _no_limit(which: int) -> bool:
    return resource.getrlimit(which)[0] == resource.RLIM_INFINITY


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
