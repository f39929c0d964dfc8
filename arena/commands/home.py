"""Opening the home folder, its ladder and its bots, for the commands."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from arena.commands.console import note
from arena.home import Home, open_home
from arena.shelf.roster import Roster
from ladder.store import Store


@contextmanager
def opened(path: Path | None) -> Iterator[tuple[Home, Store, Roster]]:
    """The home folder at `path` (or the usual one), its store and its roster."""
    home = open_home(path)
    with Store(home.database) as store, closing(Roster(home, store, note)) as roster:
        yield home, store, roster
