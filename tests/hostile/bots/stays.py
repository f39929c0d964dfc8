"""Starts programs that mean to outlive it."""

import os
import signal
import sys
import time
from contextlib import suppress

from evil import MODE, TARGETS, libc, play, report

AT_MOST = 60
"""Seconds, should nobody end it."""


def daemon(then):
    """Away from parent, session and group."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            hush()
            then()
        os._exit(0)
    with suppress(ChildProcessError):
        os.wait()


def hush():
    """Let go of the pipes, by which it might be noticed."""
    nowhere = os.open("/dev/null", os.O_RDWR)
    for pipe in range(3):
        os.dup2(nowhere, pipe)


def wait():
    time.sleep(AT_MOST)
    os._exit(0)


def fork_on():
    """A new process every ten milliseconds, so that whoever looks for it comes too late."""
    end = time.monotonic() + AT_MOST
    while time.monotonic() < end:
        time.sleep(0.01)
        if os.fork():
            os._exit(0)
        os.setsid()


def disguise():
    """No environment, another name: `ray::IDLE`."""
    libc.prctl(15, b"ray::IDLE", 0, 0, 0)
    program = f"import time; time.sleep({AT_MOST})"
    os.execve(sys.executable, ["ray::IDLE", "-I", "-S", "-c", program, TARGETS["mark"]], {})


def ignore_signals():
    for each in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(each, signal.SIG_IGN)


def stop():
    os.kill(os.getpid(), signal.SIGSTOP)


def child():
    if os.fork() == 0:
        hush()
        ignore_signals()
        wait()


def start(then):
    """The daemon, and a word that it was started."""
    return lambda: play(lambda: report(MODE, lambda: daemon(then)))


MODES = {
    "child": lambda: play(child),
    "daemon": start(wait),
    "daemon alone": lambda: play(lambda: (daemon(wait), os._exit(0))),
    "forks on": start(fork_on),
    "disguised": start(disguise),
    "ignores signals": lambda: play(lambda: (ignore_signals(), daemon(wait), wait())),
    "stops itself": lambda: play(stop),
}
MODES[MODE]()
