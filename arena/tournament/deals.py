"""Deals that nobody can guess: everything random in a tournament comes from one secret.

Each use has its own hash, keyed with the secret, so none reveals anything about another: a bot
that knows its seed and all cards it has seen still knows nothing of the next deal. Hashes, unlike
Python's generators, give the same numbers on every machine and version.
"""

import os
from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

Item = TypeVar("Item")

SECRET_BYTES = 32
SEED_BYTES = 16
BOT_SEED_BITS = 53
"""The bits of a bot's seed: integers below 2**53 are exact in every language."""


def new_secret(seed: int | None = None) -> bytes:
    """Make a tournament's secret, from the system's randomness or (so guessable) from a seed."""
    if seed is None:
        return os.urandom(SECRET_BYTES)
    return blake2b(str(seed).encode(), digest_size=SECRET_BYTES, person=b"tournament").digest()


def deal_seed(secret: bytes, match: int, deal: int = 0) -> bytes:
    """Return the seed that shuffles the cards of a match's deal."""
    return _hash(secret, b"deal", match, SEED_BYTES, _further(deal))


def bot_seeds(secret: bytes, match: int, bots: Sequence[str], deal: int = 0) -> tuple[int, ...]:
    """Return the seed of each bot of a deal, by content hash.

    Copies of a bot get different seeds, in the order in which they are named.
    """
    copies: Counter[str] = Counter()
    seeds = []
    for bot in bots:
        name = _further(deal) + f"{bot}/{copies[bot]}".encode()
        copies[bot] += 1
        seeds.append(int.from_bytes(_hash(secret, b"bot", match, 8, name)) >> (64 - BOT_SEED_BITS))
    return tuple(seeds)


def seeds_of_game(
    secret: bytes, match: int, circle: Sequence[str], rotation: int, deal: int, swapped: bool
) -> tuple[int, ...]:
    """Return each seat's seed in one game of a match.

    A swapped match compares what two bots make of the same seats, so seeds belong to the seats.

    Args:
        secret: The tournament's.
        match: Its number.
        circle: The hashes of its bots, in circular order.
        rotation: The rotation of the game.
        deal: The deal of the game within the match.
        swapped: Whether two bots exchange their seats in the second game.
    """
    if swapped:
        return bot_seeds(secret, match, [f"seat {seat}" for seat in range(len(circle))])
    seeds = bot_seeds(secret, match, circle, deal)
    return seeds[rotation:] + seeds[:rotation]


class Draws:
    """A stream of random choices for one purpose, keyed with the secret."""

    def __init__(self, secret: bytes, purpose: str, number: int = 0) -> None:
        self._secret = secret
        self._purpose = purpose.encode()
        self._number = number
        self._drawn = 0

    def below(self, limit: int) -> int:
        """Draw a number from 0 to limit - 1."""
        self._drawn += 1  # with 64 bits, the bias of the remainder is negligible
        return (
            int.from_bytes(
                _hash(self._secret, b"draw", self._number, 8, self._purpose + b"%d" % self._drawn)
            )
            % limit
        )

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return the items in random order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def _further(deal: int) -> bytes:
    """Return what distinguishes later deals of a match from its first in a hash."""
    # Nothing for deal 0, so that matches of older arenas, which had no other, keep their seeds.
    return b"deal %d/" % deal if deal else b""


def _hash(secret: bytes, purpose: bytes, number: int, size: int, more: bytes = b"") -> bytes:
    # BLAKE2's personalization separates the purposes: one hash tells nothing about another.
    data = number.to_bytes(8, "big") + more
    return blake2b(data, key=secret, digest_size=size, person=purpose).digest()
