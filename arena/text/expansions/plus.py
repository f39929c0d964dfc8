"""Words for Bohnanza Plus: orders, and hands sold at the end."""

from arena.text.cards import beans, card_name, coins, queue
from arena.text.words import Who, Words
from protocol import Json


def _order(kind: str) -> str:
    """Return the printed name of an order: "order 3/2"."""
    name, *numbers = kind.split("_")
    return f"{name} {'/'.join(numbers)}"


def _two(who: Who, field: int) -> str:
    """Name a field and the next one: "fields 1 and 2"."""
    return f"fields {who.nth(field)} and {who.nth(field + 1)}"


def _drew(who: Who, event: Json) -> str:
    return f"draws {queue(event['cards']) if 'cards' in event else 'an order'}"


def _before(view: Json, seat: int, who: Who) -> list[str]:
    laid = view["laid_order"][seat] if view.get("laid_order") else []
    return [f"{beans(laid)} laid"] if laid else []


def _on_the_table(view: Json) -> list[str]:
    left = view.get("order_stack")
    return [] if left is None else [f"Orders left to draw: {left}."]


WORDS = Words(
    choices={
        "lay_order": lambda who, choice, view: f"lay {card_name(choice['card'])}",
        "fill_order": lambda who, choice, view: (
            f"fill your order with {_two(who, choice['field'])}"
        ),
    },
    deeds={
        "drew_order": _drew,
        "laid_order": lambda who, event: f"lays {card_name(event['card'])}",
        "filled_order": lambda who, event: (
            f"fills {card_name(event['card'])} with {_two(who, event['field'])}"
        ),
        "returned_order": lambda who, event: f"returns {card_name(event['card'])} unfilled",
        "hand_joined": lambda who, event: (
            f"adds {beans(event['cards'])} from the hand to {who.field(event['field'])}"
        ),
        "hand_sold": lambda who, event: (
            f"sells {beans(event['cards'])} from the hand for {coins(len(event['coins']))}"
        ),
    },
    questions={"return_order": "This is your last chance to fill your order before it goes back."},
    passing={"return_order": "give the order back"},
    cards={"order": _order},
    counted={"filled_order": "orders filled", "returned_order": "orders not filled"},
    before=_before,
    on_the_table=_on_the_table,
)
