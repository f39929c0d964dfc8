"""The duels on the pipe: their choices, events and keys of the view."""

from __future__ import annotations

from typing import Literal

from protocol.model import Count, Keys, Kind, Model, SeatEvent


class Discard(Model):
    """Discard a card that the opponent left; in the new duel, all cards of its kind."""

    do: Literal["discard"]
    card: Kind


class DiscardFromHand(Model):
    """Discard one card of your hand."""

    do: Literal["discard_from_hand"]
    card: Kind
    hand: Count
    """Its place in the hand."""


class Matched(SeatEvent):
    """Cards from the top of the discard pile joined those turned over."""

    event: Literal["matched"]
    cards: list[Kind]
    """In the order in which they were taken."""


class Left(SeatEvent):
    """The cards still turned over are now offered to the opponent."""

    event: Literal["left"]


class DuelView(Keys, of="View"):
    """The duels' keys of the view."""

    on_offer: list[Kind] | None = None
    """The cards that the opponent left."""


class DiscardedByChoice(Keys, of="Discarded"):
    """The duels' keys of the event `discarded`."""

    hand: Count | None = None
    """Its former place, if it was discarded from the hand by choice."""
