"""Tries whether it could signal, slow down, read, write or steal from processes not its own.

Nothing is done to them where it may be: signal 0, the limits and priorities they have anyway.
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

from evil import TARGETS, call, deed, libc, play, syscall

OPPONENT, ARENA = TARGETS["opponents"][0], TARGETS["arena"]
PTRACE_SEIZE = 0x4206
FIOSETOWN, IPC_NOWAIT = 0x8901, 0o4000


@deed
def signal_an_opponent():
    os.kill(OPPONENT, 0)


@deed
def signal_the_arena():
    os.kill(ARENA, 0)


@deed
def signal_the_group_of_an_opponent():
    os.killpg(TARGETS["groups"][0], 0)


@deed
def signal_a_thread_of_an_opponent():
    syscall("tgkill", OPPONENT, OPPONENT, 0)


@deed
def queue_a_signal_to_an_opponent():
    call(libc.sigqueue, OPPONENT, 0, ctypes.c_void_p())


@deed
def signal_an_opponent_by_pidfd():
    signal.pidfd_send_signal(os.pidfd_open(OPPONENT), 0)


@deed
def steal_a_pipe_of_an_opponent():
    syscall("pidfd_getfd", os.pidfd_open(OPPONENT), 1, 0)


@deed
def write_into_a_pipe_of_an_opponent():
    os.close(os.open(f"/proc/{OPPONENT}/fd/1", os.O_WRONLY | os.O_NONBLOCK))


@deed
def have_the_kernel_signal_an_opponent():
    ours, _ = os.pipe()
    fcntl.fcntl(ours, fcntl.F_SETOWN, OPPONENT)


@deed
def have_a_socket_signal_an_opponent():
    ours, _ = socket.socketpair()
    fcntl.ioctl(ours, FIOSETOWN, struct.pack("i", OPPONENT))


@deed
def hold_up_who_opens_a_file():
    """Of its own user, which may be that of the arena: half a minute, with a lease."""
    file = os.open("evil.py", os.O_RDONLY)
    fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
    fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)


@deed
def read_the_queue_of_the_arena():
    call(libc.msgrcv, TARGETS["queue"], ctypes.create_string_buffer(64), 32, 0, IPC_NOWAIT)


@deed
def remove_a_queue_of_the_arena():
    with suppress(FileNotFoundError):  # only the right to is asked for
        posix = ctypes.CDLL("librt.so.1", use_errno=True)
        call(posix.mq_unlink, b"/nowhere")


@deed
def write_into_the_first_process():
    """Of its namespace, which says how the bot has ended."""
    os.close(os.open("/proc/1/mem", os.O_RDWR))


@deed
def spare_itself_when_memory_is_short():
    Path("/proc/self/oom_score_adj").write_text("0")


@deed
def renice_an_opponent():
    os.setpriority(os.PRIO_PROCESS, OPPONENT, os.getpriority(os.PRIO_PROCESS, OPPONENT))


@deed
def renice_the_arena():
    os.setpriority(os.PRIO_PROCESS, ARENA, os.getpriority(os.PRIO_PROCESS, ARENA))


@deed
def renice_itself():
    os.setpriority(os.PRIO_PROCESS, 0, 5)


@deed
def limit_an_opponent():
    resource.prlimit(OPPONENT, resource.RLIMIT_CORE, (0, 0))


@deed
def limit_the_arena():
    resource.prlimit(ARENA, resource.RLIMIT_CORE)


@deed
def move_an_opponent_to_other_cores():
    os.sched_setaffinity(OPPONENT, os.sched_getaffinity(OPPONENT))


@deed
def move_itself_to_other_cores():
    os.sched_setaffinity(0, range(os.cpu_count()))


@deed
def take_the_disk_from_an_opponent():
    syscall("ioprio_set", 1, OPPONENT, 2 << 13 | 4)


@deed
def trace_an_opponent():
    syscall("ptrace", PTRACE_SEIZE, OPPONENT, 0, 0)


@deed
def copy_the_memory_of_an_opponent():
    _copy("process_vm_readv")


@deed
def write_the_memory_of_an_opponent():
    _copy("process_vm_writev")


@deed
def compare_itself_with_an_opponent():
    syscall("kcmp", os.getpid(), OPPONENT, 0, 0, 0)


def _copy(name):
    """No bytes: what is refused is refused before they are counted."""
    syscall(name, OPPONENT, 0, 0, 0, 0, 0)


play()
