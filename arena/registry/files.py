"""The files of a bot: selected from its author's folder, limited, copied and hashed.

Only ordinary files are opened, and never through a link. The file that is opened is the one that
was checked, even if somebody changes the folder meanwhile.
"""

import errno
import hashlib
import os
import re
import stat
import tempfile
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fnmatch import translate
from io import BufferedReader
from pathlib import Path, PurePath

from arena.errors import ArenaError

HASH_DIGITS = 20
MAX_BYTES = 200_000_000
MOST_FILES = 10_000
MOST_LEVELS = 20
# Files and folders often found in an author's folder without being part of the bot. They are left
# out of new copies only: old ones, and their hashes, hold what was not yet listed here. Nothing is
# listed that programs run from, such as node_modules.
CLUTTER = (
    *(".git", ".hg", ".svn"),
    *("__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", ".coverage"),
    *(".tox", ".nox", ".venv", "venv", ".ipynb_checkpoints"),
    *(".idea", ".vscode", ".vs", "*~", ".*.sw?", "#*#", ".#*"),
    *(".DS_Store", "._*", "__MACOSX", "Thumbs.db", "desktop.ini"),
)

DATABASES = ("ladder.sqlite", "tape.sqlite")
"""How the names of a home's databases, and of the files that SQLite keeps beside them, begin."""
LIST_THEM = "List the bot's files under `files` in bot.toml."
_UNSEEN = {"Cc", "Cs", "Zl", "Zp"}
_PIECE = 1 << 20
_CLUTTER = re.compile("|".join(translate(each) for each in CLUTTER))
_KINDS = {
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


class RegistryError(ArenaError):
    """A bot cannot be kept or started; the message says why and what would help."""


class NotAFile(ArenaError):
    """Something that is not a file stands in a file's place.

    Attributes:
        kind: What it is: "a link", "a pipe", …
    """

    def __init__(self, path: Path, kind: str) -> None:
        super().__init__(f"{path} is {kind}, not a file. Put a file in its place, or leave it out.")
        self.kind = kind


Parts = tuple[str, ...]
"""The parts of the path from a folder down to a file."""


def is_clutter(name: str) -> bool:
    """Return True for the name of a file or folder that is not part of a bot."""
    return _CLUTTER.match(name) is not None


def _left_out(path: Path) -> bool:
    """Return True for what is clutter, or a virtual environment by whatever name."""
    return is_clutter(path.name) or (path / "pyvenv.cfg").is_file()


def files_of(source: Path, listed: tuple[str, ...]) -> dict[str, Parts]:
    """Find the files of a bot, without clutter unless it is listed itself.

    Args:
        source: The bot's folder.
        listed: The parts of the folder that belong to the bot; none means all of it.

    Returns:
        By a file's name in the bot's folder, its path below `source`; for a link, the path of the
        file that it points to.

    Raises:
        RegistryError: Something is outside the folder, or no file, or there is too much.
    """
    files: dict[str, Parts] = {}
    allowed = Allowance(source, LIST_THEM)
    for root in [_inside(source, entry) for entry in listed] or [source]:
        for path in walk(source, root, allowed, _left_out):
            name = str(path.relative_to(source))
            if name not in files:
                files[name] = _behind(source, path).parts
                allowed.file(path.stat().st_size)
    return files


def lone_file(file: Path) -> dict[str, Parts]:
    """Return the files of a bot that is a single file, as `files_of` does."""
    Allowance(file, LIST_THEM).file(file.stat().st_size)
    require_plain(file.name)
    return {file.name: (file.name,)}


def _inside(source: Path, entry: str) -> Path:
    """Return the path of an entry under `files` in bot.toml."""
    root = source / entry
    within = ".." not in PurePath(entry).parts and _real(root).is_relative_to(_real(source))
    if not within:
        raise RegistryError(f"{root} lies outside the bot's folder. Copy it into the folder.")
    if not root.exists():
        raise RegistryError(
            f"{root} is listed under `files` but is not there. Add it, or take it off the list."
        )
    return root


def walk(
    source: Path,
    root: Path,
    allowed: "Allowance",
    skip: Callable[[Path], bool] = lambda path: False,
) -> Iterator[Path]:
    """Yield the files and links at or below `root`, a part of the folder `source`.

    Below `root`, what is to `skip` is passed over. Raises RegistryError for what is neither file,
    link nor folder.
    """
    if root.is_symlink() or not root.is_dir():
        if root == source:
            kind = file_kind(root.lstat().st_mode) or "a file"
            raise RegistryError(f"{root} is {kind}, not a folder. Put a copy of the folder there.")
        yield _file_or_link(source, root)
        return
    for folder, folders, names in os.walk(root, onerror=_raise):
        here = Path(folder)
        folders[:] = sorted(each for each in folders if not skip(here / each))
        allowed.folder(len(here.relative_to(source).parts))
        for name in (*folders, *sorted(each for each in names if not skip(here / each))):
            path = here / name
            require_plain(str(path.relative_to(source)))
            # os.walk lists links to folders among the folders, though it does not enter them.
            if name not in folders or path.is_symlink():
                yield _file_or_link(source, path)


def _raise(error: OSError) -> None:
    raise error


def _file_or_link(source: Path, path: Path) -> Path:
    kind = file_kind(path.lstat().st_mode)
    if kind not in ("", "a link"):
        raise RegistryError(
            f"{path.relative_to(source)} is {kind}, not a file. Take it out of the folder, or list "
            "the bot's files under `files` in bot.toml."
        )
    return path


def require_plain(name: str) -> None:
    """Raise RegistryError for a file name that is not UTF-8 or has invisible characters."""
    if any("\ud800" <= each <= "\udfff" for each in name):
        raise RegistryError(f"The name {name!a} is not written in UTF-8. Rename the file.")
    if any(unicodedata.category(each) in _UNSEEN for each in name):
        raise RegistryError(f"The name {name!a} has invisible characters. Change it.")


def _behind(source: Path, path: Path) -> Path:
    """Return a file's path below `source`, or for a link the path of the file it points to."""
    where = path.relative_to(source)
    require_inside(source, path)
    if path.is_dir():
        raise RegistryError(
            f"{where} is a link to a folder. Put a copy of the folder in its place."
        )
    return _real(path).relative_to(_real(source))


def require_inside(source: Path, path: Path) -> None:
    """Raise RegistryError if `path` is a link that leaves `source` or points to nothing."""
    where = path.relative_to(source)
    if not _real(path).is_relative_to(_real(source)):
        raise RegistryError(
            f"{where} is a link to {path.readlink()}, outside the bot's folder. "
            "Put a copy in its place, or leave it out."
        )
    if not path.exists():
        raise RegistryError(f"{where} links to {path.readlink()}, which does not exist. Remove it.")


def _real(path: Path) -> Path:
    """Resolve a path; unlike Path.resolve, this does not fail where links go in circles."""
    return Path(os.path.realpath(path))


class Allowance:
    """A budget of files, folders and bytes; exceeding it raises RegistryError."""

    def __init__(self, source: object, way_out: str) -> None:
        self._source, self._way_out = source, way_out
        self._files = self._folders = self._bytes = 0

    def folder(self, depth: int) -> None:
        """Count a folder nested `depth` deep."""
        self._folders += 1
        if depth > MOST_LEVELS:
            self._refuse(f"has folders nested more than {MOST_LEVELS} deep")
        if self._folders > MOST_FILES:
            self._refuse(f"holds more than {MOST_FILES} folders")

    def file(self, size: int) -> None:
        """Count a file of `size` bytes."""
        self._files += 1
        if self._files > MOST_FILES:
            self._refuse(f"holds more than {MOST_FILES} files")
        self.bytes(size)

    def bytes(self, size: int) -> None:
        """Count `size` bytes."""
        self._bytes += size
        if self._bytes > MAX_BYTES:
            self._refuse(f"holds more than {MAX_BYTES // 1_000_000} MB")

    def _refuse(self, why: str) -> None:
        raise RegistryError(f"{self._source} {why}. {self._way_out}")


def is_executable(file: BufferedReader) -> bool:
    """Return True if an open file is executable."""
    return bool(os.fstat(file.fileno()).st_mode & 0o111)


@contextmanager
def opened(root: Path, *parts: str) -> Iterator[BufferedReader]:
    """Open a file below the folder `root` for reading. Raises NotAFile, OSError.

    No link is followed on the way down from `root`.
    """
    file = root.joinpath(*parts)
    try:
        with _descended(root, parts[:-1]) as folder:
            # Checked before it is opened, since opening some devices has effects, and afterwards,
            # since it may have been exchanged in between.
            _require_file(file, os.stat(parts[-1], dir_fd=folder, follow_symlinks=False).st_mode)
            descriptor = os.open(parts[-1], _FILE, dir_fd=folder)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            raise NotAFile(file, "behind a link") from None
        # With the whole path: opened below a descriptor, the error knows only its last part.
        raise type(error)(error.errno, error.strerror, str(file)) from None
    with os.fdopen(descriptor, "rb") as stream:
        _require_file(file, os.fstat(descriptor).st_mode)
        yield stream


@contextmanager
def _descended(root: Path, folders: tuple[str, ...]) -> Iterator[int]:
    """Yield a descriptor of a folder below `root`, reached without following links."""
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
    if kind := file_kind(mode):
        raise NotAFile(file, kind)


def require_owned(root: Path, file: BufferedReader, name: str) -> None:
    """Raise RegistryError for a hard link to a file of somebody else than the owner of `root`.

    Where the kernel lets them, authors could make one to a file that only the arena may read.
    """
    found = os.fstat(file.fileno())
    if found.st_nlink > 1 and found.st_uid != root.stat().st_uid:
        raise RegistryError(
            f"{name} is a hard link to another user's file. Put a copy in its place."
        )


def file_kind(mode: int) -> str:
    """Name what a mode stands for, such as "a folder"; "" for an ordinary file."""
    return "" if stat.S_ISREG(mode) else _KINDS.get(stat.S_IFMT(mode), "something else")


def copy_files(source: Path, listed: tuple[str, ...], folder: Path) -> list[str]:
    """Copy the files of a bot; of a file's mode only the run bit is kept.

    Args:
        source: A lone file or a folder.
        listed: The parts of a folder that belong to the bot; none means all of it.
        folder: The empty folder to copy them into.

    Returns:
        The names of the files in `folder`.

    Raises:
        NotAFile: Something else stands in a file's place.
        RegistryError: The files may not be kept.
    """
    if source.is_dir():
        root, files = source, files_of(source, listed)
    else:
        root, files = source.parent, lone_file(source)
    allowed = Allowance(source, LIST_THEM)
    # Besides what a bot could learn there, closing them would end our own locks on them.
    if homes := [each for each in files.values() if each[-1].startswith(DATABASES)]:
        raise RegistryError(
            f"{PurePath(*homes[0])} belongs to a home of the arena, with secrets that no bot may "
            f"have. Use a home outside the bot's folder. Or: {LIST_THEM[0].lower()}{LIST_THEM[1:]}"
        )
    for name, parts in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with opened(root, *parts) as read, target.open("xb") as written:
            require_owned(root, read, name)
            while piece := read.read(_PIECE):
                allowed.bytes(len(piece))  # again: it may have grown since its size was checked
                written.write(piece)
            run = is_executable(read)
            os.fchmod(written.fileno(), 0o755 if run else 0o644)  # never setuid, nor for others
    return list(files)


def content_hash(folder: Path, names: Iterable[str], how: str) -> str:
    """Hash the files' names, run bits and bytes, and how the bot is started (`Manifest.how`)."""
    total = hashlib.sha256(how.encode())
    for name in sorted(names):
        with opened(folder, *PurePath(name).parts) as file:
            content = hashlib.file_digest(file, "sha256").hexdigest()
            run = is_executable(file)
        total.update(repr((name, run, content)).encode())
    return total.hexdigest()[:HASH_DIGITS]


def hash_as_kept(source: Path, listed: tuple[str, ...], how: str) -> str:
    """Return the hash that a bot would have if it were kept; see `copy_files`, `content_hash`."""
    with tempfile.TemporaryDirectory() as folder:
        names = copy_files(source, listed, Path(folder))
        return content_hash(Path(folder), names, how)
