"""The questions of expansions that SPEC.md shows, asked by the engine in positions set up here.

`python -m tests.support.spec_examples` writes them into the page again.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import protocol
from arena.rules import Game
from arena.rules.cards import KIND
from arena.rules.choices import HARVEST
from arena.rules.expansions.bean_coin import ClaimCoin, Resist
from arena.rules.expansions.magpie import PlayMagpie
from arena.translation import reader
from tests.support.high_bohn import buy, town
from tests.support.scenario import pile, play, position
from tests.support.translating import CLOCK, question, seen

PAGE = Path(protocol.__file__).parent / "SPEC.md"
# A list of more than four names; its first two are shown.
LONG_LIST = re.compile(r'(\["\w+","\w+")(?:,"\w+"){3,}\]')
Position = Game


class Example(NamedTuple):
    """A position, the keys of the view that the page shows, and an answer."""

    position: Callable[[], Position]
    shown: tuple[str, ...]
    answer: Any


def use_offer() -> Position:
    return position(
        "rio_grande_duel", 2, step="use_offer", hands={0: "red chili"},
        fields={0: ["soy soy", "blue blue"]}, extra={"on_offer": pile("soy stink")},
    )  # fmt: skip


def spare_card() -> Position:
    return position(
        "rio_grande_duel", 2, step="spare_card", hands={0: "red chili soy"}, fields={0: ["soy"]}
    )


def plant_or_discard() -> Position:
    return position(
        "anniversary_duel", 2, hands={0: "red chili"}, fields={0: ["soy", "red red", "blue blue"]}
    )


def keep_or_leave() -> Position:
    return position(
        "anniversary_duel", 2, step="turn_over", draw_pile="soy red soy blue blue",
        fields={0: ["soy", "chili chili", ""]}, discard="blue red",
    )  # fmt: skip


def steal() -> Position:
    game = position(
        "anniversary+magpie", 3, hands={0: "magpie red"},
        fields={0: ["soy", "blue blue"], 1: ["soy soy soy"], 2: ["blue", "red"]},
    )  # fmt: skip
    return game, play(game, 0, PlayMagpie())


def keep_magpie() -> Position:
    return position(
        "anniversary+magpie", 3, step="set_aside", set_aside={0: "magpie soy"}, fields={0: ["soy"]}
    )


def claim() -> Position:
    return position(
        "anniversary+bean_coin", 3, hands={0: "soy red", 2: "blue chili red"},
        fields={0: ["soy soy soy soy soy soy", "red red red red"]},
    )  # fmt: skip


def resist() -> Position:
    game = claim()
    return game, play(game, 0, ClaimCoin())


def plant_coin_card() -> Position:
    game = resist()
    return game, play(game, 2, Resist())


def build() -> Position:
    return town(
        3, hands={0: "soy blue"}, buildings={0: "saloon_3 store_2"}, coins={0: "blue blue red soy"},
        fields={0: ["blue blue blue", "chili", "red red"]},
    )  # fmt: skip


def bank_2() -> Position:
    return town(3, step="bank_2", buildings={0: "bank_2"}, hands={0: "soy"}, draw_pile="garden red")


def bank_4() -> Position:
    return town(3, step="bank_4", buildings={0: "bank_4"}, hands={0: "soy red blue"})


def bank_3() -> Position:
    return town(
        3, step="draw", buildings={0: "bank_3"}, hands={0: "soy"}, draw_pile="red blue chili soy"
    )


def harvest_farm() -> Position:
    return town(
        3, step="draw", draw_pile="red", run_outs=2, buildings={0: "farm_2"},
        fields={0: ["blue blue blue soy soy soy"]},
    )  # fmt: skip


def pay_distiller() -> Position:
    game = town(
        3, "high_bohn+cognac", hands={0: "red"}, buildings={0: "saloon_4", 1: "distillery_3"},
        fields={0: ["red blue chili soy green", "garden garden"]}, stews={0: (0,)},
    )  # fmt: skip
    return game, play(game, 0, HARVEST[0])


def name_type() -> Position:
    game = town(
        3, "high_bohn+cognac", hands={0: "red"}, coins={0: "cognac cognac", 2: "blue blue"},
        fields={2: ["blue blue blue blue"]},
    )  # fmt: skip
    return game, buy(game, 0, "distillery_2")


def last_chance() -> Position:
    game = name_type()
    jail = next(c for c in game.choices(0) if getattr(c, "type", "") == "jail")
    return game, play(game, 0, jail)


def last_purchases() -> Position:
    game = town(
        3, step="draw", draw_pile="soy", coins={1: "red red"}, run_outs=2, buildings={1: "bank_2"}
    )
    events = game.told
    return game, events


def lay_order() -> Position:
    return position("plus", 4, hands={0: "order_2_1 soy red"}, fields={0: ["soy", "blue blue"]})


def return_order() -> Position:
    laid = (bytes([KIND["order_2_1"]]), b"", b"", b"")
    return position(
        "plus", 4, step="return_order", hands={0: "red"}, fields={0: ["soy soy", "blue"]},
        extra={"laid_order": laid},
    )  # fmt: skip


EXAMPLES = {
    "use_offer": Example(use_offer, ("on_offer",), {"do": "discard", "card": "stink"}),
    "spare_card": Example(spare_card, ("hand",), 2),
    "plant_or_discard": Example(
        plant_or_discard,
        ("hand", "fields"),
        {"do": "discard_from_hand", "card": "chili", "hand": 1},
    ),
    "keep_or_leave": Example(keep_or_leave, ("turned_over",), 1),
    "steal": Example(steal, ("fields",), {"do": "steal", "seat": 1, "field": 0, "into": 0}),
    "keep_magpie": Example(keep_magpie, ("set_aside",), 1),
    "claim": Example(claim, ("fields", "coin_holder", "coin_claim_failed"), {"do": "claim_coin"}),
    "resist": Example(resist, ("active", "hand", "coin_holder"), {"do": "resist"}),
    "plant_coin_card": Example(plant_coin_card, ("coin_holder", "coin_card"), 0),
    "build": Example(
        build,
        ("coins", "buildings", "store", "stews"),
        {"do": "buy_building", "building": "jail_2"},
    ),
    "bank_2": Example(bank_2, ("hand", "bank_seen"), {"do": "put_under"}),
    "bank_4": Example(bank_4, ("hand",), {"do": "move_card", "hand": 2, "to": 0}),
    "bank_3": Example(bank_3, ("hand",), {"do": "order_drawn", "order": [2, 0, 1]}),
    "harvest_farm": Example(
        harvest_farm, ("fields",), {"do": "harvest_farm", "field": 0, "soy": 2}
    ),
    "pay_distiller": Example(
        pay_distiller, ("under_buildings",), {"do": "give_coin", "card": "soy"}
    ),
    "name_type": Example(name_type, ("coins",), {"do": "name_type", "type": "jail"}),
    "last_chance": Example(last_chance, ("coins",), {"do": "buy_building", "building": "jail_2"}),
    "last_purchases": Example(last_purchases, ("coins", "buildings"), 2),
    "lay_order": Example(lay_order, ("hand", "laid_order"), 0),
    "return_order": Example(
        return_order, ("fields", "laid_order"), {"do": "fill_order", "field": 0}
    ),
}


def decide(example: Example) -> dict[str, Any]:
    """The whole message."""
    game = example.position()
    events = game.told
    asked = question(game)
    told = seen(game.book, events, asked["view"]["seat"])
    return {"type": "decide", "id": 9, **asked, "events": told, "clock": CLOCK}


def check_answer(example: Example) -> None:
    """Raises Refused if the answer that the page gives is not legal."""
    game = example.position()
    seat = game.decisions[0].seat
    reader(game.book).read(game, seat, game.choices(seat), example.answer)


def lines(example: Example) -> str:
    """The question and the answer as the page has them, cut to what matters."""
    message = decide(example)
    view = {key: message["view"][key] for key in example.shown}
    shown = {**message, "view": view | {"…": 0}, "clock": {"…": 0}}
    answer = {"type": "choose", "id": message["id"], "choice": example.answer}
    return f"> {_compact(shown)}\n< {_compact(answer)}\n".replace('"…":0', "…")


def _compact(value: Any) -> str:
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return LONG_LIST.sub(r"\1,…]", text)


def main() -> None:
    """Write all blocks of the page again."""
    page = PAGE.read_text(encoding="utf-8")
    for name, example in EXAMPLES.items():
        before, opening, rest = page.partition(f"```dialogue {name}\n")
        if not opening:
            print(f"{name} is not on the page")
            continue
        after = rest[rest.index("```\n") :]
        page = before + opening + lines(example) + after
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
