"""Ends in every way there is, mostly as if somebody else had ended it: a void would be nice."""

import ctypes
import fcntl
import os
import resource
import signal
import socket
import sys
import time

from evil import MODE, Refused, call, libc, librt, play, report, syscall

KILL = signal.SIGKILL
F_SETSIG = 10


def by_a_signal_of_input():
    """SIGKILL whenever something can be read."""
    ours, theirs = socket.socketpair()
    fcntl.fcntl(ours, F_SETSIG, KILL)
    fcntl.fcntl(ours, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(ours, fcntl.F_SETFL, os.O_ASYNC)
    theirs.send(b"!")


def by_a_timer():
    event = (ctypes.c_int * 16)(0, 0, KILL, 0)  # a value, the signal, SIGEV_SIGNAL
    timer, when = ctypes.c_void_p(), (ctypes.c_long * 4)(0, 0, 0, 1_000_000)
    call(librt.timer_create, 0, event, ctypes.byref(timer))
    call(librt.timer_settime, timer, 0, when, None)


def by_its_childs_end():
    """SIGKILL as the signal by which a parent hears of it."""
    if syscall("clone", KILL.value, 0, 0, 0, 0) == 0:
        os._exit(0)


def by_processor_time():
    resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
    while True:
        pass


def by_a_child():
    target = os.getpid()
    child = os.fork()
    if child == 0:
        try:
            os.kill(target, KILL)
        except OSError as error:
            os._exit(error.errno)
    _, status = os.waitpid(child, 0)
    raise OSError(os.waitstatus_to_exitcode(status), "refused")


def by_the_death_of_its_parent():
    """As a child that gets SIGKILL when its parent ends, which takes the pipes with it."""
    child = os.fork()
    if child == 0:
        libc.prctl(1, KILL.value, 0, 0, 0)
        signal.pause()
    time.sleep(0.05)
    os._exit(9)


def by_strict_mode():
    """In which all but four system calls are answered by SIGKILL."""
    call(libc.prctl, 22, 1, 0, 0, 0)


def by_a_program_without_room():
    """Older kernels kill what they can no longer go back from starting."""
    resource.setrlimit(resource.RLIMIT_AS, (4096, 4096))
    os.execv(sys.executable, [sys.executable])


WAYS = {
    "exits": lambda: os._exit(0),
    "exits with 137": lambda: os._exit(137),
    "segmentation fault": lambda: ctypes.string_at(0),
    "kill": lambda: os.kill(os.getpid(), KILL),
    "kill of its group": lambda: os.killpg(0, KILL),
    "tkill": lambda: syscall("tkill", os.getpid(), KILL.value),
    "tgkill": lambda: syscall("tgkill", os.getpid(), os.getpid(), KILL.value),
    "sigqueue": lambda: call(libc.sigqueue, os.getpid(), KILL.value, None),
    "pidfd": lambda: signal.pidfd_send_signal(os.pidfd_open(os.getpid()), KILL),
    "F_SETSIG": by_a_signal_of_input,
    "timer": by_a_timer,
    "clone": by_its_childs_end,
    "RLIMIT_CPU": by_processor_time,
    "strict mode": by_strict_mode,
    "a program without room": by_a_program_without_room,
    "child": by_a_child,
    "PDEATHSIG": by_the_death_of_its_parent,
    "SIGTERM": lambda: os.kill(os.getpid(), signal.SIGTERM),
}


def survive():
    """Go on if it did not work, and say so."""
    WAYS[MODE]()
    time.sleep(0.3)
    raise Refused


if MODE == "after the handshake":
    input()
    print("{}", flush=True)
    sys.exit(0)
play(lambda: report(MODE, survive))
