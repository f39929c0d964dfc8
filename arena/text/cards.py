"""Cards, fields and offers in words."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from arena.text.phrases import counted
from arena.text.words import words
from protocol import Json


def kind_of(card: Any) -> str:
    """The kind of a card however it is named: "soy", {"hand": 3, "kind": "soy"}, …"""
    if not isinstance(card, dict):
        return str(card)
    if card.get("kind"):
        return str(card["kind"])
    pile, place = next(iter(card.items()), ("", "?"))
    return f"card {place}{remark(pile)}"


def card_name(card: Any) -> str:
    """A card as it is printed: "black-eyed", or as the words of an expansion say."""
    kind = kind_of(card)
    printed = words().cards.get(kind.split("_")[0])
    return printed(kind) if printed else kind.replace("_", "-")


def remark(pile: Any) -> str:
    """Say where a card lies or came from, in brackets: " (set aside)"; nothing if that is usual."""
    place = words().places.get(str(pile))
    return f" ({place})" if place else ""


def beans(cards: Iterable[Any]) -> str:
    """Cards counted by kind in order of appearance: "2 soy, blue"; "nothing" if there are none."""
    counted = Counter(map(card_name, cards))
    return ", ".join(name if n == 1 else _some(n, name) for name, n in counted.items()) or "nothing"


def _some(number: int, name: str) -> str:
    """A number of cards of a kind: "2 soy"; only a name that ends in "bean" has a plural."""
    return counted(number, name) if name.endswith(" bean") else f"{number} {name}"


def queue(cards: Iterable[Any]) -> str:
    """Cards one by one in their order, for hands."""
    return " ".join(card_name(card).replace(" ", "-") for card in cards) or "–"


def coins(number: int) -> str:
    """A number of coins in words."""
    return counted(number, "coin")


def field_text(field: Json) -> str:
    """A field of a view: "3 soy (1)" with its worth now, "–" when empty."""
    if not field.get("count"):
        return "–"
    worth = f" ({field['coins']})" if field.get("coins") else ""
    if field.get("cards"):  # of several kinds
        return f"{beans(field['cards'])}{worth}"
    return f"{_some(field['count'], card_name(field.get('kind') or '?'))}{worth}"


def _side(cards: Any) -> str:
    """One side of an offer."""
    return "anything (open)" if cards == "open" else beans(cards)


def terms(offer: Json) -> str:
    """Put an offer into words, without who makes it: "2 soy for red", "a gift of blue"."""
    give, want = offer.get("give", []), offer.get("want", [])
    if give and not want:
        return f"{_side(give)} as a gift"
    if want and not give:
        return f"asks for {_side(want)} as a gift"
    return f"{_side(give)} for {_side(want)}"
