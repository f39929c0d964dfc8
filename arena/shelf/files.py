"""The files of a bot: which ones in its author's folder, within what limits, and their hash."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from arena.errors import ArenaError
from arena.shelf.manifest import Manifest

HASH_DIGITS = 20
MAX_BYTES = 200_000_000
MOST_FILES = 10_000
MOST_LEVELS = 20
# What lies about in an author's folder without being part of the bot.
IGNORED = {".git", ".hg", ".svn", ".venv", "__pycache__", ".mypy_cache", ".ruff_cache", ".idea"}


class ShelfError(ArenaError):
    """A bot cannot be kept or started; the message says why and what would help."""


def files_of(source: Path, wanted: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """(name inside the bot's folder, file) of everything that belongs to the bot.

    `source`: a lone file, or a folder of which `wanted` names the parts (none: all). Raises
    ShelfError for what lies outside, also behind a link, and for too much.
    """
    return _limited(source, _named(source, wanted))


def runs(file: Path) -> bool:
    """Whether the file is executable."""
    return os.access(file, os.X_OK)


def _named(source: Path, wanted: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """(name inside the bot's folder, file) of everything that belongs to the bot."""
    if source.is_file():
        yield source.name, source
        return
    roots = [source / each for each in wanted] or [source]
    for root in roots:
        if not root.resolve().is_relative_to(source.resolve()):
            raise ShelfError(f"{root} lies outside the bot's folder. Copy it into the folder.")
        if root.is_file():
            yield str(root.relative_to(source)), root
        elif root.is_dir():
            yield from _walk(source, root)
        else:
            raise ShelfError(
                f"{root} is listed under `files` but is not there. Add it, or take it off the list."
            )


def _walk(source: Path, root: Path) -> Iterator[tuple[str, Path]]:
    for folder, folders, names in os.walk(root):
        folders[:] = [each for each in folders if each not in IGNORED]
        if len(Path(folder).relative_to(source).parts) > MOST_LEVELS:
            raise ShelfError(
                f"{source} has folders nested more than {MOST_LEVELS} deep. "
                "List the bot's files under `files` in bot.toml."
            )
        for name in (*folders, *names):
            file = Path(folder, name)
            if file.is_symlink():
                _refuse_leading_out(source, file)
            if file.is_file():  # not a socket, a dangling link
                yield str(file.relative_to(source)), file


def _refuse_leading_out(source: Path, link: Path) -> None:
    """A link is kept as what it points to, which must be one of the bot's own files."""
    where = link.relative_to(source)
    if not link.resolve().is_relative_to(source.resolve()):
        raise ShelfError(
            f"{where} is a link to {link.readlink()}, outside the bot's folder. "
            "Put a copy in its place, or leave it out."
        )
    if link.is_dir():
        raise ShelfError(f"{where} is a link to a folder. Put a copy of the folder in its place.")


def _limited(source: Path, files: Iterable[tuple[str, Path]]) -> Iterator[tuple[str, Path]]:
    """The same files, as long as they are not too much to keep."""
    total = 0
    for number, (name, file) in enumerate(files, start=1):
        total += file.stat().st_size
        if number > MOST_FILES:
            raise ShelfError(
                f"{source} holds more than {MOST_FILES} files. "
                "List the bot's files under `files` in bot.toml."
            )
        if total > MAX_BYTES:
            raise ShelfError(
                f"{source} holds more than {MAX_BYTES // 1_000_000} MB. "
                "List the bot's files under `files` in bot.toml."
            )
        yield name, file


def content_hash(files: Iterable[tuple[str, Path]], manifest: Manifest) -> str:
    """Of names, run bits and bytes, and of how the bot is built and started; not of its name."""
    total = hashlib.sha256(repr((manifest.command, manifest.build)).encode())
    for name, file in files:
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        total.update(repr((name, runs(file), content)).encode())
    return total.hexdigest()[:HASH_DIGITS]
