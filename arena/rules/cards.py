"""The cards: every kind of bean, how often it is printed, and its beanometer.

A card is a small int, the id of its kind; a pile of cards is `bytes`, bottom or front first. Two
beans of one kind are the same card for every rule, so nothing finer is needed, and piles copy,
compare and hash at the speed of `bytes`. Ids are the same in every rulebook.
"""

from typing import Final, NamedTuple


class Bean(NamedTuple):
    """A kind as printed: `meter` maps coins (1–4) to the cards they need; gaps cannot be earned."""

    name: str
    copies: int
    meter: dict[int, int]


def _meter(*needed: int | None) -> dict[int, int]:
    return {coins: cards for coins, cards in enumerate(needed, start=1) if cards is not None}


BEANS: Final[tuple[Bean, ...]] = (
    Bean("coffee", 24, _meter(4, 7, 10, 12)),
    Bean("wax", 22, _meter(4, 7, 9, 11)),
    Bean("brandy", 22, _meter(4, 7, 9, 11)),
    Bean("cognac", 22, _meter(5, 7, 9, 10)),
    Bean("blue", 20, _meter(4, 6, 8, 10)),
    Bean("chili", 18, _meter(3, 6, 8, 9)),
    Bean("stink", 16, _meter(3, 5, 7, 8)),
    Bean("green", 14, _meter(3, 5, 6, 7)),
    Bean("soy", 12, _meter(2, 4, 6, 7)),
    Bean("black_eyed", 10, _meter(2, 4, 5, 6)),
    Bean("red", 8, _meter(2, 3, 4, 5)),
    Bean("garden", 6, _meter(None, 2, 3)),
    Bean("cocoa", 4, _meter(2, None, 3, 4)),
    Bean("field", 3, _meter(None, None, 3)),
    Bean("magpie", 6, {}),
)

# Order cards `a/b`: a beans in the left and b in the right of two adjacent fields (P4). The printed
# list is not public; every ordered pair with 3 <= a + b <= 8 gives exactly the 39 there are (P8).
ORDERS: Final[tuple[tuple[int, int], ...]] = tuple(
    (left, total - left) for total in range(3, 9) for left in range(total + 1)
)
FIRST_ORDER: Final = len(BEANS)

NAMES: Final[tuple[str, ...]] = (
    *(bean.name for bean in BEANS),
    *(f"order_{left}_{right}" for left, right in ORDERS),
)
KIND: Final[dict[str, int]] = {name: kind for kind, name in enumerate(NAMES)}

# The base game's 104 cards: the eight kinds that every edition shares.
BASE: tuple[str, ...] = ("blue", "chili", "stink", "green", "soy", "black_eyed", "red", "garden")

# The Rio Grande print of the cocoa bean pays later than the German one.
RIO_GRANDE_COCOA: dict[int, int] = _meter(None, 2, 3, 4)

# One card as bytes, ready made: `pile + ONE[kind]` is quicker than building `bytes` each time.
ONE: Final[tuple[bytes, ...]] = tuple(bytes((kind,)) for kind in range(256))


def is_order(card: int) -> bool:
    """Return True if the card is an order; all others are beans or magpies."""
    return card >= FIRST_ORDER


def has_beans(cards: bytes) -> bool:
    """Return True if a hand holds a card that keeps the game going, that is, no order (B12)."""
    return not all(map(is_order, cards))


def without(pile: bytes, place: int) -> bytes:
    """Return the pile without the card at `place`."""
    return pile[:place] + pile[place + 1 :]


def earns(meter: dict[int, int], up_to: int) -> tuple[int, ...]:
    """Return the coins for 0, 1, … `up_to` cards of a kind.

    More cards earn as many as the last entry.
    """
    return tuple(
        max((coins for coins, cards in meter.items() if cards <= held), default=0)
        for held in range(up_to + 1)
    )


def deck_of(names: tuple[str, ...] | list[str]) -> dict[str, int]:
    """Return all printed cards of the named kinds as {name: count}."""
    return {name: BEANS[KIND[name]].copies for name in names}


def named(kind: int) -> str:
    """Return the name of a kind; of a number that none has, the number."""
    return NAMES[kind] if 0 <= kind < len(NAMES) else f"kind {kind}"
