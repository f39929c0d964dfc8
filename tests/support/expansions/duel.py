"""The duels: the offer of the opponent, one's own, and the card that may go."""

from functools import partial

from arena.rules import Event, View
from tests.support.example import Example
from tests.support.folding import Folds
from tests.support.scenario import pile, position

RULE_IDS = ["D1", "D2", "D3", "D4", "E0", "E1", "E2", "E3", "E4"]

EXAMPLES = {
    "use_offer": Example(
        partial(
            position, "rio_grande_duel", 2, step="use_offer", hands={0: "red chili"},
            fields={0: ["soy soy", "blue blue"]}, extra={"on_offer": pile("soy stink")},
        ),
        shown=("on_offer",),
        answer={"do": "discard", "card": "stink"},
    ),
    "spare_card": Example(
        partial(
            position, "rio_grande_duel", 2, step="spare_card", hands={0: "red chili soy"},
            fields={0: ["soy"]},
        ),
        shown=("hand",),
        answer=2,
    ),
    "plant_or_discard": Example(
        partial(
            position, "anniversary_duel", 2, hands={0: "red chili"},
            fields={0: ["soy", "red red", "blue blue"]},
        ),
        shown=("hand", "fields"),
        answer={"do": "discard_from_hand", "card": "chili", "hand": 1},
    ),
    "keep_or_leave": Example(
        partial(
            position, "anniversary_duel", 2, step="turn_over", draw_pile="soy red soy blue blue",
            fields={0: ["soy", "chili chili", ""]}, discard="blue red",
        ),
        shown=("turned_over",),
        answer=1,
    ),
}  # fmt: skip


def _matched(view: View, event: Event) -> None:
    for card in event["cards"]:
        assert view["discard"][-1] == card
        view["discard"] = view["discard"][:-1]
    view["turned_over"] += event["cards"]


def _left(view: View, event: Event) -> None:
    view["on_offer"] += view["turned_over"]
    view["turned_over"] = b""


FOLDS: Folds = {
    "matched": _matched,
    "left": _left,
}
