"""Tries whether it could signal, slow down, read, write or steal from processes not its own.

Nothing is done to them where it may be: signal 0, the limits and priorities they have anyway.
Unless it is told to kill or to stop them.
"""

import ctypes
import fcntl
import os
import resource
import signal
import socket
import struct
from contextlib import suppress
from pathlib import Path

from evil import DEEDS, MODE, TARGETS, call, deed, do_all, libc, librt, play, syscall

OPPONENT, ARENA = TARGETS["opponents"][0], TARGETS["arena"]
PTRACE_SEIZE = 0x4206
FIOSETOWN, IPC_NOWAIT = 0x8901, 0o4000


DEEDS |= {
    "signal an opponent": lambda: os.kill(OPPONENT, 0),
    "signal the arena": lambda: os.kill(ARENA, 0),
    "signal the group of an opponent": lambda: os.killpg(TARGETS["groups"][0], 0),
    "signal a thread of an opponent": lambda: syscall("tgkill", OPPONENT, OPPONENT, 0),
    "queue a signal to an opponent": lambda: call(libc.sigqueue, OPPONENT, 0, ctypes.c_void_p()),
    "signal an opponent by pidfd": lambda: signal.pidfd_send_signal(os.pidfd_open(OPPONENT), 0),
    "steal a pipe of an opponent": lambda: syscall("pidfd_getfd", os.pidfd_open(OPPONENT), 1, 0),
    "write into a pipe of an opponent": lambda: os.close(
        os.open(f"/proc/{OPPONENT}/fd/1", os.O_WRONLY | os.O_NONBLOCK)
    ),
    "have the kernel signal an opponent": lambda: fcntl.fcntl(
        os.pipe()[0], fcntl.F_SETOWN, OPPONENT
    ),
    "have a socket signal an opponent": lambda: fcntl.ioctl(
        socket.socket(socket.AF_UNIX), FIOSETOWN, struct.pack("i", OPPONENT)
    ),
    "read the queue of the arena": lambda: call(
        libc.msgrcv, TARGETS["queue"], ctypes.create_string_buffer(64), 32, 0, IPC_NOWAIT
    ),
    # Of its namespace, which says how the bot has ended.
    "write into the first process": lambda: os.close(os.open("/proc/1/mem", os.O_RDWR)),
    "spare itself when memory is short": lambda: Path("/proc/self/oom_score_adj").write_text("0"),
    "renice an opponent": lambda: os.setpriority(
        os.PRIO_PROCESS, OPPONENT, os.getpriority(os.PRIO_PROCESS, OPPONENT)
    ),
    "renice the arena": lambda: os.setpriority(
        os.PRIO_PROCESS, ARENA, os.getpriority(os.PRIO_PROCESS, ARENA)
    ),
    "renice itself": lambda: os.setpriority(os.PRIO_PROCESS, 0, 5),
    "limit an opponent": lambda: resource.prlimit(OPPONENT, resource.RLIMIT_CORE, (0, 0)),
    "limit the arena": lambda: resource.prlimit(ARENA, resource.RLIMIT_CORE),
    "move an opponent to other cores": lambda: os.sched_setaffinity(
        OPPONENT, os.sched_getaffinity(OPPONENT)
    ),
    "take the disk from an opponent": lambda: syscall("ioprio_set", 1, OPPONENT, 2 << 13 | 4),
    "trace an opponent": lambda: syscall("ptrace", PTRACE_SEIZE, OPPONENT, 0, 0),
    "copy the memory of an opponent": lambda: _copy("process_vm_readv"),
    "write the memory of an opponent": lambda: _copy("process_vm_writev"),
    "compare itself with an opponent": lambda: syscall("kcmp", os.getpid(), OPPONENT, 0, 0, 0),
}


@deed
def move_itself_to_other_cores():
    """It may be told that this is done: what counts is where it runs afterwards."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count()) if len(before) == 1 else {min(before)})
    if os.sched_getaffinity(0) == before:
        raise PermissionError


@deed
def hold_up_who_opens_a_file():
    """Of its own user, which may be that of the arena: half a minute, with a lease."""
    file = os.open("evil.py", os.O_RDONLY)
    fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
    fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)


@deed
def remove_a_queue_of_the_arena():
    with suppress(FileNotFoundError):  # only the right to is asked for
        call(librt.mq_unlink, b"/nowhere")


def _copy(name):
    """No bytes: what is refused is refused before they are counted."""
    syscall(name, OPPONENT, 0, 0, 0, 0, 0)


def attack():
    how = {"kill": signal.SIGKILL, "stop": signal.SIGSTOP}[MODE]
    for opponent in TARGETS["opponents"]:
        with suppress(OSError):
            os.kill(opponent, how)


play(attack if MODE else do_all)
