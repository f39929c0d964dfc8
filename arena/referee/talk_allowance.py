"""The allowance: how much a seat may send to the other seats in a game.

Talk goes to everybody once, standing offers go to everybody with each question. The rules bound
the number of offers, but not their size tightly enough.
"""

from __future__ import annotations

from typing import Final

from arena.rules import Choice
from arena.rules.choices import Answer, Terms, Trade
from arena.rules.state import StandingOffer

ALLOWANCE = 400_000
"""Bytes of talk and large offers, counted each time they are sent to another seat."""
FREE_CARDS = 6
"""Cards of an offer that don't count, both sides together."""
CARD_BYTES = 24
"""Bytes that each further card counts for, whatever its name."""

_BARGAINS: Final = (Trade, Answer)

USED_UP = (
    f"offers: only up to {FREE_CARDS} cards each from now on; your talk and larger offers have "
    f"filled the {ALLOWANCE // 1_000} kB that a seat may have sent to the others in a game"
)


def counted(offer: Terms | StandingOffer) -> int:
    """Return the bytes that an offer counts for each time it is sent to a seat."""
    cards = len(offer.give or ()) + len(offer.want or ())
    return CARD_BYTES * (cards - FREE_CARDS) if cards > FREE_CARDS else 0


def counted_in(choice: Choice) -> int:
    """Return the bytes that the offers of a choice count for; 0 without offers."""
    if isinstance(choice, _BARGAINS):
        return sum([counted(offer) for offer in choice.offers])
    return 0
