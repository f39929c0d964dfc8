"""Trees of processes: what they have used, and how they are stopped."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.sandbox.processes import cpu_ns, identity, is_gone, kill_below, stop, tree

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has such a /proc.")

MS = 1_000_000
BURN = "while time.process_time() < 0.1: pass"
ADOPTS = "import ctypes, os, threading, time\nctypes.CDLL(None).prctl(36, 1, 0, 0, 0)\n"
"""What is left behind falls to it, as to a keeper."""

Run = Callable[[str], int]


@pytest.fixture
def run() -> Iterator[Run]:
    """Run a program until it says that it is ready; its process id."""
    started: list[subprocess.Popen[bytes]] = []

    def run(program: str) -> int:
        words = [sys.executable, "-I", "-S", "-c", f"{ADOPTS}{program}\nprint(flush=True); input()"]
        child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        started.append(child)
        assert child.stdout is not None
        child.stdout.readline()
        return child.pid

    yield run
    for child in started:
        kill_below(child.pid)
        child.communicate()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "ms"),
    [
        (BURN, 100),
        (f"t = threading.Thread(target=lambda: exec({BURN!r})); t.start(); t.join()", 100),
        (f"if os.fork() == 0:\n {BURN}\n os._exit(0)\nos.wait()", 100),
        (f"if os.fork() == 0:\n {BURN}\n os._exit(0)\ntime.sleep(0.5)", 100),  # not waited for yet
        (
            "if os.fork() == 0:\n"
            f" if os.fork() == 0:\n  {BURN}\n  os._exit(0)\n"
            " os._exit(0)\n"
            "os.wait(); os.wait()",
            100,
        ),
    ],
)
def test_all_processor_time_counts(run: Run, program: str, ms: int) -> None:
    idle, used = cpu_ns(run("")), cpu_ns(run(program))
    assert ms * MS - 20 * MS <= used - idle


def test_who_starts_processes_all_the_time_is_stopped(run: Run) -> None:
    hands_on = "if os.fork() == 0:\n while True:\n  if os.fork(): os._exit(0)\n  time.sleep(0.001)"
    root = run(hands_on)
    stop(root)
    left = tree(root)
    time.sleep(0.1)
    assert tree(root) == left
    for pid in left:
        stat = Path(f"/proc/{pid}/stat").read_text()
        assert stat.rpartition(") ")[2][0] in "TZ"


def test_who_is_gone() -> None:
    own = identity(os.getpid())
    child = subprocess.Popen(["sleep", "60"])
    running = identity(child.pid)
    assert not is_gone(own)
    assert not is_gone(running)
    child.kill()
    child.wait()
    assert is_gone(running)


def test_nobody_is_gone_who_cannot_be_seen_from_here() -> None:
    pid, started, namespace = identity(os.getpid()).split(".")
    assert is_gone(f"{pid}.{int(started) + 1}.{namespace}")
    assert not is_gone(f"{pid}.{int(started) + 1}.{int(namespace) + 1}")
    assert not is_gone("what-else-lies-there")
