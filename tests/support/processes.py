"""Looking at real processes: who is below whom, whether they live, and where they listen."""

import re
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from arena.sandbox.processes import tree

LOOPBACK = re.compile(r"[0-9A-F]{6}7F|0{16}FFFF0{4}[0-9A-F]{6}7F|0{24}01000000")
"""127.*, the same as IPv6, and ::1, as the kernel writes them."""
LISTENING = "0A"


@contextmanager
def limited(program: "subprocess.Popen[Any]", seconds: float = 120) -> Iterator[None]:
    """Kill a program that is still there after `seconds`, so that no read from it hangs."""
    limit = threading.Timer(seconds, program.kill)
    limit.start()
    try:
        yield
    finally:
        limit.cancel()


def below(pid: int, words: bytes) -> list[int]:
    """The processes below one that have these words in their command line."""
    return [each for each in tree(pid) if words in about(each, "cmdline")]


def about(pid: int, what: str) -> bytes:
    """A file of /proc; empty when the process is gone or only waits to be reaped."""
    try:
        content = Path(f"/proc/{pid}/{what}").read_bytes()
    except OSError:
        return b""
    dead = what == "stat" and content.rpartition(b")")[2].split()[0] == b"Z"
    return b"" if dead else content


def survival(processes: dict[int, bytes], patience: float = 60) -> float:
    """Seconds until the processes (pid → stat) have all ended, or `patience`."""

    def born(stat: bytes) -> bytes | None:
        return stat.rpartition(b")")[2].split()[19] if stat else None

    start = time.monotonic()
    while time.monotonic() - start < patience:
        alive = [
            pid
            for pid, was in processes.items()
            if was and born(about(pid, "stat")) == born(was)  # "": it had ended before
        ]
        if not alive:
            break
        time.sleep(0.02)
    return time.monotonic() - start


def open_to_others(pids: list[int]) -> tuple[int, list[str]]:
    """How many TCP ports the processes listen on, and the addresses that are not of loopback."""
    sockets = set()
    for pid in pids:
        for file in Path(f"/proc/{pid}/fd").glob("*"):
            try:
                sockets.add(str(file.readlink()))
            except OSError:  # closed meanwhile
                continue
    found = []
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            words = line.split()
            if words[3] == LISTENING and f"socket:[{words[9]}]" in sockets:
                found.append(words[1])
    return len(found), [each for each in found if not LOOPBACK.fullmatch(each.partition(":")[0])]
