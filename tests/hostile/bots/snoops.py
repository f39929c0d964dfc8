"""Looks for what is not its business: secrets, the ladder, other bots, the arena and its memory."""

import ctypes
import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from evil import TARGETS, Refused, call, deed, libc, play

OPPONENT, ARENA = TARGETS["opponents"][0], TARGETS["arena"]
IN_CREATE = 0x100


@deed
def read_the_secret():
    Path(TARGETS["secret"]).read_bytes()


@deed
def list_the_home():
    list(Path(TARGETS["home"]).iterdir())


@deed
def look_up_a_file():
    Path(TARGETS["secret"]).stat()


@deed
def read_an_attribute_of_a_file():
    os.getxattr(TARGETS["secret"], "user.note")


@deed
def watch_the_home():
    watcher = call(libc.inotify_init)
    call(libc.inotify_add_watch, watcher, TARGETS["home"].encode(), IN_CREATE)


@deed
def read_the_deals():
    ladder = sqlite3.connect(f"file:{TARGETS['ladder']}?mode=ro", uri=True)
    ladder.execute("SELECT secret FROM tournaments").fetchone()


@deed
def read_another_bot():
    Path(TARGETS["other"], "main.py").read_bytes()


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
def see_an_opponent():
    list(Path(f"/proc/{OPPONENT}").iterdir())


@deed
def read_the_command_line_of_the_arena():
    Path(f"/proc/{ARENA}/cmdline").read_bytes()


@deed
def read_the_questions_of_an_opponent():
    os.close(os.open(f"/proc/{OPPONENT}/fd/0", os.O_RDONLY | os.O_NONBLOCK))


@deed
def read_the_memory_of_an_opponent():
    Path(f"/proc/{OPPONENT}/mem").open("rb").close()


@deed
def read_the_memory_of_the_arena():
    Path(f"/proc/{ARENA}/mem").open("rb").close()


@deed
def reach_the_files_of_the_arena():
    list(Path(f"/proc/{ARENA}/cwd/").iterdir())


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
def read_the_kernel_log():
    call(libc.klogctl, 3, ctypes.create_string_buffer(64), 64)


@deed
def read_the_symbols_of_the_kernel():
    _something("/proc/kallsyms")


@deed
def read_what_the_machine_does():
    for name in ("interrupts", "vmstat", "diskstats", "loadavg", "pressure/cpu", "sys/fs/file-nr"):
        with suppress(OSError, Refused):
            _something(f"/proc/{name}")
            return
    raise Refused


@deed
def find_the_arena_by_its_mounts():
    _names("mountinfo")


@deed
def find_the_arena_by_its_control_group():
    _names("cgroup")


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
