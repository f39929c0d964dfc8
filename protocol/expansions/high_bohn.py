"""High Bohn and Cognac on the pipe: their choices, events and keys of the view."""

from __future__ import annotations

from typing import ClassVar, Literal

from protocol.model import (
    CardPlace,
    Count,
    Entries,
    From,
    Keys,
    Kind,
    Model,
    SeatEvent,
    SecretCardsEvent,
    With,
)

# --- choices ----------------------------------------------------------------------------------


class BuyBuilding(Model):
    """Buy a building that is for sale."""

    do: Literal["buy_building"]
    building: str

    EXPECTED: ClassVar = {"building": 'the name of a building, such as "jail_3"'}


class HarvestFarm(Model):
    """Harvest a field in which soy has joined another kind (farm 2)."""

    do: Literal["harvest_farm"]
    field: Count
    soy: Count
    """The number of its coins that are soy cards."""

    EXPECTED: ClassVar = {"soy": "the number of coins that are soy cards"}


class PlantStew(Model):
    """Plant a card in a stew, or begin one in a field with a single card (saloon 3, 4)."""

    do: Literal["plant_stew"]
    card: Kind
    field: Count


class StoreCard(Model):
    """Put a card that is due on your store instead of planting it."""

    do: Literal["store"]
    card: Kind


class PutUnder(Model):
    """Put the card that you saw under the draw pile (bank 2)."""

    do: Literal["put_under"]


class OrderDrawn(Model):
    """Put the cards just drawn in another order (bank 3)."""

    do: Literal["order_drawn"]
    order: Entries[Count]
    """Their present places among the cards drawn, in the new order."""

    EXPECTED: ClassVar = {"order": "a list of places among the cards drawn, from 0"}


class MoveCard(Model):
    """Move one card of the hand (bank 4)."""

    do: Literal["move_card"]
    hand: Count
    to: Count
    """Its place in the hand afterwards."""

    EXPECTED: ClassVar = {"to": "a place in the hand, from 0"}


class NameType(Model):
    """Name the type of building that will be sold out (distillery 2)."""

    do: Literal["name_type"]
    type: str

    EXPECTED: ClassVar = {"type": 'a type of building, such as "jail"'}


class GiveCoin(Model):
    """Give this coin, one of those that the stew just earned, to the owner of distillery 3."""

    do: Literal["give_coin"]
    card: Kind


class StoredCard(CardPlace):
    """One exact card on your store."""

    store: Count
    """Index into your own entry of the view's `store`."""


# --- events -----------------------------------------------------------------------------------


class BoughtBuilding(SeatEvent):
    """A building was bought with the topmost coins of its bean."""

    event: Literal["bought_building"]
    building: str
    shop: list[str]
    """Buildings for sale from now on."""


class Looked(SecretCardsEvent):
    """The top of the draw pile was looked at: `seat` sees `cards`, the others `count`."""

    event: Literal["looked"]


class PutBack(SeatEvent):
    """The card that was looked at is back."""

    event: Literal["put_back"]
    under: bool
    """True if it went under the draw pile."""


class OrderedDrawn(SeatEvent):
    """The cards just drawn were reordered: `seat` sees `order`, the others `count`."""

    event: Literal["ordered_drawn"]
    order: list[Count] | None = None
    """Former places among the cards drawn, in the new order."""
    count: Count | None = None


class MovedCard(SeatEvent):
    """A card of the hand was moved."""

    event: Literal["moved_card"]
    hand: Count
    to: Count
    """Its place afterwards."""


class Stored(SeatEvent):
    """A card was put on a store."""

    event: Literal["stored"]
    card: Kind
    from_: From
    """Where it was due."""


class StewBegun(SeatEvent):
    """A field becomes a stew with the card planted next."""

    event: Literal["stew_begun"]
    field: Count


class StewEarned(SeatEvent):
    """The coins of the harvest just reported went under the saloon, not on the coin pile."""

    event: Literal["stew_earned"]
    field: Count
    coins: list[Kind]


class PaidDistiller(SeatEvent):
    """One coin of a stew went from `seat` to distillery 3 of `with`."""

    event: Literal["paid_distiller"]
    with_: With
    card: Kind


class JailCoin(SeatEvent):
    """A card just discarded became a coin of `seat` (jail 4)."""

    event: Literal["jail_coin"]
    card: Kind


class NamedType(SeatEvent):
    """The others may now buy one of this type; then it is sold out (distillery 2)."""

    event: Literal["named_type"]
    type: str


class SoldOut(Model):
    """The rest of a type left the game."""

    event: Literal["sold_out"]
    type: str
    shop: list[str]
    """Buildings for sale from now on."""


# --- the view ---------------------------------------------------------------------------------


class HighBohnView(Keys, of="View"):
    """High Bohn's and Cognac's keys of the view."""

    buildings: list[list[str]] | None = None
    shop: list[str] | None = None
    """Buildings for sale."""
    under_buildings: list[list[Kind]] | None = None
    """Coins under a saloon or distillery 3, which cannot be spent."""
    stews: list[list[Count]] | None = None
    """The fields that are a stew."""
    special_fields: list[list[list[Count | str]]] | None = None
    """Fields for one bean only, as [field, its building]."""
    store: list[list[Kind]] | None = None
    from_store: list[list[Kind]] | None = None
    """Cards set aside that came from another player's store, and must be planted."""
    bank_seen: list[Count | list[Kind]] | None = None
    """While bank 2 is used: its owner sees the card, the others a count."""


class FieldOfSeveralKinds(Keys, of="FieldView"):
    """A key of fields in the view, for stews and soy on farms."""

    cards: list[Kind] | None = None
    """The cards in planting order, if the field grows more than one kind."""
