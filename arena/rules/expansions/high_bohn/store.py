"""The general store: beans that need not be planted, and may be traded (HB8)."""

from typing import TYPE_CHECKING, NamedTuple

from arena.rules.cards import ONE
from arena.rules.choices import CardAt, Choice
from arena.rules.events import Event, EventKind
from arena.rules.expansions.high_bohn.buildings import owns, put
from arena.rules.rule import After, Place, Rule, Source
from arena.rules.state import EVERYONE, Piece, State

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook

STORE = "store"
# Cards set aside that came from another player's store: they must be planted.
FROM_STORE = "from_store"
SHELVES = {"store_2": 1, "store_3": 2, "store_4": 3}


class Store(NamedTuple):
    """Put a due card on the store instead of planting it."""

    card: int
    do: str = "store"


def _read(state: State, seat: int) -> bytes:
    stored: bytes = state.extra[STORE][seat]
    return stored


def _write(state: State, seat: int, pile: bytes) -> None:
    put(state, STORE, seat, pile)


def _refuse(book: "Rulebook", state: State, seat: int, step: str, card: int) -> str | None:
    shelves = sum(n for name, n in SHELVES.items() if owns(state, seat, name))
    if not shelves:
        return "you have no store that holds a bean"
    if len(_read(state, seat)) >= shelves:
        return f"your store holds {shelves}"
    if step == "set_aside":
        due, foreign = state.set_aside[seat], state.extra[FROM_STORE][seat]
        if due.count(card) <= foreign.count(card):
            return "a card from another player's store must be planted (HB8)"
    return None


def _choices(book: "Rulebook", state: State, seat: int, step: str, card: int) -> list[Choice]:
    return [Store(card)] if _refuse(book, state, seat, step, card) is None else []


def _check(book: "Rulebook", state: State, seat: int, step: str, choice: Store) -> str | None:
    return _refuse(book, state, seat, step, choice.card)


def _apply(
    book: "Rulebook",
    state: State,
    seat: int,
    choice: Store,
    origin: str,
    events: list[Event],
) -> None:
    put(state, STORE, seat, _read(state, seat) + ONE[choice.card])
    events.append({"event": "stored", "seat": seat, "card": choice.card, "from": origin})


def _after_trade(
    book: "Rulebook",
    state: State,
    seat: int,
    events: list[Event],
    other: int,
    gave: tuple[CardAt, ...],
    got: tuple[CardAt, ...],
) -> None:
    for receiver, cards in ((other, gave), (seat, got)):
        stored = b"".join(ONE[card.kind] for card in cards if card.source == STORE)
        if stored:
            put(state, FROM_STORE, receiver, state.extra[FROM_STORE][receiver] + stored)


def _after_plant(
    book: "Rulebook", state: State, seat: int, events: list[Event], card: int, field: int
) -> None:
    # Of two cards of a kind the one that must be planted is planted first.
    foreign = state.extra[FROM_STORE][seat]
    if foreign:  # only while cards are set aside: nothing else can be planted then
        put(state, FROM_STORE, seat, foreign.replace(ONE[card], b"", 1))


GENERAL_STORE = Rule(
    name="store",
    cites="HB8 HB-store-2 HB-store-3 HB-store-4",
    text="Store 2, 3, 4 holds one, two, three beans. A bean of step 1 or 3 may be put there instead"
    " of being planted, but none from another player's store. Stored beans may be traded by their"
    " owner, and are never planted by the owner.",
    data=lambda tables: {"holds": SHELVES},
    pieces=(
        Piece(STORE, EVERYONE, per_seat=True, cards=True, start=b""),
        Piece(FROM_STORE, EVERYONE, per_seat=True, start=b""),
    ),
    events=(EventKind("stored", "seat put card on its store; from: where it was due"),),
    places=(Place("store", Store, _choices, _check, _apply),),
    sources=(Source(STORE, False, _read, _write),),
    after=(After("trade", _after_trade), After("plant", _after_plant)),
)
