"""The files of a bot: which ones in its author's folder, within what limits, and their hash."""

import hashlib
import os
import unicodedata
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path, PurePath

from arena.errors import ArenaError
from arena.sandbox.needs import USUAL
from arena.shelf.manifest import Manifest
from arena.shelf.opening import opened, sort_of

HASH_DIGITS = 20
MAX_BYTES = 200_000_000
MOST_FILES = 10_000
MOST_LEVELS = 20
# What lies about in an author's folder without being part of the bot.
IGNORED = {".git", ".hg", ".svn", ".venv", "__pycache__", ".mypy_cache", ".ruff_cache", ".idea"}

LIST_THEM = "List the bot's files under `files` in bot.toml."
_UNSEEN = {"Cc", "Cs", "Zl", "Zp"}


class ShelfError(ArenaError):
    """A bot cannot be kept or started; the message says why and what would help."""


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
    """The same for a bot that is a single file, below its folder."""
    Allowance(file, LIST_THEM).file(file.stat().st_size)
    require_plain(file.name)
    return {file.name: (file.name,)}


def _inside(source: Path, entry: str) -> Path:
    """What is listed under `files`."""
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
    """All files and links at or below `root`, a part of the folder `source`.

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
    if any(unicodedata.category(each) in _UNSEEN for each in name):
        raise ShelfError(f"The name {name!a} has characters that cannot be shown. Change it.")


def _behind(source: Path, path: Path) -> Path:
    """Where a file really lies, below `source`: a link is kept as what it points to."""
    where = path.relative_to(source)
    refuse_leading_out(source, path)
    if path.is_dir():
        raise ShelfError(f"{where} is a link to a folder. Put a copy of the folder in its place.")
    return _real(path).relative_to(_real(source))


def refuse_leading_out(source: Path, path: Path) -> None:
    """Raise ShelfError if this is a link that leads out of `source`, or nowhere."""
    where = path.relative_to(source)
    if not _real(path).is_relative_to(_real(source)):
        raise ShelfError(
            f"{where} is a link to {path.readlink()}, outside the bot's folder. "
            "Put a copy in its place, or leave it out."
        )
    if not path.exists():
        raise ShelfError(f"{where} is a link to {path.readlink()}, which is not there. Remove it.")


def _real(path: Path) -> Path:
    """What a path leads to; unlike Path.resolve, this does not fail where links go in circles."""
    return Path(os.path.realpath(path))


class Allowance:
    """What may still be kept. Raises ShelfError as soon as it is used up."""

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
        """So many bytes more."""
        self._bytes += size
        if self._bytes > MAX_BYTES:
            self._refuse(f"holds more than {MAX_BYTES // 1_000_000} MB")

    def _refuse(self, why: str) -> None:
        raise ShelfError(f"{self._source} {why}. {self._way_out}")


def runs(mode: int) -> bool:
    """Whether a file of this mode is executable."""
    return bool(mode & 0o111)


def content_hash(folder: Path, names: list[str], manifest: Manifest) -> str:
    """Of names, run bits and bytes, and of how the bot is built and started; not of its name.

    What it may use counts where it differs from the usual.
    """
    needs = {each.name: getattr(manifest.needs, each.name) for each in fields(USUAL)}
    unusual = {key: value for key, value in needs.items() if value != getattr(USUAL, key)}
    how = (manifest.command, manifest.build, *sorted(unusual.items()))
    total = hashlib.sha256(repr(how).encode())
    for name in sorted(names):
        with opened(folder, *PurePath(name).parts) as file:
            content = hashlib.file_digest(file, "sha256").hexdigest()
            run = runs(os.fstat(file.fileno()).st_mode)
        total.update(repr((name, run, content)).encode())
    return total.hexdigest()[:HASH_DIGITS]
