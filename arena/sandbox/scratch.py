"""Folders for the temporary files of bots that have no file system of their own (levels B and C),
and for sockets.

Those of bots are removed with the bot; those of a nursery that was killed, by the next arena on
this machine.
"""

import errno
import os
import secrets
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp

from arena.sandbox.processes import identity, is_gone

_PREFIX = "arena-bot-"
_LONGEST = 80
"""Bytes of the name of a folder in which a socket can be made: its whole path has 107 at most."""
LEAST = 4096
"""Bytes that a file or folder counts for at least: removing them takes time, too."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FOUND = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def new_scratch(number: int) -> str:
    """An empty folder; its name says whose it is."""
    return mkdtemp(prefix=f"{_PREFIX}{identity(os.getpid())}.{number}-")


def socket_folder(prefix: str) -> Path:
    """An empty folder for a socket, open to its owner alone; in /tmp if $TMPDIR is a long name."""
    usual = gettempdir()
    room = _LONGEST - len(prefix) - len("/12345678")
    return Path(mkdtemp(prefix=prefix, dir=usual if len(os.fsencode(usual)) <= room else "/tmp"))


def sweep() -> None:
    """Remove the folders of nurseries that are gone."""
    for folder in Path(gettempdir()).glob(f"{_PREFIX}*"):
        owner = folder.name.removeprefix(_PREFIX).rpartition("-")[0].rpartition(".")[0]
        if is_gone(owner):
            remove(str(folder))


def remove(folder: str) -> None:
    """Remove a folder with all that is in it, closed or deep; links are not followed.

    Folders come to lie directly in it before they are emptied, since a bot can nest them deeper
    than a path may be long. All goes by descriptors: in a sweep, its bot may still be about.
    """
    with suppress(OSError):
        top = os.open(folder, _FOLDER)
        try:
            _empty(top)
        finally:
            os.close(top)
        os.rmdir(folder)


def _empty(top: int) -> None:
    waiting = _clear(top, top, "")
    for number, name in enumerate(waiting):  # grows meanwhile
        with suppress(OSError):
            here = os.open(name, _FOLDER, dir_fd=top)
            try:
                waiting += _clear(here, top, f"{secrets.token_hex(8)}-{number}-")
            finally:
                os.close(here)
            os.rmdir(name, dir_fd=top)


def _clear(here: int, top: int, new: str) -> list[str]:
    """Remove the files in a folder, and move its folders to `top`; what they are called there."""
    moved = []
    with os.scandir(here) as entries:
        for number, entry in enumerate(list(entries)):
            with suppress(OSError):
                if not entry.is_dir(follow_symlinks=False):
                    os.unlink(entry.name, dir_fd=here)
                    continue
                _open_up(here, entry)
                name = f"{new}{number}" if here != top else entry.name
                if here != top:
                    os.rename(entry.name, name, src_dir_fd=here, dst_dir_fd=top)
                moved.append(name)
    return moved


def _open_up(parent: int, entry: "os.DirEntry[str]") -> None:
    """Let its owner into a folder."""
    if entry.stat(follow_symlinks=False).st_mode & stat.S_IRWXU != stat.S_IRWXU:
        found = os.open(entry.name, _FOUND, dir_fd=parent)
        try:
            os.chmod(f"/proc/self/fd/{found}", stat.S_IRWXU)
        finally:
            os.close(found)


def size(folder: str, most: int) -> int:
    """Bytes in a folder, files and what they take on the disk; stops counting beyond `most`.

    What cannot be counted, since it is closed or nested too deeply, is too much.
    """
    total, waiting = 0, [folder]
    while waiting and total <= most:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    with suppress(FileNotFoundError):
                        total += max(entry.stat(follow_symlinks=False).st_blocks * 512, LEAST)
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append(entry.path)
                    if total > most:
                        break
        except OSError as error:
            if error.errno != errno.ENOENT:
                return most + 1
    return total


def size_of_names(folders: Iterable[str]) -> int:
    """Bytes that the files in these file systems take in memory by being there, empty or not."""
    total = 0
    for folder in folders:
        with suppress(OSError):
            about = os.statvfs(folder)
            total += (about.f_files - about.f_ffree) * LEAST
    return total
