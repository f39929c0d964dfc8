"""Offers, as bots make and take them, and as they stand on the table."""

from __future__ import annotations

from typing import Literal

from protocol.cards import Card, GivenCard
from protocol.model import Count, Entries, Kind, Model

Open = Literal["open"]

# --- bot to arena -----------------------------------------------------------------------------


class Offer(Model):
    """An offer: what I give and want. An empty side makes a gift; `"open"` means "you name it"."""

    to: Count | Literal["all"] = "all"
    """A seat, or everybody. Offers of other players always go to the active player."""
    give: Entries[Card] | Open
    want: Entries[Kind] | Open


class Take(Model):
    """Take a standing bid or counter-offer, naming the copies to hand over."""

    id: int
    give: Entries[Card]


class Accept(Model):
    """Accept an offer, naming the copies to hand over."""

    offer: int
    give: Entries[Card]


# --- arena to bot -----------------------------------------------------------------------------


class StandingOffer(Model):
    """An offer, bid or counter-offer on the table. Ids are unique within a turn."""

    id: int
    seat: Count
    to: Count | Literal["all"]
    give: list[GivenCard] | Open
    want: list[Kind] | Open


class StandingAccept(Model):
    """An accept that the active player can take."""

    id: int
    seat: Count
    offer: int
    give: list[GivenCard]
