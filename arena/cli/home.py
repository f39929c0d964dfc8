"""Opening the home folder, its ladder and its bots, for the commands."""

import errno
import os
import shlex
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.output.console import note
from arena.errors import ArenaError
from arena.home import Home, close_to_others, locate_home, open_home
from arena.sandbox.runtimes import bots_may_read
from ladder.database.store import Store

if TYPE_CHECKING:
    from arena.cli.options.play_settings import ModelOptions
    from arena.registry.resolver import Resolver


class NoHome(ArenaError):
    """Nothing has been played or submitted in this home yet."""


@contextmanager
def opened(
    path: Path | None, asking: "ModelOptions | None" = None, *, new: bool = True
) -> Iterator[tuple[Home, Store, "Resolver"]]:
    """Open the home folder at `path` (or the usual one), its store and its resolver.

    asking: Which language models there are. new: False to raise NoHome where nothing is yet,
    instead of making a home.
    """
    from arena.registry.resolver import Resolver  # which takes a while to import

    if not new:
        existing(path)
    home = open_home(path)
    _mend(home)
    with Store(home.database, tell=note) as store, closing(Resolver(home, store, note)) as resolver:
        resolver.models = asking.named if asking else {}
        yield home, store, resolver


@contextmanager
def reading(path: Path | None) -> Iterator[Store]:
    """Open the store of an existing home for reading. Create nothing. Raise NoHome."""
    with Store(existing(path).database, read_only=True, tell=note) as store:
        yield store


def require_hidden(home: Home) -> None:
    """Raise ArenaError if the home, with its secrets, lies where bots may read at every level."""
    if bots_may_read(str(home.path)):
        raise ArenaError(
            f"{home.path} lies where bots may read, and would show them the deals. Name "
            "another home: --home DIR"
        )


def existing(path: Path | None) -> Home:
    """Return the home folder at `path` or the usual one. Raise NoHome if it has no ladder."""
    home = locate_home(path)
    if home.path.exists() and not home.path.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(home.path))
    if not home.database.exists():
        # typer puts the variable's value into --home, and the hint need not repeat that.
        usual = path is None or str(path) == os.environ.get("ARENA_HOME")
        begin = "arena tournament" + ("" if usual else f" --home {shlex.quote(str(path))}")
        raise NoHome(f"There is no arena home at {home.path} yet. Begin with: {begin}")
    _mend(home)
    return home


def _mend(home: Home) -> None:
    if close_to_others(home):
        note(
            "This home could be read by other users of this machine; it is closed to them now. "
            f"To share it with a group: chmod g+rwxs {shlex.quote(str(home.path))}"
        )
