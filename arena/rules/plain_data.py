"""Plain data of the protocol, written and read back: choices, offers, events, and whole views.

`arena.codec` composes what bots are sent. This is the part that a bot carrying the rules along
needs as well: to write a choice, and to turn a question back into a game (`Rulebook.imagine`).
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from arena.rules.cards import KIND, NAMES
from arena.rules.choices import (
    ALL,
    HIDDEN,
    OPEN,
    Accepting,
    Answer,
    CardAt,
    Choice,
    Take,
    Terms,
    Trade,
    do_of,
)
from arena.rules.events import Event
from arena.rules.game import Book, Game
from arena.rules.state import NOBODY, OWNER, Piece, StandingAccept, StandingOffer

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


def plain_offer(offer: StandingOffer) -> Json:
    """Return a standing offer, already cut for its reader, as plain data."""
    return {"id": offer.id, "seat": offer.seat, "to": _to(offer.to), **_sides(offer)}


def plain_accept(accept: StandingAccept) -> Json:
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
        else:
            plain = _PLAIN_PARTS.get(key)
            json[key] = value if plain is None else plain(value)
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


def _sides(made: Terms | StandingOffer) -> Json:
    give, want = made.give, made.want
    return {
        "give": "open" if give is OPEN else plain_cards(give),
        "want": "open" if want is OPEN else plain_pile(want),
    }


_PLAIN_PARTS: Final[dict[str, Callable[[Any], Any]]] = {
    "card": lambda card: NAMES[card],
    "offers": lambda offers: [plain_offer(offer) for offer in offers],
    "accepts": lambda accepts: [plain_accept(accept) for accept in accepts],
    "gave": plain_cards,
    "got": plain_cards,
}


# --- read back ------------------------------------------------------------------------------------


def read_choice(book: Book, json: Mapping[str, Any]) -> Choice:
    """Return a choice of a rulebook from what `plain_choice` makes of it; it may be illegal.

    Raises:
        ValueError: The rulebook has no such choice, or a part is missing or unknown.
    """
    do = json.get("do")
    try:
        if do == "trade":
            take = [
                Take(each) if isinstance(each, int) else Take(each["id"], _cards(each["give"]))
                for each in json.get("take", ())
            ]
            offers = [_terms(each) for each in json.get("offers", ())]
            return Trade(tuple(take), tuple(offers), json.get("end", False))
        if do == "answer":
            accept = [
                Accepting(each)
                if isinstance(each, int)
                else Accepting(each["offer"], _cards(each["give"]))
                for each in json.get("accept", ())
            ]
            offers = [_terms(each) for each in json.get("offers", ())]
            withdraw, silent = tuple(json.get("withdraw", ())), json.get("silent", False)
            return Answer(tuple(accept), tuple(offers), withdraw, silent)
        record = next(each for each in book.records if do_of(each) == do)
        parts = {name: value for name, value in json.items() if name != "do"}
        choice: Choice = record(**{name: _part(name, value) for name, value in parts.items()})
        return choice
    except StopIteration:
        raise ValueError(f"There is no choice {do!r:.60} in {book.variant}.") from None
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{json!r:.200} is not a choice: {error!r}.") from None


def _part(name: str, value: Any) -> Any:
    return KIND[value] if name in ("card", "kind") else _tuples(value)


def _terms(json: Mapping[str, Any]) -> Terms:
    give, want, to = json["give"], json["want"], json.get("to", "all")
    return Terms(
        OPEN if give == "open" else _cards(give),
        OPEN if want == "open" else _pile(want),
        ALL if to == "all" else to,
    )


def read_event(json: Mapping[str, Any]) -> Event:
    """Return an event that a bot was sent in the form of the rules, for `Shown` and `TradeLog`."""
    return {key: _PARTS_READ.get(key, _tuples)(value) for key, value in json.items()}


def read_view(game: Game, view: Mapping[str, Any]) -> None:
    """Make a game that has just begun look as the view shows it; hidden piles are empty then.

    Raises ValueError, KeyError and the like for a view of any other game.
    """
    if len(view["hands"]) != len(game.hands):
        raise ValueError(f"it has {len(view['hands'])} seats")
    for piece in game.book.pieces:
        if piece.name != "over":  # nobody is asked after the end
            game.put(piece.name, _read(piece, view[piece.name]))
    game.hands[view["seat"]] = _pile(view["hand"])
    game.next_id = 1 + max([0, *[o.id for o in game.offers], *[a.id for a in game.accepts]])


def _read(piece: Piece, entry: Any) -> Any:
    """Return a piece from its entry in a view; what is hidden is missing."""
    if piece.audience == NOBODY:
        return b""
    if piece.audience == OWNER:
        if piece.cards:
            return [b""] * len(entry)
        # Looks at cards of other piles. Of others' only the count is known: any cards will do.
        return [bytes(cards) if type(cards) is int else _pile(cards) for cards in entry]
    if piece.name in ("offers", "accepts"):
        return _PARTS_READ[piece.name](entry)
    if piece.cards or isinstance(piece.start, bytes):
        read = _fields if piece.name == "fields" else _pile
        return [read(part) for part in entry] if piece.per_seat else read(entry)
    return _tuples(entry)


def fill_piles(game: Game, whole: bytes, view: Mapping[str, Any], chance: Random) -> None:
    """Deal the cards of `whole` that the view does not show into the hidden piles.

    Cards that are not of the deck are dealt by the piece of the expansion that has them; those that
    are in hands lie anywhere among the beans.

    Raises:
        ValueError: The number of cards does not match the view.
    """
    unseen = Counter(whole)
    unseen.subtract(all_cards(game))
    cards = bytes(sorted(unseen.elements()))
    beans = bytes([card for card in cards if card in game.book.kinds])
    others = bytes([card for card in cards if card not in game.book.kinds])
    hands = [b""] * len(game.hands)
    for piece in game.book.own_pieces:
        if piece.deal is not None:
            hands = piece.deal(game, view, others)
    for seat in [*game.clockwise()[1:], game.active]:
        if seat != view["seat"]:
            missing = view["hands"][seat] - len(hands[seat])
            hand, beans = [*beans[:missing]], beans[missing:]
            for card in hands[seat]:
                hand.insert(chance.randrange(missing + 1), card)
            game.hands[seat] = bytes(hand)
    game.draw_pile = beans
    if len(beans) != view["draw_pile"] or min(unseen.values()) < 0:
        raise ValueError("there are not as many cards as it says")


def all_cards(game: Game) -> bytes:
    """Return all cards, wherever they are."""
    piles: list[bytes] = []
    for piece in game.book.pieces:
        if piece.cards:
            value = game.piece(piece.name)
            if not piece.per_seat:
                piles.append(value)
            elif piece.name == "fields":
                piles += [cards for fields in value for cards in fields]
            else:
                piles += value
    return b"".join(piles)


def _pile(names: Sequence[str]) -> bytes:
    return bytes([KIND[name] for name in names])


def _fields(row: Sequence[Mapping[str, Any]]) -> tuple[bytes, ...]:
    # Only a field of several kinds lists its cards.
    names = [field.get("cards") or [field["kind"]] * field["count"] for field in row]
    return tuple([_pile(cards) for cards in names])


def _cards(cards: Sequence[Mapping[str, Any]]) -> tuple[CardAt, ...]:
    return tuple([_card(card) for card in cards])


def _card(card: Mapping[str, Any]) -> CardAt:
    """Return one card; without a place, it is in a hand that its reader cannot see."""
    kind = KIND[card["kind"]]
    for source, place in card.items():
        if source != "kind":
            return CardAt(source, place, kind)
    return CardAt("hand", HIDDEN, kind)


def read_offer(json: Mapping[str, Any]) -> StandingOffer:
    """Return a standing offer from plain data."""
    give, want, to = _terms(json)
    return StandingOffer(json["id"], json["seat"], to, give, want)


def read_accept(json: Mapping[str, Any]) -> StandingAccept:
    """Return a standing acceptance from plain data."""
    return StandingAccept(json["id"], json["seat"], json["offer"], _cards(json["give"]))


def _tuples(value: Any) -> Any:
    return tuple([_tuples(part) for part in value]) if isinstance(value, list) else value


_PARTS_READ: Final[dict[str, Callable[[Any], Any]]] = {
    "cards": _pile,
    "coins": _pile,
    "card": lambda name: KIND[name],
    "offers": lambda offers: tuple([read_offer(offer) for offer in offers]),
    "accepts": lambda accepts: tuple([read_accept(accept) for accept in accepts]),
    "gave": _cards,
    "got": _cards,
}
