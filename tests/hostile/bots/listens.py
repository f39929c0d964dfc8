"""The programs of `whispers.py` again, but the one that listens notes all there is to see."""

import ctypes
import json
import os
import re
import time
import zlib
from contextlib import suppress
from pathlib import Path

import whispers
from evil import libc
from whispers import PLACE, Channel, Descriptors, Mappings, pair

# --- more that one may do, besides what the channels send by --------------------------------------


class Resident(Mappings):
    def taken(self):
        page = super().taken()
        page[:: 1 << 12] = bytes(self.size >> 12)
        return page


class Timers(Descriptors):
    def send(self, bit):
        super().send(False)
        every = (ctypes.c_long * 4)(0, 10**6, 0, 10**6)
        self.opened = [libc.timerfd_create(1, 0) for _ in range(100 if bit else 0)]
        for each in self.opened:
            libc.timerfd_settime(each, 0, every, None)


class EpollWatches(Descriptors):
    def send(self, bit):
        super().send(False)
        self.opened = [libc.epoll_create1(0) for _ in range(100 if bit else 0)]
        for each in self.opened:
            libc.epoll_ctl(each, 1, 0, (ctypes.c_uint32 * 3)(1))


class FullPipes(Descriptors):
    def send(self, bit):
        super().send(False)
        self.opened = [each for _ in range(50 if bit else 0) for each in os.pipe()]
        for each in self.opened[1::2]:
            os.write(each, bytes(1 << 15))


class Crashes(Channel):
    def send(self, bit):
        for _ in range(20 if bit else 0):
            os.waitpid(child(ctypes.string_at, 0), 0)


class ClosedDoors(Channel):
    """What is refused, it is to be hoped without a trace."""

    def send(self, bit):
        if bit:
            libc.unshare(0x10000000)
            libc.unshare(0x00020000)
            libc.mount(b"none", b"/tmp", b"tmpfs", 0, None)
            for make in (libc.shmget, libc.msgget, libc.memfd_create, libc.inotify_init, pair):
                with suppress(OSError):
                    make(7, 1, 0o1600)


def child(act, *words):
    made = os.fork()
    if made == 0:
        with suppress(BaseException):
            act(*words)
        os._exit(0)
    return made


# --- all there is to see --------------------------------------------------------------------------

CALLS = {
    **{f"statfs {path}": ("statfs", path) for path in (b"/", b"/usr", b"/proc", b"/dev", b"/tmp")},
    **{name: (name,) for name in ("sysinfo", "times", "uname", "sigpending", "adjtimex", "getcpu")},
    **{f"{name} 0": (name, 0) for name in ("getrusage", "getitimer", "sched_getparam")},
    **{f"sysconf {which}": ("sysconf", which) for which in (83, 84, 85, 86)},
    "sched_rr_get_interval": ("sched_rr_get_interval", 0),
    "statfs scratch": ("statfs", os.fsencode(PLACE)),
    "length of the kernel log": ("klogctl", 10),
    "what of it is unread": ("klogctl", 9),
}
"""Functions that only tell something, with arguments that go before a buffer (of zeros, for
adjtimex). No others: whoever runs this may be root, and whoever is tested may not be confined."""
UNFIT = re.compile(r"/(kmsg|mem|clear_refs|uuid)$|/(tracing|debug)/")


class Everything(Channel):
    """Files, folders and system calls, as figures with names."""

    def __init__(self):
        told = json.loads(Path("paths.json").read_text())
        self.folders = told["folders"]
        self.files = [each for each in told["files"] if not UNFIT.search(each) and read(each)]

    def ready(self, address):
        self.before = self.seen(address)

    def receive(self, address):
        """By how much each has changed, if it has."""
        changes = {
            name: each - self.before.get(name, each) for name, each in self.seen(address).items()
        }
        return json.dumps({name: each for name, each in changes.items() if each})

    def seen(self, other):
        found = {}
        for name, (function, *words) in CALLS.items():
            buffer = (ctypes.c_uint32 * 64)()
            found[name] = getattr(libc, function)(*words, buffer, 0)
            found |= {f"{name} {at}": each for at, each in enumerate(buffer)}
        for path in self.files:
            found |= figures(path, read(path))
        for path in (*self.folders, f"/proc/{other}", f"/proc/{other}/fd", f"/proc/{other}/task"):
            with suppress(OSError):
                about, name = Path(path).stat(), path.replace(f"/{other}", "/OTHER")
                found |= {f"{name} links": about.st_nlink, f"{name} size": about.st_size}
        made = [*os.pipe(), os.eventfd(0), libc.epoll_create1(0), libc.timerfd_create(1, 0)]
        for number, each in enumerate(made):
            found[f"inode of a new descriptor {number}"] = os.fstat(each).st_ino
            found |= figures(f"/proc/self/fdinfo/{number}", read(f"/proc/self/fdinfo/{each}"))
        for each in made:
            os.close(each)
        found["id of a new process"] = whispers.number()
        for name, ask in ASKED.items():
            with suppress(OSError):
                found[name] = zlib.crc32(repr(ask(other)).encode())
        return found | {"how many figures": len(found)}


ASKED = {
    "getpgid": os.getpgid,
    "getpriority": lambda other: os.getpriority(os.PRIO_PROCESS, other),
    "sched_getaffinity": os.sched_getaffinity,
    "sched_getscheduler": os.sched_getscheduler,
    "clock_gettime": lambda other: time.clock_gettime(~other << 3 | 2),
}


def read(path):
    with suppress(OSError):
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            return os.read(file, 1 << 16)
        finally:
            os.close(file)
    return b""


def figures(path, told):
    """The numbers in a text by where they are, and whatever else it says as one more."""
    found = {f"{path} words": zlib.crc32(re.sub(rb"\d+", b"", told))}
    for at, line in enumerate(told.split(b"\n")):
        word = b"".join(re.findall(rb"[A-Za-z_()-]{2,}", line)[:1]).decode()
        for place, each in enumerate(re.findall(rb"\d+", line)):
            found[f"{path} {at} {word} {place}"] = int(each)
    return found


whispers.talk({**vars(whispers), **globals()})
