"""What options and numbers on the command line mean, checked before anything starts."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.errors import ArenaError
from arena.referee.clock import TimeControl
from arena.rules import VariantError, catalogue, compile_rulebook, full_name, table_sizes
from arena.rules.compile import counts
from arena.text import harmless

ALL = "all"
KINDS = ("roundrobin", "gauntlet")
LEAST_PLAYERS, MOST_PLAYERS = 2, 7
TABLES_HAVE = f"tables have {LEAST_PLAYERS} to {MOST_PLAYERS} players"
# What is played where nobody names a table size: a tournament's tables, and the one to be shown.
USUAL_TABLES = (3, 4, 5)
USUAL_TABLE = 4
MOST_DIGITS = 18


class WishError(ArenaError):
    """An option cannot be understood or fulfilled."""


@dataclass(frozen=True)
class Wishes:
    """The options of a tournament as the user gave them."""

    variants: str
    players: str | None
    """Table sizes; None: 3 to 5 where a variant allows them, else and with all: all it allows."""
    rounds: int | None
    seed: int | None
    concurrency: int | None
    tc: str
    st: float | None
    talk: bool
    kind: str

    def games(self) -> list[tuple[str, int]]:
        """(variant, players) of every game to be played; a variant is played where it can be.

        Raises WishError when a variant or a table size has no game at all, VariantError for an
        unknown variant.
        """
        variants = parse_variants(self.variants)
        every = self.variants.strip() == ALL
        sizes = {name: table_sizes(name) for name in variants}
        if self.players is None:
            return [
                (name, count)
                for name in variants
                for count in (sizes[name] if every else usual_tables(sizes[name]))
            ]
        wanted = parse_players(self.players)
        games = [(name, count) for name in variants for count in wanted if count in sizes[name]]
        for name in variants:
            if not every and name not in {variant for variant, _ in games}:
                compile_rulebook(name, wanted[0])  # raises, saying how many it needs
        for count in wanted:
            if count not in {players for _, players in games}:
                known = ", ".join(f"{name} ({counts(sizes[name])})" for name in variants)
                raise WishError(f"None of {known} is played by {count}.")
        return games

    def time(self) -> TimeControl:
        """The time control. Raises ClockError."""
        return TimeControl.parse(self.tc, self.st)

    def check_kind(self) -> str:
        """The type of tournament. Raises WishError."""
        if self.kind not in KINDS:
            raise WishError(f"There is no type {self.kind!r}; there are: {', '.join(KINDS)}.")
        return self.kind


def parse_variant(text: str) -> str:
    """The full name of one game, with its parts in the catalogue's order.

    The ladder knows variants by this name alone. Raises VariantError, also for an unknown one.
    """
    if "," in text:
        raise WishError(f"One game only is wanted here, not {text!r}.")
    return full_name(text)


def parse_variants(text: str) -> list[str]:
    """`classic,rio_grande` or `all` as full names, each once. Raises WishError, VariantError."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if names == [ALL]:
        return list(catalogue())
    if ALL in names:
        raise WishError(f"--variants {text!r}: all goes alone.")
    return list(dict.fromkeys(full_name(name) for name in names)) or _none("--variants")


def usual_tables(sizes: Sequence[int]) -> Sequence[int]:
    """Of the sizes that a variant allows those that are usual, else all."""
    return [size for size in sizes if size in USUAL_TABLES] or sizes


def usual_table(variant: str) -> int:
    """Four players, or the nearest number that the variant allows. Raises VariantError."""
    return min(table_sizes(variant), key=lambda size: abs(size - USUAL_TABLE))


def check_table(variant: str, bots: int) -> None:
    """Refuses to seat so many bots at a table of the variant, saying how many it needs."""
    sizes = table_sizes(variant)
    if bots not in sizes:
        try:
            compile_rulebook(variant, bots)
        except VariantError as error:
            raise WishError(f"{error} Name {counts(sizes)} bots.") from None


def check_size(variant: str, players: int | None) -> None:
    """Refuses a number of players that no table has, or none of the variant if one is named."""
    if players is None:
        return
    if not LEAST_PLAYERS <= players <= MOST_PLAYERS:
        raise WishError(f"--players {players}: {TABLES_HAVE}.")
    if variant:
        compile_rulebook(variant, players)  # raises, saying how many it needs


def parse_players(text: str) -> list[int]:
    """`4`, `3,5` or `3-5` as ascending numbers. Raises WishError."""
    counts: set[int] = set()
    for part in text.replace("–", "-").split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise WishError(f'--players {text!r} is not understood; give "4", "3,5" or "3-5".')
        low, high = int(first), int(last if dash else first)
        if not (LEAST_PLAYERS <= low <= MOST_PLAYERS and LEAST_PLAYERS <= high <= MOST_PLAYERS):
            raise WishError(f"--players {text!r}: {TABLES_HAVE}.")
        if low > high:
            raise WishError(f'--players {text!r} is reversed; give "{high}-{low}".')
        counts.update(range(low, high + 1))
    return sorted(counts)


def parse_number(text: str, what: str) -> int:
    """The number of a game or tournament. Raises WishError, also beyond all that SQLite counts."""
    if not text.isdecimal() or len(text) > MOST_DIGITS:
        raise WishError(f"A {what} is named by its number, not {harmless(text, 40)!r}.")
    return int(text)


def _none(option: str) -> list[str]:
    raise WishError(f"{option} names nothing.")
