"""The home folder: where everything the arena keeps on this machine lives.

`--home DIR`, else the environment variable `ARENA_HOME`, else the user's data directory. It holds
what no bot may know, so it is its owner's alone, or that of a group that it is shared with on
purpose: whose folder its group may write into, or hands on its group to what is made in it.
"""

import errno
import os
import re
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from arena.errors import UsageError


@dataclass(frozen=True)
class Home:
    """One data folder: the ladder's database, the kept copies of bots, the log."""

    path: Path

    @property
    def database(self) -> Path:
        """The SQLite file of bots, games and ratings."""
        return self.path / "ladder.sqlite"

    @property
    def bots(self) -> Path:
        """Kept bots, one folder each, named by the hash of its content."""
        return self.path / "bots"

    @property
    def sums(self) -> Path:
        """The sums of each kept bot's files; no bot sees this folder."""
        return self.path / "sums"

    @property
    def sources(self) -> Path:
        """The sources of each kept bot, by the same name, for machines that build it anew."""
        return self.path / "sources"

    @property
    def tape(self) -> Path:
        """The answers of language models, kept."""
        return self.path / "tape.sqlite"

    @property
    def judged(self) -> Path:
        """Judgements of games; they can be made anew."""
        return self.path / "judged"

    @property
    def live(self) -> Path:
        """Games that are being played, while spectators look on."""
        return self.path / "live"

    @property
    def entry(self) -> Path:
        """The file that is locked while a bot is entered on the ladder."""
        return self.path / "entry.lock"

    @property
    def log(self) -> Path:
        """The file for details of an unexpected error."""
        return self.path / "arena.log"


_OURS = re.compile(
    r"(ladder|tape)\.sqlite(-\w+|\.lock)?|arena\.log|entry\.lock|bots|sums|sources|judged|live|played"
)
"""The names of what is in a home."""
_OTHERS, _GROUP_AND_OTHERS = 0o007, 0o077


def locate_home(path: Path | str | None = None) -> Home:
    """The home folder at `path`, or the one the environment names; it may be missing.

    Raises UsageError, OSError.
    """
    chosen = path or os.environ.get("ARENA_HOME") or user_data_path("bohnanza-arena", False)
    try:
        path = Path(chosen).expanduser().absolute()
    except RuntimeError:  # of expanduser
        raise UsageError(
            f"{chosen} cannot be the home: there is no such user here. Name a folder: --home DIR"
        ) from None
    return Home(
        path.resolve() if ".." in path.parts else path
    )  # as the sandbox names what it binds


def open_home(path: Path | str | None = None) -> Home:
    """The home folder as `locate_home` finds it, created if it is missing. Raises OSError."""
    home = locate_home(path)
    try:
        begin(home.database)
    except FileExistsError:  # which would mislead the user
        wrong = errno.ENOTDIR
        raise NotADirectoryError(wrong, os.strerror(wrong), str(home.path)) from None
    return home


def begin(file: Path) -> None:
    """Create a file in a home, if it is missing, closed to all whom the home is closed to; the
    home, too. Raises OSError."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o666 & ~_closed_to(file.parent)))


def close_to_others(home: Home) -> bool:
    """Close a home that an older arena has left open; return True if others could read it.

    A folder that holds other things, too, is no home of its own and stays as it is; what is ours
    in it is closed.
    """
    closed_to, entries = _closed_to(home.path), list(home.path.iterdir())
    ours = [path for path in entries if _OURS.fullmatch(path.name) and not path.is_symlink()]
    changed = {path for path in ours if _close(path, closed_to)}
    if len(ours) == len(entries) and _close(home.path, closed_to):
        changed.add(home.path)
    above = home.path.resolve().parents
    reached = all(folder.stat().st_mode & (stat.S_IXGRP | stat.S_IXOTH) for folder in above)
    return reached and not changed.isdisjoint({home.path, home.database})


def _closed_to(folder: Path) -> int:
    """The permissions that nothing in a home is to have."""
    shared = folder.stat().st_mode & (stat.S_IWGRP | stat.S_ISGID)
    return _OTHERS if shared else _GROUP_AND_OTHERS


def _close(path: Path, closed_to: int) -> bool:
    """Take permissions away; return True if there were any of them, and now are none."""
    with suppress(OSError):  # another's, or a file system without permissions
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & closed_to:
            path.chmod(mode & ~closed_to)
            return not path.stat().st_mode & closed_to
    return False
