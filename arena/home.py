"""The home folder: where everything the arena keeps on this machine lives.

`--home DIR`, else the environment variable `ARENA_HOME`, else the user's data directory.
"""

import errno
import os
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path


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


def locate_home(path: Path | str | None = None) -> Home:
    """The home folder at `path`, or the one the environment names; it may be missing."""
    chosen = path or os.environ.get("ARENA_HOME") or user_data_path("bohnanza-arena", False)
    path = Path(chosen).expanduser().absolute()
    return Home(
        path.resolve() if ".." in path.parts else path
    )  # as the sandbox names what it binds


def open_home(path: Path | str | None = None) -> Home:
    """The home folder as `locate_home` finds it, created if it is missing. Raises OSError."""
    home = locate_home(path)
    try:
        home.path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:  # which would mislead the user
        wrong = errno.ENOTDIR
        raise NotADirectoryError(wrong, os.strerror(wrong), str(home.path)) from None
    return home
