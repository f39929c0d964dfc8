"""Looks for what is not its business: secrets, the ladder, other bots, the arena and its memory."""

import ctypes
import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from evil import DEEDS, TARGETS, Refused, call, deed, libc, play

OPPONENT, ARENA = TARGETS["opponents"][0], TARGETS["arena"]
IN_CREATE = 0x100


DEEDS |= {
    "read the secret": lambda: Path(TARGETS["secret"]).read_bytes(),
    "list the home": lambda: list(Path(TARGETS["home"]).iterdir()),
    "look up a file": lambda: Path(TARGETS["secret"]).stat(),
    "read an attribute of a file": lambda: os.getxattr(TARGETS["secret"], "user.note"),
    "watch the home": lambda: call(
        libc.inotify_add_watch, call(libc.inotify_init), TARGETS["home"].encode(), IN_CREATE
    ),
    "read another bot": lambda: Path(TARGETS["other"], "main.py").read_bytes(),
    "see an opponent": lambda: list(Path(f"/proc/{OPPONENT}").iterdir()),
    "read the command line of the arena": lambda: Path(f"/proc/{ARENA}/cmdline").read_bytes(),
    "read the questions of an opponent": lambda: os.close(
        os.open(f"/proc/{OPPONENT}/fd/0", os.O_RDONLY | os.O_NONBLOCK)
    ),
    "read the memory of an opponent": lambda: Path(f"/proc/{OPPONENT}/mem").open("rb").close(),
    "read the memory of the arena": lambda: Path(f"/proc/{ARENA}/mem").open("rb").close(),
    "reach the files of the arena": lambda: list(Path(f"/proc/{ARENA}/cwd/").iterdir()),
    "read the kernel log": lambda: call(libc.klogctl, 3, ctypes.create_string_buffer(64), 64),
    "read the symbols of the kernel": lambda: _something("/proc/kallsyms"),
    "find the arena by its mounts": lambda: _names("mountinfo"),
    "find the arena by its control group": lambda: _names("cgroup"),
}


@deed
def read_the_deals():
    ladder = sqlite3.connect(f"file:{TARGETS['ladder']}?mode=ro", uri=True)
    ladder.execute("SELECT secret FROM tournaments").fetchone()


@deed
def find_the_token():
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if TARGETS["token"].encode() in (process / "environ").read_bytes():
                return
        except OSError:
            continue
    raise Refused


@deed
def inherit_the_token():
    if TARGETS["token"] not in os.environ.values():
        raise Refused


@deed
def find_an_open_file():
    """Beyond its three pipes, something that was not closed before it was started."""
    for number in range(3, 256):
        with suppress(OSError):
            os.fstat(number)
            return
    raise Refused


@deed
def list_the_connections_of_the_machine():
    listed = Path(f"/proc/{os.getppid()}/net/tcp").read_text()  # the bot's: this is a child of it
    if f":{TARGETS['port']:04X} " not in listed:
        raise Refused


@deed
def read_what_the_machine_does():
    for name in ("interrupts", "vmstat", "diskstats", "loadavg", "pressure/cpu", "sys/fs/file-nr"):
        with suppress(OSError, Refused):
            _something(f"/proc/{name}")
            return
    raise Refused


def _names(file):
    """Of the process that the bot began as, and of this one."""
    for process in (os.getppid(), "self"):
        with suppress(OSError):
            told = Path(f"/proc/{process}/{file}").read_text()
            if Path(TARGETS["bot"]).name in told or "arena-bot-" in told:
                return
    raise Refused


def _something(path):
    if not Path(path).read_bytes():
        raise Refused


play()
