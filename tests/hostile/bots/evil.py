"""What hostile programs share: they play as a good bot would, and say on stderr what they managed.

A program's deeds are functions; one that raises nothing has been managed. They are done at the
first question, when the bot has long passed for a good one.
"""

import ctypes
import errno
import json
import os
import platform
import sys
import time

MODE, TARGETS = sys.argv[1], json.loads(sys.argv[2])
"""Which of its evils a program is to do; what there is to harm, which a real one would guess."""

libc = ctypes.CDLL(None, use_errno=True)
librt = ctypes.CDLL("librt.so.1", use_errno=True)
DEEDS = {}


class Refused(Exception):
    """It did not work, and there is no errno to say why."""


def deed(function):
    """Have it done in the game; its name, in words, is what the table calls it."""
    DEEDS[function.__name__.replace("_", " ")] = function
    return function


def report(name, function):
    """Do it, and say how it went."""
    try:
        function()
    except OSError as error:
        outcome = f"refused {errno.errorcode.get(error.errno, error.errno)}"
    except BaseException as error:
        outcome = f"refused {type(error).__name__}"
    else:
        outcome = "managed"
    print(f"EVIL {name}: {outcome}", file=sys.stderr, flush=True)


def do_all():
    """Each deed in a process of its own: should one be deadly, the next still gets its turn."""
    for name, function in DEEDS.items():
        child = os.fork()
        if child == 0:
            report(name, function)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            signal = os.WTERMSIG(status)
            print(f"EVIL {name}: refused by signal {signal}", file=sys.stderr, flush=True)
    report("come to the end", lambda: None)


def play(first=do_all, each=lambda: None):
    """Answer as a good bot would: until a certain day, when its first question has it do `first`,
    and this and every later one `each`. So it passes any check that comes before."""
    done = False
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print("{}", flush=True)
        elif message["type"] == "decide":
            if time.time() >= TARGETS.get("since", 0):
                if not done:
                    first()
                done = True
                each()
            print(0, flush=True)
        elif message["type"] == "bye":
            break


def call(function, *arguments):
    """A function of the C library that answers -1 where it fails."""
    result = function(*arguments)
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


_NUMBERS = {  # x86-64, aarch64
    "ptrace": (101, 117),
    "setns": (308, 268),
    "add_key": (248, 217),
    "keyctl": (250, 219),
    "io_uring_setup": (425, 425),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "clone3": (435, 435),
    "clone": (56, 220),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    "tgkill": (234, 131),
    "tkill": (200, 130),
    "ioprio_set": (251, 30),
    "open_by_handle_at": (304, 265),
    "fsopen": (430, 430),
    "memfd_secret": (447, 447),
    "kcmp": (312, 272),
    "fanotify_init": (300, 262),
    "swapoff": (168, 225),
    "landlock_create_ruleset": (444, 444),
    "rt_sigaction": (13, 134),
    "futex": (202, 98),
    "ustat": (136, -1),
    "listmount": (458, 458),
}


def syscall(name, *arguments):
    """A system call that the standard library has no name for."""
    number = _NUMBERS[name][platform.machine() == "aarch64"]
    whole = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    return call(libc.syscall, ctypes.c_long(number), *whole)
