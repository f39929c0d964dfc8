"""Takes more than its share: memory, processes, threads, pipes, room in files, a user's quotas."""

import ctypes
import fcntl
import mmap
import os
import signal
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path

from evil import MODE, TARGETS, Refused, call, libc, play, report

MB = 1 << 20
NORESERVE = 0x4000
SCRATCH = Path(os.environ.get("TMPDIR", "/tmp"))
UNSEEN_S = 5
"""After so long, the watch has overlooked it: looking takes a while on a busy machine."""


def one_gigabyte():
    kept = full(1024)
    time.sleep(UNSEEN_S)
    del kept


def full(megabytes):
    """That much memory, each page of it written to."""
    memory = bytearray(megabytes * MB)
    for page in range(0, len(memory), 4096):
        memory[page] = 1
    return memory


def six_children():
    for _ in range(6):
        if os.fork() == 0:
            kept = full(200)
            time.sleep(20)
            os._exit(len(kept) % 2)
    time.sleep(4)


def slow_growth():
    """Caught, or refused in the end; 20 MB at a time."""
    kept = []
    while len(kept) < 60:
        kept.append(full(20))
        time.sleep(0.01)


def many_processes():
    """Doubles nine times, so that it ends by itself at 512; each that gets so far is counted."""
    counter, one = os.pipe()
    itself = os.getpid()
    for _ in range(9):
        with suppress(BlockingIOError):
            os.fork()
    os.write(one, b"1")
    if os.getpid() != itself:
        time.sleep(10)
        os._exit(0)
    time.sleep(1)
    if len(os.read(counter, 1000)) <= 64:
        raise Refused


def many_threads():
    for _ in range(1000):
        threading.Thread(target=time.sleep, args=(5,), daemon=True).start()
    time.sleep(1)


def many_pipes():
    """As large as they get: what all pipes of a user may take is limited, ours among them."""
    pipes = []
    while len(pipes) < 2000:
        pipes.append(os.pipe())
        fcntl.fcntl(pipes[-1][1], fcntl.F_SETPIPE_SZ, MB)


def many_sockets():
    """And in each of them bytes that nobody reads: up to a gigabyte, of no process."""
    for _ in range(20):
        if os.fork() == 0:
            pairs = [socket.socketpair() for _ in range(120)]
            for each in (each for pair in pairs for each in pair):
                each.setblocking(False)
                with suppress(BlockingIOError):
                    while True:
                        each.send(bytes(65536))
            time.sleep(5)
            os._exit(0)
    time.sleep(4)


def many_tables():
    """A page of tables for every two megabytes of nothing that it looks at: 2 GB for 1 TB."""
    with mmap.mmap(-1, 1 << 40, NORESERVE | mmap.MAP_PRIVATE, mmap.PROT_READ) as nothing:
        for place in range(0, 1 << 40, 2 * MB):
            nothing[place]
    time.sleep(1)


def one_large_file():
    with (SCRATCH / "large").open("wb") as file:
        file.seek(1024 * MB)
        file.write(b"1")


def many_files():
    """In its scratch, 8 MB each, 160 MB together."""
    for number in range(20):
        (SCRATCH / f"file{number}").write_bytes(bytes(8 * MB))
        time.sleep(0.01)
    time.sleep(UNSEEN_S)


def shared_memory_files():
    fill("/dev/shm")


def files_in_tmp():
    fill("/tmp")


def fill(folder):
    """80 MB in this place."""
    for number in range(10):
        Path(folder, f"{TARGETS['mark']}-{number}").write_bytes(bytes(8 * MB))


def many_small_files():
    """A file system has only so many names to give."""
    for number in range(20_000):
        (SCRATCH / f"{number}").write_bytes(b"")
    time.sleep(UNSEEN_S)


def deep_folders():
    """Deeper than a path is long, and 80 MB at the bottom."""
    os.chdir(SCRATCH)
    for _ in range(2000):
        Path(TARGETS["mark"]).mkdir()
        os.chdir(TARGETS["mark"])
    fill(".")
    time.sleep(UNSEEN_S)


def closed_folder():
    """Into which one may write, but not look."""
    closed = SCRATCH / TARGETS["mark"]
    closed.mkdir(0o300)
    fill(closed)
    time.sleep(UNSEEN_S)


def mapped_file():
    """Memory by way of a file without a name."""
    with (SCRATCH / "mapped").open("w+b") as file:
        (SCRATCH / "mapped").unlink()
        file.truncate(256 * MB)
        with mmap.mmap(file.fileno(), 256 * MB) as memory:
            for page in range(0, len(memory), 4096):
                memory[page] = 1


def core_dump():
    if os.fork() == 0:
        os.chdir(SCRATCH)
        os.abort()
    _, status = os.wait()
    if not os.WCOREDUMP(status):
        raise Refused


def many_watches():
    """Of the 128, or so, that a user has."""
    watches = []
    while len(watches) < 100:
        watches.append(call(libc.inotify_init))


def many_signals():
    """Of the tens of thousands that may wait for all processes of a user."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
    for _ in range(2000):
        call(libc.sigqueue, os.getpid(), int(signal.SIGRTMIN), ctypes.c_void_p())


chosen = globals()[MODE.replace(" ", "_")]
play(lambda: report(MODE, chosen))
