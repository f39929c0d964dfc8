"""What an offer says."""

from typing import Any

from arena.text.cards import beans
from protocol import Json


def side(cards: Any) -> str:
    """One side of an offer."""
    return "anything (open)" if cards == "open" else beans(cards)


def terms(offer: Json) -> str:
    """What an offer says, without who makes it: "2 soy for red", "a gift of blue"."""
    give, want = offer.get("give", []), offer.get("want", [])
    if give and not want:
        return f"{side(give)} as a gift"
    if want and not give:
        return f"asks for {side(want)} as a gift"
    return f"{side(give)} for {side(want)}"
