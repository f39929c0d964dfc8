"""How cards are named: by bots in answers, and by the arena in offers."""

from __future__ import annotations

from typing import Annotated

from typing_extensions import TypeAliasType

from protocol import expansions
from protocol.model import CardPlace, Count, Kind, Model
from protocol.union import any_of


class HandCard(CardPlace):
    """One exact card of your hand."""

    hand: Count
    """Place in the hand; 0 is played first."""


class TurnedOverCard(CardPlace):
    """One exact card of those turned over this turn."""

    turned_over: Count
    """Place in the view's `turned_over`."""


PLACES = expansions.places(__name__)

Card = TypeAliasType("Card", Annotated[Kind | CardPlace, any_of(Kind, *PLACES.values())])
"""A bare kind means the turned-over copy, or else the copy in the hand nearest the back."""


@expansions.with_keys(dict.fromkeys(PLACES, (Count | None, None)))
class GivenCard(Model):
    """A card on offer. Its place in the hand is shown only to its owner until it is traded."""

    kind: Kind
