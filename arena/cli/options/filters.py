"""Filters: the options that limit standings, lists of games and other views; and sort standings."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any

from arena.cli.options.arguments import OfTournament, option, variant_option
from arena.cli.options.parsing import (
    OptionError,
    of_game,
    parse_duration,
    parse_sizes,
    parse_tournament,
    parse_variant,
)
from arena.referee.clock import CLASSES, TimeControl
from arena.text import harmless
from arena.text.phrases import listed, minute
from arena.text.standings import STANDINGS
from arena.text.table import Column
from ladder.database.errors import did_you_mean

if TYPE_CHECKING:
    from ladder.database.store import Store
    from ladder.queries.pools import Wanted
    from ladder.queries.standings import Standing


@dataclass(frozen=True)
class OfGame:
    """The game and its number of players; empty matches all."""

    panel = "Which games"

    variant: Annotated[str, variant_option("Only this game; see `arena variants`.")] = ""
    players: str = option(
        'Only games with this many players: "4", "3,5" or "3-5".', default="", metavar="N"
    )
    rules: int | None = option(
        "Only games under this version of the rules, even if there are newer ones.", min=1
    )

    def read(self) -> "FilteredGames":
        """Return what the options mean. Raise OptionError, VariantError."""
        from ladder.queries.pools import Wanted

        variant = parse_variant(self.variant) if self.variant else None
        rules = None if self.rules is None else str(self.rules)
        return FilteredGames(Wanted(variant, parse_sizes(variant or "", self.players), rules=rules))


@dataclass(frozen=True)
class OfGames(OfGame):
    """Which games, also by tournament and time."""

    tournament: OfTournament = ""
    since: str = option(
        'Only games since then: "7d", "12h" or "2026-06-30" (UTC).', default="", metavar="WHEN"
    )

    def read(self) -> "FilteredGames":
        """Return what the options mean. Raise OptionError, VariantError."""
        read = super().read()
        number = parse_tournament(self.tournament) if self.tournament else None
        since = parse_since(self.since) if self.since else None
        return replace(read, games=replace(read.games, tournament_id=number, since=since))


@dataclass(frozen=True)
class OfBots:
    """Which bots."""

    panel = "Which bots"

    author: str = option(
        "Only bots by this author, or part of the name.", default="", metavar="NAME"
    )
    language: str = option("Only bots in this language.", default="", metavar="NAME")


@dataclass(frozen=True)
class Filters(OfBots, OfGames):
    """Which games, and which bots."""

    panel = OfGames.panel

    time_class: str = option(
        "Only games of this class: bullet, standard, slow, or a clock.", default="", metavar="CLASS"
    )

    def only_of_game(self, csv: bool) -> OfGame:
        """Return the options that a bot's page takes. Raises OptionError if others are given."""
        # By position: the fields of `OfGame` are first, as dataclasses collect them from the last
        # base.
        if csv or self != Filters(self.variant, self.players, self.rules):
            raise OptionError(
                "With a bot, only --variant, --players, --rules and --all work here. Leave out the "
                "other options, or the bot."
            )
        return OfGame(self.variant, self.players, self.rules)

    def read(self) -> "FilteredGames":
        """Read the options. Raises OptionError, VariantError, ClockError."""
        read = super().read()
        time_class = _class_of(self.time_class) if self.time_class else None
        return replace(
            read,
            games=replace(read.games, time_class=time_class),
            author=self.author,
            language=self.language,
        )


@dataclass(frozen=True, slots=True)
class FilteredGames:
    """The games and bots that pass the filters."""

    games: "Wanted"
    author: str = ""
    language: str = ""

    @property
    def of(self) -> str:
        """The games in words, to be put after their name; empty if there is no limit."""
        text = of_game(self.games.variant or "", self.games.players)
        text += f" at {self.games.time_class} time" if self.games.time_class else ""
        text += f" under rules {self.games.rules}" if self.games.rules else ""
        return text + self.alone

    @property
    def alone(self) -> str:
        """The words of those filters that exclude some games of a pool."""
        number, since = self.games.tournament_id, self.games.since
        text = f" of tournament {number}" if number is not None else ""
        return text + (f" since {minute(since)} UTC" if since else "")

    @property
    def bots(self) -> str:
        """The bots in words: `bots by Ada in python`; empty if there is no limit."""
        if not (self.author or self.language):
            return ""
        text = "bots" + (f" by {harmless(self.author, 40)}" if self.author else "")
        return text + (f" in {harmless(self.language, 40)}" if self.language else "")

    def check(self, store: "Store") -> None:
        """Raise UnknownTournament, or OptionError for an author or language that no bot has."""
        from ladder.tournaments.tournaments import tournament

        if self.games.tournament_id is not None:
            tournament(store, self.games.tournament_id)
        bots = store.bots() if self.author or self.language else []
        for what, wanted, fits in (
            ("author", self.author, self._by),
            ("language", self.language, self._in),
        ):
            known = sorted({getattr(bot, what) for bot in bots} - {""})
            if wanted and not any(map(fits, known)):
                near = harmless(did_you_mean(wanted, known), 400)
                named = f"{what} is like" if what == "author" else f"{what} is called"
                raise OptionError(f"No bot's {named} {harmless(wanted, 40)!r}.{near}")

    def keeps(self, author: str, language: str) -> bool:
        """Return True if such a bot is shown."""
        # An author that is not given is part of every name.
        return self._by(author) and (not self.language or self._in(language))

    def _by(self, author: str) -> bool:
        return self.author.casefold() in author.casefold()

    def _in(self, language: str) -> bool:
        return self.language.casefold() == language.casefold()


def parse_since(text: str, now: datetime | None = None) -> str:
    """Read `7d`, `12h`, `1h30m` or a date as a time of the ladder's tables. Raises OptionError."""
    now = now or datetime.now(UTC)
    ago = parse_duration(text.strip())
    try:
        if ago is not None:
            since = now - timedelta(seconds=ago)
        else:
            since = datetime.fromisoformat(text.strip())
            since = since.replace(tzinfo=UTC) if since.tzinfo is None else since.astimezone(UTC)
    except (ValueError, OverflowError):
        raise OptionError(
            f"--since {harmless(text, 40)!r} is not understood. "
            'Write it as "7d", "12h", "30m" or "2026-06-30".'
        ) from None
    if since > now:
        raise OptionError(
            f"--since {harmless(text, 40)!r} lies in the future. Name an earlier day."
        )
    # Times are compared as text, and years before 1000 come without leading zeros.
    return f"{since:%Y-%m-%dT%H:%M:%SZ}".rjust(20, "0")


def _class_of(text: str) -> str:
    """Return a class of time controls, by its name or a member: `10+0.1` is `standard`."""
    return text if text in CLASSES else TimeControl.parse(text).time_class


def sort_name(column: Column[Any]) -> str:
    """Return what the option calls a column: one word, which needs no quotes in a shell."""
    return "name" if column.name == "bot" else column.name.lower().replace(" ", "-")


SORTS = {sort_name(each): each for each in STANDINGS.values() if each.sort is not None}
"""The columns to sort by, by what the option calls them."""


@dataclass(frozen=True)
class Sort:
    """The order of the rows."""

    sort: str = option(f"{listed([*SORTS], 'or')}.", default="elo", metavar="COLUMN")

    def __post_init__(self) -> None:
        if self.sort not in SORTS:
            raise OptionError(
                f"--sort {self.sort!r} is not a column.{did_you_mean(self.sort, SORTS)}"
            )

    def __call__(self, rows: Iterable["Standing"]) -> list["Standing"]:
        """Sort rows, the strongest, largest or quickest first; those without a value last."""
        if self.sort == "elo":
            return list(rows)  # as they come: those without a rank last, whatever their Elo
        column = SORTS[self.sort]
        value: Callable[[Standing], Any] = column.sort or column.cell
        rows = list(rows)  # read twice
        known = [row for row in rows if value(row) is not None]
        rest = [row for row in rows if value(row) is None]
        return sorted(known, key=value, reverse=not column.ascending) + rest

    @property
    def column(self) -> str:
        """The name of the column in the table."""
        return SORTS[self.sort].name
