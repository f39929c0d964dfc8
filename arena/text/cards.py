"""Cards, fields and offers in words."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from arena.text.phrases import counted
from arena.text.words import words
from protocol import Json


def kind_of(card: Any) -> str:
    """Return the kind of a card, whether it is given as "soy" or as {"hand": 3, "kind": "soy"}."""
    if not isinstance(card, dict):
        return str(card)
    if card.get("kind"):
        return str(card["kind"])
    pile, place = next(iter(card.items()), ("", "?"))
    return f"card {place}{remark(pile)}"


def card_name(card: Any) -> str:
    """Return a card's printed name: "black-eyed", or one from the words of an expansion."""
    kind = kind_of(card)
    printed = words().cards.get(kind.split("_")[0])
    return printed(kind) if printed else kind.replace("_", "-")


def remark(pile: Any) -> str:
    """Say where a card lies or came from: " (set aside)"; "" for the usual place."""
    place = words().places.get(str(pile))
    return f" ({place})" if place else ""


def beans(cards: Iterable[Any]) -> str:
    """Count cards by kind in order of appearance: "2 soy, blue"; "nothing" without cards."""
    numbers = Counter(map(card_name, cards))
    return ", ".join(name if n == 1 else _some(n, name) for name, n in numbers.items()) or "nothing"


def _some(number: int, name: str) -> str:
    """Put a number of cards into words: "2 soy"; only names that end in "bean" have a plural."""
    return counted(number, name) if name.endswith(" bean") else f"{number} {name}"


def queue(cards: Iterable[Any]) -> str:
    """List cards one by one in their order, for hands."""
    # With hyphens, so that each card is one word of the row.
    return " ".join(card_name(card).replace(" ", "-") for card in cards) or "–"


def coins(number: int) -> str:
    """Put a number of coins into words: "2 coins"."""
    return counted(number, "coin")


def field_text(field: Json) -> str:
    """Put a view's field into words: "3 soy (1)" with its worth now, "–" if empty."""
    if not field.get("count"):
        return "–"
    worth = f" ({field['coins']})" if field.get("coins") else ""
    if field.get("cards"):  # of several kinds
        return f"{beans(field['cards'])}{worth}"
    return f"{_some(field['count'], card_name(field.get('kind') or '?'))}{worth}"


def side(cards: Any) -> str:
    """Put one side of an offer into words."""
    return "anything (open)" if cards == "open" else beans(cards)


def terms(offer: Json) -> str:
    """Put an offer into words, without its maker: "2 soy for red", "blue as a gift"."""
    give, want = offer.get("give", []), offer.get("want", [])
    if give and not want:
        return f"{side(give)} as a gift"
    if want and not give:
        return f"asks for {side(want)} as a gift"
    return f"{side(give)} for {side(want)}"
