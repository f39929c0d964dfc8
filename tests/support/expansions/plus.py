"""Plus: an order laid, and the last chance to fill it."""

from functools import partial

from arena.rules import Event, View
from arena.rules.cards import FIRST_ORDER
from tests.support.example import Example
from tests.support.folding import Folds, leave, shown
from tests.support.hidden import HandShown, Walks, whole_hand
from tests.support.scenario import pile, position

RULE_IDS = ["P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8"]

EXAMPLES = {
    "lay_order": Example(
        partial(
            position, "plus", 4, hands={0: "order_2_1 soy red"}, fields={0: ["soy", "blue blue"]}
        ),
        shown=("hand", "laid_order"),
        answer=0,
    ),
    "return_order": Example(
        partial(
            position, "plus", 4, step="return_order", hands={0: "red"},
            fields={0: ["soy soy", "blue"]},
            extra={"laid_order": (pile("order_2_1"), b"", b"", b"")},
        ),
        shown=("fields", "laid_order"),
        answer={"do": "fill_order", "field": 0},
    ),
}  # fmt: skip


def _from_hand(view: View, seat: int, cards: bytes) -> None:
    hand = view["hands"][seat]
    view["hands"][seat] = (
        hand - len(cards) if isinstance(hand, int) else hand.replace(cards[:1], b"", len(cards))
    )


def _drew_order(view: View, event: Event) -> None:
    view["order_stack"] -= 1
    hands = view["hands"]
    hands[event["seat"]] = hands[event["seat"]] + event.get("cards", 1)


def _laid_order(view: View, event: Event) -> None:
    seat, card = event["seat"], bytes([event["card"]])
    leave(view, seat, card, "hand")
    view["laid_order"][seat] = card
    if event["first"]:
        view["order_laid_first"] = view["turn"]


def _filled_order(view: View, event: Event) -> None:
    seat, card = event["seat"], event["card"]
    view["coins"][seat] += bytes([card])
    if "hand" in event:
        shown(view, seat, event["hand"], card)
    else:
        view["laid_order"][seat] = b""


def _returned_order(view: View, event: Event) -> None:
    view["laid_order"][event["seat"]] = b""
    view["order_stack"] += 1


def _hand_joined(view: View, event: Event) -> None:
    seat = event["seat"]
    _from_hand(view, seat, event["cards"])
    fields = list(view["fields"][seat])
    fields[event["field"]] += event["cards"]
    view["fields"][seat] = tuple(fields)


def _hand_sold(view: View, event: Event) -> None:
    seat, cards, coins = event["seat"], event["cards"], event["coins"]
    _from_hand(view, seat, cards)
    view["coins"][seat] += coins
    view["discard"] += cards[len(coins) :]


def _bought_field(view: View, event: Event) -> None:
    """Orders that were paid go under their stack instead."""
    paid = view["discard"][len(view["discard"]) - event["price"] :]
    orders = [card for card in paid if card >= FIRST_ORDER]
    if orders:
        beans = bytes(card for card in paid if card < FIRST_ORDER)
        view["discard"] = view["discard"][: len(view["discard"]) - event["price"]] + beans
        view["order_stack"] += len(orders)


FOLDS: Folds = {
    "bought_field": _bought_field,
    "drew_order": _drew_order,
    "laid_order": _laid_order,
    "filled_order": _filled_order,
    "returned_order": _returned_order,
    "hand_joined": _hand_joined,
    "hand_sold": _hand_sold,
}
WALKS: Walks = {"drew_order": lambda walk, event: walk.draw("order_stack", event)}
HAND_SHOWN: HandShown = {
    "hand_joined": whole_hand,
    "hand_sold": whole_hand,
    "filled_order": lambda game, event: [event["hand"]] if "hand" in event else [],
}
HAND_CHOICES = ("fill_order",)
