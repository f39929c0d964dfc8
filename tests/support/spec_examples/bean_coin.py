"""The bean coin: claimed, defended, and the card shown planted."""

from functools import partial

from tests.support.scenario import position
from tests.support.spec_examples.example import Example

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
