"""Knocks at the kernel's rarer doors, most of which have been unlocked by somebody before."""

import ctypes
import fcntl
import mmap
import os
import platform
from contextlib import suppress
from pathlib import Path

from evil import DEEDS, TARGETS, Refused, call, deed, libc, librt, play, syscall

NEWUSER, NEWNS, NEWNET = 0x10000000, 0x00020000, 0x40000000
TIOCSTI = 0x5412
X32 = 0x40000000


DEEDS |= {
    "trace itself": lambda: syscall("ptrace", 0, 0, 0, 0),
    "keep a key": lambda: syscall("add_key", b"user", b"evil", b"1", 1, -3),
    "read a keyring": lambda: syscall("keyctl", 0, -3, 1),
    "use io uring": lambda: os.close(
        syscall("io_uring_setup", 2, ctypes.create_string_buffer(240))
    ),
    "load a bpf program": lambda: os.close(
        syscall("bpf", 0, (ctypes.c_uint32 * 32)(2, 4, 4, 1), 72)
    ),
    "catch page faults": lambda: os.close(syscall("userfaultfd", os.O_CLOEXEC)),
    "open a file system": lambda: os.close(syscall("fsopen", b"tmpfs", 0)),
    "change its root": lambda: os.chroot("/tmp"),
    "leave by unshare": lambda: call(libc.unshare, NEWUSER),
    "leave by clone": lambda: _leave("clone", NEWUSER | 17, 0, 0, 0, 0),
    "leave by clone3": lambda: _leave("clone3", (ctypes.c_uint64 * 11)(NEWUSER, 0, 0, 0, 17), 88),
    "enter the namespaces of the arena": lambda: syscall(
        "setns", os.open(f"/proc/{TARGETS['arena']}/ns/net", os.O_RDONLY), NEWNET
    ),
    "switch off the shuffling of addresses": lambda: call(libc.personality, 0x0040000),
    "share memory without a file": lambda: mmap.mmap(
        -1, 4096, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS
    ).close(),
    # Which are memory without a name once they are mapped, and need not even stay mapped.
    "share zeros": lambda: mmap.mmap(
        os.open("/dev/zero", os.O_RDWR), 4096, mmap.MAP_SHARED
    ).close(),
    "keep rules in the kernel": lambda: os.close(
        syscall("landlock_create_ruleset", (ctypes.c_uint64 * 1)(1), 8, 0)
    ),
    "make a terminal": os.openpty,
    "make a memory file": lambda: os.close(os.memfd_create("evil")),
    "make secret memory": lambda: os.close(syscall("memfd_secret", 0)),
    "leave system v memory": lambda: call(libc.shmget, TARGETS["key"], 4096, 0o1600),
    "leave a system v semaphore": lambda: call(libc.semget, TARGETS["key"], 1, 0o1600),
    "leave a system v queue": lambda: call(libc.msgget, TARGETS["key"], 0o1600),
    "leave a message queue": lambda: call(
        librt.mq_open, b"/" + TARGETS["mark"].encode(), os.O_CREAT | os.O_RDWR, 0o600, None
    ),
    "watch the whole file system": lambda: os.close(syscall("fanotify_init", 0, 0)),
    "list the mounts of the machine": lambda: syscall(
        "listmount", (ctypes.c_uint64 * 3)(24, 2**64 - 1, 0), (ctypes.c_uint64 * 99)(), 99, 0
    ),
    "make a device": lambda: os.mknod(
        Path(os.environ.get("TMPDIR", "/tmp"), "null"), 0o020666, os.makedev(1, 3)
    ),
}


@deed
def measure_the_processor():
    attributes = ctypes.create_string_buffer(128)
    attributes[4:8] = (128).to_bytes(4, "little")
    attributes[0:4] = (1).to_bytes(4, "little")  # a software clock
    os.close(syscall("perf_event_open", attributes, 0, -1, -1, 0))


@deed
def mount_something():
    call(libc.unshare, NEWNS)
    call(libc.mount, b"none", b"/tmp", b"tmpfs", 0, None)


@deed
def open_by_handle():
    """The way out of many a container."""
    handle = (ctypes.c_uint32 * 4)(8, 1, 2, 0)
    try:
        syscall("open_by_handle_at", os.open("/", os.O_RDONLY), handle, os.O_RDONLY)
    except OSError as error:
        if isinstance(error, PermissionError):
            raise


@deed
def type_into_the_terminal():
    """Into its own: a new one, which it makes for the purpose."""
    _, theirs = os.openpty()
    os.setsid()
    fcntl.ioctl(theirs, 0x540E, 0)  # TIOCSCTTY
    fcntl.ioctl(theirs, TIOCSTI, b"x")


@deed
def use_the_x32_numbers():
    if platform.machine() != "x86_64":
        raise Refused
    call(libc.syscall, ctypes.c_long(X32 + 39))


@deed
def keep_pages_in_a_pipe():
    _, ours = os.pipe()
    page = ctypes.create_string_buffer(b"page")
    call(libc.vmsplice, ours, (ctypes.c_size_t * 2)(ctypes.addressof(page), 4), 1, 0)


@deed
def switch_off_swap():
    """Of a file that there is not: only the right to is asked for."""
    with suppress(FileNotFoundError):
        syscall("swapoff", b"/nowhere")


def _leave(*call):
    child = syscall(*call)
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


play()
