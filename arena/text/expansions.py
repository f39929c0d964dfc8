"""Words for what expansions add: choices, events, questions, and what lies before a seat.

Sentences on events begin after the name of the seat that they are about.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from arena.text.cards import Data, beans, card_name, coins, queue

if TYPE_CHECKING:
    from arena.text.speaker import Speaker


def building(name: Any) -> str:
    """A building as people call it: "jail 2"."""
    return str(name).replace("_", " ")


def buildings(names: Any) -> str:
    """Buildings by type: "jail 1 2 4, mine 3"."""
    prices: dict[str, list[str]] = {}
    for name in names:
        kind, _, price = str(name).partition("_")
        prices.setdefault(kind, []).append(price)
    return ", ".join(f"{kind} {' '.join(each)}" for kind, each in prices.items()) or "nothing"


# --- choices -------------------------------------------------------------------------------------


def _steal(who: "Speaker", choice: Data, view: Data) -> str:
    owner, field = choice["seat"], choice["field"]
    try:
        card = card_name(view["fields"][owner][field]["kind"])
    except (KeyError, IndexError):
        card = "a bean"
    return f"steal {card} from field {field} of {who.seat(owner)}, for field {choice['into']}"


def _move_card(who: "Speaker", choice: Data, view: Data) -> str:
    hand, place = view.get("hand", []), choice["hand"]
    card = card_name(hand[place]) if place < len(hand) else "the card"
    return f"move {card} from place {place} of the hand to place {choice['to']}"


def _order_drawn(who: "Speaker", choice: Data, view: Data) -> str:
    order = choice["order"]
    drawn = view.get("hand", [])[-len(order) :]
    if len(drawn) < len(order):
        return f"put the cards drawn in the order {queue(order)}"
    return f"put the cards drawn in the order {queue(drawn[at] for at in order)}"


CHOICES: dict[str, Callable[["Speaker", Data, Data], str]] = {
    "discard": lambda who, c, view: f"discard {card_name(c['card'])}",
    "discard_from_hand": lambda who, c, view: (
        f"discard {card_name(c['card'])}, place {c['hand']} of the hand"
    ),
    "play_magpie": lambda who, c, view: "play the magpie",
    "keep_magpie": lambda who, c, view: "take the magpie into the hand",
    "steal": _steal,
    "claim_coin": lambda who, c, view: "claim the bean coin",
    "resist": lambda who, c, view: "resist, and show a random card of the hand",
    "buy_building": lambda who, c, view: f"buy {building(c['building'])}",
    "harvest_farm": lambda who, c, view: (
        f"harvest field {c['field']}, with {c['soy']} soy among its coins"
    ),
    "plant_stew": lambda who, c, view: (
        f"plant {card_name(c['card'])} in field {c['field']}, as a stew"
    ),
    "store": lambda who, c, view: f"put {card_name(c['card'])} on the store",
    "put_under": lambda who, c, view: "put the card under the draw pile",
    "move_card": _move_card,
    "order_drawn": _order_drawn,
    "name_type": lambda who, c, view: f"name {c['type']} as the type that is sold out after this",
    "give_coin": lambda who, c, view: f"give the {card_name(c['card'])} coin",
    "lay_order": lambda who, c, view: f"lay {card_name(c['card'])}",
    "fill_order": lambda who, c, view: (
        f"fill the order with fields {c['field']} and {c['field'] + 1}"
    ),
}

# What passing means in a question; elsewhere it is just that.
PASSING = {
    "spare_card": "discard nothing",
    "keep_or_leave": "leave the rest to your opponent",
    "steal": "steal nothing (more)",
    "resist": "let the coin go",
    "bank_2": "leave the card on the draw pile",
    "bank_3": "leave the cards as drawn",
    "bank_4": "leave the hand as it is",
    "last_chance": "buy nothing (more)",
    "last_purchases": "buy nothing (more)",
    "return_order": "give the order back",
}


# --- events --------------------------------------------------------------------------------------

SOURCES = {
    "on_offer": " (on offer)",
    "stolen": " (stolen)",
    "coin_card": " (the card shown)",
}


def _looked(who: "Speaker", e: Data) -> str:
    seen = f": {beans(e['cards'])}" if "cards" in e else ""
    return f"looks at the top of the draw pile{seen}"


EVENTS: dict[str, Callable[["Speaker", Data], str]] = {
    "matched": lambda who, e: f"takes matching cards from the discard pile: {queue(e['cards'])}",
    "left": lambda who, e: "leaves the rest to the opponent",
    "opened_field": lambda who, e: "opens the third field with two field beans",
    "stole": lambda who, e: (
        f"steals {card_name(e['card'])} from field {e['field']} of {who.seat(e['with'])}"
    ),
    "kept": lambda who, e: f"takes the {card_name(e['card'])} into the hand",
    "idle": lambda who, e: (
        f"finds nothing to draw, turn {e['turns']} in a row"
        if e["turns"]
        else "finds something to draw again"
    ),
    "coin_claimed": lambda who, e: "claims the bean coin",
    "coin_resisted": lambda who, e: f"resists, and shows {card_name(e['card'])}",
    "coin_kept": lambda who, e: "keeps the bean coin",
    "coin_passed": lambda who, e: "gets the bean coin",
    "bought_building": lambda who, e: f"buys {building(e['building'])}",
    "looked": _looked,
    "put_back": lambda who, e: (
        "puts the card under the draw pile" if e["under"] else "leaves the card on the draw pile"
    ),
    "ordered_drawn": lambda who, e: "puts the cards just drawn in another order",
    "moved_card": lambda who, e: (
        f"moves the card at place {e['hand']} of the hand to place {e['to']}"
    ),
    "stored": lambda who, e: f"puts {card_name(e['card'])} on the store",
    "stew_begun": lambda who, e: f"makes field {e['field']} a stew",
    "stew_earned": lambda who, e: f"puts the stew's {coins(len(e['coins']))} under the saloon",
    "paid_distiller": lambda who, e: (
        f"gives the {card_name(e['card'])} coin to {who.seat(e['with'])} (distillery 3)"
    ),
    "jail_coin": lambda who, e: f"takes one more {card_name(e['card'])} as a coin (jail 4)",
    "named_type": lambda who, e: f"names {e['type']}: a last chance to buy one (distillery 2)",
    "drew_order": lambda who, e: f"draws {queue(e['cards']) if 'cards' in e else 'an order'}",
    "laid_order": lambda who, e: f"lays {card_name(e['card'])}",
    "filled_order": lambda who, e: (
        f"fills {card_name(e['card'])} with fields {e['field']} and {e['field'] + 1}"
    ),
    "returned_order": lambda who, e: f"gives {card_name(e['card'])} back unfilled",
    "hand_joined": lambda who, e: f"adds {beans(e['cards'])} from the hand to field {e['field']}",
    "hand_sold": lambda who, e: (
        f"sells {beans(e['cards'])} from the hand for {coins(len(e['coins']))}"
    ),
}

# Of no seat.
COMMON_EVENTS: dict[str, Callable[["Speaker", Data], str]] = {
    "sold_out": lambda who, e: f"No {e['type']} is for sale any more",
}


# --- questions -----------------------------------------------------------------------------------

ASKS = {
    "use_offer": "Plant or discard the cards that your opponent left on the table.",
    "spare_card": "You may discard one card of your hand.",
    "keep_or_leave": "Plant what you want of the cards turned over; your opponent gets the rest.",
    "steal": "Your magpie may take a bean from another player's field.",
    "resist": "Your bean coin is claimed: let it go, or resist and show a random card.",
    "plant_coin_card": "Plant the card that was shown.",
    "bank_2": "Bank 2: the card that you have looked at may go under the draw pile.",
    "bank_3": "Bank 3: you may put the cards just drawn in another order.",
    "bank_4": "Bank 4: you may move one card of your hand.",
    "harvest_farm": "The end: say how many coins of this harvest are soy.",
    "pay_distiller": "Distillery 3: give one coin of your stew to its owner.",
    "distillery_2": "Distillery 2: name a type; the others may buy one now, then it is sold out.",
    "last_chance": "A last chance to buy a building of the type just named.",
    "last_purchases": "The end: your last chance to buy buildings.",
    "return_order": "A last chance to fill your order, before it goes back.",
}


# --- the table -----------------------------------------------------------------------------------


def before(view: Data, seat: int) -> list[str]:
    """What lies before a seat beside fields and coins."""
    parts = []
    if view.get("coin_holder") == seat:
        parts.append("holds the bean coin")
    if owned := _own(view, "buildings", seat):
        parts.append(f"buildings {buildings(owned)}")
    if under := _own(view, "under_buildings", seat):
        parts.append(f"{coins(len(under))} under them")
    parts += [f"field {field} is a stew" for field in _own(view, "stews", seat)]
    parts += [
        f"field {field} belongs to {building(name)}"
        for field, name in _own(view, "special_fields", seat)
    ]
    if stored := _own(view, "store", seat):
        parts.append(f"on the store {beans(stored)}")
    if laid := _own(view, "laid_order", seat):
        parts.append(f"{beans(laid)} laid")
    return parts


def _own(view: Data, piece: str, seat: int) -> Any:
    by_seat = view.get(piece)
    return by_seat[seat] if by_seat else []


def on_the_table(view: Data) -> list[str]:
    """What lies there for all."""
    parts = []
    if view.get("on_offer"):
        parts.append(f"Left by the opponent: {beans(view['on_offer'])}.")
    if seen := _own(view, "bank_seen", view["seat"]):
        parts.append(f"On top of the draw pile: {beans(seen)}.")
    if view.get("coin_card"):
        parts.append(f"Shown: {beans(view['coin_card'])}.")
    if view.get("shop"):
        parts.append(f"For sale: {buildings(view['shop'])}.")
    return parts
