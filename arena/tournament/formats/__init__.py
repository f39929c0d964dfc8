"""Tournament formats, which decide who meets whom; each is a class in its own file, listed here."""

from arena.errors import UsageError
from arena.tournament.formats.format import Format
from arena.tournament.formats.gauntlet import Gauntlet
from arena.tournament.formats.knockout import Knockout
from arena.tournament.formats.round_robin import RoundRobin
from arena.tournament.formats.swiss import Swiss

FORMATS: dict[str, type[Format]] = {
    each.name: each for each in (RoundRobin, Gauntlet, Swiss, Knockout)
}
USUAL_FORMAT = next(iter(FORMATS))


class FormatError(UsageError):
    """There is no such format."""


def format_named(name: str) -> type[Format]:
    """Return the format of that name. Raises FormatError, suggesting a similar name."""
    if name not in FORMATS:
        from ladder.database.errors import did_you_mean  # late: it imports the database

        raise FormatError(f"There is no format called {name!r}.{did_you_mean(name, FORMATS)}")
    return FORMATS[name]
