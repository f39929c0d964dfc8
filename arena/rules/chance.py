"""Chance: every shuffle of a game, fixed by the game's seed.

The seed gives each physical card a random key for each shuffle; a pile is shuffled by sorting it
by those keys. Two games on one seed therefore keep as much of the luck as their piles share, which
is what makes a deal replayed with the seats rotated a fair comparison. SHAKE-128 is the same on
every machine and Python.
"""

from hashlib import shake_128
from typing import Final

from arena.rules.cards import NAMES, ONE

_KEY_BYTES: Final = 8


def shuffled(cards: bytes, seed: bytes, number: int) -> bytes:
    """`cards` in the order that shuffle `number` (0 = the deal) of the game gives them.

    The result depends on how many cards of each kind there are, not on their order.
    """
    keyed: list[bytes] = []  # the key, then the kind
    # By name: adding a bean may change a kind's number, but must not change its luck.
    for kind in set(cards):
        copies = cards.count(kind)
        source = shake_128(f"shuffle:{number}:{NAMES[kind]}:".encode() + seed)
        keys = source.digest(_KEY_BYTES * copies)
        card = ONE[kind]
        keyed += [keys[at : at + _KEY_BYTES] + card for at in range(0, len(keys), _KEY_BYTES)]
    keyed.sort()
    return bytes([each[_KEY_BYTES] for each in keyed])


def pick(count: int, seed: bytes, purpose: str, number: int) -> int:
    """A number from 0 to `count` - 1, the `number`-th drawn for `purpose`."""
    draw = shake_128(f"{purpose}:{number}:".encode() + seed).digest(_KEY_BYTES)
    return int.from_bytes(draw, "big") % count
