"""Opening what an author hands in: ordinary files only, and never through a link.

What is opened is what was checked, however fast somebody changes the folder meanwhile.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path

from arena.errors import ArenaError

_SORTS = {
    stat.S_IFLNK: "a link",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFDIR: "a folder",
}
# Without O_NONBLOCK, opening a pipe would wait for somebody to write into it.
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY | os.O_CLOEXEC


class NotAFile(ArenaError):
    """Something else lies there; `sort` says what: "a link", "a pipe", …"""

    def __init__(self, path: Path, sort: str) -> None:
        super().__init__(f"{path} is {sort}, not a file. Put a file in its place, or leave it out.")
        self.sort = sort


@contextmanager
def opened(root: Path, *parts: str) -> Iterator[BufferedReader]:
    """The file that lies below the folder `root`, to be read. Raises NotAFile, OSError.

    No link is followed on the way down from `root`.
    """
    file = root.joinpath(*parts)
    try:
        with _descended(root, parts[:-1]) as folder:
            # Looked at before it is opened, as some devices act on that; and again afterwards.
            _require_file(file, os.stat(parts[-1], dir_fd=folder, follow_symlinks=False).st_mode)
            descriptor = os.open(parts[-1], _FILE, dir_fd=folder)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            raise NotAFile(file, "behind a link") from None
        raise type(error)(error.errno, error.strerror, str(file)) from None
    with os.fdopen(descriptor, "rb") as stream:
        _require_file(file, os.fstat(descriptor).st_mode)
        yield stream


@contextmanager
def _descended(root: Path, folders: tuple[str, ...]) -> Iterator[int]:
    """A descriptor of a folder below `root`."""
    here = os.open(root, _FOLDER & ~os.O_NOFOLLOW)
    try:
        for name in folders:
            below = os.open(name, _FOLDER, dir_fd=here)
            os.close(here)
            here = below
        yield here
    finally:
        os.close(here)


def _require_file(file: Path, mode: int) -> None:
    if sort := sort_of(mode):
        raise NotAFile(file, sort)


def sort_of(mode: int) -> str:
    """What has such a mode if it is no ordinary file, as in "a folder"; else nothing."""
    return "" if stat.S_ISREG(mode) else _SORTS.get(stat.S_IFMT(mode), "something else")
