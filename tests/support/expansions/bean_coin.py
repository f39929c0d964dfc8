"""The bean coin: claimed, defended, and the card shown planted."""

from functools import partial

from arena.rules import Event, View
from tests.support.example import Example
from tests.support.folding import Folds, shown
from tests.support.hidden import HandShown, whole_hand
from tests.support.scenario import position

RULE_IDS = ["C1", "C2", "C3", "C4", "C5"]

_claim = partial(
    position, "anniversary+bean_coin", 3, hands={0: "soy red", 2: "blue chili red"},
    fields={0: ["soy soy soy soy soy soy", "red red red red"]},
)  # fmt: skip
CLAIM, RESIST = {"do": "claim_coin"}, {"do": "resist"}

EXAMPLES = {
    "claim": Example(_claim, ("fields", "coin_holder", "coin_claim_failed"), CLAIM),
    "resist": Example(_claim, ("active", "hand", "coin_holder"), RESIST, before=(CLAIM,)),
    "plant_coin_card": Example(_claim, ("coin_holder", "coin_card"), 0, before=(CLAIM, RESIST)),
}


def _coin_passed(view: View, event: Event) -> None:
    view["coin_holder"] = event["seat"]


def _coin_resisted(view: View, event: Event) -> None:
    shown(view, event["seat"], event["hand"], event["card"])
    view["coin_card"] = bytes([event["card"]])


def _coin_kept(view: View, event: Event) -> None:
    view["coin_claim_failed"] = event["turn"]


FOLDS: Folds = {
    "coin_claimed": lambda view, event: None,
    "coin_passed": _coin_passed,
    "coin_resisted": _coin_resisted,
    "coin_kept": _coin_kept,
}
HAND_SHOWN: HandShown = {"coin_resisted": whole_hand}
BY_CHANCE = ("coin_resisted",)
