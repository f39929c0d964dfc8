"""The events that expansions add."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from protocol.model import Count, Kind, Model

# --- duels ------------------------------------------------------------------------------------


class Matched(Model):
    """Cards from the top of the discard pile joined those turned over."""

    event: Literal["matched"]
    seat: Count
    cards: list[Kind]
    """In the order taken."""


class Left(Model):
    """The cards still turned over are the offer to the opponent now."""

    event: Literal["left"]
    seat: Count


# --- field beans and magpies ------------------------------------------------------------------


class OpenedField(Model):
    """Two field beans opened the third field."""

    event: Literal["opened_field"]
    seat: Count


class Stole(Model):
    """A card was taken from a field of `with`; `planted` tells where it goes."""

    event: Literal["stole"]
    seat: Count
    with_: Annotated[Count, Field(alias="with")]
    field: Count
    card: Kind


class Kept(Model):
    """A magpie went to the back of the hand."""

    event: Literal["kept"]
    seat: Count
    card: Kind
    from_: Annotated[str, Field(alias="from")]
    """Where it was due."""


class Idle(Model):
    """The turn of `seat` begins: `turns` in a row have begun with nothing to draw."""

    event: Literal["idle"]
    seat: Count
    turns: Count


# --- the bean coin ----------------------------------------------------------------------------


class CoinClaimed(Model):
    """The active player claims the coin."""

    event: Literal["coin_claimed"]
    seat: Count


class CoinResisted(Model):
    """The holder showed a random card, which the claimant plants next."""

    event: Literal["coin_resisted"]
    seat: Count
    hand: Count
    """Its place in the holder's hand until now."""
    card: Kind


class CoinKept(Model):
    """The claim failed."""

    event: Literal["coin_kept"]
    seat: Count
    turn: Count


class CoinPassed(Model):
    """The coin goes to `seat`."""

    event: Literal["coin_passed"]
    seat: Count


# --- High Bohn and Cognac ---------------------------------------------------------------------


class BoughtBuilding(Model):
    """A building was bought with its price in the topmost coins of its bean."""

    event: Literal["bought_building"]
    seat: Count
    building: str
    shop: list[str]
    """What is for sale from now on."""


class Looked(Model):
    """The top of the draw pile was looked at: `seat` sees `cards`, the others `count`."""

    event: Literal["looked"]
    seat: Count
    cards: list[Kind] | None = None
    count: Count | None = None


class PutBack(Model):
    """The card looked at is back."""

    event: Literal["put_back"]
    seat: Count
    under: bool
    """True: under the draw pile."""


class OrderedDrawn(Model):
    """The cards just drawn were reordered: `seat` sees `order`, the others `count`."""

    event: Literal["ordered_drawn"]
    seat: Count
    order: list[Count] | None = None
    """Former places among the cards drawn, in the new order."""
    count: Count | None = None


class MovedCard(Model):
    """A card of the hand was moved."""

    event: Literal["moved_card"]
    seat: Count
    hand: Count
    to: Count
    """Its place afterwards."""


class Stored(Model):
    """A card was put on the store."""

    event: Literal["stored"]
    seat: Count
    card: Kind
    from_: Annotated[str, Field(alias="from")]
    """Where it was due."""


class StewBegun(Model):
    """A field becomes a stew with the card planted next."""

    event: Literal["stew_begun"]
    seat: Count
    field: Count


class StewEarned(Model):
    """The coins of the harvest just told went under the saloon, not on the coin pile."""

    event: Literal["stew_earned"]
    seat: Count
    field: Count
    coins: list[Kind]


class PaidDistiller(Model):
    """One coin of a stew went from `seat` to distillery 3 of `with`."""

    event: Literal["paid_distiller"]
    seat: Count
    with_: Annotated[Count, Field(alias="with")]
    card: Kind


class JailCoin(Model):
    """A card just discarded became a coin of `seat` (jail 4)."""

    event: Literal["jail_coin"]
    seat: Count
    card: Kind


class NamedType(Model):
    """The others may buy of this type now; then it is sold out (distillery 2)."""

    event: Literal["named_type"]
    seat: Count
    type: str


class SoldOut(Model):
    """The rest of a type left the game."""

    event: Literal["sold_out"]
    type: str
    shop: list[str]
    """What is for sale from now on."""


# --- Plus -------------------------------------------------------------------------------------


class DrewOrder(Model):
    """An order went to the back of the hand: its drawer sees `cards`, the others `count`."""

    event: Literal["drew_order"]
    seat: Count
    cards: list[Kind] | None = None
    count: Count | None = None


class LaidOrder(Model):
    """An order was laid face up."""

    event: Literal["laid_order"]
    seat: Count
    card: Kind
    first: bool
    """As the first card of step 1: one bean must follow."""


class FilledOrder(Model):
    """An order became a coin."""

    event: Literal["filled_order"]
    seat: Count
    card: Kind
    field: Count
    """The left one of the two fields."""
    hand: Count | None = None
    """Its place in the hand until now; None: it was laid."""


class ReturnedOrder(Model):
    """An order that was laid went under the order stack, unfilled."""

    event: Literal["returned_order"]
    seat: Count
    card: Kind


class HandJoined(Model):
    """The end, option hand_harvest: all cards of a kind in the hand joined their field."""

    event: Literal["hand_joined"]
    seat: Count
    field: Count
    cards: list[Kind]


class HandSold(Model):
    """The end, option hand_harvest: all cards of a kind in the hand were sold."""

    event: Literal["hand_sold"]
    seat: Count
    cards: list[Kind]
    coins: list[Kind]


ExpansionEvent = Annotated[
    Matched
    | Left
    | OpenedField
    | Stole
    | Kept
    | Idle
    | CoinClaimed
    | CoinResisted
    | CoinKept
    | CoinPassed
    | BoughtBuilding
    | Looked
    | PutBack
    | OrderedDrawn
    | MovedCard
    | Stored
    | StewBegun
    | StewEarned
    | PaidDistiller
    | JailCoin
    | NamedType
    | SoldOut
    | DrewOrder
    | LaidOrder
    | FilledOrder
    | ReturnedOrder
    | HandJoined
    | HandSold,
    Field(discriminator="event"),
]

KNOWN = (
    "matched", "left", "opened_field", "stole", "kept", "idle", "coin_claimed", "coin_resisted",
    "coin_kept", "coin_passed", "bought_building", "looked", "put_back", "ordered_drawn",
    "moved_card", "stored", "stew_begun", "stew_earned", "paid_distiller", "jail_coin",
    "named_type", "sold_out", "drew_order", "laid_order", "filled_order", "returned_order",
    "hand_joined", "hand_sold",
)  # fmt: skip
