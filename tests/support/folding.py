"""What the folds of events are made of: cards that come, leave and move."""

from collections.abc import Callable

from arena.rules import Event, View
from arena.rules.choices import HIDDEN, CardAt

Pile = bytes | int
# What an event does to a view, by the event's name.
Folds = dict[str, Callable[[View, Event], None]]


def plus(pile: Pile, cards: bytes) -> Pile:
    return pile + (cards if isinstance(pile, bytes) else len(cards))  # type: ignore[operator]


def without(pile: Pile, cards: tuple[CardAt, ...], source: str) -> Pile:
    gone = [card.place for card in cards if card.source == source]
    if isinstance(pile, int):
        return pile - len(gone)
    return bytes(card for place, card in enumerate(pile) if place not in gone)


def kinds(cards: tuple[CardAt, ...]) -> bytes:
    return bytes(card.kind for card in cards)


def leave(view: View, seat: int, card: bytes, origin: str) -> None:
    if origin == "hand":
        hand = view["hands"][seat]
        view["hands"][seat] = hand - 1 if isinstance(hand, int) else hand[1:]
    elif origin == "set_aside":
        view["set_aside"][seat] = view["set_aside"][seat].replace(card, b"", 1)
    elif origin != "stolen":  # its own event took it from the field
        assert card in view[origin]
        view[origin] = view[origin].replace(card, b"", 1)


def moved(cards: tuple[CardAt, ...], gone: tuple[CardAt, ...]) -> tuple[CardAt, ...]:
    return tuple(
        card
        if card.place == HIDDEN
        else card._replace(
            place=card.place
            - sum(other.source == card.source and other.place < card.place for other in gone)
        )
        for card in cards
    )


def shown(view: View, seat: int, place: int, card: int) -> None:
    """A card leaves its place in a hand for all to see, and what was offered moves up."""
    gone = (CardAt("hand", place, card),)
    view["hands"][seat] = without(view["hands"][seat], gone, "hand")
    for name in ("offers", "accepts"):
        view[name] = tuple(
            each._replace(give=moved(each.give, gone)) if each.seat == seat and each.give else each
            for each in view[name]
        )
