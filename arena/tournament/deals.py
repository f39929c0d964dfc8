"""Deals that nobody can guess: everything random in a tournament comes from one secret.

Each use has a separate hash, keyed with the secret, so that none reveals anything about another:
a bot may know its seed and all cards it has seen, and still knows nothing of the next deal.
Hashes, unlike Python's generators, give the same numbers on every machine and version.
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
"""A bot's seed is below 2**53, exact in every language's numbers."""


def new_secret(seed: int | None = None) -> bytes:
    """A tournament's secret: from the system, or (reproducible, and guessable) from a seed."""
    if seed is None:
        return os.urandom(SECRET_BYTES)
    return blake2b(str(seed).encode(), digest_size=SECRET_BYTES, person=b"tournament").digest()


def deal_seed(secret: bytes, match: int, deal: int = 0) -> bytes:
    """What shuffles the cards of a deal, by the number of the match and of the deal within it."""
    return _hash(secret, b"deal", match, SEED_BYTES, _further(deal))


def bot_seeds(secret: bytes, match: int, bots: Sequence[str], deal: int = 0) -> tuple[int, ...]:
    """For each bot of a deal (by content hash) the seed of its randomness.

    Several copies of a bot get different seeds, in the order in which they are given.
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
    """Each seat's seed in one game of a match whose bots have these hashes, in circular order.

    A swapped match asks what bots make of the same seats, so the seeds stay there.
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
        """A number from 0 to limit - 1; 64 bits make the unevenness of the remainder negligible."""
        self._drawn += 1
        return (
            int.from_bytes(
                _hash(self._secret, b"draw", self._number, 8, self._purpose + b"%d" % self._drawn)
            )
            % limit
        )

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in random order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def _further(deal: int) -> bytes:
    """What tells the later deals of a match from its first."""
    return b"deal %d/" % deal if deal else b""


def _hash(secret: bytes, purpose: bytes, number: int, size: int, more: bytes = b"") -> bytes:
    data = number.to_bytes(8, "big") + more
    return blake2b(data, key=secret, digest_size=size, person=purpose).digest()
