"""Storage of bots: a copy of each, in a folder named by the hash of its content.

A kept bot never changes, so a bot that played last year can be started today. Its copy is
read-only, and before it plays, its files are compared with the checksums taken when it was kept.
The files it was built from are kept as well, since another machine may have to build it again.
"""

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePath

from arena.errors import ArenaError
from arena.home import Home, begin, locked, make_folder
from arena.referee.bot import BotSpec
from arena.registry.build import BuildProgress, build, ignore_progress
from arena.registry.executables import resolve
from arena.registry.files import (
    Allowance,
    RegistryError,
    content_hash,
    copy_files,
    is_executable,
    opened,
    require_inside,
    walk,
)
from arena.registry.manifest import Manifest
from arena.sandbox.level import Level
from arena.sandbox.scratch import remove

Sums = dict[str, str]
"""By file name, "x" or "-" (executable or not) and the SHA-256; for a link, its target."""
MOST_NAMED = 3
"""The most changed files that a message names."""
_PROGRAMS = (b"#!", b"\x7fELF")
"""How scripts and compiled programs begin."""
_TOO_MUCH = "If it is built, let the build remove what it does not need."


class NotKept(RegistryError):
    """The files that a bot was built from are not here."""


@dataclass(frozen=True, slots=True)
class KeptBot:
    """One version of a bot, as the registry knows it."""

    name: str
    version: int
    hash: str
    manifest: Manifest
    bundled: bool = False
    """True for a bundled bot, for which `python3` means the arena's interpreter."""

    @property
    def label(self) -> str:
        """The bot's label, such as `first:1`."""
        return f"{self.name}:{self.version}"

    def spec(self, folder: Path) -> BotSpec:
        """Return how to start its copy in `folder`. Raises MissingRuntime, RegistryError."""
        command = resolve(self.manifest.command, folder, self.bundled)
        needs = self.manifest.needs
        return BotSpec(self.name, self.version, self.hash, command, str(folder), needs)


class NewCopy:
    """A bot's copy, built and ready to start, that enters the registry only once it is settled.

    As a context manager it deletes a copy that was not settled. A kept one stays, since another
    process may be using it, except if somebody has changed its files.
    """

    def __init__(self, home: Home, bot: KeptBot, folder: Path, sources: Path | None) -> None:
        """Take over a built copy, and `sources`, what it was built from, unless that is kept."""
        self.hash = bot.hash
        self.folder = folder
        """The folder of the copy: the kept one, if the same bot was there already."""
        self._home = home
        self._bot = bot
        self._kept = home.bots / bot.hash
        self._sources = sources
        # Taken before the bot runs for the first time and might change its files.
        self._sums = sums_of(folder) if folder != self._kept else {}

    def __enter__(self) -> "NewCopy":
        return self

    def __exit__(self, *_: object) -> None:
        if self.folder != self._kept:
            discard(self.folder)
        if self._sources is not None:
            discard(self._sources)

    def settle(self) -> bool:
        """Keep the copy, and return True if no intact one was there before."""
        if self._sources is not None:  # first, so that every kept bot can be built elsewhere, too
            with _locked(self._home):
                _keep_sources(self._home, self.hash, self._sources)
            self._sources = None
        if self.folder == self._kept:
            return False
        with _locked(self._home):
            missing = not _intact(self._home, self.hash)
            if missing:
                if self._kept.exists():
                    discard(self._kept)
                self.folder.rename(self._kept)
                write_sums(self._home.sums / self.hash, self._sums)
            else:  # another process kept the same bot meanwhile
                discard(self.folder)
        self.folder = self._kept
        return missing

    def spec(self) -> BotSpec:
        """Return how to start the copy here, as version 0. Raises MissingRuntime, RegistryError."""
        return self._bot.spec(self.folder)


def build_copy(
    home: Home,
    source: Path,
    manifest: Manifest,
    own_python: bool = False,
    building: BuildProgress = ignore_progress,
    level: Level | None = None,
) -> NewCopy:
    """Copy a bot's files and build the copy, unless the same bot is kept already.

    Args:
        home: Where it will be kept.
        source: A lone file or a folder.
        manifest: How it is built and started.
        own_python: Build with the arena's own interpreter.
        building: Called while the build goes on.
        level: The level at which the build is confined; None: the best of this machine.

    Raises:
        MissingRuntime: The program that builds it is not installed.
        NotAFile: Something else stands in a file's place.
        RegistryError: The files cannot be kept, or the build failed; then with its last output.
    """
    make_folder(home.bots)
    # Made beside the kept ones and renamed when complete: nobody ever finds half a copy.
    folder = Path(tempfile.mkdtemp(prefix=".draft-", dir=home.bots))
    sources = None
    try:
        folder.chmod(0o755)  # builds and bots may run as somebody else
        names = copy_files(source, manifest.files, folder)
        if not names:
            raise RegistryError(f"{source} holds no files. Put the bot's files there.")
        digest = content_hash(folder, names, manifest.how)
        with _locked(home):  # and not while it is built, which may take minutes
            known = _intact(home, digest)
        if manifest.build:  # the build may change its own input
            sources = _copy_sources(home, digest, folder, names, manifest)
        bot = KeptBot(manifest.name, 0, digest, manifest, bundled=own_python)
        if known:
            discard(folder)
            return NewCopy(home, bot, home.bots / digest, sources)
        for command in manifest.build:
            build(command, folder, own_python, building, level)
        seal(folder, built=bool(manifest.build))
        return NewCopy(home, bot, folder, sources)
    except BaseException:
        discard(folder)
        if sources is not None:
            discard(sources)
        raise


def kept_spec(home: Home, bot: KeptBot) -> BotSpec:
    """Return how to start a kept bot here, after checking all files of its copy.

    Raises:
        MissingRuntime: The program that starts it is not installed.
        RegistryError: Its copy is missing or was changed.
    """
    require_kept(home, bot)
    return bot.spec(home.bots / bot.hash)


def require_kept(home: Home, bot: KeptBot) -> None:
    """Raise RegistryError unless a bot's copy is here and matches its hash. Reads all of it.

    Older arenas did not keep what bundled bots were built from; those are not hashed again.
    """
    label, folder = bot.label, home.bots / bot.hash
    if not folder.is_dir():
        raise RegistryError(
            f"The kept copy of {label} is missing ({folder}). Submit the bot again."
        )
    with _locked(home):
        changed = _change(home, bot.hash)
    if changed:
        raise RegistryError(
            f"The kept copy of {label} was changed since it was submitted: {changed}. "
            f"Submit the same files again, or keep it out of new tournaments: arena retire {label}"
        )
    if bot.bundled and not unbuilt(home, bot.hash, bool(bot.manifest.build)).is_dir():
        return
    # Checksums and manifest may come from another ladder, so the hash is computed again: the
    # bot's games count for whatever has this hash.
    before = unbuilt_files(home, bot)
    names = [name for name, _ in _contents(before)]
    if content_hash(before, names, bot.manifest.how) != bot.hash:
        raise RegistryError(
            f"The kept copy of {label}, or the way it is started, does not match its hash. "
            f"Submit it again, or keep it out of new tournaments: arena retire {label}"
        )


def _intact(home: Home, digest: str) -> bool:
    return (home.bots / digest).is_dir() and not _change(home, digest)


def _change(home: Home, digest: str) -> str:
    """Say how the kept copy was changed; "" if it was not."""
    folder, file = home.bots / digest, home.sums / digest
    was = read_sums(file)
    if was is None:  # kept by an older arena, which took no checksums: trust it as it is now
        seal(folder, built=False)
        was = sums_of(folder)
        write_sums(file, was)
        return ""
    return difference(folder, was)


def _locked(home: Home) -> AbstractContextManager[None]:
    """Lock the registry, so that a copy and its checksums change together."""
    make_folder(home.sums)
    return locked(home.sums / ".lock")


def unbuilt(home: Home, digest: str, built: bool) -> Path:
    """Return where a bot's files from before its build are, if they were kept."""
    return (home.sources if built else home.bots) / digest


def unbuilt_files(home: Home, bot: KeptBot) -> Path:
    """Return the folder with a kept bot's files from before its build. Raises NotKept."""
    folder = unbuilt(home, bot.hash, bool(bot.manifest.build))
    if not folder.is_dir():
        raise NotKept(
            f"The files that {bot.manifest.name} was built from were not kept. Submit them again."
        )
    return folder


def _copy_sources(
    home: Home, digest: str, folder: Path, names: list[str], manifest: Manifest
) -> Path | None:
    """Copy the files that a bot is built from; None if they are kept already."""
    with suppress(OSError, RegistryError):
        # Kept already, and whole.
        if content_hash(home.sources / digest, names, manifest.how) == digest:
            return None
    make_folder(home.sources)
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
    """Keep a copy of what a bot is built from, unless another process was first."""
    kept = home.sources / digest
    if kept.is_dir() and not difference(kept, sums_of(copy)):
        discard(copy)
        return
    discard(kept)
    copy.rename(kept)


def seal(folder: Path, built: bool) -> None:
    """Make a copy read-only.

    If it was `built`, its programs are made executable, which a confined build may be unable to
    do. Raises RegistryError if a link leaves the folder, something is no file, or there is too
    much.
    """
    for name, path in _contents(folder):
        if not path.is_symlink():
            with opened(folder, *PurePath(name).parts) as file:
                run = is_executable(file)
                if built and file.read(4).startswith(_PROGRAMS):
                    run = True
                os.fchmod(file.fileno(), 0o555 if run else 0o444)
    _close_folders(folder)


def discard(folder: Path) -> None:
    """Delete a copy, read-only or not."""
    with suppress(FileNotFoundError):
        folder.chmod(0o755)
        remove(str(folder))


def _close_folders(folder: Path) -> None:
    """Make all folders read-only, each opened first so that it can be entered."""
    folder.chmod(0o755)
    below = [Path(each.path) for each in os.scandir(folder) if each.is_dir(follow_symlinks=False)]
    for each in below:
        _close_folders(each)
    folder.chmod(0o555)


def sums_of(folder: Path) -> Sums:
    """Take the checksums of a copy. Raises OSError, or ArenaError for what cannot be in one."""
    sums = {}
    for name, path in _contents(folder):
        if path.is_symlink():
            sums[name] = f"-> {path.readlink()}"
            continue
        with opened(folder, *PurePath(name).parts) as file:
            run = "x" if is_executable(file) else "-"
            sums[name] = f"{run} {hashlib.file_digest(file, 'sha256').hexdigest()}"
    return sums


def _contents(folder: Path) -> Iterator[tuple[str, Path]]:
    allowed = Allowance("The copy of the bot", _TOO_MUCH)
    for path in walk(folder, folder, allowed):
        if path.is_symlink():
            require_inside(folder, path)
        allowed.file(path.lstat().st_size)
        yield str(path.relative_to(folder)), path


def difference(folder: Path, was: Sums) -> str:
    """Say how a copy differs from its checksums, as in "bot.py differs"; "" if it does not."""
    try:
        now = sums_of(folder)
    except (ArenaError, OSError) as error:
        return str(error).rstrip(".")
    changes = [f"{name} is missing" for name in was.keys() - now.keys()]
    changes += [f"{name} is new" for name in now.keys() - was.keys()]
    changes += [f"{name} differs" for name in now.keys() & was.keys() if now[name] != was[name]]
    more = [f"{len(changes) - MOST_NAMED} more"] if len(changes) > MOST_NAMED else []
    return ", ".join([*sorted(changes)[:MOST_NAMED], *more])


def write_sums(file: Path, sums: Sums) -> None:
    """Write checksums atomically."""
    make_folder(file.parent)
    half = file.with_name(f".{file.name}.{os.getpid()}")  # two processes may keep the same bot
    begin(half)
    half.write_text(json.dumps(sums, indent=0, sort_keys=True))
    half.replace(file)


def read_sums(file: Path) -> Sums | None:
    """Read checksums; None if there are none, and empty ones, which no copy fits, if unreadable."""
    try:
        sums = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except ValueError:
        return {}
    return sums if isinstance(sums, dict) else {}
