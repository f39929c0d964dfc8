"""What a bot can choose: cards by name or place, offers, and the choice objects (`"do"`)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, TypeAdapter, ValidationError, WithJsonSchema
from typing_extensions import TypeAliasType

from protocol import expansion_choices as expansions
from protocol.model import Count, Entries, Kind, Model, explain

OPEN = "open"
Open = Literal["open"]


class HandCard(Model):
    """One exact card of the own hand. A wrong `kind` means that the place is stale: refused."""

    hand: Count
    """Place in the hand; 0 is played first."""
    kind: Kind | None = None


class TurnedOverCard(Model):
    """One exact card of those turned over this turn."""

    turned_over: Count
    """Place in the view's `turned_over`."""
    kind: Kind | None = None


Card = TypeAliasType(
    "Card", Kind | HandCard | TurnedOverCard | expansions.StoredCard | expansions.SetAsideCard
)
"""A bare kind means the turned-over copy, else the copy in the hand nearest the back."""


class Offer(Model):
    """What I give and what I want; one of them empty makes it a gift, `"open"` says: name it."""

    to: Count | Literal["all"] = "all"
    """A seat, or everybody. The active player addresses; others always speak to the active one."""
    give: Entries[Card] | Open
    want: Entries[Kind] | Open


class Take(Model):
    """Take a standing bid or counter-offer, saying which own copies are handed over."""

    id: int
    give: Entries[Card]


class Accept(Model):
    """Accept an offer, saying which own copies are handed over."""

    offer: int
    give: Entries[Card]


class Pass(Model):
    """Nothing (more)."""

    do: Literal["pass"]


class Plant(Model):
    """Plant a card of this kind in an own field."""

    do: Literal["plant"]
    card: Kind
    field: Count


class Harvest(Model):
    """Harvest an own field."""

    do: Literal["harvest"]
    field: Count


class BuyField(Model):
    """Buy the third field."""

    do: Literal["buy_field"]


class Trade(Model):
    """The active player's word in a negotiation: takes in order, then new offers or the end."""

    do: Literal["trade"]
    take: Entries[int | Take] = Field(default_factory=list)
    offers: Entries[Offer] = Field(default_factory=list)
    end: bool = False


class Answer(Model):
    """A sealed answer: what is not accepted is declined."""

    do: Literal["answer"]
    accept: Entries[int | Accept] = Field(default_factory=list)
    offers: Entries[Offer] = Field(default_factory=list)
    withdraw: Entries[int] = Field(default_factory=list)
    silent: bool = False


KNOWN = ("pass", "plant", "harvest", "buy_field", "trade", "answer", *expansions.KNOWN)


class OtherChoice(Model):
    """A choice that this version does not know."""

    do: Annotated[str, WithJsonSchema({"type": "string", "not": {"enum": list(KNOWN)}})]


def _tag(choice: Any) -> str:
    do = choice.get("do") if isinstance(choice, dict) else getattr(choice, "do", None)
    if do in expansions.KNOWN:
        return "expansion"
    return do if do in KNOWN else "other"


Choice = TypeAliasType(
    "Choice",
    Annotated[
        Annotated[Pass, Tag("pass")]
        | Annotated[Plant, Tag("plant")]
        | Annotated[Harvest, Tag("harvest")]
        | Annotated[BuyField, Tag("buy_field")]
        | Annotated[Trade, Tag("trade")]
        | Annotated[Answer, Tag("answer")]
        | Annotated[expansions.ExpansionChoice, Tag("expansion")]
        | Annotated[OtherChoice, Tag("other")],
        Discriminator(_tag),
    ],
)

_CARD = '"soy", {"hand": 3} or {"turned_over": 0}'
# What each key holds; a choice of an expansion may use a key in a meaning of its own.
EXPECTED = {
    "do": "the name of a choice",
    "card": "the name of a kind",
    "field": "the number of an own field, from 0",
    "hand": "a place in the hand, from 0",
    "turned_over": "a place among the cards turned over, from 0",
    "kind": "the name of a kind",
    "to": 'a seat or "all"',
    "give": f'"open" or a list of cards, each {_CARD}',
    "want": '"open" or a list of kinds',
    "take": 'a list of ids, or of objects {"id": 7, "give": [cards]}',
    "accept": 'a list of ids, or of objects {"offer": 4, "give": [cards]}',
    "offers": 'a list of offers {"to": 2, "give": [cards], "want": [kinds]}',
    "offer": "the id of an offer",
    "id": "an id (a whole number)",
    "withdraw": "a list of own ids",
    "end": "true or false",
    "silent": "true or false",
}

_CHOICE: TypeAdapter[Any] = TypeAdapter(Choice)


def shape_problem(choice: dict[str, Any]) -> str | None:
    """What is wrong with the shape of a choice object, in one sentence, or None.

    Knows types and keys only: whether the choice is legal is for the rules to say, and an unknown
    `"do"` passes unseen.
    """
    try:
        _CHOICE.validator.validate_python(choice)
    except ValidationError as error:
        return explain(error, choice, EXPECTED | expansions.EXPECTED.get(str(choice.get("do")), {}))
    return None
