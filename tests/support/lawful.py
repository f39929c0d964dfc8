"""Every lawful set of expansions and options, asked of the compile step itself."""

from functools import cache
from itertools import combinations

from arena.rules import VariantError, catalogue, table_sizes
from arena.rules.presets import PRESETS


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


def fullest() -> tuple[str, ...]:
    """The variants of the catalogue that no further expansion can be added to."""
    parts = {variant: set(variant.split("+")) for variant in catalogue()}
    return tuple(
        variant
        for variant, own in parts.items()
        if not any(own < other for other in parts.values())
    )
