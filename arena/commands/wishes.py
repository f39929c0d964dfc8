"""What options and numbers on the command line mean, checked before anything starts."""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.errors import ArenaError
from arena.referee.clock import TimeControl
from arena.rules import catalogue, compile_rulebook, table_sizes
from arena.text import harmless

ALL = "all"
KINDS = ("roundrobin", "gauntlet")
MOST_DIGITS = 18


class WishError(ArenaError):
    """An option cannot be understood or fulfilled."""


@dataclass(frozen=True)
class Wishes:
    """The options of a tournament as the user gave them."""

    variants: str
    players: str | None
    """Table sizes; None: 3 to 5, or with all variants whatever each allows."""
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
        counts = parse_players(self.players or ("2-7" if every else "3-5"))
        sizes = {name: table_sizes(name) for name in variants}
        games = [(name, count) for name in variants for count in counts if count in sizes[name]]
        for name in variants:
            if not every and name not in {variant for variant, _ in games}:
                compile_rulebook(name, counts[0])  # raises, saying how many it needs
        for count in counts:
            if count not in {players for _, players in games}:
                raise WishError(f"None of {', '.join(variants)} is played by {count}.")
        return games

    def time(self) -> TimeControl:
        """The time control. Raises ClockError."""
        return TimeControl.parse(self.tc, self.st)

    def check_kind(self) -> str:
        """The type of tournament. Raises WishError."""
        if self.kind not in KINDS:
            raise WishError(f"There is no type {self.kind!r}; there are: {', '.join(KINDS)}.")
        return self.kind


def parse_variants(text: str) -> list[str]:
    """`classic,rio_grande` or `all` as names, each once. Unknown ones are found by compiling."""
    if text.strip() == ALL:
        return list(catalogue())
    return _once(name.strip() for name in text.split(",") if name.strip()) or _none("--variants")


def parse_players(text: str) -> list[int]:
    """`4`, `3,5` or `3-5` as ascending numbers. Raises WishError."""
    counts: set[int] = set()
    for part in text.replace("–", "-").split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise WishError(f'--players {text!r} is not understood; give "4", "3,5" or "3-5".')
        low, high = int(first), int(last if dash else first)
        if not 2 <= low <= high <= 7:
            raise WishError(f"--players {text!r}: tables have 2 to 7 players.")
        counts.update(range(low, high + 1))
    return sorted(counts)


def parse_number(text: str, what: str) -> int:
    """The number of a game or tournament. Raises WishError, also beyond all that SQLite counts."""
    if not text.isdecimal() or len(text) > MOST_DIGITS:
        raise WishError(f"A {what} is named by its number, not {harmless(text, 40)!r}.")
    return int(text)


def _once(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(words))


def _none(option: str) -> list[str]:
    raise WishError(f"{option} names nothing.")
