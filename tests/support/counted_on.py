"""What runtimes take for granted, and whether a bot has it at each level: SPEC.md's table.

This file is also the program that tries it all inside, so it needs nothing but the standard
library. `python -m tests.support.counted_on` writes the table into SPEC.md again.
"""

import asyncio
import ctypes
import fcntl
import getpass
import json
import locale
import mmap
import multiprocessing
import os
import pwd
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing import shared_memory
from pathlib import Path
from typing import NamedTuple

HEADER = "| a program may | A | B | C |\n|---|---|---|---|\n"
MARKS = {"+": "yes", "-": "no", "?": "depends"}
GB = 1 << 30
TMP = Path(os.environ.get("TMPDIR", "/tmp"))
NODE_CPUS = "process.exit(require('os').cpus().length ? 0 : 1)"
NODE_USER = "require('os').userInfo()"


class Row(NamedTuple):
    """A row of the table: marks for the levels A, B and C, and a function that raises on a no."""

    text: str
    marks: str
    attempt: Callable[[], object]


def opens(path: str, flags: int = os.O_RDONLY) -> None:
    os.close(os.open(path, flags))


def run(*words: str) -> str:
    """What a program prints; nothing if it is not installed."""
    if not shutil.which(words[0], os.F_OK):
        return ""
    done = subprocess.run(words, capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 0, done.stderr[-300:]
    return done.stdout


def standard_files() -> None:
    for name, flags in (("in", os.O_RDONLY), ("out", os.O_WRONLY), ("err", os.O_WRONLY)):
        opens(f"/dev/std{name}", flags)
    run("bash", "-c", "cat <(echo) && echo > /dev/stderr")


def files() -> None:
    for number, folder in enumerate((TMP, Path.home())):
        (folder / f"{number}").write_text("text")
        shutil.copy(folder / f"{number}", folder / f"copy {number}")
        (folder / f"copy {number}").rename(folder / f"new {number}")
        (folder / f"link {number}").symlink_to(f"new {number}")
        with (folder / f"link {number}").open("r+b") as file:
            mmap.mmap(file.fileno(), 4).flush()


def writes_in(folder: str) -> None:
    file = Path(folder, f"counted-on-{os.getpid()}")
    file.touch()
    file.unlink()


def executable() -> None:
    (TMP / "script").write_text("#!/bin/sh\n")
    (TMP / "script").chmod(0o755)
    run(str(TMP / "script"))


def lock() -> None:
    with (TMP / "lock").open("w") as one, (TMP / "lock").open("w") as other:
        fcntl.flock(one, fcntl.LOCK_EX)
        with suppress(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
            raise AssertionError("Both have the lock.")


def database(mode: str) -> None:
    opened = sqlite3.connect(TMP / f"{mode}.db")
    assert opened.execute(f"PRAGMA journal_mode = {mode}").fetchone() == (mode,)
    opened.execute("CREATE TABLE made AS SELECT 1")
    opened.commit()
    opened.close()


def processes() -> None:
    assert run("sh", "-c", "echo a | cat") == "a\n"
    if not (child := os.fork()):
        os._exit(3)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3

    async def starts() -> int:
        return await (await asyncio.create_subprocess_exec("true")).wait()

    assert asyncio.run(starts()) == 0


def child_signal() -> None:
    came: list[int] = []
    signal.signal(signal.SIGCHLD, lambda number, _: came.append(number))
    try:
        subprocess.run(["true"], check=True)
        assert came
    finally:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def multiprocess() -> None:
    for context in (multiprocessing.get_context("fork"), multiprocessing.get_context("spawn")):
        ours, theirs = context.Pipe()
        child = context.Process(target=print, args=("child",))
        child.start()
        child.join()
        assert child.exitcode == 0
        ours.send(1)
        theirs.recv()


def pool() -> None:
    with multiprocessing.Lock(), multiprocessing.Pool(2) as workers:
        assert workers.map(abs, [-1, -2]) == [1, 2]
    shared = shared_memory.SharedMemory(create=True, size=4096)
    shared.close()
    shared.unlink()


def manager() -> None:
    multiprocessing.Manager().shutdown()


def kills(number: int) -> None:
    child = subprocess.Popen(["sleep", "60"])
    try:
        child.send_signal(number)
    except OSError:
        child.terminate()
        raise
    finally:
        child.wait()


def alarm() -> None:
    came: list[int] = []
    signal.signal(signal.SIGALRM, lambda number, _: came.append(number))
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    time.sleep(0.1)
    assert came
    kills(signal.SIGTERM)


def posix_timer() -> None:
    called(ctypes.CDLL(None).timer_create(0, None, ctypes.byref(ctypes.c_void_p())))


def called(result: int) -> None:
    if result:
        raise OSError(ctypes.get_errno(), "refused")


def threads() -> None:
    threading.stack_size(256 << 20)
    for _ in range(3):
        thread = threading.Thread(target=time.sleep, args=(0.01,))
        thread.start()
        thread.join()


def machine_code() -> None:
    mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_WRITE | mmap.PROT_EXEC)


def reserves(size: int, access: int) -> None:
    quietly = 0x4000  # MAP_NORESERVE
    mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | quietly, access).close()


def name() -> None:
    assert getpass.getuser() == os.environ["USER"], getpass.getuser()
    locale.setlocale(locale.LC_ALL, "")
    assert locale.nl_langinfo(locale.CODESET) == "UTF-8", locale.setlocale(locale.LC_ALL)
    assert socket.gethostname(), "It has no name."


def entry() -> None:
    pwd.getpwuid(os.getuid())
    run("node", "-e", NODE_USER)


def machine() -> None:
    for each in ("cpuinfo", "meminfo", "stat", "version"):
        assert Path("/proc", each).read_bytes()
    assert os.cpu_count()
    run("node", "-e", NODE_CPUS)


def itself() -> None:
    for each in ("maps", "status", "stat", "cmdline", "environ", "exe"):
        opens(f"/proc/self/{each}")
    assert {"0", "1", "2"} <= {each.name for each in Path("/proc/self/fd").iterdir()}


def own_limits() -> None:
    opens("/proc/self/cgroup")
    opens("/proc/self/mountinfo")


def pair() -> None:
    one, other = socket.socketpair()
    one.send(b"x")
    assert other.recv(1) == b"x"
    one.close()
    other.close()


def passes_descriptors() -> None:
    one, other = socket.socketpair()
    with one, other:
        socket.send_fds(one, [b"x"], [0])


def chance() -> None:
    for each in ("null", "urandom", "random"):
        opens(f"/dev/{each}")
    assert len(os.getrandom(8)) == 8


def watches() -> None:
    assert ctypes.CDLL(None).inotify_init() >= 0


ROWS = (
    # Files.
    Row("open `/dev/stdin`, `/dev/stdout`, `/dev/stderr`, `/dev/fd`", "+++", standard_files),
    Row("write, copy, link and map files in `$TMPDIR` and `$HOME`", "+++", files),
    Row("write in `/tmp`, whatever `$TMPDIR` says", "+-+", partial(writes_in, "/tmp")),
    Row("write in its own folder", "--?", partial(writes_in, ".")),
    Row("`chmod +x` a file, and run it", "+-+", executable),
    Row("`touch` a file that is there", "+-+", partial(os.utime, TMP)),
    Row("use SQLite in `$TMPDIR`", "+++", partial(database, "delete")),
    Row("use SQLite's WAL mode", "--+", partial(database, "wal")),
    Row("keep others out with a file lock", "--+", lock),
    Row("see how full a disk is: `df`, `statvfs`", "+-+", partial(os.statvfs, TMP)),
    Row("watch files: inotify", "--+", watches),
    # Processes and threads.
    Row("start threads, with stacks of 256 MB", "+++", threads),
    Row("start programs and children, and wait for them", "+++", processes),
    Row("be told of a child's end: SIGCHLD", "??+", child_signal),
    Row("set alarms, and send SIGTERM to its children", "+++", alarm),
    Row("send SIGKILL: Python's `Popen.kill`, Java's `destroyForcibly`", "--+", partial(kills, 9)),
    Row("use POSIX timers: `timer_create`", "--+", posix_timer),
    Row("wait for processes by `pidfd_open`", "+-+", lambda: os.pidfd_open(os.getpid())),
    Row("lower its own priority: `nice`", "--+", partial(os.nice, 1)),
    Row("use `Process` and `Pipe` of Python's multiprocessing", "+++", multiprocess),
    Row("use its `Lock`, `Queue`, `Pool`, `shared_memory`; other named semaphores", "+-+", pool),
    Row("use its `Manager` and `forkserver`", "--+", manager),
    # Memory.
    Row("run code that it makes: JIT compilers", "+++", machine_code),
    Row("reserve 64 GB of addresses: JVM, Wasm", "+++", partial(reserves, 64 * GB, 0)),
    Row(
        "reserve terabytes to write to: sanitizers (ASan, TSan)",
        "---",
        partial(reserves, 16_384 * GB, mmap.PROT_READ | mmap.PROT_WRITE),
    ),
    Row("share memory without a file: Python's `mmap(-1, …)`", "--+", partial(mmap.mmap, -1, 4096)),
    Row("make files in memory: `memfd_create`", "--+", lambda: os.memfd_create("counted")),
    # The machine.
    Row("rely on `USER`, `LOGNAME`, a host name and UTF-8", "+++", name),
    Row("look up its user: `getpwuid`, Node's `os.userInfo()`", "+-?", entry),
    Row("count cores and memory: `/proc/cpuinfo`, Node's `os.cpus()`", "+++", machine),
    Row("read about itself: `/proc/self/maps`, `status`, `exe`", "+++", itself),
    Row("read `/proc/self/cgroup` and `mountinfo`", "+-+", own_limits),
    Row("draw random numbers: `/dev/urandom`, `getrandom`", "+++", chance),
    Row("read `/dev/zero`", "--+", partial(opens, "/dev/zero")),
    Row("use pairs of sockets", "+++", pair),
    Row("use other sockets, even to itself", "--+", lambda: socket.socket().close()),
    Row("pass descriptors on: `sendmsg`", "--+", passes_descriptors),
)


def table() -> str:
    """The table as it stands in SPEC.md."""
    marks = (" | ".join(MARKS[mark] for mark in row.marks) for row in ROWS)
    rows = (f"| {row.text} | {said} |" for row, said in zip(ROWS, marks, strict=True))
    return HEADER + "\n".join(rows) + "\n"


def write() -> None:
    """Write the table into SPEC.md again."""
    page = Path(__file__).parents[2] / "protocol" / "SPEC.md"
    before, header, rest = page.read_text(encoding="utf-8").partition(HEADER)
    assert header, f"SPEC.md has no table that begins {HEADER}"
    page.write_text(f"{before}{table()}\n{rest.partition(chr(10) * 2)[2]}", encoding="utf-8")


def try_all() -> None:
    """Print what failed of each row, as JSON."""
    failed = {}
    for row in ROWS:
        try:
            row.attempt()
        except Exception as error:
            failed[row.text] = repr(error)
    print(json.dumps(failed), file=sys.stderr, flush=True)


if __name__ == "__main__":
    try_all() if sys.argv[1:] == ["inside"] else write()
