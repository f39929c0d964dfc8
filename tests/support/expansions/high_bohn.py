"""High Bohn and Cognac: buildings bought, and the powers that ask."""

from collections import Counter
from functools import partial

from arena.rules import Event, Game, View
from arena.rules.expansions.high_bohn.buildings import BUILDINGS, OWNED, SHOP
from tests.support.example import Example
from tests.support.folding import Folds, kinds, leave, without
from tests.support.hidden import Place, Secret, Walk, Walks
from tests.support.town import town

RULE_IDS = [
    *(f"HB{number}" for number in range(1, 12)),
    *(f"HB-{building.replace('_', '-')}" for building in BUILDINGS),
]

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


def _bought_building(view: View, event: Event) -> None:
    seat, name = event["seat"], event["building"]
    building = BUILDINGS[name]
    for _ in range(building.price):
        at = view["coins"][seat].rindex(building.bean)
        view["coins"][seat] = view["coins"][seat][:at] + view["coins"][seat][at + 1 :]
    view["discard"] += bytes([building.bean]) * building.price
    view["buildings"][seat] += (name,)
    view["shop"] = event["shop"]
    if name in ("saloon_2", "blacksmith_2", "mine_4"):
        if name != "mine_4":
            view["special_fields"][seat] += ((len(view["fields"][seat]), name),)
        view["fields"][seat] += (b"",)


def _looked(view: View, event: Event) -> None:
    view["bank_seen"][event["seat"]] = event.get("cards", event.get("count"))


def _put_back(view: View, event: Event) -> None:
    seen = view["bank_seen"][event["seat"]]
    view["bank_seen"][event["seat"]] = 0 if isinstance(seen, int) else b""


def _ordered_drawn(view: View, event: Event) -> None:
    if "order" in event:
        hand, order = view["hands"][event["seat"]], event["order"]
        drawn = hand[len(hand) - len(order) :]
        moved = bytes(drawn[at] for at in order)
        view["hands"][event["seat"]] = hand[: len(hand) - len(order)] + moved


def _moved_card(view: View, event: Event) -> None:
    hand = view["hands"][event["seat"]]
    if isinstance(hand, bytes):
        cards = list(hand)
        cards.insert(event["to"], cards.pop(event["hand"]))
        view["hands"][event["seat"]] = bytes(cards)


def _stew_begun(view: View, event: Event) -> None:
    stews = view["stews"][event["seat"]]
    view["stews"][event["seat"]] = tuple(sorted((*stews, event["field"])))


def _stew_earned(view: View, event: Event) -> None:
    seat, coins = event["seat"], event["coins"]
    stews = view["stews"][seat]
    view["stews"][seat] = tuple(at for at in stews if at != event["field"])
    if coins:
        assert view["coins"][seat].endswith(coins)
        view["coins"][seat] = view["coins"][seat][: -len(coins)]
    view["under_buildings"][seat] += coins


def _paid_distiller(view: View, event: Event) -> None:
    seat, card = event["seat"], event["card"]
    pile = view["under_buildings"][seat]
    at = pile.rindex(card)
    view["under_buildings"][seat] = pile[:at] + pile[at + 1 :]
    view["under_buildings"][event["with"]] += bytes([card])


def _jail_coin(view: View, event: Event) -> None:
    at = view["discard"].rindex(event["card"])
    view["discard"] = view["discard"][:at] + view["discard"][at + 1 :]
    view["coins"][event["seat"]] += bytes([event["card"]])


def _stored(view: View, event: Event) -> None:
    seat, card = event["seat"], bytes([event["card"]])
    leave(view, seat, card, event["from"])
    view["store"][seat] += card


def _sold_out(view: View, event: Event) -> None:
    view["shop"] = event["shop"]


def _planted(view: View, event: Event) -> None:
    if event["from"] == "set_aside" and "from_store" in view:
        due = view["from_store"][event["seat"]]
        view["from_store"][event["seat"]] = due.replace(bytes([event["card"]]), b"", 1)


def _traded(view: View, event: Event) -> None:
    active, other = event["seat"], event["with"]
    for giver, cards, receiver in ((active, event["gave"], other), (other, event["got"], active)):
        stored = tuple(card for card in cards if card.source == "store")
        if stored:
            view["store"][giver] = without(view["store"][giver], stored, "store")
            view["from_store"][receiver] += kinds(stored)


def _seen_by(game: Game, seat: int) -> set[Place]:
    seen, top = game.extra["bank_seen"][seat], len(game.draw_pile)
    return {Place("draw_pile", None, at) for at in range(top - len(seen), top)}


def _see_the_top(game: Game) -> None:
    seen = game.extra["bank_seen"]
    game.extra["bank_seen"] = tuple(game.draw_pile[-1:] if look else look for look in seen)


def _walk_put_back(walk: Walk, event: Event) -> None:
    if event["under"]:
        if "run_out" in walk.names:  # it is the lowest now, and still drawn in this step
            walk.look("draw_pile", 1, None)
        walk.take("draw_pile", 1)


def _buildings_are_there_once(game: Game) -> None:
    if OWNED not in game.extra:
        return
    owned = [name for names in game.extra[OWNED] for name in names]
    there = [*owned, *game.extra[SHOP]]
    assert len(set(there)) == len(there), f"a building twice: {there}"
    for names in game.extra[OWNED]:
        types = [BUILDINGS[name].type for name in names]
        assert len(set(types)) == len(types), f"two of a type (HB2): {names}"


def _due_from_stores_is_set_aside(game: Game) -> None:
    for foreign, due in zip(game.extra.get("from_store", ()), game.set_aside, strict=False):
        assert not Counter(foreign) - Counter(due), "more from a store than is set aside"


RICH = (9, 12)  # the dearest buildings cost four coins alike
SECRETS = {"bank_seen": Secret(_seen_by, _see_the_top)}
WALKS: Walks = {
    "looked": lambda walk, event: walk.look("draw_pile", len(event["cards"]), event["seat"]),
    "put_back": _walk_put_back,
    "ordered_drawn": lambda walk, event: None,
}
HOLDS = (_buildings_are_there_once, _due_from_stores_is_set_aside)
FOLDS: Folds = {
    "planted": _planted,
    "traded": _traded,
    "bought_building": _bought_building,
    "looked": _looked,
    "put_back": _put_back,
    "ordered_drawn": _ordered_drawn,
    "moved_card": _moved_card,
    "stew_begun": _stew_begun,
    "stew_earned": _stew_earned,
    "paid_distiller": _paid_distiller,
    "jail_coin": _jail_coin,
    "stored": _stored,
    "named_type": lambda view, event: None,
    "sold_out": _sold_out,
}
