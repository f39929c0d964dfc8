"""The worth of buildings: their powers, and the step towards the bonus for many of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from judgement import Scale

# What a power earns: coins at once, and coins for each round left.
POWERS = {
    "bank_2": (0.0, 0.05),
    "bank_3": (0.0, 0.06),
    "bank_4": (0.0, 0.15),
    "farm_2": (0.0, 0.25),
    "farm_3": (0.0, 0.05),
    "farm_4": (0.0, 0.1),
    "saloon_2": (0.0, 0.15),
    "saloon_3": (0.0, 0.5),
    "saloon_4": (0.0, 0.9),
    "mine_2": (0.5, 0.0),
    "mine_3": (0.0, 0.1),
    "mine_4": (0.0, 0.7),
    "tipi_2": (0.9, 0.0),
    "tipi_3": (1.4, 0.0),
    "tipi_4": (1.8, 0.0),
    "store_2": (0.0, 0.1),
    "store_3": (0.0, 0.15),
    "store_4": (0.0, 0.25),
    "blacksmith_2": (0.0, 0.15),
    "blacksmith_3": (0.0, 0.15),
    "blacksmith_4": (0.0, 0.03),
    "jail_2": (0.0, 0.1),
    "jail_3": (0.0, 0.2),
    "jail_4": (0.0, 0.5),
    "distillery_2": (0.3, 0.0),
    "distillery_3": (0.0, 0.25),
    "distillery_4": (0.0, 0.25),
}
PACE = 0.06  # chance per round that one more type comes within reach of a player


def power(name: str, rounds: float) -> float:
    """The earnings of a building's power in the rounds that are left."""
    at_once, a_round = POWERS.get(name, (0.0, 0.0))
    return at_once + a_round * rounds if rounds > 0 else 0.0


def numbers(chances: Iterable[float]) -> list[float]:
    """Chances that 0, 1, 2, … of independent things happen."""
    numbered = [1.0]
    for chance in chances:
        numbered = [
            before * (1 - chance) + less * chance
            for before, less in zip([*numbered, 0.0], [0.0, *numbered])  # noqa: B905, same length
        ]
    return numbered


@lru_cache(maxsize=10_000)
def step(bonus: tuple[int, ...], has: int, left: int, rounds: float) -> float:
    """The worth of one more type towards the bonus, when some of those `left` are still to come."""
    if left <= 0:
        return 0.0
    top = len(bonus) - 1
    come = numbers([min(0.7, PACE * rounds)] * (left - 1))
    return sum(
        chance * (bonus[min(top, has + 1 + n)] - bonus[min(top, has + n)])
        for n, chance in enumerate(come)
    )


@lru_cache(maxsize=10_000)
def raised(scale: tuple[int, ...], added: Scale) -> tuple[float, ...]:
    """A beanometer whose first, second, … coin comes with something added."""
    last = len(added) - 1
    return tuple([coins + added[min(coins, last)] for coins in scale])
