"""Why a card or a field that was touched cannot be played now, in a sentence."""

from arena.play.draft import NEGOTIATIONS
from arena.play.seat import Seat
from arena.text.cards import beans, card_name, field_text


def why_not(seat: Seat, pile: str, place: int, field: int | None) -> str:
    """Why nothing comes of touching a card, a card and then a field, or a field alone.

    `pile` and `place`: of the card, "" without one. Whatever is there can be named by a page that
    shows an older table, so what is not there is no error.
    """
    if seat.question is None or not seat.asked:
        active = seat.view.get("active")
        if active is None:
            return "The game has not begun yet."
        return f"It is not your decision now; it is {seat.who.whose(active)} turn."
    card = _card(seat, pile, place)
    fields = seat.view["fields"][seat.me]
    if field is not None and not 0 <= field < len(fields):
        return "You have no such field."
    if card is not None:
        return _card_alone(seat, pile, card) if field is None else _planting(seat, card, field)
    return _harvest(seat, field) if field is not None else "There is no such card any more."


def _card(seat: Seat, pile: str, place: int) -> str | None:
    cards = seat.view.get(pile)
    if isinstance(cards, list) and cards and isinstance(cards[0], list):
        cards = cards[seat.me]
    if not isinstance(cards, list) or not 0 <= place < len(cards):
        return None
    return str(cards[place])


def _card_alone(seat: Seat, pile: str, card: str) -> str:
    assert seat.question is not None
    name, first = card_name(card), seat.view["hand"][:1]
    if seat.question["ask"] == "plant" and pile == "hand":
        return (
            f"Hands are played in order: the first card, {beans(first)}, comes before this {name}."
        )
    if seat.question["ask"] in NEGOTIATIONS:
        return f"This {name} cannot be traded. Cards that can be have a green rim."
    return f"This {name} cannot be played now. {seat.task()}"


def _planting(seat: Seat, card: str, at: int) -> str:
    field, name = seat.view["fields"][seat.me][at], card_name(card)
    if field["count"] and field["kind"] != card:
        return (
            f"Field {at + 1} grows {field_text(field)}, so {name} cannot be planted there. "
            "Harvest it first, or choose another field."
        )
    return f"{name.capitalize()} cannot be planted in field {at + 1} now."


def _harvest(seat: Seat, at: int) -> str:
    fields = seat.view["fields"][seat.me]
    if not fields[at]["count"]:
        return f"Field {at + 1} is empty. To plant there, touch a card first."
    if fields[at]["count"] == 1 and any(each["count"] > 1 for each in fields):
        return (
            f"Field {at + 1} has a single bean. That is protected while another of your fields has "
            "more: harvest that one first."
        )
    return f"Field {at + 1} cannot be harvested now. {seat.task()}"
