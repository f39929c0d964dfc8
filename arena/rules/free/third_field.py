"""The third field, bought with coins (B14)."""

from typing import TYPE_CHECKING

from arena.rules.choices import BUY_FIELD, BuyField, Choice
from arena.rules.events import Event
from arena.rules.rule import FreeChoice, Rule
from arena.rules.state import EVERYONE, Piece, State, replaced

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook

# Which seats have a third field, bought or opened: at most one each.
HAS_THIRD = "third_field"
HAVE_THIRD = Piece(HAS_THIRD, EVERYONE, per_seat=True, start=False)


def price(book: "Rulebook", state: State, seat: int) -> int:
    """Coins that the third field costs `seat`."""
    assert book.tables.price is not None, "the third field is not sold here"
    return book.fold("price", book.tables.price, state, seat)


def open_third_field(state: State, seat: int) -> None:
    """Give `seat` its third field, right of the second."""
    state.fields[seat] += (b"",)
    have = state.extra[HAS_THIRD]
    state.extra[HAS_THIRD] = replaced(have, seat, True)


def pay(book: "Rulebook", state: State, seat: int, coins: int, events: list[Event]) -> None:
    """Pay with the topmost coins, one by one: the last one paid lies on top of the discard."""
    pile = state.coins[seat]
    kept = len(pile) - coins
    paid = pile[kept:][::-1]
    state.discard += paid
    state.coins[seat] = pile[:kept]
    book.react("pay", state, seat, events, paid)


def _choices(book: "Rulebook", state: State, seat: int) -> list[Choice]:
    return [BUY_FIELD] if _check(book, state, seat, BUY_FIELD) is None else []


def _check(book: "Rulebook", state: State, seat: int, choice: BuyField) -> str | None:
    if state.extra[HAS_THIRD][seat]:
        return "you have your third field already"
    cost = price(book, state, seat)
    if len(state.coins[seat]) < cost:
        return f"the third field costs {cost} {'coin' if cost == 1 else 'coins'}"
    return None


def _apply(
    book: "Rulebook", state: State, seat: int, choice: BuyField, events: list[Event]
) -> None:
    cost = price(book, state, seat)
    events.append({"event": "bought_field", "seat": seat, "price": cost})
    open_third_field(state, seat)
    pay(book, state, seat, cost, events)


THIRD_FIELD = Rule(
    name="third_field",
    cites="B14",
    text="Buy a third field at any time, once, with the topmost coins of the own pile; they are"
    " discarded one by one. It lies right of the others.",
    pieces=(HAVE_THIRD,),
    free=(FreeChoice("buy_field", BuyField, _choices, _check, _apply),),
)
