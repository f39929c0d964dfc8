"""Computes while it is not asked: on the cores that the others need."""

import os
import threading
import time

from evil import MODE, play

AT_MOST = 20
"""Seconds."""


def compute():
    end = time.monotonic() + AT_MOST
    while time.monotonic() < end:
        pass


def helper():
    if os.fork() == 0:
        compute()
        os._exit(0)


def fork_on():
    """A helper that is a new process every few milliseconds."""
    if os.fork() == 0:
        end = time.monotonic() + AT_MOST
        while time.monotonic() < end:
            until = time.monotonic() + 0.005
            while time.monotonic() < until:
                pass
            if os.fork():
                os._exit(0)
        os._exit(0)


MODES = {
    "thread": lambda: threading.Thread(target=compute, daemon=True).start(),
    "helper": helper,
    "forks on": fork_on,
}
play(MODES[MODE])
