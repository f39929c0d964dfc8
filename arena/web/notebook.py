"""Stored games in a notebook, where each shows itself as its replay.

from arena.web.notebook import stored

stored("17")  # the page, with every offer; no network
stored("17").at(40)  # the game as it stood at decision 40, to search from
"""

from html import escape
from pathlib import Path

from arena.errors import UsageError
from arena.home import locate_home
from arena.replay.replay import Replay
from arena.replay.stored_game import Number
from arena.web.replay.page import replay_page
from ladder.database.store import Store


class ShownReplay(Replay):
    """A game's record, which a notebook shows as its replay."""

    number = ""

    def _repr_html_(self) -> str:
        page = escape(replay_page(self, self.number).decode())
        style = "width: 100%; height: 45em; border: 0"
        return f'<iframe srcdoc="{page}" sandbox="allow-scripts" style="{style}"></iframe>'


def stored(game: int | str, home: Path | str | None = None) -> ShownReplay:
    """Return a stored game by its number, such as 17, or "c3" for one of `arena match`.

    Args:
        game: The number.
        home: The arena's home; by default the one that the command line uses.

    Raises:
        UsageError: There is no such home, or this is no number of a game.
        LadderError: There is no such game.
        ReplayError: It cannot be replayed by these rules.
    """
    if (number := Number.parse(str(game))) is None:
        raise UsageError(f"{str(game)!r:.40} is not the number of a game, such as 17 or c3.")
    database = locate_home(home).database
    if not database.exists():
        raise UsageError(f"There is no ladder at {database.parent}. Name another home.")
    with Store(database, read_only=True) as store:
        found = ShownReplay(number.record(store))
    found.number = str(number)
    return found
