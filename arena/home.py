"""The home: the folder for everything that the arena keeps on this machine.

It is given by `--home DIR`, else by the environment variable `ARENA_HOME`, else it is the user's
data directory. It holds what no bot may know, so only its owner has access, or also a group if it
is shared on purpose: if its folder is writable for the group or has the set-group-ID bit.
"""

import errno
import fcntl
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from arena.errors import UsageError


@dataclass(frozen=True)
class Home:
    """A home folder, and where things are in it."""

    path: Path

    @property
    def database(self) -> Path:
        """The ladder's SQLite file."""
        return self.path / "ladder.sqlite"

    @property
    def bots(self) -> Path:
        """Copies of bots, each in a folder named by the hash of its content."""
        return self.path / "bots"

    @property
    def sums(self) -> Path:
        """Checksums of each bot's files, where no bot can see them."""
        return self.path / "sums"

    @property
    def sources(self) -> Path:
        """The sources of each bot, under the same name, for machines that build it themselves."""
        return self.path / "sources"

    @property
    def tape(self) -> Path:
        """The tape of language models' answers."""
        return self.path / "tape.sqlite"

    @property
    def judged(self) -> Path:
        """Judgements of games, which can be made again if they are lost."""
        return self.path / "judged"

    @property
    def played(self) -> Path:
        """Replays of the games that a person has played in the terminal."""
        return self.path / "played"

    @property
    def live(self) -> Path:
        """Games being played, while somebody watches them."""
        return self.path / "live"

    @property
    def entry(self) -> Path:
        """The file to lock while adding a bot to the ladder."""
        return self.path / "entry.lock"

    @property
    def failed_check(self) -> Path:
        """The questions of the last check that failed, up to the one at which it did."""
        return self.path / "failed_check.txt"

    @property
    def log(self) -> Path:
        """The log for details of unexpected errors."""
        return self.path / "arena.log"


_OWN_NAMES = re.compile(
    r"(ladder|tape)\.sqlite(-\w+|\.lock)?|arena\.log|failed_check\.txt|entry\.lock|bots|sums|sources"
    r"|judged|live|played"
)
"""The names of everything in a home."""
_OTHERS, _GROUP_AND_OTHERS = 0o007, 0o077


def locate_home(path: Path | str | None = None) -> Home:
    """Return the home at `path`, or the default one; it may not exist.

    Raises UsageError, OSError.
    """
    chosen = path or os.environ.get("ARENA_HOME") or user_data_path("bohnanza-arena", False)
    try:
        path = Path(chosen).expanduser().absolute()
    except RuntimeError:  # from expanduser
        raise UsageError(
            f"{chosen} cannot be the home: there is no such user here. Name a folder: --home DIR"
        ) from None
    # Without "..", since the sandbox compares paths by their text.
    return Home(path.resolve() if ".." in path.parts else path)


def open_home(path: Path | str | None = None) -> Home:
    """Return the home found by `locate_home`, and create it if needed. Raises OSError."""
    home = locate_home(path)
    try:
        begin(home.database)
    except FileExistsError:  # the parent is a file: "File exists" would mislead the user
        wrong = errno.ENOTDIR
        raise NotADirectoryError(wrong, os.strerror(wrong), str(home.path)) from None
    return home


def begin(file: Path) -> None:
    """Create a file in a home, and the home, if needed, with the home's permissions.

    Raises OSError.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Never opens one that is there: to close a file drops all locks of this process on it, and so
    # those of SQLite, without which the next command takes the log away from under a server.
    new, mode = os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666 & ~_closed_to(file.parent)
    with suppress(FileExistsError):
        os.close(os.open(file.resolve(), new, mode))


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold the lock of a file in a home, made if needed, so that others wait for the block."""
    begin(file)
    with file.open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def make_folder(folder: Path) -> None:
    """Create a folder in a home, if needed, with the home's permissions. Raises OSError."""
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o777 & ~_closed_to(folder.parent), exist_ok=True)


def close_to_others(home: Home) -> bool:
    """Close a home that an older arena has left open; return True if others could read it.

    If the folder holds other things, too, only the arena's own things in it are closed.
    """
    closed_to, entries = _closed_to(home.path), list(home.path.iterdir())
    own = [path for path in entries if _OWN_NAMES.fullmatch(path.name) and not path.is_symlink()]
    changed = {path for path in own if _close(path, closed_to)}
    if len(own) == len(entries) and _close(home.path, closed_to):
        changed.add(home.path)
    above = home.path.resolve().parents
    reached = all(folder.stat().st_mode & (stat.S_IXGRP | stat.S_IXOTH) for folder in above)
    return reached and not changed.isdisjoint({home.path, home.database})


def _closed_to(folder: Path) -> int:
    """Return the permissions that nothing in a home may have."""
    shared = folder.stat().st_mode & (stat.S_IWGRP | stat.S_ISGID)
    return _OTHERS if shared else _GROUP_AND_OTHERS


def _close(path: Path, closed_to: int) -> bool:
    """Remove permissions; return True if there were any, and they are gone now."""
    with suppress(OSError):  # another user's file, or a file system without permissions
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & closed_to:
            path.chmod(mode & ~closed_to)
            return not path.stat().st_mode & closed_to
    return False
