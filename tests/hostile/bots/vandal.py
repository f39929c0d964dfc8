"""Changes what is not its own, and leaves files and links wherever it can."""

import fcntl
import os
import sqlite3
import threading
from contextlib import suppress
from pathlib import Path

from evil import DEEDS, TARGETS, Refused, deed, play

SECRET, OTHER, HOME = (Path(TARGETS[name]) for name in ("secret", "other", "home"))
GETFLAGS, SETFLAGS = 0x80086601, 0x40086602
SCRATCH = Path(os.environ.get("TMPDIR", "/tmp"))


@deed
def forge_an_elo():
    ladder = sqlite3.connect(TARGETS["ladder"])
    with ladder:
        ladder.execute("UPDATE ratings SET elo = 3000")


@deed
def write_into_its_own_copy():
    Path("vandal.py").open("a").close()
    Path("note").write_text("for the next game")


DEEDS |= {
    "write into the source": lambda: _append(TARGETS["source"], b"import evil\n"),
    "write into another bot": lambda: _append(OTHER / "main.py", b"raise SystemExit\n"),
    "truncate a file": lambda: os.truncate(HOME / "truncated", 0),
    "set an attribute": lambda: os.setxattr(HOME / "date", "user.evil", b"1"),
    "rename a file": lambda: (HOME / "renamed").rename(HOME / "elsewhere"),
    "remove a file": (HOME / "removed").unlink,
    "make a folder": (HOME / "made").mkdir,
    "leave a file in tmp": Path("/tmp", TARGETS["mark"]).touch,
    "leave a file in dev shm": Path("/dev/shm", TARGETS["mark"]).touch,
    "leave a file in var tmp": Path("/var/tmp", TARGETS["mark"]).touch,
}


@deed
def change_a_mode():
    (HOME / "mode").chmod(0o777)
    must_be((HOME / "mode").stat().st_mode & 0o777 == 0o777)


@deed
def change_an_owner():
    before = (HOME / "mode").stat()
    os.chown(HOME / "mode", before.st_uid, before.st_gid)
    must_be((HOME / "mode").stat().st_ctime_ns > before.st_ctime_ns)


@deed
def change_a_date():
    os.utime(HOME / "date", (0, 0))
    must_be((HOME / "date").stat().st_mtime == 0)


def _append(file, text):
    os.write(os.open(file, os.O_WRONLY | os.O_APPEND), text)


def must_be(done):
    """Some calls only pretend."""
    if not done:
        raise Refused


@deed
def change_a_flag_of_a_file():
    """Of its own copy, to what it is."""
    with Path("vandal.py").open("rb") as file:
        flags = fcntl.ioctl(file, GETFLAGS, bytes(8))
        fcntl.ioctl(file, SETFLAGS, flags)


@deed
def link_the_secret_to_itself():
    (SCRATCH / "hard").hardlink_to(SECRET)
    (SCRATCH / "hard").write_text("overwritten")


@deed
def leave_a_setuid_program_in_its_scratch():
    program = SCRATCH / TARGETS["mark"]
    program.write_text("#!/bin/sh\n")
    program.chmod(0o6755)


@deed
def keep_the_right_to_gain_rights():
    """Whether a setuid program would give it another user's rights."""
    status = Path("/proc/self/status").read_text()
    if "NoNewPrivs:\t0" not in status:
        raise PermissionError


@deed
def leave_links_to_the_home():
    """Cleaning up must remove the links, not what they lead to."""
    (SCRATCH / "home").symlink_to(HOME)
    (SCRATCH / "folder").mkdir()
    (SCRATCH / "folder" / "secret").symlink_to(SECRET)


def swap_a_folder_for_a_link():
    """Over and over, so that whoever cleans up may find either."""
    deep = SCRATCH / "swapped"
    while True:
        with suppress(OSError):
            deep.mkdir()
            (deep / "removed").write_text("bait")
        with suppress(OSError):
            (deep / "removed").unlink()
            deep.rmdir()
            deep.symlink_to(HOME / "folder")
            deep.unlink()


def race():
    if threading.active_count() == 1:
        threading.Thread(target=swap_a_folder_for_a_link, daemon=True).start()


play(each=race)
