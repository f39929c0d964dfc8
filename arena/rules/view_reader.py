"""Plain data of the protocol, written and read back: choices, offers, events, and whole views.

`arena.codec` composes what bots are sent. This is the part that a bot carrying the rules along
needs as well: to write a choice, and to turn a question back into a game (`Rulebook.imagine`).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from arena.rules.cards import KIND, NAMES
from arena.rules.choices import ALL, HIDDEN, OPEN, Answer, CardAt, Choice, Terms, Trade
from arena.rules.events import Event
from arena.rules.state import EVERYONE, NOBODY, Accept, Offer, Piece, State

Json = dict[str, Any]


# --- choices, offers and events as plain data -----------------------------------------------------


def plain_choice(choice: Choice) -> Json:
    """Return a choice as an object of the protocol, every card named by its place."""
    json: Json = {"do": choice.do}
    if isinstance(choice, Trade):
        if choice.take:
            json["take"] = [
                take.id if take.give is None else {"id": take.id, "give": plain_cards(take.give)}
                for take in choice.take
            ]
        if choice.offers:
            json["offers"] = [{"to": _to(terms.to), **_sides(terms)} for terms in choice.offers]
        if choice.end:
            json["end"] = True
    elif isinstance(choice, Answer):
        if choice.accept:
            json["accept"] = [
                accepting.offer
                if accepting.give is None
                else {"offer": accepting.offer, "give": plain_cards(accepting.give)}
                for accepting in choice.accept
            ]
        if choice.offers:
            json["offers"] = [_sides(terms) for terms in choice.offers]
        if choice.withdraw:
            json["withdraw"] = choice.withdraw
        if choice.silent:
            json["silent"] = True
    else:
        for name, value in choice._asdict().items():  # type: ignore[attr-defined]
            json[name] = NAMES[value] if name in ("card", "kind") else value
    return json


def plain_offer(offer: Offer) -> Json:
    """Return a standing offer, already cut for its reader, as plain data."""
    return {"id": offer.id, "seat": offer.seat, "to": _to(offer.to), **_sides(offer)}


def plain_accept(accept: Accept) -> Json:
    """Return a standing acceptance, already cut for its reader, as plain data."""
    return {
        "id": accept.id,
        "seat": accept.seat,
        "offer": accept.offer,
        "give": plain_cards(accept.give),
    }


def plain_event(event: Event) -> Json:
    """Return an event, already cut for its reader, as plain data."""
    json: Json = {}
    for key, value in event.items():
        if isinstance(value, bytes):
            json[key] = plain_pile(value)
        elif key == "card":
            json[key] = NAMES[value]
        elif key == "offers":
            json[key] = [plain_offer(offer) for offer in value]
        elif key == "accepts":
            json[key] = [plain_accept(accept) for accept in value]
        elif key in ("gave", "got"):
            json[key] = plain_cards(value)
        else:
            json[key] = value
    return json


def plain_pile(cards: bytes) -> list[str]:
    """Return the names of the kinds."""
    return [NAMES[card] for card in cards]


def plain_cards(cards: tuple[CardAt, ...]) -> list[Json]:
    """Return exact cards as plain data, each by its place unless that is hidden."""
    return [
        {"kind": NAMES[kind]} if place == HIDDEN else {"kind": NAMES[kind], source: place}
        for source, place, kind in cards
    ]


def _to(seat: int) -> int | str:
    return "all" if seat == ALL else seat


def _sides(made: Terms | Offer) -> Json:
    give, want = made.give, made.want
    return {
        "give": "open" if give is OPEN else plain_cards(give),
        "want": "open" if want is OPEN else plain_pile(want),
    }


# --- read back ------------------------------------------------------------------------------------


def read_event(json: Mapping[str, Any]) -> Event:
    """Return an event that a bot was sent in the form of the rules, for `Shown` and `TradeLog`."""
    event: Event = {}
    for key, value in json.items():
        if key in ("cards", "coins"):
            event[key] = _pile(value)
        elif key == "card":
            event[key] = KIND[value]
        elif key == "offers":
            event[key] = tuple([_offer(standing) for standing in value])
        elif key == "accepts":
            event[key] = tuple([_accept(standing) for standing in value])
        elif key in ("gave", "got"):
            event[key] = _cards(value)
        else:
            event[key] = _tuples(value)
    return event


def read_view(state: State, pieces: Sequence[Piece], view: Mapping[str, Any]) -> None:
    """Make a game that has just begun look as the view shows it; hidden piles are empty then.

    `pieces` are those of the rulebook. Raises ValueError, KeyError and the like for any other view.
    """
    if len(view["hands"]) != len(state.hands):
        raise ValueError(f"it has {len(view['hands'])} seats")
    for piece in pieces:
        if piece.name == "over":  # nobody is asked after the end
            continue
        entry = view[piece.name]
        value: Any
        if piece.name == "hands":
            value = [b""] * len(entry)
            value[view["seat"]] = _pile(view["hand"])
        elif piece.name == "fields":
            value = [tuple([_field(field) for field in row]) for row in entry]
        elif piece.name == "offers":
            value = tuple([_offer(standing) for standing in entry])
        elif piece.name == "accepts":
            value = tuple([_accept(standing) for standing in entry])
        elif piece.audience == NOBODY:
            value = b""
        elif piece.audience != EVERYONE:  # of others' only the count is known: any cards will do
            value = tuple([bytes(cards) if type(cards) is int else _pile(cards) for cards in entry])
        elif piece.cards or isinstance(piece.start, bytes):
            value = [_pile(cards) for cards in entry] if piece.per_seat else _pile(entry)
        else:
            value = _tuples(entry)
        if piece.name in state.extra:
            state.extra[piece.name] = tuple(value) if isinstance(value, list) else value
        else:
            setattr(state, piece.name, value)
    state.next_id = 1 + max([0, *[o.id for o in state.offers], *[a.id for a in state.accepts]])


def fill_piles(
    state: State,
    pieces: Sequence[Piece],
    deck: frozenset[int],
    whole: bytes,
    view: Mapping[str, Any],
    chance: Random,
) -> None:
    """Deal the cards of `whole` that the view does not show into the hidden piles.

    Cards that are not of the deck (orders) lie in piles of their own, and one in each hand. If one
    is missing, it is the active player who has parted with it.

    Raises:
        ValueError: The number of cards does not match the view.
    """
    unseen = Counter(whole)
    unseen.subtract(all_cards(state, pieces))
    cards = sorted(unseen.elements())
    others = [card for card in cards if card not in deck]
    beans = [card for card in cards if card in deck]
    for piece in pieces:
        if piece.audience == NOBODY and piece.name != "draw_pile":
            count = view[piece.name]
            state.extra[piece.name], others = bytes(others[:count]), others[count:]
    players = len(state.hands)
    for turn in range(1, players + 1):
        seat = (state.active + turn) % players
        count = view["hands"][seat]
        if seat == view["seat"] or not count:
            continue
        order, others = others[:1], others[1:]
        hand, beans = beans[: count - len(order)], beans[count - len(order) :]
        if order:
            hand.insert(chance.randrange(count), order[0])
        state.hands[seat] = bytes(hand)
    state.draw_pile = bytes(beans)
    if others or len(beans) != view["draw_pile"] or min(unseen.values()) < 0:
        raise ValueError("there are not as many cards as it says")


def all_cards(state: State, pieces: Sequence[Piece]) -> bytes:
    """Return all cards, wherever they are."""
    piles: list[bytes] = []
    for piece in pieces:
        if piece.cards:
            value = state.piece(piece.name)
            if not piece.per_seat:
                piles.append(value)
            elif piece.name == "fields":
                piles += [cards for fields in value for cards in fields]
            else:
                piles += value
    return b"".join(piles)


def _pile(names: Sequence[str]) -> bytes:
    return bytes([KIND[name] for name in names])


def _field(field: Mapping[str, Any]) -> bytes:
    if "cards" in field:  # a field of several kinds
        return _pile(field["cards"])
    return _pile([field["kind"]] * field["count"])


def _cards(cards: Sequence[Mapping[str, Any]]) -> tuple[CardAt, ...]:
    return tuple([_card(card) for card in cards])


def _card(card: Mapping[str, Any]) -> CardAt:
    """Return one card; without a place, it is in a hand that its reader cannot see."""
    kind = KIND[card["kind"]]
    for source, place in card.items():
        if source != "kind":
            return CardAt(source, place, kind)
    return CardAt("hand", HIDDEN, kind)


def _offer(json: Mapping[str, Any]) -> Offer:
    give, want = json["give"], json["want"]
    return Offer(
        json["id"],
        json["seat"],
        ALL if json["to"] == "all" else json["to"],
        OPEN if give == "open" else _cards(give),
        OPEN if want == "open" else _pile(want),
    )


def _accept(json: Mapping[str, Any]) -> Accept:
    return Accept(json["id"], json["seat"], json["offer"], _cards(json["give"]))


def _tuples(value: Any) -> Any:
    return tuple([_tuples(part) for part in value]) if isinstance(value, list) else value
