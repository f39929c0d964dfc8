"""Chance: every shuffle of a game, fixed by the game's seed.

The seed gives each physical card a random key for each shuffle; a pile is shuffled by sorting it by
those keys. Two games with one seed therefore share as much luck as their piles share cards, so a
deal can be replayed with rotated seats and compared fairly. SHAKE-128 gives the same bytes on every
machine and Python.
"""

from hashlib import shake_128
from typing import Final

from arena.rules.cards import NAMES, ONE

# Long enough that two keys of a game are practically never equal.
_KEY_BYTES: Final = 8


def shuffled(cards: bytes, seed: bytes, number: int) -> bytes:
    """Return `cards` in the order that shuffle `number` (0 = the deal) of the game gives them.

    The result depends on how many cards of each kind there are, not on their order.
    """
    keyed: list[bytes] = []  # the key, then the kind
    # By name: a new bean may change a kind's number, but must not change how old deals fall.
    for kind in set(cards):
        copies = cards.count(kind)
        source = shake_128(f"shuffle:{number}:{NAMES[kind]}:".encode() + seed)
        keys = source.digest(_KEY_BYTES * copies)
        card = ONE[kind]
        keyed += [keys[at : at + _KEY_BYTES] + card for at in range(0, len(keys), _KEY_BYTES)]
    keyed.sort()
    return bytes([entry[_KEY_BYTES] for entry in keyed])


def pick(count: int, seed: bytes, purpose: str, number: int) -> int:
    """Return the `number`-th random number drawn for `purpose`, from 0 to `count` - 1."""
    draw = shake_128(f"{purpose}:{number}:".encode() + seed).digest(_KEY_BYTES)
    return int.from_bytes(draw, "big") % count
