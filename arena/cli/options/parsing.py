"""Read options and numbers on the command line, before anything starts.

The rules are imported where an option needs them: they take a while, and most commands do without.
"""

import re
from collections.abc import Collection, Sequence

from arena.errors import UsageError
from arena.text import harmless
from arena.text.phrases import listed, whole_number

ALL = "all"
# The numbers of players if none are given: of a tournament's games, and of a single game.
USUAL_COUNTS = (3, 4, 5)
USUAL_COUNT = 4
SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}
_DURATION = re.compile(r"(?:[0-9]+(?:\.[0-9]+)?[smhdw])+")


class OptionError(UsageError):
    """An option that cannot be understood, or that no game fulfils."""


def parts(text: str) -> list[str]:
    """Return the parts of a text that commas separate, each once and in order."""
    return list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def parse_variant(text: str) -> str:
    """Return the full name of one game, with its parts in the catalogue's order.

    The ladder knows variants by this name alone. Raises VariantError, also for an unknown one.
    """
    from arena.rules import full_name

    if "," in text:
        raise OptionError(f"Expected one game, got {text!r}. Name just one of them.")
    return full_name(text)


def parse_variants(text: str) -> list[str]:
    """Read `classic,rio_grande` or `all` as full names. Raises OptionError, VariantError."""
    from arena.rules import catalogue, full_name

    names = parts(text)
    if names == [ALL]:
        return list(catalogue())
    if ALL in names:
        raise OptionError(
            f"--variants {text!r} names all games and single ones. Leave out one or the other."
        )
    if not names:
        raise OptionError("--variants names no game. List the games: arena variants")
    return list(dict.fromkeys(full_name(name) for name in names))


def usual_counts(allowed: Sequence[int]) -> Sequence[int]:
    """Return the usual numbers of players of a variant, or else all that it allows."""
    return [count for count in allowed if count in USUAL_COUNTS] or allowed


def usual_count(variant: str) -> int:
    """Return 4, or the nearest number of players that the variant allows. Raises VariantError."""
    from arena.rules import table_sizes

    return min(table_sizes(variant), key=lambda count: abs(count - USUAL_COUNT))


def seats_for(variant: str, bots: int) -> int:
    """Return how many seats the smallest table of the variant for that many bots has.

    Raises OptionError if there are too many, saying how many it takes.
    """
    from arena.rules import VariantError, compile_rulebook, table_sizes
    from arena.rules.compile import counts

    sizes = table_sizes(variant)
    if bots > sizes[-1]:
        try:
            compile_rulebook(variant, bots)
        except VariantError as error:
            raise OptionError(f"{error} Name {counts(sizes)} bots.") from None
    return next(size for size in sizes if size >= bots)


def parse_players(text: str) -> list[int]:
    """Read `4`, `3,5` or `3-5` as ascending numbers. Raises OptionError."""
    from arena.rules import PLAYER_COUNTS

    wanted: set[int] = set()
    # Text that was copied from a document may have the longer dash.
    for part in text.replace("–", "-").split(","):
        first, dash, last = part.strip().partition("-")
        low = whole_number(first)
        high = whole_number(last) if dash else low
        if low is None or high is None:
            raise OptionError(
                f'--players {text!r} is not understood. Write it as "4", "3,5" or "3-5".'
            )
        if not (low in PLAYER_COUNTS and high in PLAYER_COUNTS):
            raise OptionError(
                f"--players {text!r} is out of range: games are for {PLAYER_COUNTS[0]} to "
                f"{PLAYER_COUNTS[-1]} players."
            )
        if low > high:
            raise OptionError(f'--players {text!r} is reversed. Write it as "{high}-{low}".')
        wanted.update(range(low, high + 1))
    return sorted(wanted)


def parse_tournament(text: str) -> int:
    """Return the number of a tournament. Raise OptionError, also beyond what SQLite counts."""
    number = whole_number(text)
    if number is None:
        raise OptionError(
            f"{harmless(text, 40)!r} is not the number of a tournament. "
            "List them: arena tournaments"
        )
    return number


def parse_duration(text: str) -> float | None:
    """Return the seconds of `90s`, `1h30m` or `7d`; None if it is no duration."""
    if not _DURATION.fullmatch(text):
        return None
    parts = re.findall(r"([0-9.]+)([a-z])", text)
    return sum(float(number) * SECONDS[unit] for number, unit in parts)


def parse_sizes(variant: str, players: str) -> tuple[int, ...]:
    """Return the table sizes that --players names and the variant allows; empty for any size.

    variant: its full name, or "" for any. Raises OptionError, also if it allows none of them.
    """
    if not players:
        return ()
    from arena.rules import compile_rulebook, table_sizes

    wanted = parse_players(players)
    possible = [size for size in wanted if not variant or size in table_sizes(variant)]
    if not possible:
        compile_rulebook(variant, wanted[0])  # raises, saying how many it needs
    return tuple(possible)


def of_game(variant: str, sizes: Collection[int]) -> str:
    """Return the limits of a view in words, to be put after its name; "" if it has none."""
    game = f" of {variant}" if variant else ""
    return game + (f" with {listed([*map(str, sizes)], 'or')} players" if sizes else "")


def only_one(given: Sequence[str]) -> None:
    """Raise OptionError if several options are given that exclude each other."""
    if len(given) > 1:
        raise OptionError(f"{listed(given)} exclude each other. Give just one of them.")
