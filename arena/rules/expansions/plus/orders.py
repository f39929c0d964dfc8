"""Order cards: drawn into the hand, laid, filled by two adjacent fields (P3–P6, P8)."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from arena.rules.cards import FIRST_ORDER, NAMES, ONE, ORDERS, is_order, without
from arena.rules.chance import shuffled
from arena.rules.choices import PASS, CardAt, Choice
from arena.rules.events import Event, EventKind
from arena.rules.game import CardPlace, FreeChoice, Game, Step
from arena.rules.hooks import DEALT, DREW, PAID, TO_GIVE, TO_PASS, TO_PLANT
from arena.rules.offers import cards_left
from arena.rules.rule import Rule
from arena.rules.state import EVERYONE, NOBODY, Piece

STACK: Final = "order_stack"  # its last card is the top
LAID: Final = "laid_order"
LAID_FIRST: Final = "order_laid_first"  # the last turn whose first card in step 1 was an order


class LayOrder(NamedTuple):
    """Lay the order at the front of the hand face up (P5)."""

    card: int
    do: str = "lay_order"


class FillOrder(NamedTuple):
    """Fill your order with the field `field` and the next one (P4)."""

    field: int
    do: str = "fill_order"


def own_order(game: Game, seat: int) -> tuple[int, int | None] | None:
    """Return the order that `seat` may fill and its place in the hand (None: it is laid)."""
    laid = game.extra[LAID][seat]
    if laid:  # one at most
        return laid[0], None
    for place, card in enumerate(game.hands[seat]):
        if is_order(card):
            return card, place
    return None


def _put_under(game: Game, cards: bytes) -> None:
    game.extra[STACK] = cards + game.extra[STACK]


# --- drawing -------------------------------------------------------------------------------------


def _draw_order(game: Game, seat: int) -> None:
    stack = game.extra[STACK]
    if stack and not any(map(is_order, game.hands[seat])):
        game.extra[STACK] = stack[:-1]
        game.hands[seat] += stack[-1:]
        game.tell({"event": "drew_order", "seat": seat, "cards": stack[-1:]})


def _deal(game: Game, seat: int) -> None:
    if seat == 0:
        orders = bytes(range(FIRST_ORDER, FIRST_ORDER + len(ORDERS)))
        game.extra[STACK] = shuffled(orders, game.seed, 0)
    _draw_order(game, seat)


def _after_draw(game: Game, seat: int, count: int) -> None:
    if not game.ended:  # the last run-out in step 4 ends the game at once (B12)
        _draw_order(game, seat)


def _deal_unseen(game: Game, view: Mapping[str, Any], orders: bytes) -> list[bytes]:
    """Put the orders that a view does not show into the stack, and one into each other hand.

    If one is missing, it is the active player who has parted with it.
    """
    count = view[STACK]
    game.extra[STACK], orders = orders[:count], orders[count:]
    hands = [b""] * game.book.players
    for seat in [*game.clockwise()[1:], game.active]:
        if seat != view["seat"] and view["hands"][seat]:
            hands[seat], orders = orders[:1], orders[1:]
    if orders:
        raise ValueError("there are not as many orders as it says")
    return hands


# --- laying --------------------------------------------------------------------------------------


class Laid(CardPlace):
    """The table in front of its owner, for an order (P5)."""

    record = LayOrder

    def refuse(self, game: Game, seat: int, step: str, card: int) -> str | None:
        """Refuse a bean; an order can be due in step 1 only, since it is never traded."""
        return None if is_order(card) else "only an order is laid: plant a bean (P5)"

    def apply(self, game: Game, seat: int, choice: LayOrder, origin: str) -> None:
        """Lay the order, and note the turn if it was the first card."""
        game.put(LAID, ONE[choice.card], seat)
        first = game.memory[0] == 1
        if first:
            game.extra[LAID_FIRST] = game.turn
        game.tell({"event": "laid_order", "seat": seat, "card": choice.card, "first": first})


def _must_plant(game: Game, seat: int) -> str | None:
    # One card has been dealt with: a bean that had to follow is planted once there are two.
    if game.extra[LAID_FIRST] == game.turn and game.memory[0] == 1:
        return "after an order a bean must be planted (P5)"
    return None


def _not_planted(game: Game, seat: int, card: int, field: int) -> str | None:
    return "an order is not planted: lay it (P5)" if is_order(card) else None


def _not_given(game: Game, seat: int, card: int) -> str | None:
    return "orders cannot be traded (P3)" if is_order(card) else None


# --- filling -------------------------------------------------------------------------------------


def fits(game: Game, seat: int, order: int, field: int) -> bool:
    """Return True if `field` and the next one hold exactly the beans of the order (P4)."""
    left, right = ORDERS[order - FIRST_ORDER]
    fields = game.fields[seat]
    return (
        0 <= field < len(fields) - 1
        and len(fields[field]) == left
        and len(fields[field + 1]) == right
    )


class Filling(FreeChoice):
    """Filling an order (P4)."""

    record = FillOrder

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List the fields that fill the active player's order."""
        order = own_order(game, seat) if seat == game.active else None
        if order is None:
            return []
        return [
            FillOrder(at)
            for at in range(len(game.fields[seat]) - 1)
            if fits(game, seat, order[0], at)
        ]

    def check(self, game: Game, seat: int, choice: FillOrder) -> str | None:
        """Refuse out of turn, without an order, or with fields that do not fit."""
        if seat != game.active:
            return "you may fill an order on your own turn only (P4)"
        order = own_order(game, seat)
        if order is None:
            return "you have no order to fill"
        if not fits(game, seat, order[0], choice.field):
            left, right = ORDERS[order[0] - FIRST_ORDER]
            return f"the order needs exactly {left} and {right} beans in two adjacent fields (P4)"
        return None

    def apply(self, game: Game, seat: int, choice: FillOrder) -> None:
        """Turn the order into a coin."""
        order = own_order(game, seat)
        assert order is not None
        card, place = order
        event: Event = {"event": "filled_order", "seat": seat, "card": card, "field": choice.field}
        game.coins[seat] += ONE[card]
        if place is None:
            game.put(LAID, b"", seat)
            game.tell(event)
            return
        hand = game.hands[seat]
        game.hands[seat] = without(hand, place)
        game.tell({**event, "hand": place})
        cards_left(game, {seat: (CardAt("hand", place, card),)})


class ReturnOrder(Step):
    """The end of step 3: the last chance to fill a laid order before it goes (P5)."""

    name = "return_order"
    ask = "return_order"

    def applies(self, game: Game) -> bool:
        """Return True if the active player has laid an order."""
        return bool(game.extra[LAID][game.active])

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List giving it up; filling it is a free choice."""
        return [PASS]

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Put the order under the stack."""
        cards = game.extra[LAID][seat]
        game.put(LAID, b"", seat)
        _put_under(game, cards)
        game.tell({"event": "returned_order", "seat": seat, "card": cards[0]})


def _after_pay(game: Game, seat: int, paid: bytes) -> None:
    """Put orders that were paid as coins under the stack, the last one paid lowest (P4)."""
    orders = bytes(card for card in paid if is_order(card))
    if orders:  # they lie on top of the discard pile, where they were paid
        kept = len(game.discard) - len(paid)
        beans = bytes(card for card in paid if not is_order(card))
        game.discard = game.discard[:kept] + beans
        _put_under(game, orders[::-1])


RETURN_ORDER = ReturnOrder()

ORDER_CARDS = Rule(
    name="orders",
    cites="P3 P4 P5 P6",
    text="After the deal everyone draws an order a/b to the back of the hand. At any time on your"
    " turn you may fill it with exactly a beans in the left and b in the right of two adjacent"
    " fields (0: an empty field). The beans stay, and the order becomes a coin. An order filled"
    " from the hand is not one of the cards of step 1. One that has come to the front of the hand"
    " in step 1 is laid face up instead of planted. The first card must be laid, and a bean planted"
    " after it, if you have one; the second need not be laid. An order laid may be filled until the"
    " end of step 3; then it goes under the order stack, as does an order that is spent as a coin."
    " After step 4 the active player draws an order, if there is none in hand and the stack has"
    " one. Orders cannot be traded, earn nothing unfilled, and in hand neither keep the game going"
    " nor, by the arena's own ruling, count in a tie.",
    welcome=("lay_order", "fill_order"),
    data=lambda tables: {
        "orders": {NAMES[FIRST_ORDER + at]: order for at, order in enumerate(ORDERS)}
    },
    pieces=(
        Piece(STACK, NOBODY, cards=True, start=b"", deal=_deal_unseen),
        Piece(LAID, EVERYONE, per_seat=True, cards=True, start=b""),
        Piece(LAID_FIRST, EVERYONE, start=0),
    ),
    events=(
        EventKind("drew_order", secret=("cards",)),
        EventKind("laid_order"),
        EventKind("filled_order"),
        EventKind("returned_order"),
    ),
    places=(Laid(),),
    refuse=(
        TO_PLANT.refuse("order_not_planted", _not_planted),
        TO_GIVE.refuse("order_not_given", _not_given),
        TO_PASS.refuse("bean_after_order", _must_plant),
    ),
    free=(Filling(),),
    after=(DEALT.then(_deal), DREW.then(_after_draw), PAID.then(_after_pay)),
)
ORDER_LIST = Rule(
    name="order_list",
    cites="P8",
    text=f"The {len(ORDERS)} orders: "
    + " ".join(f"{left}/{right}" for left, right in ORDERS)
    + ". The printed list is not public; this one is a reconstruction: every ordered pair a/b with"
    " 3 ≤ a + b ≤ 8.",
)
