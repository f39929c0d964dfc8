"""Every lawful set of expansions and options, asked of the compile step itself."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations

from arena.rules import PRESETS, VariantError, catalogue, compile_rulebook, table_sizes


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


def tables() -> tuple[tuple[str, int], ...]:
    """Every lawful set at every size of table."""
    return tuple((variant, count) for variant, sizes in lawful_sets().items() for count in sizes)


@cache
def covering() -> dict[str, frozenset[str]]:
    """Variants that show all that two parts do together, and their parts.

    Each game and each part alone, and as few larger sets as have every two parts that go together.
    All sets would be twice as many for each part that goes with all others.
    """
    found: dict[str, frozenset[str]] = {}
    for preset in PRESETS:
        sets = {
            variant: frozenset(parts)
            for variant in lawful_sets()
            for name, *parts in [variant.split("+")]
            if name == preset.name
        }
        found |= {variant: parts for variant, parts in sets.items() if len(parts) < 2}
        pairs = {variant: {*combinations(sorted(sets[variant]), 2)} for variant in sets}
        missing = set[tuple[str, str]]().union(*pairs.values())
        while missing:
            best = max(pairs, key=lambda variant: len(pairs[variant] & missing))
            found[best] = sets[best]
            missing -= pairs[best]
    return found


@cache
def pools() -> tuple[tuple[str, int], ...]:
    """The covering variants, at the tables at which games are kept of them.

    Games alone at every size; a part alone at its largest table; a set that no other includes at
    its smallest.
    """
    found = []
    for variant, parts in covering().items():
        sizes = lawful_sets()[variant]
        smallest = () if any(parts < other for other in covering().values()) else sizes[:1]
        largest = sizes[-1:] if len(parts) == 1 else ()
        found += [(variant, count) for count in (sorted({*smallest, *largest}) if parts else sizes)]
    return tuple(found)


def each_once() -> tuple[tuple[str, int], ...]:
    """Every lawful set once, at one size of table after another."""
    return tuple(
        (variant, sizes[at % len(sizes)])
        for at, (variant, sizes) in enumerate(lawful_sets().items())
    )


def fullest() -> tuple[str, ...]:
    """The covering variants without options that no further expansion is added to in another."""
    parts = {variant: {*variant.split("+")} for variant in catalogue() if variant in covering()}
    return tuple(
        variant
        for variant, own in parts.items()
        if not any(own < other for other in parts.values())
    )
