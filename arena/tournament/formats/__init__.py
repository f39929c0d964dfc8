"""Tournament formats, which decide who meets whom; each is a class in its own file, listed here.

A new `Format` becomes a value of `--format` by its place in `FORMATS`. Its rounds follow from their
number, the results and the draws it is given, so that interruptions change nothing; entrants in
`Field.apart` must not meet. Who meets is shared in `apart.py` and `swiss.py`, and a format can
inherit from another: a Danish system is a `Swiss` whose `meetings` counts none. A table sits in an
order that is drawn, unless the format has a `circle` of its own: one that returns the table as it
is seats each pairing in its order. With a `bracket` it has its own table in text, JSON and pages.

Write its name and summary into `docs/tournament.md`, and what it draws from a known secret into
`GOLDEN` of `tests/arena/tournament/test_drawing.py`. `formats/test_formats.py` and `test_rounds.py`
there try every format; what is its own gets a test file in `formats/`. Then run
`poe prove kill --format`.
"""

from arena.errors import UsageError
from arena.tournament.formats.format import Format
from arena.tournament.formats.gauntlet import Gauntlet
from arena.tournament.formats.knockout import Knockout
from arena.tournament.formats.round_robin import RoundRobin
from arena.tournament.formats.swiss import Swiss
from ladder.database.errors import did_you_mean
from ladder.database.store import Store
from ladder.tournaments.tournaments import tournaments

FORMATS: dict[str, type[Format]] = {
    each.name: each for each in (RoundRobin, Gauntlet, Swiss, Knockout)
}
USUAL_FORMAT = next(iter(FORMATS))


class FormatError(UsageError):
    """There is no such format."""


def format_named(name: str) -> type[Format]:
    """Return the format of that name. Raises FormatError, suggesting a similar name."""
    if name not in FORMATS:
        raise FormatError(f"There is no format called {name!r}.{did_you_mean(name, FORMATS)}")
    return FORMATS[name]


def opponents_differ(store: Store, tournament_id: int | None) -> bool:
    """Return True if earlier results decided who met whom, in one rated tournament or in any."""
    # Not `arena.tournament.schedulers`, which knows leagues as well: it would load all rules.
    for each in tournaments(store):
        if each.rated and tournament_id in (None, each.id):
            named = each.settings.get("format")
            # Of what is rated, only a league's format isn't in FORMATS; it goes by results.
            if FORMATS[named].sees_results if named in FORMATS else named:
                return True
    return False
