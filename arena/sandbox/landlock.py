"""Level B: a process confines itself and everything it starts to the policy's paths (Landlock).

This is for machines where no namespaces can be made, such as most containers. The numbers are from
the kernel's include/uapi/linux/landlock.h. What an older kernel doesn't know is left out and
covered by the policy's filter.
"""

import ctypes
import os
import stat
import struct
from collections.abc import Iterable

from arena.sandbox.kernel import PR_SET_NO_NEW_PRIVS, call, prctl

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE, _IOCTL_DEV = 1 << 14, 1 << 15
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_FILE_ACCESS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""The number of kinds of file access, by version of the interface."""
_TCP = 0b11
_ABSTRACT_SOCKETS_AND_SIGNALS = 0b11
_VERSION = 1
_PATH_BENEATH = 1


def version() -> int:
    """Return the kernel's version of the interface. Raises OSError if it has none."""
    return call("landlock_create_ruleset", 0, 0, _VERSION)


def confine(readable: Iterable[str], writable: Iterable[str], network: bool) -> None:
    """Allow this process only these files and folders, to read and run or to write, for good.

    Paths that don't exist are ignored. Without `network`, TCP is closed, too, on kernels that can
    do that. Raises OSError.
    """
    known = version()
    files = (1 << _FILE_ACCESS[min(known, 5)]) - 1
    rules = _ruleset(files, 0 if network or known < 4 else _TCP, known)
    for path in readable:
        _allow(rules, path, _READ)
    for path in writable:
        _allow(rules, path, files & ~_IOCTL_DEV)
    prctl(PR_SET_NO_NEW_PRIVS, 1)  # the kernel insists on it before it confines an ordinary user
    call("landlock_restrict_self", rules, 0)
    os.close(rules)


def _ruleset(files: int, network: int, known: int) -> int:
    values = [files]
    if known >= 4:
        values.append(network)
    if known >= 6:
        values.append(_ABSTRACT_SOCKETS_AND_SIGNALS)
    packed = struct.pack(f"={len(values)}Q", *values)
    return call("landlock_create_ruleset", ctypes.create_string_buffer(packed), len(packed), 0)


def _allow(rules: int, path: str, access: int) -> None:
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(opened).st_mode):
            access &= _ON_FILES
        rule = ctypes.create_string_buffer(struct.pack("=Qi", access, opened))
        call("landlock_add_rule", rules, _PATH_BENEATH, rule, 0)
    finally:
        os.close(opened)
