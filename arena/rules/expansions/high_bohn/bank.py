"""Banks: a look at the draw pile, the order of cards drawn, a card of the hand moved (HB10)."""

from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from arena.rules.choices import PASS, Choice
from arena.rules.events import Event, EventKind
from arena.rules.expansions.high_bohn.buildings import owns, put
from arena.rules.rule import After, Rule
from arena.rules.state import OWNER, Piece, State
from arena.rules.steps.step import Step, leave

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook

# The top of the draw pile, while the owner of bank 2 looks at it.
SEEN = "bank_seen"


class PutUnder(NamedTuple):
    """Put the card seen under the draw pile."""

    do: str = "put_under"


class MoveCard(NamedTuple):
    """Move the card at place `hand` of the hand to place `to`."""

    hand: int
    to: int
    do: str = "move_card"


class OrderDrawn(NamedTuple):
    """Put the cards just drawn in another order: their present places among them, first first."""

    order: tuple[int, ...]
    do: str = "order_drawn"


class LookAtTop(Step):
    """Bank 2: look at the top card of the draw pile, which may be put under it."""

    name = ask = "bank_2"
    free = False
    records = (PutUnder,)

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        seat = state.active
        if not owns(state, seat, "bank_2") or not state.draw_pile:
            leave(state)
            return
        top = state.draw_pile[-1:]
        put(state, SEEN, seat, top)
        events.append({"event": "looked", "seat": seat, "cards": top})
        state.asked = (seat,)

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        return [PASS, PutUnder()]

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        state.asked = ()
        leave(state)
        put(state, SEEN, seat, b"")
        if isinstance(choice, PutUnder):
            state.draw_pile = state.draw_pile[-1:] + state.draw_pile[:-1]
        events.append({"event": "put_back", "seat": seat, "under": isinstance(choice, PutUnder)})


class MoveOne(Step):
    """Bank 4: move one card of the hand to any place."""

    name = ask = "bank_4"
    free = False
    records = (MoveCard,)

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        if owns(state, state.active, "bank_4") and len(state.hands[state.active]) > 1:
            state.asked = (state.active,)
        else:
            leave(state)

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        places = range(len(state.hands[seat]))
        return [PASS, *(MoveCard(old, new) for old in places for new in places if old != new)]

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        state.asked = ()
        leave(state)
        if isinstance(choice, MoveCard):
            hand = bytearray(state.hands[seat])
            hand.insert(choice.to, hand.pop(choice.hand))
            state.hands[seat] = bytes(hand)
            events.append(
                {"event": "moved_card", "seat": seat, "hand": choice.hand, "to": choice.to}
            )


class OrderCards(Step):
    """Bank 3: the cards just drawn may be put in another order (memory: how many)."""

    name = ask = "bank_3"
    free = False
    records = (OrderDrawn,)

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        state.asked = (state.active,)

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        orders = permutations(range(state.stack[-1][1]))
        next(orders)  # as they are
        return [PASS, *map(OrderDrawn, orders)]

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        count = state.stack[-1][1]
        state.asked = ()
        leave(state)
        if isinstance(choice, OrderDrawn):
            hand = state.hands[seat]
            drawn = hand[len(hand) - count :]
            state.hands[seat] = hand[: len(hand) - count] + bytes(drawn[at] for at in choice.order)
            events.append({"event": "ordered_drawn", "seat": seat, "order": choice.order})


def _after_draw(book: "Rulebook", state: State, seat: int, events: list[Event], count: int) -> None:
    # The last run-out in step 4 ends the game at once (B12).
    if count > 1 and owns(state, seat, "bank_3") and not state.ended:
        book.push(state, "bank_3", count)


LOOK_AT_TOP = LookAtTop()
MOVE_ONE = MoveOne()

BANKS: tuple[Rule, ...] = (
    Rule(
        "bank_2",
        "HB-bank-2 HB10",
        "Before the own turn, look at the top card of the draw pile; it may be put under the pile.",
        pieces=(Piece(SEEN, OWNER, per_seat=True, start=b""),),
        events=(
            EventKind("looked", "seat looks at cards, the top of the pile", secret=("cards",)),
            EventKind("put_back", "seat has looked; under: it now lies under the pile"),
        ),
    ),
    Rule(
        "bank_3",
        "HB-bank-3",
        "In step 4 the cards just drawn may be put in another order.",
        events=(
            EventKind("ordered_drawn", "seat reorders the cards just drawn", secret=("order",)),
        ),
        steps=(OrderCards(),),
        after=(After("draw", _after_draw),),
    ),
    Rule(
        "bank_4",
        "HB-bank-4 HB10",
        "Before the own turn, one card of the hand may be moved to any place.",
        events=(EventKind("moved_card", "seat moves a card of the hand"),),
    ),
)
