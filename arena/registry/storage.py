"""Kept bots: a copy of each bot under the hash of its content, built there, started from there.

A kept bot is never changed again, so what played a game last year can be started today. Its copy is
read-only, and before it plays, the sums of its files are compared with what they were. What a bot
was built from is kept as well, since another machine may have to build it anew.
"""

import fcntl
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath

from arena.errors import ArenaError
from arena.home import Home
from arena.referee.bot import BotSpec
from arena.registry.build import Building, build, unheard
from arena.registry.files import (
    Allowance,
    ShelfError,
    content_hash,
    copy_files,
    opened,
    refuse_leading_out,
    runs,
    walk,
)
from arena.registry.manifest import Manifest
from arena.registry.programs import resolve
from arena.sandbox.level import Level
from arena.sandbox.scratch import remove


class NotKept(ShelfError):
    """Raised when a bot's sources are not here."""


class NewCopy:
    """A bot's copy, built and ready to start, that goes on the shelf only once it is settled.

    A context manager: a copy that was not settled is deleted on exit. So nothing is ever taken off
    the shelf, where another process may just have found it, but a copy that was changed.
    """

    def __init__(self, home: Home, digest: str, folder: Path, sources: Path | None) -> None:
        """sources: a copy of what it was built from, unless that is kept already."""
        self.hash = digest
        self.folder = folder
        """Where it lies: on the shelf, if the same bot was there already."""
        self._home = home
        self._shelf = home.bots / digest
        self._sources = sources
        # Before it is started for the first time.
        self._sums = sums_of(folder) if folder != self._shelf else {}

    def __enter__(self) -> "NewCopy":
        return self

    def __exit__(self, *_: object) -> None:
        if self.folder != self._shelf:
            discard(self.folder)
        if self._sources is not None:
            discard(self._sources)

    def settle(self) -> bool:
        """Put it on the shelf; whether it was not there."""
        if self._sources is not None:
            with _alone(self._home):
                _keep_sources(self._home, self.hash, self._sources)
            self._sources = None
        if self.folder == self._shelf:
            return False
        with _alone(self._home):
            missing = not _intact(self._home, self.hash)
            if missing:
                if self._shelf.exists():
                    discard(self._shelf)
                self.folder.rename(self._shelf)
                write_sums(self._home.sums / self.hash, self._sums)
            else:  # another process put the same bot there
                discard(self.folder)
        self.folder = self._shelf
        return missing

    def spec(
        self, name: str, version: int, manifest: Manifest, own_python: bool = False
    ) -> BotSpec:
        """Return how to start it here. Raises MissingRuntime, ShelfError."""
        return _spec(name, version, self.hash, self.folder, manifest, own_python)


def draft(
    home: Home,
    source: Path,
    manifest: Manifest,
    own_python: bool = False,
    building: Building = unheard,
    level: Level | None = None,
) -> NewCopy:
    """Copy the bot's files and build the copy, unless the same bot is on the shelf.

    `source` is a lone file or a folder. `own_python` builds with the arena's own interpreter.
    `building` is told how the build goes on, which is confined at a level. Raises MissingRuntime,
    NotAFile, or ShelfError showing the end of the builder's output.
    """
    home.bots.mkdir(parents=True, exist_ok=True)
    # Made next to the others, to be renamed: a half-made copy is never found.
    folder = Path(tempfile.mkdtemp(prefix=".draft-", dir=home.bots))
    sources = None
    try:
        folder.chmod(0o755)  # builds and bots may run as somebody else
        names = copy_files(source, manifest.files, folder)
        if not names:
            raise ShelfError(f"{source} holds no files. Put the bot's files there.")
        digest = content_hash(folder, names, manifest.how)
        with _alone(home):
            known = _intact(home, digest)
        if manifest.build:  # which may change them
            sources = _copied(home, digest, folder, names, manifest)
        if known:
            discard(folder)
            return NewCopy(home, digest, home.bots / digest, sources)
        for command in manifest.build:
            build(command, folder, own_python, building, level)
        seal(folder, built=bool(manifest.build))
        return NewCopy(home, digest, folder, sources)
    except BaseException:
        discard(folder)
        if sources is not None:
            discard(sources)
        raise


def spec(
    home: Home, name: str, version: int, digest: str, manifest: Manifest, own_python: bool = False
) -> BotSpec:
    """Return how to start a kept bot here.

    Raises MissingRuntime, or ShelfError if its copy is gone or was changed. Reads all of the copy.
    """
    require_kept(home, f"{name}:{version}", digest, manifest, own_python)
    return _spec(name, version, digest, home.bots / digest, manifest, own_python)


def require_kept(
    home: Home, label: str, digest: str, manifest: Manifest, bundled: bool = False
) -> None:
    """Raise ShelfError unless a bot's copy is here and what its hash stands for. Reads all of it.

    bundled: it came with the arena; of such an older arena did not keep what they were built from.
    """
    folder = home.bots / digest
    if not folder.is_dir():
        raise ShelfError(f"The kept copy of {label} is missing ({folder}). Submit the bot again.")
    with _alone(home):
        changed = _change(home, digest)
    if changed:
        raise ShelfError(
            f"The kept copy of {label} was changed since it was submitted: {changed}. "
            f"Submit the same files again, or keep it out of new tournaments: arena retire {label}"
        )
    if bundled and not _unbuilt(home, digest, manifest).is_dir():
        return
    # Sums and manifest may have been written elsewhere; its games are counted for the hash.
    before = unbuilt(home, digest, manifest)
    names = [name for name, _ in _contents(before)]
    if content_hash(before, names, manifest.how) != digest:
        raise ShelfError(
            f"The kept copy of {label}, or how it is started, is not what its hash stands for. "
            f"Submit it again, or keep it out of new tournaments: arena retire {label}"
        )


def _intact(home: Home, digest: str) -> bool:
    return (home.bots / digest).is_dir() and not _change(home, digest)


def _change(home: Home, digest: str) -> str:
    """Say how the copy on the shelf was changed, if it was; an older arena's is taken as it is."""
    folder, file = home.bots / digest, home.sums / digest
    was = read_sums(file)
    if was is None:
        seal(folder, built=False)
        was = sums_of(folder)
        write_sums(file, was)
        return ""
    return change(folder, was)


@contextmanager
def _alone(home: Home) -> Iterator[None]:
    """A copy and what is written down of it change together."""
    home.sums.mkdir(parents=True, exist_ok=True)
    with (home.sums / ".lock").open("a") as door:
        fcntl.flock(door, fcntl.LOCK_EX)
        yield


def _spec(
    name: str, version: int, digest: str, folder: Path, manifest: Manifest, own_python: bool
) -> BotSpec:
    command = resolve(manifest.command, folder, own_python)
    return BotSpec(name, version, digest, command, str(folder), manifest.needs)


def _unbuilt(home: Home, digest: str, manifest: Manifest) -> Path:
    return (home.sources if manifest.build else home.bots) / digest


def unbuilt(home: Home, digest: str, manifest: Manifest) -> Path:
    """The folder with a kept bot's files as they were before its build. Raises NotKept."""
    folder = _unbuilt(home, digest, manifest)
    if not folder.is_dir():
        raise NotKept(
            f"The files that {manifest.name} was built from were not kept. Submit them again."
        )
    return folder


def _copied(
    home: Home, digest: str, folder: Path, names: list[str], manifest: Manifest
) -> Path | None:
    """A copy of the files in a folder, to be kept or discarded; None if they are kept already."""
    with suppress(OSError, ShelfError):
        if content_hash(home.sources / digest, names, manifest.how) == digest:
            return None
    home.sources.mkdir(parents=True, exist_ok=True)
    copy = Path(tempfile.mkdtemp(prefix=".copy-", dir=home.sources))
    try:
        for name in names:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(folder / name, copy / name)
        seal(copy, built=False)
    except BaseException:
        discard(copy)
        raise
    return copy


def _keep_sources(home: Home, digest: str, copy: Path) -> None:
    """Put a copy in its place, unless another process was first."""
    place = home.sources / digest
    if place.is_dir() and not change(place, sums_of(copy)):
        discard(copy)
        return
    discard(place)
    copy.rename(place)


Sums = dict[str, str]
"""By name: whether it runs ("x" or "-") and the SHA-256 of its bytes; or where a link leads."""

MOST_NAMED = 3
_PROGRAMS = (b"#!", b"\x7fELF")
_TOO_MUCH = "If it is built, let the build remove what it does not need."


def seal(folder: Path, built: bool) -> None:
    """Make a copy read-only.

    built: it holds what a build made; programs get their run bit, which a build may not be able to
    give them. Raises ShelfError for links that lead out, for what is no file, and for too much.
    """
    for name, path in _contents(folder):
        if not path.is_symlink():
            with opened(folder, *PurePath(name).parts) as file:
                run = runs(os.fstat(file.fileno()).st_mode)
                if built and file.read(4).startswith(_PROGRAMS):
                    run = True
                os.fchmod(file.fileno(), 0o555 if run else 0o444)
    _set_folders(folder, 0o555)


def discard(folder: Path) -> None:
    """Delete a copy, read-only or not."""
    with suppress(FileNotFoundError):
        folder.chmod(0o755)
        remove(str(folder))


def _set_folders(folder: Path, mode: int) -> None:
    """Set the folders' rights from the top, so that each can be entered."""
    folder.chmod(0o755)
    below = [Path(each.path) for each in os.scandir(folder) if each.is_dir(follow_symlinks=False)]
    for each in below:
        _set_folders(each, mode)
    folder.chmod(mode)


def sums_of(folder: Path) -> Sums:
    """Take the sums of a copy now. Raises ArenaError for what cannot be in one, and OSError."""
    sums = {}
    for name, path in _contents(folder):
        if path.is_symlink():
            sums[name] = f"-> {path.readlink()}"
            continue
        with opened(folder, *PurePath(name).parts) as file:
            run = "x" if runs(os.fstat(file.fileno()).st_mode) else "-"
            sums[name] = f"{run} {hashlib.file_digest(file, 'sha256').hexdigest()}"
    return sums


def _contents(folder: Path) -> Iterator[tuple[str, Path]]:
    allowed = Allowance("The copy of the bot", _TOO_MUCH)
    for path in walk(folder, folder, allowed):
        if path.is_symlink():
            refuse_leading_out(folder, path)
        allowed.file(path.lstat().st_size)
        yield str(path.relative_to(folder)), path


def change(folder: Path, was: Sums) -> str:
    """Say how a copy differs from what it was, as in "bot.py differs"; nothing if it does not."""
    try:
        now = sums_of(folder)
    except (ArenaError, OSError) as error:
        return str(error).rstrip(".")
    told = [f"{name} is missing" for name in was.keys() - now.keys()]
    told += [f"{name} is new" for name in now.keys() - was.keys()]
    told += [f"{name} differs" for name in now.keys() & was.keys() if now[name] != was[name]]
    more = [f"{len(told) - MOST_NAMED} more"] if len(told) > MOST_NAMED else []
    return ", ".join([*sorted(told)[:MOST_NAMED], *more])


def write_sums(file: Path, sums: Sums) -> None:
    """Write the sums in one piece, or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    half = file.with_name(f".{file.name}.{os.getpid()}")
    half.write_text(json.dumps(sums, indent=0, sort_keys=True))
    half.replace(file)


def read_sums(file: Path) -> Sums | None:
    """None where nothing was written down, as by an older arena; no copy fits unreadable ones."""
    try:
        found = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
