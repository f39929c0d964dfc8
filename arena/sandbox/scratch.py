"""Scratch folders: for the temporary files of bots at levels B and C, and for sockets.

A bot's folder is removed with the bot. If a supervisor was killed, the next one on the machine
removes its folders.
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
_SOCKET = 107
"""The most bytes in the path of a Unix socket."""
_BELOW = len("/pymp-12345678/listener-12345678")
"""The longest name below its folder that a program was seen to give a socket, a Manager's."""
LEAST = 4096
"""The least bytes that a file or folder counts for, since removing it takes time, too."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_CLOSED_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def new_scratch(number: int) -> str:
    """Make an empty folder whose name tells which supervisor it belongs to."""
    prefix = f"{_PREFIX}{identity(os.getpid())}.{number}-"
    return mkdtemp(prefix=prefix, dir=_place(prefix))


def socket_folder(prefix: str) -> Path:
    """Make an empty folder for a socket, for its owner only."""
    return Path(mkdtemp(prefix=prefix, dir=_place(prefix)))


def _place(prefix: str) -> str:
    # Where $TMPDIR is so long that no socket could be made below it, /tmp.
    usual = gettempdir()
    room = _SOCKET - len(f"/{prefix}12345678") - _BELOW
    return usual if len(os.fsencode(usual)) <= room else "/tmp"


def sweep() -> None:
    """Remove the folders of supervisors that are gone."""
    for folder in (
        each for top in {gettempdir(), "/tmp"} for each in Path(top).glob(f"{_PREFIX}*")
    ):
        owner = folder.name.removeprefix(_PREFIX).rpartition("-")[0].rpartition(".")[0]
        if is_gone(owner):
            remove(str(folder))


def remove(folder: str) -> None:
    """Remove a folder with everything in it, even if closed or deep; don't follow links."""
    # By descriptors, since in a sweep the bot may still be running and exchange folders for links.
    with suppress(OSError):
        top = os.open(folder, _FOLDER)
        try:
            _empty(top)
        finally:
            os.close(top)
        os.rmdir(folder)


def _empty(top: int) -> None:
    # Inner folders are moved up before they are emptied, since a bot can nest them deeper than a
    # path may be long.
    waiting = _clear(top, top, "")
    for number, name in enumerate(waiting):  # the list grows meanwhile
        with suppress(OSError):
            here = os.open(name, _FOLDER, dir_fd=top)
            try:
                waiting += _clear(here, top, f"{secrets.token_hex(8)}-{number}-")
            finally:
                os.close(here)
            os.rmdir(name, dir_fd=top)


def _clear(here: int, top: int, new: str) -> list[str]:
    """Remove the files in a folder, move its folders to `top`, and return their names there."""
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
    """Give a folder's owner access to it."""
    if entry.stat(follow_symlinks=False).st_mode & stat.S_IRWXU != stat.S_IRWXU:
        descriptor = os.open(entry.name, _CLOSED_FOLDER, dir_fd=parent)
        try:
            os.chmod(f"/proc/self/fd/{descriptor}", stat.S_IRWXU)
        finally:
            os.close(descriptor)


def size(folder: str, most: int) -> int:
    """Return the bytes that a folder takes on the disk; stop counting beyond `most`.

    Raises OSError if it has a folder that is closed, or nested deeper than a path may be long.
    """
    total, waiting = 0, [folder]
    while waiting and total <= most:
        with suppress(FileNotFoundError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):
                    total += max(entry.stat(follow_symlinks=False).st_blocks * 512, LEAST)
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                if total > most:
                    break
    return total


def why_unmeasurable(error: OSError) -> str:
    """Return the predicate to follow the name of a program whose folder has no `size`."""
    deep = error.errno == errno.ENAMETOOLONG
    return "nested folders too deeply" if deep else "closed folders"


def size_of_names(folders: Iterable[str]) -> int:
    """Return the bytes of memory that files in these file systems take even if empty."""
    total = 0
    for folder in folders:
        with suppress(OSError):
            about = os.statvfs(folder)
            total += (about.f_files - about.f_ffree) * LEAST
    return total
