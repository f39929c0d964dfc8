"""The files of a bot: which ones of its author's folder, within what limits; copied and hashed.

Only ordinary files are opened, and never through a link. What is opened is what was checked,
however fast somebody changes the folder meanwhile.
"""

import errno
import hashlib
import os
import stat
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path, PurePath
from typing import BinaryIO

from arena.errors import ArenaError

HASH_DIGITS = 20
MAX_BYTES = 200_000_000
MOST_FILES = 10_000
MOST_LEVELS = 20
# What lies about in an author's folder without being part of the bot.
IGNORED = {".git", ".hg", ".svn", ".venv", "__pycache__", ".mypy_cache", ".ruff_cache", ".idea"}

LIST_THEM = "List the bot's files under `files` in bot.toml."
_UNSEEN = {"Cc", "Cs", "Zl", "Zp"}
_PIECE = 1 << 20
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


class ShelfError(ArenaError):
    """A bot cannot be kept or started; the message says why and what would help."""


class NotAFile(ArenaError):
    """Something else lies there; `sort` says what: "a link", "a pipe", …"""

    def __init__(self, path: Path, sort: str) -> None:
        super().__init__(f"{path} is {sort}, not a file. Put a file in its place, or leave it out.")
        self.sort = sort


Parts = tuple[str, ...]
"""The way down from a folder to a file."""


def files_of(source: Path, wanted: tuple[str, ...]) -> dict[str, Parts]:
    """Everything that belongs to the bot: its name in the bot's folder, and where it lies below
    `source`, which is elsewhere for a link.

    `wanted`: parts of the folder `source` (none: all). Raises ShelfError for what lies outside,
    also behind a link, for what is no file, and for too much.
    """
    found: dict[str, Parts] = {}
    allowed = Allowance(source, LIST_THEM)
    for root in [_inside(source, each) for each in wanted] or [source]:
        for path in walk(source, root, allowed, IGNORED):
            name = str(path.relative_to(source))
            if name not in found:
                found[name] = _behind(source, path).parts
                allowed.file(path.stat().st_size)
    return found


def lone_file(file: Path) -> dict[str, Parts]:
    """The files of a bot that is a single file, below its folder."""
    Allowance(file, LIST_THEM).file(file.stat().st_size)
    require_plain(file.name)
    return {file.name: (file.name,)}


def _inside(source: Path, entry: str) -> Path:
    """The files listed under `files`."""
    root = source / entry
    within = ".." not in PurePath(entry).parts and _real(root).is_relative_to(_real(source))
    if not within:
        raise ShelfError(f"{root} lies outside the bot's folder. Copy it into the folder.")
    if not root.exists():
        raise ShelfError(
            f"{root} is listed under `files` but is not there. Add it, or take it off the list."
        )
    return root


def walk(
    source: Path, root: Path, allowed: "Allowance", ignored: set[str] | None = None
) -> Iterator[Path]:
    """List the files and links at or below `root`, a part of the folder `source`.

    Raises ShelfError for anything else that lies there.
    """
    if root.is_symlink() or not root.is_dir():
        yield _file_or_link(source, root)
        return
    for folder, folders, names in os.walk(root, onerror=_raise):
        folders[:] = sorted(each for each in folders if each not in (ignored or ()))
        allowed.folder(len(Path(folder).relative_to(source).parts))
        for name in (*folders, *sorted(names)):
            path = Path(folder, name)
            require_plain(str(path.relative_to(source)))
            if name not in folders or path.is_symlink():
                yield _file_or_link(source, path)


def _raise(error: OSError) -> None:
    raise error


def _file_or_link(source: Path, path: Path) -> Path:
    sort = sort_of(path.lstat().st_mode)
    if sort not in ("", "a link"):
        raise ShelfError(
            f"{path.relative_to(source)} is {sort}, not a file. Take it out of the folder, or list "
            "the bot's files under `files` in bot.toml."
        )
    return path


def require_plain(name: str) -> None:
    """Raise ShelfError for a file's name that cannot be written down."""
    if any("\ud800" <= each <= "\udfff" for each in name):
        raise ShelfError(f"The name {name!a} is not written in UTF-8. Rename the file.")
    if any(unicodedata.category(each) in _UNSEEN for each in name):
        raise ShelfError(f"The name {name!a} has invisible characters. Change it.")


def _behind(source: Path, path: Path) -> Path:
    """Resolve a file below `source`: a link is kept as the file it points to."""
    where = path.relative_to(source)
    refuse_leading_out(source, path)
    if path.is_dir():
        raise ShelfError(f"{where} is a link to a folder. Put a copy of the folder in its place.")
    return _real(path).relative_to(_real(source))


def refuse_leading_out(source: Path, path: Path) -> None:
    """Raise ShelfError if this is a link to somewhere outside `source`, or to nothing."""
    where = path.relative_to(source)
    if not _real(path).is_relative_to(_real(source)):
        raise ShelfError(
            f"{where} is a link to {path.readlink()}, outside the bot's folder. "
            "Put a copy in its place, or leave it out."
        )
    if not path.exists():
        raise ShelfError(f"{where} links to {path.readlink()}, which does not exist. Remove it.")


def _real(path: Path) -> Path:
    """Resolve a path; unlike Path.resolve, this does not fail where links go in circles."""
    return Path(os.path.realpath(path))


class Allowance:
    """The room that is left for files. Raises ShelfError as soon as it is used up."""

    def __init__(self, source: object, way_out: str) -> None:
        self._source, self._way_out = source, way_out
        self._files = self._folders = self._bytes = 0

    def folder(self, depth: int) -> None:
        """One more folder, that deep."""
        self._folders += 1
        if depth > MOST_LEVELS:
            self._refuse(f"has folders nested more than {MOST_LEVELS} deep")
        if self._folders > MOST_FILES:
            self._refuse(f"holds more than {MOST_FILES} folders")

    def file(self, size: int) -> None:
        """One more file, of so many bytes."""
        self._files += 1
        if self._files > MOST_FILES:
            self._refuse(f"holds more than {MOST_FILES} files")
        self.bytes(size)

    def bytes(self, size: int) -> None:
        """Use up this many bytes."""
        self._bytes += size
        if self._bytes > MAX_BYTES:
            self._refuse(f"holds more than {MAX_BYTES // 1_000_000} MB")

    def _refuse(self, why: str) -> None:
        raise ShelfError(f"{self._source} {why}. {self._way_out}")


def runs(mode: int) -> bool:
    """True if a file of this mode is executable."""
    return bool(mode & 0o111)


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
    """Name what is no ordinary file by its mode, as in "a folder"; else nothing."""
    return "" if stat.S_ISREG(mode) else _SORTS.get(stat.S_IFMT(mode), "something else")


def copy_files(source: Path, wanted: tuple[str, ...], folder: Path) -> list[str]:
    """Copy the files of the bot at `source`, a lone file or a folder, into the empty `folder`.

    The names that they have there. Of a mode only the run bit is kept. Raises ShelfError, NotAFile.
    """
    if source.is_dir():
        root, files = source, files_of(source, wanted)
    else:
        root, files = source.parent, lone_file(source)
    allowed = Allowance(source, LIST_THEM)
    for name, parts in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with opened(root, *parts) as read, target.open("xb") as written:
            _copy(read, written, allowed)
            run = runs(os.fstat(read.fileno()).st_mode)
            os.fchmod(written.fileno(), 0o755 if run else 0o644)  # never setuid, nor for others
    return list(files)


def _copy(read: BinaryIO, written: BinaryIO, allowed: Allowance) -> None:
    """A file may grow meanwhile: its size is no limit."""
    while piece := read.read(_PIECE):
        allowed.bytes(len(piece))
        written.write(piece)


def content_hash(folder: Path, names: Iterable[str], how: str) -> str:
    """Hash names, run bits and bytes, and `how` the bot is started (`Manifest.how`)."""
    total = hashlib.sha256(how.encode())
    for name in sorted(names):
        with opened(folder, *PurePath(name).parts) as file:
            content = hashlib.file_digest(file, "sha256").hexdigest()
            run = runs(os.fstat(file.fileno()).st_mode)
        total.update(repr((name, run, content)).encode())
    return total.hexdigest()[:HASH_DIGITS]
