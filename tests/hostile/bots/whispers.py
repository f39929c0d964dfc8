"""Two of these try to tell each other bits by whatever the machine lets both of them touch.

Each line on stdin is one thing to do, and has one line as its answer: "open CHANNEL"; then "ready
ADDRESS" and "receive ADDRESS" for the one that listens, and "send BIT" for the other, which answers
with an address: some process that the listener is to look at.
"""

import ctypes
import errno
import fcntl
import mmap
import os
import select
import signal
import socket
import struct
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from evil import call, libc, syscall

SYSTEM = "/usr/bin/env"
"""A file that both may read."""
PLACE = Path(os.environ.get("TMPDIR", "/tmp"))
NAME = "whispers"
MB = 1 << 20
F_OFD_GETLK, F_OFD_SETLK, F_GETPIPE_SZ = 36, 37, 1032
FUTEX_WAIT, FUTEX_WAKE = 0, 1
IN_OPEN, IN_NONBLOCK = 0x20, 0o4000
MANY = 1100
"""Pipes that use up what a user may have at full size."""
libc.mmap.restype = ctypes.c_void_p


class Channel:
    """One end of it. What is sent stays until something else is."""

    address = 0
    """Where the receiver is to look."""

    def ready(self, address):
        """Before a bit is sent."""

    def send(self, bit):
        raise NotImplementedError

    def receive(self, address):
        raise NotImplementedError


class Gauge(Channel):
    """A number that is larger than at first for as long as the sender wants it."""

    enough, before = 100, None

    def ready(self, address):
        if self.before is None:
            self.before = self.number(address)

    def receive(self, address):
        return self.number(address) - self.before > self.enough

    def number(self, address):
        raise NotImplementedError


class Counter(Gauge):
    """One that only grows: by much, or by little."""

    def ready(self, address):
        self.before = self.number(address)


# --- locks --------------------------------------------------------------------------------------


class RecordLocks(Channel):
    set, get = fcntl.F_SETLK, fcntl.F_GETLK

    def __init__(self):
        self.file = os.open(SYSTEM, os.O_RDONLY)

    def send(self, bit):
        fcntl.fcntl(self.file, self.set, lock(fcntl.F_RDLCK if bit else fcntl.F_UNLCK))

    def receive(self, address):
        found = fcntl.fcntl(self.file, self.get, lock(fcntl.F_WRLCK))
        return struct.unpack_from("h", found)[0] != fcntl.F_UNLCK


class LocksOfOpenFiles(RecordLocks):
    set, get = F_OFD_SETLK, F_OFD_GETLK


class LocksThatConflict(Channel):
    """One's own lock is refused where the other has one."""

    def receive(self, address):
        try:
            self.take()
        except BlockingIOError:
            return True
        self.send(False)
        return False


class LocksOfADevice(LocksThatConflict):
    """Which both may write to, and so have for themselves."""

    def __init__(self):
        self.file = os.open("/dev/null", os.O_RDWR)

    def send(self, bit):
        fcntl.fcntl(self.file, fcntl.F_SETLK, lock(fcntl.F_WRLCK if bit else fcntl.F_UNLCK))

    def take(self):
        self.send(True)


class Flocks(LocksThatConflict):
    def __init__(self):
        self.file = os.open(SYSTEM, os.O_RDONLY)

    def send(self, bit):
        fcntl.flock(self.file, fcntl.LOCK_EX if bit else fcntl.LOCK_UN)

    def take(self):
        fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock(kind):
    return struct.pack("hhqqi4x", kind, os.SEEK_SET, 7, 1, 0)


# --- files --------------------------------------------------------------------------------------


class Watches(Channel):
    """The kernel tells who asked when somebody opens a file, here one that nobody else does."""

    FILE = str(Path(os.__file__).with_name("this.py"))

    def ready(self, address):
        self.watcher = call(libc.inotify_init1, IN_NONBLOCK)
        call(libc.inotify_add_watch, self.watcher, self.FILE.encode(), IN_OPEN)

    def send(self, bit):
        if bit:
            os.close(os.open(self.FILE, os.O_RDONLY))

    def receive(self, address):
        told = bool(select.select([self.watcher], [], [], 0.05)[0])
        os.close(self.watcher)
        return told


class Dates(Channel):
    """Of files when they were last read: each tells once a day."""

    def __init__(self):
        day = time.time() - 90_000
        found = sorted(Path(os.__file__).parent.glob("*.py"))
        self.files = iter([file for file in found if file.stat().st_atime < day])

    def ready(self, address):
        self.file = next(self.files)
        self.date = self.file.stat().st_atime

    def send(self, bit):
        file = next(self.files)
        if bit:
            file.read_bytes()

    def receive(self, address):
        return self.file.stat().st_atime != self.date


class Files(Channel):
    """Where everybody may write."""

    def send(self, bit):
        for file in self.files():
            with suppress(OSError):
                if bit:
                    file.write_bytes(b"")
                else:
                    file.unlink(missing_ok=True)

    def receive(self, address):
        return any(file.exists() for file in self.files())

    def files(self):
        return [Path(place, NAME) for place in ("/tmp", "/dev/shm", "/var/tmp", "/run/lock")]


class FreeSpace(Gauge):
    enough = 6 * MB

    def send(self, bit):
        Path(PLACE, NAME).write_bytes(b"x" * (12 * MB if bit else 0))

    def number(self, address):
        about = os.statvfs(PLACE)
        return -about.f_bfree * about.f_frsize


class DiskOfANumber(FreeSpace):
    """The same, of the disk with a number (ustat(2), which x86-64 alone has)."""

    def number(self, address):
        about = (ctypes.c_int32 * 8)()
        syscall("ustat", PLACE.stat().st_dev, about)
        return -about[0] * 4096


class Links(Channel):
    """In the sender's scratch space: what they say is no file's content."""

    address = int.from_bytes(os.fsencode(PLACE))

    def send(self, bit):
        Path(PLACE, NAME).unlink(missing_ok=True)
        Path(PLACE, NAME).symlink_to(str(int(bit)))

    def receive(self, address):
        place = os.fsdecode(address.to_bytes(address.bit_length() // 8 + 1).lstrip(b"\0"))
        return Path(place, NAME).readlink() == Path("1")


# --- memory -------------------------------------------------------------------------------------

SELDOM_READ, FAR = Path(os.__file__).parent / "pydoc_data/topics.py", 1 << 16
"""A file that nobody has mapped, and a place in it."""


def mapped(file, flags, place):
    return call(libc.mmap, None, 4096, mmap.PROT_READ, flags, file, place)


class Futexes(Channel):
    """Whether anybody sleeps at an address of a file that both have mapped."""

    def __init__(self):
        page = mapped(os.open(SYSTEM, os.O_RDONLY), mmap.MAP_SHARED, 0)
        self.place = ctypes.c_uint32.from_address(page + 64)
        self.sleeper = None

    def send(self, bit):
        if self.sleeper:
            self.sleeper.join()
        self.sleeper = threading.Thread(target=self.sleep) if bit else None
        if self.sleeper:
            self.sleeper.start()
            time.sleep(0.05)

    def sleep(self):
        with suppress(OSError):
            half_a_second = struct.pack("qq", 0, 500_000_000)
            self.futex(FUTEX_WAIT, self.place.value, half_a_second)

    def receive(self, address):
        return self.futex(FUTEX_WAKE, 1, None) > 0

    def futex(self, what, value, until):
        return syscall("futex", ctypes.byref(self.place), what, value, until, 0, 0)


class CachedPages(Channel):
    """Whether a piece of a file is in memory: read, or asked to be forgotten."""

    WAIT_FOR_NOTHING = 0x8

    def __init__(self):
        self.file = os.open(SELDOM_READ, os.O_RDONLY)

    def send(self, bit):
        os.posix_fadvise(self.file, 0, 0, os.POSIX_FADV_DONTNEED)
        if bit:
            os.pread(self.file, 4096, FAR)

    def receive(self, address):
        try:
            return os.preadv(self.file, [bytearray(16)], FAR, self.WAIT_FOR_NOTHING) > 0
        except BlockingIOError:
            return False


class ForgottenPages(CachedPages):
    """The same, by a mapping of it."""

    def __init__(self):
        super().__init__()
        self.page = mapped(self.file, mmap.MAP_SHARED, FAR)

    def send(self, bit):
        call(libc.madvise, ctypes.c_void_p(self.page), 4096, 21)  # page out
        if bit:
            os.pread(self.file, 4096, FAR)

    def receive(self, address):
        found = ctypes.create_string_buffer(1)
        call(libc.mincore, ctypes.c_void_p(self.page), 4096, found)
        return found.raw[0] & 1


class MappedPages(Channel):
    """How many have mapped a page of a file."""

    def __init__(self):
        self.file = os.open(SELDOM_READ, os.O_RDONLY)
        self.page = 0

    def map(self):
        self.page = mapped(self.file, mmap.MAP_PRIVATE, FAR)
        ctypes.string_at(self.page, 1)

    def unmap(self):
        if self.page:
            libc.munmap(ctypes.c_void_p(self.page), 4096)
        self.page = 0

    def send(self, bit):
        self.unmap()
        if bit:
            self.map()

    def receive(self, address):
        self.map()
        try:
            return self.shared()
        finally:
            self.unmap()

    def shared(self):
        _, _, about = Path("/proc/self/smaps").read_text().partition(f"\n{self.page:x}-")
        return int(about.partition("Shared_Clean:")[2].split()[0]) > 0


class LonelyPages(MappedPages):
    """The same, of each page by itself."""

    def shared(self):
        with Path("/proc/self/pagemap").open("rb") as pages:
            pages.seek(self.page // 4096 * 8)
            (about,) = struct.unpack("Q", pages.read(8))
        return not about >> 56 & 1


class Mappings(Gauge):
    """How much of the machine's memory is used for something, in kilobytes."""

    file, line, size = "/proc/meminfo", "Committed_AS:", 200 * MB
    enough, page = 50_000, None

    def send(self, bit):
        if self.page:
            self.page.close()
        self.page = self.taken() if bit else None

    def taken(self):
        return mmap.mmap(-1, self.size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)

    def number(self, address):
        told = Path(self.file).read_text()
        return int(told[told.index(self.line) + len(self.line) :].split()[0])


class LockedPages(Mappings):
    line, size, enough = "Mlocked:", 4 * MB, 2000

    def taken(self):
        page = super().taken()
        call(libc.mlock, ctypes.byref(ctypes.c_char.from_buffer(page)), self.size)
        return page


class HugePages(Mappings):
    """How many the machine has."""

    file = "/sys/kernel/mm/transparent_hugepage/hugepages-2048kB/stats/nr_anon"
    line, enough = "", 20

    def taken(self):
        page = super().taken()
        page.madvise(mmap.MADV_HUGEPAGE)
        page[:: 1 << 12] = bytes(self.size >> 12)
        return page


class SocketNames(Channel):
    def send(self, bit):
        if bit:
            self.bound = socket.socket(socket.AF_UNIX)
            self.bound.bind(f"\0{NAME}")
        else:
            self.bound = None

    def receive(self, address):
        with socket.socket(socket.AF_UNIX) as other:
            try:
                other.bind(f"\0{NAME}")
            except OSError:
                return True
        return False


# --- processes ----------------------------------------------------------------------------------


class Existence(Channel):
    """Of a process."""

    def send(self, bit):
        if self.address:
            end(self.address)
        self.address = sleeper()
        if not bit:
            end(self.address)

    def receive(self, address):
        return Path(f"/proc/{address}").exists()


class Pidfds(Existence):
    def receive(self, address):
        try:
            os.close(os.pidfd_open(address))
        except ProcessLookupError:
            return False
        return True


class ProcessGroups(Channel):
    def __init__(self):
        self.address = sleeper()

    def send(self, bit):
        os.setpgid(self.address, self.address if bit else os.getpgrp())

    def receive(self, address):
        return os.getpgid(address) == address


class Threads(Channel):
    """Each is a folder in another folder, whose links are counted."""

    def __init__(self):
        self.address = os.getpid()
        self.over = threading.Event()

    def send(self, bit):
        self.over.set()
        time.sleep(0.01)
        self.over = threading.Event()
        for _ in range(9 if bit else 0):
            threading.Thread(target=self.over.wait, daemon=True).start()

    def receive(self, address):
        return Path(f"/proc/{address}/task").stat().st_nlink > 8


class Descriptors(Gauge):
    """How many a process has is the size of a folder."""

    enough, opened = 50, ()

    def __init__(self):
        self.address = os.getpid()

    def send(self, bit):
        for file in self.opened:
            os.close(file)
        self.opened = [os.open(SYSTEM, os.O_RDONLY) for _ in range(200 if bit else 0)]

    def number(self, address):
        return Path(f"/proc/{address}/fd").stat().st_size if address else 0


class Clocks(Counter):
    """Of the processor time of a process."""

    enough = 0.03

    def __init__(self):
        self.address = os.getpid()

    def send(self, bit):
        until = time.process_time() + (0.05 if bit else 0)
        while time.process_time() < until:
            pass

    def number(self, address):
        return time.clock_gettime(~address << 3 | 2)


class Numbers(Counter):
    """That new processes get, one after the other."""

    def send(self, bit):
        for _ in range(150 if bit else 0):
            number()

    def number(self, address):
        return number()


class Beginnings(Numbers):
    """How many processes the machine has begun."""

    def number(self, address):
        return int(Path("/proc/stat").read_text().partition("\nprocesses ")[2].split()[0])


class Tasks(Gauge):
    """How many threads the machine has."""

    enough, children = 25, ()

    def send(self, bit):
        for child in self.children:
            end(child)
        self.children = [sleeper() for _ in range(50 if bit else 0)]

    def number(self, address):
        about = ctypes.create_string_buffer(112)
        call(libc.sysinfo, about)
        return struct.unpack_from("H", about, 80)[0]


class Processes(Tasks):
    """How many the machine has, in whatever namespace."""

    def number(self, address):
        return Path("/proc").stat().st_nlink


def number():
    child = os.fork()
    if child == 0:
        os._exit(0)
    return os.waitpid(child, 0)[0]


def sleeper():
    child = os.fork()
    if child == 0:
        signal.pause()
    return child


def end(child):
    with suppress(ProcessLookupError, ChildProcessError):
        os.kill(child, signal.SIGTERM)
        os.waitpid(child, 0)


# --- numbers that the kernel gives out ------------------------------------------------------------


class Eventfds(Gauge):
    """Each has the lowest number that is free on the machine."""

    enough, opened = 50, ()

    def send(self, bit):
        for file in self.opened:
            os.close(file)
        self.opened = [os.eventfd(0) for _ in range(200 if bit else 0)]

    def number(self, address):
        file = os.eventfd(0)
        try:
            about = Path(f"/proc/self/fdinfo/{file}").read_text()
        finally:
            os.close(file)
        return int(about.partition("eventfd-id:")[2].split()[0])


class Inodes(Counter):
    """Of pipes: each processor takes a thousand at a time, to give them out."""

    enough, batch = 20_000, 1024

    def send(self, bit):
        for _ in range(40_000 if bit else 0):
            self.new()

    def number(self, address):
        return max(self.new() for _ in range(self.batch + 1))

    def new(self):
        one, other = os.pipe()
        found = os.fstat(one).st_ino
        os.close(one)
        os.close(other)
        return found


# --- what a user may have -----------------------------------------------------------------------


class Quota(Channel):
    """The sender has taken all there are, or there are some left."""

    refused = 0
    """The errno where there are none."""

    def __init__(self):
        self.taken = []

    def send(self, bit):
        while self.taken:
            self.give_back(self.taken.pop())
        while bit and (one := self.one()):
            self.taken.append(one)
        if bit and not self.taken:
            raise OSError

    def receive(self, address):
        one = self.one()
        if one:
            self.give_back(one)
        return not one

    def one(self):
        """Take one, if there is one left."""
        try:
            return self.take()
        except OSError as error:
            if error.errno != self.refused:
                raise
            return None


class PendingSignals(Quota):
    refused = errno.EAGAIN

    def take(self):
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
        call(libc.sigqueue, os.getpid(), int(signal.SIGRTMIN), ctypes.c_void_p())
        return signal.SIGRTMIN

    def give_back(self, number):
        signal.sigwait([number])


class DescriptorsOnTheirWay(Quota):
    """Sent through sockets and not yet received: no more than a user may have open."""

    refused = errno.ETOOMANYREFS

    def __init__(self):
        super().__init__()
        self.pair = pair()

    def take(self):
        try:
            socket.send_fds(self.pair[0], [b"x"], [0])
        except BlockingIOError:
            self.pair = pair()
            return self.take()
        return self.pair

    def give_back(self, ends):
        for end in ends:
            end.close()
        if ends is self.pair:
            self.pair = pair()


def pair():
    ends = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ends[0].setblocking(False)
    return ends


class Pipes(Channel):
    """They become smaller when a user has many."""

    def __init__(self):
        self.helpers = []

    def send(self, bit):
        for each in self.helpers:
            end(each)
        self.helpers = [self.helper() for _ in range(MANY // 100 if bit else 0)]

    def helper(self):
        ours, theirs = os.pipe()
        child = os.fork()
        if child == 0:
            kept = [os.pipe() for _ in range(100)]
            os.write(theirs, b"x")
            signal.pause()
            del kept
        os.close(theirs)
        os.read(ours, 1)
        os.close(ours)
        return child

    def receive(self, address):
        one, other = os.pipe()
        size = fcntl.fcntl(one, F_GETPIPE_SZ)
        os.close(one)
        os.close(other)
        return size < 65536


# --- talking ------------------------------------------------------------------------------------


def talk(known):
    """Do what each line says, with the channels known by these names."""
    opened = None
    for line in sys.stdin:
        answer = "done"
        try:
            match line.split():
                case ["open", name]:
                    opened = known[name]()
                case ["ready", address]:
                    opened.ready(int(address))
                case ["send", bit]:
                    opened.send(bit == "1")
                    answer = opened.address
                case ["receive", address]:
                    found = opened.receive(int(address))
                    answer = found if isinstance(found, str) else int(found)
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"
        print(answer, flush=True)


if __name__ == "__main__":
    talk(globals())
