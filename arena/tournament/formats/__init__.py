"""Tournament formats: who meets whom. A format is a class in a separate file, listed here."""

from arena.errors import UsageError
from arena.tournament.formats.format import Format
from arena.tournament.formats.gauntlet import Gauntlet
from arena.tournament.formats.knockout import Knockout
from arena.tournament.formats.round_robin import RoundRobin
from arena.tournament.formats.swiss import Swiss

FORMATS: dict[str, type[Format]] = {
    each.name: each for each in (RoundRobin, Gauntlet, Swiss, Knockout)
}


class FormatError(UsageError):
    """A format that does not exist."""


def format_named(name: str) -> type[Format]:
    """The format of that name. Raises FormatError, with the name that was probably meant."""
    if name not in FORMATS:
        from ladder.database.errors import did_you_mean  # and all that a database needs

        raise FormatError(f"There is no format called {name!r}.{did_you_mean(name, FORMATS)}")
    return FORMATS[name]
