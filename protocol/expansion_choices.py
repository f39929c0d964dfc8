"""The choices that expansions add, and the places of cards that only they have."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from protocol.model import Count, Entries, Kind, Model

# --- further places of a card -----------------------------------------------------------------


class StoredCard(Model):
    """One exact card of the own store (High Bohn)."""

    store: Count
    """Place in the own entry of the view's `store`."""
    kind: Kind | None = None


class SetAsideCard(Model):
    """One exact card received in this turn, traded on (option open_retrade)."""

    set_aside: Count
    """Place in the own entry of the view's `set_aside`."""
    kind: Kind | None = None


# --- duels ------------------------------------------------------------------------------------


class Discard(Model):
    """Discard a card of the opponent's offer; in the new duel all of its kind."""

    do: Literal["discard"]
    card: Kind


class DiscardFromHand(Model):
    """Discard one card of the own hand."""

    do: Literal["discard_from_hand"]
    card: Kind
    hand: Count
    """Its place in the hand."""


# --- magpies ----------------------------------------------------------------------------------


class PlayMagpie(Model):
    """Step 1: discard the magpie that is due, then steal."""

    do: Literal["play_magpie"]
    card: Kind


class KeepMagpie(Model):
    """Take a magpie that is due elsewhere to the back of the hand."""

    do: Literal["keep_magpie"]
    card: Kind


class Steal(Model):
    """Take one bean of another player's field and plant it."""

    do: Literal["steal"]
    seat: Count
    """Whose field it is."""
    field: Count
    into: Count
    """The own field, of the same kind."""


# --- the bean coin ----------------------------------------------------------------------------


class ClaimCoin(Model):
    """Claim the bean coin."""

    do: Literal["claim_coin"]


class Resist(Model):
    """Hold on to the coin: a random card of the own hand is shown."""

    do: Literal["resist"]


# --- High Bohn and Cognac ---------------------------------------------------------------------


class BuyBuilding(Model):
    """Buy a building that is for sale."""

    do: Literal["buy_building"]
    building: str


class HarvestFarm(Model):
    """Harvest a field in which soy joined another kind (farm 2)."""

    do: Literal["harvest_farm"]
    field: Count
    soy: Count
    """How many of its coins are soy cards."""


class PlantStew(Model):
    """Plant a card in a stew, or begin one on a field with a single card (saloon 3, 4)."""

    do: Literal["plant_stew"]
    card: Kind
    field: Count


class Store(Model):
    """Put a card that is due on the own store instead of planting it."""

    do: Literal["store"]
    card: Kind


class PutUnder(Model):
    """Put the card seen under the draw pile (bank 2)."""

    do: Literal["put_under"]


class OrderDrawn(Model):
    """Put the cards just drawn in another order (bank 3)."""

    do: Literal["order_drawn"]
    order: Entries[Count]
    """Their present places among the cards drawn, in the new order."""


class MoveCard(Model):
    """Move one card of the hand (bank 4)."""

    do: Literal["move_card"]
    hand: Count
    to: Count
    """Its place in the hand afterwards."""


class NameType(Model):
    """Name the type of building that is sold out after this (distillery 2)."""

    do: Literal["name_type"]
    type: str


class GiveCoin(Model):
    """Give this coin of the stew just harvested to the owner of distillery 3."""

    do: Literal["give_coin"]
    card: Kind


# --- Plus -------------------------------------------------------------------------------------


class LayOrder(Model):
    """Step 1: lay the order that is due face up."""

    do: Literal["lay_order"]
    card: Kind


class FillOrder(Model):
    """Fill the own order."""

    do: Literal["fill_order"]
    field: Count
    """The left one of the two adjacent fields."""


ExpansionChoice = Annotated[
    Discard
    | DiscardFromHand
    | PlayMagpie
    | KeepMagpie
    | Steal
    | ClaimCoin
    | Resist
    | BuyBuilding
    | HarvestFarm
    | PlantStew
    | Store
    | PutUnder
    | OrderDrawn
    | MoveCard
    | NameType
    | GiveCoin
    | LayOrder
    | FillOrder,
    Field(discriminator="do"),
]

KNOWN = (
    "discard", "discard_from_hand", "play_magpie", "keep_magpie", "steal", "claim_coin", "resist",
    "buy_building", "harvest_farm", "plant_stew", "store", "put_under", "order_drawn", "move_card",
    "name_type", "give_coin", "lay_order", "fill_order",
)  # fmt: skip

# What keys hold, where it is not what they hold in the basic game.
EXPECTED: dict[str, dict[str, str]] = {
    "steal": {
        "seat": "another seat",
        "field": "the number of a field of that seat, from 0",
        "into": "the number of an own field, from 0",
    },
    "buy_building": {"building": 'the name of a building, such as "jail_3"'},
    "harvest_farm": {"soy": "the number of coins that are soy cards"},
    "order_drawn": {"order": "a list of places among the cards drawn, from 0"},
    "move_card": {"to": "a place in the hand, from 0"},
    "name_type": {"type": 'a type of building, such as "jail"'},
}
