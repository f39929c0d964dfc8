"""High Bohn and Cognac: buildings bought, and the powers that ask."""

from functools import partial

from tests.support.high_bohn import town
from tests.support.spec_examples.example import Example

_named = partial(
    town, 3, "high_bohn+cognac", hands={0: "red"}, coins={0: "cognac cognac", 2: "blue blue"},
    fields={2: ["blue blue blue blue"]},
)  # fmt: skip
DISTILLERY_2 = {"do": "buy_building", "building": "distillery_2"}
JAIL = {"do": "name_type", "type": "jail"}
JAIL_2 = {"do": "buy_building", "building": "jail_2"}

EXAMPLES = {
    "build": Example(
        partial(
            town, 3, hands={0: "soy blue"}, buildings={0: "saloon_3 store_2"},
            coins={0: "blue blue red soy"}, fields={0: ["blue blue blue", "chili", "red red"]},
        ),
        shown=("coins", "buildings", "store", "stews"),
        answer=JAIL_2,
    ),
    "bank_2": Example(
        partial(
            town, 3, step="bank_2", buildings={0: "bank_2"}, hands={0: "soy"},
            draw_pile="garden red",
        ),
        shown=("hand", "bank_seen"),
        answer={"do": "put_under"},
    ),
    "bank_4": Example(
        partial(town, 3, step="bank_4", buildings={0: "bank_4"}, hands={0: "soy red blue"}),
        shown=("hand",),
        answer={"do": "move_card", "hand": 2, "to": 0},
    ),
    "bank_3": Example(
        partial(
            town, 3, step="draw", buildings={0: "bank_3"}, hands={0: "soy"},
            draw_pile="red blue chili soy",
        ),
        shown=("hand",),
        answer={"do": "order_drawn", "order": [2, 0, 1]},
    ),
    "harvest_farm": Example(
        partial(
            town, 3, step="draw", draw_pile="red", run_outs=2, buildings={0: "farm_2"},
            fields={0: ["blue blue blue soy soy soy"]},
        ),
        shown=("fields",),
        answer={"do": "harvest_farm", "field": 0, "soy": 2},
    ),
    "last_purchases": Example(
        partial(
            town, 3, step="draw", draw_pile="soy", coins={1: "red red"}, run_outs=2,
            buildings={1: "bank_2"},
        ),
        shown=("coins", "buildings"),
        answer=2,
    ),
    "name_type": Example(_named, shown=("coins",), answer=JAIL, before=(DISTILLERY_2,)),
    "last_chance": Example(_named, shown=("coins",), answer=JAIL_2, before=(DISTILLERY_2, JAIL)),
    "pay_distiller": Example(
        partial(
            town, 3, "high_bohn+cognac", hands={0: "red"}, stews={0: (0,)},
            buildings={0: "saloon_4", 1: "distillery_3"},
            fields={0: ["red blue chili soy green", "garden garden"]},
        ),
        shown=("under_buildings",),
        answer={"do": "give_coin", "card": "soy"},
        before=({"do": "harvest", "field": 0},),
    ),
}  # fmt: skip
