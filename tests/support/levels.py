"""The levels of confinement that this machine has, for tests that run at each of them."""

import select
import time
from collections.abc import Callable
from os import close, pidfd_open

import pytest

from arena.sandbox.probe import trials

LEVELS = [
    pytest.param(
        trial.level,
        id=trial.level,
        marks=[] if trial.holds else pytest.mark.skip(f"level {trial.level}: {trial.why}"),
    )
    for trial in trials()
]


def gone(pid: int, seconds: float = 60) -> bool:
    """Whether a process has ended, waiting for that if need be."""
    try:
        handle = pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], seconds)[0])
    finally:
        close(handle)


def comes_true(condition: Callable[[], bool], seconds: float = 60) -> bool:
    """Whether something is so, waiting for that if need be."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
