"""Order cards: drawn into the hand, laid, filled by two adjacent fields (P3–P6, P8)."""

from typing import TYPE_CHECKING, NamedTuple

from arena.rules.cards import FIRST_ORDER, NAMES, ONE, ORDERS, is_order, without
from arena.rules.chance import shuffled
from arena.rules.choices import PASS, CardAt, Choice
from arena.rules.events import Event, EventKind
from arena.rules.offers import cards_left
from arena.rules.rule import After, FreeChoice, Place, Refusal, Rule
from arena.rules.state import EVERYONE, NOBODY, Piece, State, replaced
from arena.rules.steps.step import Step, leave

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook

STACK = "order_stack"  # the last one is the top
LAID = "laid_order"
LAID_FIRST = "order_laid_first"  # the last turn in which an order was the first card of step 1


class LayOrder(NamedTuple):
    """Lay the order at the front of the hand face up (P5)."""

    card: int
    do: str = "lay_order"


class FillOrder(NamedTuple):
    """Fill the own order with the fields `field` and the next one (P4)."""

    field: int
    do: str = "fill_order"


def own_order(state: State, seat: int) -> tuple[int, int | None] | None:
    """The order that `seat` may fill and its place in the hand (None: it is laid)."""
    laid = state.extra[LAID][seat]
    if laid:
        return laid[0], None
    for place, card in enumerate(state.hands[seat]):
        if is_order(card):
            return card, place
    return None


def _set_laid(state: State, seat: int, cards: bytes) -> None:
    laid = state.extra[LAID]
    state.extra[LAID] = replaced(laid, seat, cards)


def _put_under(state: State, cards: bytes) -> None:
    state.extra[STACK] = cards + state.extra[STACK]


# --- drawing -------------------------------------------------------------------------------------


def _draw_order(book: "Rulebook", state: State, seat: int, events: list[Event]) -> None:
    stack = state.extra[STACK]
    if stack and not any(map(is_order, state.hands[seat])):
        state.extra[STACK] = stack[:-1]
        state.hands[seat] += stack[-1:]
        events.append({"event": "drew_order", "seat": seat, "cards": stack[-1:]})


def _deal(book: "Rulebook", state: State, seat: int, events: list[Event]) -> None:
    if seat == 0:
        orders = bytes(range(FIRST_ORDER, FIRST_ORDER + len(ORDERS)))
        state.extra[STACK] = shuffled(orders, state.seed, 0)
    _draw_order(book, state, seat, events)


def _after_draw(book: "Rulebook", state: State, seat: int, events: list[Event], count: int) -> None:
    if not state.ended:
        _draw_order(book, state, seat, events)


# --- laying --------------------------------------------------------------------------------------


def _lay_choices(book: "Rulebook", state: State, seat: int, step: str, card: int) -> list[Choice]:
    return [LayOrder(card)] if is_order(card) and step == "plant" else []


def _lay_check(
    book: "Rulebook", state: State, seat: int, step: str, choice: LayOrder
) -> str | None:
    return None if is_order(choice.card) else "only an order is laid; beans are planted"


def _lay(
    book: "Rulebook",
    state: State,
    seat: int,
    choice: LayOrder,
    origin: str,
    events: list[Event],
) -> None:
    _set_laid(state, seat, ONE[choice.card])
    first = state.stack[-1][1] == 1
    if first:
        state.extra[LAID_FIRST] = state.turn
    events.append({"event": "laid_order", "seat": seat, "card": choice.card, "first": first})


def _must_plant(book: "Rulebook", state: State, seat: int) -> str | None:
    if state.extra[LAID_FIRST] == state.turn and state.stack[-1][1] == 1:
        return "after an order one bean must be planted (P5)"
    return None


def _not_planted(book: "Rulebook", state: State, seat: int, card: int, field: int) -> str | None:
    return "orders are not planted: lay it" if is_order(card) else None


def _not_given(book: "Rulebook", state: State, seat: int, card: int) -> str | None:
    return "orders cannot be traded (P3)" if is_order(card) else None


# --- filling -------------------------------------------------------------------------------------


def fits(state: State, seat: int, order: int, field: int) -> bool:
    """Whether `field` and the next one hold exactly the beans of the order (P4)."""
    left, right = ORDERS[order - FIRST_ORDER]
    fields = state.fields[seat]
    return (
        0 <= field < len(fields) - 1
        and len(fields[field]) == left
        and len(fields[field + 1]) == right
    )


def _fill_choices(book: "Rulebook", state: State, seat: int) -> list[Choice]:
    order = own_order(state, seat) if seat == state.active else None
    if order is None:
        return []
    return [
        FillOrder(at)
        for at in range(len(state.fields[seat]) - 1)
        if fits(state, seat, order[0], at)
    ]


def _fill_check(book: "Rulebook", state: State, seat: int, choice: FillOrder) -> str | None:
    if seat != state.active:
        return "an order is filled in the own turn (P4)"
    order = own_order(state, seat)
    if order is None:
        return "you have no order"
    if not fits(state, seat, order[0], choice.field):
        left, right = ORDERS[order[0] - FIRST_ORDER]
        return f"the order needs exactly {left} and {right} beans in two adjacent fields (P4)"
    return None


def _fill(
    book: "Rulebook", state: State, seat: int, choice: FillOrder, events: list[Event]
) -> None:
    order = own_order(state, seat)
    assert order is not None
    card, place = order
    event: Event = {"event": "filled_order", "seat": seat, "card": card, "field": choice.field}
    state.coins[seat] += ONE[card]
    if place is None:
        _set_laid(state, seat, b"")
        events.append(event)
        return
    hand = state.hands[seat]
    state.hands[seat] = without(hand, place)
    events.append({**event, "hand": place})
    cards_left(state, {seat: (CardAt("hand", place, card),)}, events)


class ReturnOrder(Step):
    """The end of step 3: the last chance to fill an order that was laid; then it goes (P5)."""

    name = ask = "return_order"

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        if state.extra[LAID][state.active]:
            state.asked = (state.active,)
        else:
            leave(state)

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        return [PASS]

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        state.asked = ()
        cards = state.extra[LAID][seat]
        _set_laid(state, seat, b"")
        _put_under(state, cards)
        events.append({"event": "returned_order", "seat": seat, "card": cards[0]})


def _after_pay(book: "Rulebook", state: State, seat: int, events: list[Event], paid: bytes) -> None:
    """Orders that were coins go under the order stack, the last one paid lowest (P4)."""
    orders = bytes(card for card in paid if is_order(card))
    if orders:
        kept = len(state.discard) - len(paid)
        beans = bytes(card for card in paid if not is_order(card))
        state.discard = state.discard[:kept] + beans
        _put_under(state, orders[::-1])


RETURN_ORDER = ReturnOrder()

ORDER_CARDS = Rule(
    name="orders",
    cites="P3 P4 P5 P6 P8",
    text="Each player has an order a/b in the hand, behind the cards dealt: one of 39, each with 3"
    " to 8 beans together. In the own turn it is filled by exactly a beans in the left and b in the"
    " right of two adjacent fields (0: an empty one), which stay; it becomes a coin. Filled from"
    " the hand it uses up no card. At the front of the hand in step 1 an order is laid face up as"
    " one of the two cards: as the first it must be, and one bean must be planted after it; as the"
    " second it may stay. Unfilled at the end of step 3 it goes under the order stack, as do orders"
    " spent as coins. Who has none in hand after step 4 draws one. Orders are not traded, and earn"
    " nothing unfilled.",
    data=lambda tables: {
        "orders": {NAMES[FIRST_ORDER + at]: order for at, order in enumerate(ORDERS)}
    },
    pieces=(
        Piece(STACK, NOBODY, cards=True, start=b""),
        Piece(LAID, EVERYONE, per_seat=True, cards=True, start=b""),
        Piece(LAID_FIRST, EVERYONE, start=0),
    ),
    events=(
        EventKind("drew_order", "seat drew an order to the back of the hand", secret=("cards",)),
        EventKind("laid_order", "seat laid the order card; first: as first card of step 1"),
        EventKind("filled_order", "seat filled card with field and the next; hand: it was there"),
        EventKind("returned_order", "the order card of seat goes under the stack, unfilled"),
    ),
    places=(Place("lay_order", LayOrder, _lay_choices, _lay_check, _lay),),
    refuse=(
        Refusal("order_not_planted", "plant", _not_planted),
        Refusal("order_not_given", "give", _not_given),
        Refusal("bean_after_order", "pass", _must_plant),
    ),
    free=(FreeChoice("fill_order", FillOrder, _fill_choices, _fill_check, _fill),),
    after=(After("deal", _deal), After("draw", _after_draw), After("pay", _after_pay)),
)
