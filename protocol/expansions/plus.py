"""Plus on the pipe: its choices, events and keys of the view."""

from __future__ import annotations

from typing import Literal

from protocol.model import CardPlace, Count, Keys, Kind, Model, SeatEvent, SecretCardsEvent


class LayOrder(Model):
    """In step 1: lay the order that is due face up."""

    do: Literal["lay_order"]
    card: Kind


class FillOrder(Model):
    """Fill your order."""

    do: Literal["fill_order"]
    field: Count
    """The left one of the two adjacent fields."""


class SetAsideCard(CardPlace):
    """One exact card that you received this turn and trade on (option open_retrade)."""

    set_aside: Count
    """Index into your own entry of the view's `set_aside`."""


class DrewOrder(SecretCardsEvent):
    """An order went to the back of the hand: its drawer sees `cards`, the others `count`."""

    event: Literal["drew_order"]


class LaidOrder(SeatEvent):
    """An order was laid face up."""

    event: Literal["laid_order"]
    card: Kind
    first: bool
    """True if it was the first card of step 1, so that one bean must follow."""


class FilledOrder(SeatEvent):
    """An order became a coin."""

    event: Literal["filled_order"]
    card: Kind
    field: Count
    """The left one of the two fields."""
    hand: Count | None = None
    """Its former place in the hand, unless it was laid."""


class ReturnedOrder(SeatEvent):
    """An order that was laid went under the order stack, unfilled."""

    event: Literal["returned_order"]
    card: Kind


class HandJoined(SeatEvent):
    """At the end (option hand_harvest): all cards of a kind in the hand joined their field."""

    event: Literal["hand_joined"]
    field: Count
    cards: list[Kind]


class HandSold(SeatEvent):
    """At the end (option hand_harvest): all cards of a kind in the hand were sold."""

    event: Literal["hand_sold"]
    cards: list[Kind]
    coins: list[Kind]


class PlusView(Keys, of="View"):
    """Plus's keys of the view."""

    order_stack: Count | None = None
    """Orders left to draw."""
    laid_order: list[list[Kind]] | None = None
    """The laid order of each seat: one card or none."""
    order_laid_first: Count | None = None
    """The last turn in which an order was the first card of step 1; 0 if none was."""
