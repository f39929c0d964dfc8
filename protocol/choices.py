"""Choice objects (`"do"`), and checks of their shape."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, WithJsonSchema
from typing_extensions import TypeAliasType

from protocol import expansions
from protocol.cards import PLACES
from protocol.model import Count, Entries, Kind, Model, explain
from protocol.offers import Accept, Offer, Take
from protocol.union import one_of


class Pass(Model):
    """Do nothing (more)."""

    do: Literal["pass"]


class Plant(Model):
    """Plant a card of this kind in one of your fields."""

    do: Literal["plant"]
    card: Kind
    field: Count


class Harvest(Model):
    """Harvest one of your fields."""

    do: Literal["harvest"]
    field: Count


class BuyField(Model):
    """Buy the third field."""

    do: Literal["buy_field"]


class Trade(Model):
    """The active player's move in a negotiation: takes in order, then new offers or the end."""

    do: Literal["trade"]
    take: Entries[int | Take] = Field(default_factory=list)
    offers: Entries[Offer] = Field(default_factory=list)
    end: bool = False


class Answer(Model):
    """A sealed answer; every offer that it does not accept is declined."""

    do: Literal["answer"]
    accept: Entries[int | Accept] = Field(default_factory=list)
    offers: Entries[Offer] = Field(default_factory=list)
    withdraw: Entries[int] = Field(default_factory=list)
    silent: bool = False


KNOWN = expansions.named("do", __name__)


class OtherChoice(Model):
    """A choice that this version does not know."""

    do: Annotated[str, WithJsonSchema({"type": "string", "not": {"enum": list(KNOWN)}})]


Choice = TypeAliasType("Choice", Annotated[Model, one_of(KNOWN, "do", OtherChoice)])

_CARD = '"soy", {"hand": 3} or {"turned_over": 0}'
# A description of each key, for error messages; a choice can give a key a special meaning.
EXPECTED = {
    **{place: f"an index into your own entry of the view's {place}" for place in PLACES},
    "do": "the name of a choice",
    "card": "the name of a kind",
    "field": "the number of one of your fields, from 0",
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
    "withdraw": "a list of ids of your own offers and accepts",
    "end": "true or false",
    "silent": "true or false",
}


def shape_problem(choice: dict[str, Any]) -> str | None:
    """Return a sentence that says what is wrong with the shape of a choice object, or None.

    Only types and keys are checked: the rules decide whether the choice is legal, and an unknown
    `"do"` passes.
    """
    do = choice.get("do")
    model = KNOWN.get(do, OtherChoice) if isinstance(do, str) else OtherChoice
    try:
        model.model_validate(choice)
    except ValidationError as error:
        return explain(error, choice, {**EXPECTED, **model.EXPECTED})
    return None
