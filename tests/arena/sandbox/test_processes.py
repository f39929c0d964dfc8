"""Trees of processes: what they have used, and how they are stopped."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.sandbox.processes import (
    cpu_ns,
    identity,
    is_gone,
    kill_below,
    signal_name,
    stop,
    tree,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has such a /proc.")

MS = 1_000_000
BEGINS = """
import ctypes, os, threading, time
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
def burn():
    begun = time.process_time()
    while time.process_time() - begun < 0.1: pass
def fork(do):
    if os.fork() == 0:
        do()
        os._exit(0)
def ready():
    print(flush=True)
    input()
"""
"""What is left behind falls to it, as to a reaper."""

Run = Callable[[str], subprocess.Popen[bytes]]


@pytest.fixture
def run() -> Iterator[Run]:
    """Run a program until it says that it is ready."""
    started: list[subprocess.Popen[bytes]] = []

    def run(program: str) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-I", "-S", "-c", f"{BEGINS}{program}\nready()"]
        child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        started.append(child)
        assert child.stdout is not None
        assert child.stdout.readline()
        return child

    yield run
    for child in started:
        kill_below(child.pid)
        child.communicate()


@pytest.mark.slow
@pytest.mark.parametrize(
    "program",
    [
        "burn()",
        "t = threading.Thread(target=burn); t.start(); t.join()",
        "fork(burn); os.wait()",
        "fork(burn); os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)",  # ended, not waited for yet
        "fork(lambda: fork(burn)); os.wait(); os.wait()",
    ],
)
def test_all_processor_time_counts(run: Run, program: str) -> None:
    child = run(f"ready()\n{program}")
    assert child.stdin is not None
    assert child.stdout is not None
    before = cpu_ns(child.pid)
    child.stdin.write(b"\n")
    child.stdout.readline()
    assert cpu_ns(child.pid) - before >= 100 * MS - 20 * MS


def test_who_starts_processes_all_the_time_is_stopped(run: Run) -> None:
    hands_on = "if os.fork() == 0:\n while True:\n  if os.fork(): os._exit(0)\n  time.sleep(0.001)"
    root = run(hands_on).pid
    stop(root)
    left = tree(root)
    assert {_state(pid) for pid in left} <= {"T", "Z"}
    assert tree(root) == left


def test_a_program_whose_first_thread_has_ended_is_stopped(run: Run) -> None:
    """Its others work on, while it looks like a program that has ended."""
    leaves = "t = threading.Thread(target=input); t.start(); ctypes.CDLL(None).pthread_exit(None)"
    root = run(f"if os.fork() == 0:\n {leaves}").pid
    (pid,) = tree(root)
    while _state(pid) != "Z":
        time.sleep(0.01)
    stop(root)
    (thread,) = (each for each in Path(f"/proc/{pid}/task").iterdir() if each.name != str(pid))
    while (state := _state(f"{pid}/task/{thread.name}")) == "R":
        time.sleep(0.01)
    assert state == "T"


def _state(pid: int | str) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]


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
    assert not is_gone(f"{pid}.{started}")  # as an older arena named it
    assert is_gone(f"{pid}.{int(started) + 1}")
    assert is_gone(f"{pid}.{int(started) + 1}.{namespace}")
    assert not is_gone(f"{pid}.{int(started) + 1}.{int(namespace) + 1}")
    assert not is_gone("what-else-lies-there")


def test_signals_have_a_name_or_at_least_a_number() -> None:
    assert signal_name(signal.SIGKILL) == "SIGKILL"
    assert signal_name(signal.SIGRTMIN + 2) == f"signal {signal.SIGRTMIN + 2}"
