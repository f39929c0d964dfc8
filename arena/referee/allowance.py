"""The allowance: how much a seat may send to the others in a game.

What a seat says goes to everybody, and its offers go to everybody again with each question, as long
as they stand. The rules bound how many offers there can be, but not well enough how large they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from arena.rules import Choice
from arena.rules.choices import Answer, Trade

ALLOWANCE = 400_000
"""Bytes of talk and of large offers, counted once for each time that another seat is sent them."""
FREE_CARDS = 6
"""Cards of an offer, on both sides together, that do not count."""
CARD_BYTES = 24
"""The bytes that each card beyond them counts for, whatever it is called."""

_BARGAINS: Final = (Trade, Answer)

USED_UP = (
    f"offers: only up to {FREE_CARDS} cards each from now on; your talk and larger offers have "
    f"filled the {ALLOWANCE // 1_000} kB that a seat may have sent to the others in a game"
)


class OfferTerms(Protocol):
    """An offer, made or standing; an open side is None."""

    @property
    def give(self) -> Sequence[object] | None: ...

    @property
    def want(self) -> Sequence[object] | None: ...


def counted(offer: OfferTerms) -> int:
    """Bytes that an offer counts for, each time it is sent to somebody."""
    cards = len(offer.give or ()) + len(offer.want or ())
    return CARD_BYTES * (cards - FREE_CARDS) if cards > FREE_CARDS else 0


def counted_in(choice: Choice) -> int:
    """Bytes that the offers of a choice count for, if it makes any."""
    if isinstance(choice, _BARGAINS):
        return sum([counted(offer) for offer in choice.offers])
    return 0
