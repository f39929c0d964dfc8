"""Every lawful set of expansions and options, asked of the compile step itself."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations

from arena.rules import PARTS, PRESETS, VariantError, catalogue, compile_rulebook, table_sizes


@cache
def lawful_sets() -> dict[str, tuple[int, ...]]:
    """Each variant that compiles, with the counts of players that it allows.

    All subsets of a game's parts are tried, options too; `catalogue` leaves those out.
    """
    found: dict[str, tuple[int, ...]] = {}
    for preset in PRESETS:
        for size in range(len(preset.parts) + 1):
            for parts in combinations(preset.parts, size):
                variant = "+".join((preset.name, *parts))
                try:
                    found[variant] = table_sizes(variant)
                except VariantError:
                    continue  # parts that clash, or agree on no count of players
    return found


def tables_with(*names: str, players: int = 0, among: Iterable[str] = ()) -> list[tuple[str, int]]:
    """Tables, (variant, players), at which all these rules and steps of a turn are in force.

    Of each preset, or of each variant `among`, it is the largest table, or the one of `players`.
    """
    found = []
    for variant in among or [preset.name for preset in PRESETS]:
        sizes = table_sizes(variant)
        count = players or sizes[-1]
        if count in sizes:
            book = compile_rulebook(variant, count)
            there = {rule.name for rule in book.rules} | {step.name for step in book.tables.turn}
            if there.issuperset(names):
                found.append((variant, count))
    return found


@cache
def pools() -> tuple[tuple[str, int], ...]:
    """Games to play in tests: each game with each set of expansions at every table size.

    Options come once each, at the smallest table that allows them, and once all together that go
    together.
    """
    found = [(variant, players) for variant in catalogue() for players in table_sizes(variant)]
    options = {part.name for part in PARTS if part.part == "option"}
    for preset in PRESETS:
        sets = [
            (frozenset(parts), variant, counts)
            for variant, counts in lawful_sets().items()
            for name, *parts in [variant.split("+")]
            if name == preset.name and options.issuperset(parts) and parts
        ]
        found += [
            (variant, counts[0])
            for parts, variant, counts in sets
            if len(parts) == 1 or not any(parts < others for others, _, _ in sets)
        ]
    return tuple(dict.fromkeys(found))


def each_once() -> tuple[tuple[str, int], ...]:
    """Every lawful set once, at one size of table after another."""
    return tuple(
        (variant, sizes[at % len(sizes)])
        for at, (variant, sizes) in enumerate(lawful_sets().items())
    )


def fullest() -> tuple[str, ...]:
    """The variants of the catalogue that no further expansion can be added to."""
    parts = {variant: set(variant.split("+")) for variant in catalogue()}
    return tuple(
        variant
        for variant, own in parts.items()
        if not any(own < other for other in parts.values())
    )
