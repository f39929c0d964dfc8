"""Linux system calls that Python doesn't wrap; each raises OSError."""

import ctypes
import os
import platform
import signal
import struct
import sys
from contextlib import suppress

from arena.sandbox.syscalls import numbers

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
_PR_CAPBSET_READ = 23
_PR_SET_KEEPCAPS = 8
_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE = 47, 2
_PR_SET_SECUREBITS = 28
_SECBIT_NO_SETUID_FIXUP, _SECBIT_KEEP_CAPS = 1 << 2, 1 << 4
_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH = 1, 2
_CAPABILITIES_VERSION = 0x20080522
_SECCOMP_SET_MODE_FILTER = 1

_libc = ctypes.CDLL(None, use_errno=True)
_number = numbers(platform.machine())


def call(name: str, *arguments: object) -> int:
    """Make a system call by name, and return its result."""
    words = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    return _checked(_libc.syscall(ctypes.c_long(_number[name]), *words))


def prctl(option: int, value: int = 0, more: int = 0) -> int:
    """Change or read an attribute of this process (man 2 prctl)."""
    return _checked(_libc.prctl(option, *map(ctypes.c_ulong, (value, more, 0, 0))))


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def die_with_parent() -> None:
    """Have this process killed when its parent ends; do nothing on other systems than Linux."""
    if sys.platform == "linux":
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def die_with(parent: int) -> None:
    """Have this process killed when its parent, `parent`, ends, or exit if that has ended already.

    This holds across exec. It is bound to the thread of the parent that started this process.
    """
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before the kernel knew that this one should
        os._exit(1)


def install_filter(program: bytes) -> None:
    """Filter the system calls of this process and everything it starts (seccomp(2))."""
    instructions = ctypes.create_string_buffer(program, len(program))
    header = ctypes.create_string_buffer(
        struct.pack("@HP", len(program) // 8, ctypes.addressof(instructions))
    )
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    call("seccomp", _SECCOMP_SET_MODE_FILTER, 0, ctypes.byref(header))


def become(user: int) -> None:
    """Change from root to a user that has no capability but to read files, confined by Landlock."""
    # It needs that one since root's own folders are closed to others, as are the home and perhaps
    # the interpreter's. In a container root may have only the capability that includes writing,
    # which Landlock confines just as well.
    rights = (_CAP_DAC_READ_SEARCH, _CAP_DAC_OVERRIDE)
    right = next((each for each in rights if prctl(_PR_CAPBSET_READ, each) == 1), None)
    keep = 0 if right is None else 1 << right
    prctl(_PR_SET_KEEPCAPS, 1)
    with suppress(OSError):  # so that access(2) takes the capability into account
        prctl(_PR_SET_SECUREBITS, _SECBIT_NO_SETUID_FIXUP | _SECBIT_KEEP_CAPS)
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    header = ctypes.create_string_buffer(struct.pack("=Ii", _CAPABILITIES_VERSION, 0))
    sets = ctypes.create_string_buffer(struct.pack("=6I", keep, keep, keep, 0, 0, 0))
    call("capset", ctypes.byref(header), ctypes.byref(sets))
    if right is not None:
        prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, right)
