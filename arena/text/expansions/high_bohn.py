"""Words for High Bohn and its buildings."""

from collections.abc import Iterable
from typing import Any

from arena.text.cards import beans, card_name, coins, queue
from arena.text.words import Who, Words
from protocol import Json


def _building(name: Any) -> str:
    """Return a building's printed name: "jail 2"."""
    return str(name).replace("_", " ")


def _buildings(names: Iterable[Any]) -> str:
    """List buildings by type: "jail 1 2 4, mine 3"."""
    prices: dict[str, list[str]] = {}
    for name in names:
        kind, _, price = str(name).partition("_")
        prices.setdefault(kind, []).append(price)
    return ", ".join(f"{kind} {' '.join(each)}" for kind, each in prices.items())


# --- choices and events --------------------------------------------------------------------------


def _move_card(who: Who, choice: Json, view: Json) -> str:
    hand, place = view.get("hand", []), choice["hand"]
    card = card_name(hand[place]) if place < len(hand) else "the card"
    return f"move {card} from place {who.nth(place)} of your hand to place {who.nth(choice['to'])}"


def _order_drawn(who: Who, choice: Json, view: Json) -> str:
    order = choice["order"]
    drawn = view.get("hand", [])[-len(order) :]
    # Without the hand they were drawn to, their numbers have to do.
    cards = order if len(drawn) < len(order) else [drawn[at] for at in order]
    return f"put the cards just drawn in the order {queue(cards)}"


def _looked(who: Who, event: Json) -> str:
    seen = f": {beans(event['cards'])}" if "cards" in event else ""
    return f"looks at the top of the draw pile{seen}"


def _put_back(who: Who, event: Json) -> str:
    return f"{'puts it under' if event['under'] else 'leaves it on'} the draw pile"


# --- the table -----------------------------------------------------------------------------------


def _before(view: Json, seat: int, who: Who) -> list[str]:
    def own(piece: str) -> Any:
        return view[piece][seat] if view.get(piece) else []

    parts = []
    if owned := own("buildings"):
        parts.append(f"buildings {_buildings(owned)}")
    if under := own("under_buildings"):
        parts.append(f"{coins(len(under))} under them")
    parts += [f"{who.field(field)} is a stew" for field in own("stews")]
    parts += [
        f"{who.field(field)} belongs to {_building(name)}" for field, name in own("special_fields")
    ]
    if stored := own("store"):
        parts.append(f"{beans(stored)} in the store")
    if from_store := own("from_store"):
        parts.append(f"{beans(from_store)} of the set aside came from a store")
    return parts


def _on_the_table(view: Json) -> list[str]:
    parts = []
    if seen := view.get("bank_seen") and view["bank_seen"][view["seat"]]:
        parts.append(f"On top of the draw pile: {beans(seen)}.")
    if view.get("shop"):
        parts.append(f"For sale: {_buildings(view['shop'])}.")
    return parts


def _coin_pile(view: Json, seat: int) -> list[str]:
    """Name the beans on the coins if there is anything to buy with them."""
    pile = view["coins"][seat]
    return [beans(pile)] if pile and view.get("shop") else []


WORDS = Words(
    choices={
        "buy_building": lambda who, choice, view: f"buy {_building(choice['building'])}",
        "harvest_farm": lambda who, choice, view: (
            f"harvest {who.field(choice['field'])}, with {choice['soy']} soy among the coins"
        ),
        "plant_stew": lambda who, choice, view: (
            f"plant {card_name(choice['card'])} in {who.field(choice['field'])} as a stew"
        ),
        "store": lambda who, choice, view: f"put {card_name(choice['card'])} in the store",
        "put_under": lambda who, choice, view: "put the card under the draw pile",
        "move_card": _move_card,
        "order_drawn": _order_drawn,
        "name_type": lambda who, choice, view: f"name {choice['type']} as the type to be sold out",
        "give_coin": lambda who, choice, view: f"give the {card_name(choice['card'])} coin",
    },
    deeds={
        "bought_building": lambda who, event: f"buys {_building(event['building'])}",
        "looked": _looked,
        "put_back": _put_back,
        "ordered_drawn": lambda who, event: "rearranges the cards just drawn",
        "moved_card": lambda who, event: (
            f"moves a card of the hand from place {who.nth(event['hand'])}"
            f" to place {who.nth(event['to'])}"
        ),
        "stored": lambda who, event: f"puts {card_name(event['card'])} in the store",
        "stew_begun": lambda who, event: f"starts a stew in {who.field(event['field'])}",
        "stew_earned": lambda who, event: (
            f"puts {coins(len(event['coins']))} from the stew under the saloon"
        ),
        "paid_distiller": lambda who, event: (
            f"gives {who.seat(event['with'])} the {card_name(event['card'])} coin (distillery 3)"
        ),
        "jail_coin": lambda who, event: (
            f"takes one more {card_name(event['card'])} as a coin (jail 4)"
        ),
        "named_type": lambda who, event: (
            f"names {event['type']}: the others have a last chance to buy one (distillery 2)"
        ),
    },
    news={"sold_out": lambda who, event: f"No {event['type']} is for sale any more"},
    questions={
        "bank_2": "Bank 2: you have seen the top card and may put it under the draw pile.",
        "bank_3": "Bank 3: you may rearrange the cards just drawn.",
        "bank_4": "Bank 4: you may move one card of your hand.",
        "harvest_farm": "The end of the game: say how many coins of this harvest are soy.",
        "pay_distiller": "Distillery 3: give its owner one coin from your stew.",
        "distillery_2": (
            "Distillery 2: name a type of building. The others may each buy one now; then it is"
            " sold out."
        ),
        "last_chance": "This is your last chance to buy a building of the type just named.",
        "last_purchases": "The end of the game: this is your last chance to buy buildings.",
    },
    passing={
        "bank_2": "leave the card on the draw pile",
        "bank_3": "leave the cards as drawn",
        "bank_4": "leave your hand as it is",
        "last_chance": "buy nothing more",
        "last_purchases": "buy nothing more",
    },
    places={"store": "in the store"},
    counted={
        "bought_building": "buildings bought",
        "stew_begun": "stews begun",
        "stored": "beans stored",
        "jail_coin": "coins by jail 4",
    },
    before=_before,
    on_the_table=_on_the_table,
    coin_pile=_coin_pile,
)
