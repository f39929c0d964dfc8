"""The bean coin on the pipe: its choices, events and keys of the view."""

from __future__ import annotations

from typing import Literal

from protocol.model import Count, Keys, Kind, Model, SeatEvent


class ClaimCoin(Model):
    """Claim the bean coin."""

    do: Literal["claim_coin"]


class Resist(Model):
    """Try to keep the coin: a random card of your hand is shown."""

    do: Literal["resist"]


class CoinClaimed(SeatEvent):
    """The active player claims the coin."""

    event: Literal["coin_claimed"]


class CoinResisted(SeatEvent):
    """The holder showed a random card, which the claimant plants next."""

    event: Literal["coin_resisted"]
    hand: Count
    """Its former place in the holder's hand."""
    card: Kind


class CoinKept(SeatEvent):
    """The claim failed."""

    event: Literal["coin_kept"]
    turn: Count


class CoinPassed(SeatEvent):
    """The coin goes to `seat`."""

    event: Literal["coin_passed"]


class BeanCoinView(Keys, of="View"):
    """The bean coin's keys of the view."""

    coin_holder: Count | None = None
    """The seat that holds the coin."""
    coin_claim_failed: Count | None = None
    """The last turn in which a claim failed; 0 if none has."""
    coin_card: list[Kind] | None = None
    """The card shown, until it is planted."""
