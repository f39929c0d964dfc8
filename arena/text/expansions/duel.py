"""Words for the duels."""

from itertools import groupby

from arena.text.cards import beans, card_name, queue
from arena.text.words import Words
from protocol import Json


def _on_the_table(view: Json) -> list[str]:
    on_offer, parts = view.get("on_offer"), []
    if on_offer is not None and view["discard"]:  # the top card may be taken, then the next one
        runs = (beans(run) for _, run in groupby(reversed(view["discard"])))
        parts.append(f"The discard pile from its top: {', '.join(runs)}.")
    if on_offer:
        parts.append(f"On offer: {beans(on_offer)}.")
    return parts


WORDS = Words(
    choices={
        "discard": lambda who, choice, view: f"discard {card_name(choice['card'])}",
        "discard_from_hand": lambda who, choice, view: (
            f"discard {card_name(choice['card'])} from place {who.nth(choice['hand'])} of your hand"
        ),
    },
    deeds={
        "matched": lambda who, event: (
            f"takes matching cards from the discard pile: {queue(event['cards'])}"
        ),
        "left": lambda who, event: "leaves the rest for the opponent",
    },
    questions={
        "use_offer": "Before step 1: plant or discard the cards that your opponent left you.",
        "spare_card": "Step 1: you may discard one card from your hand.",
        "keep_or_leave": (
            "Step 3: plant any of the cards turned over; the rest is left for your opponent."
        ),
    },
    passing={
        "spare_card": "discard nothing",
        "keep_or_leave": "leave the rest for your opponent",
    },
    places={"on_offer": "on offer"},
    counted={"discarded": "discards"},
    on_the_table=_on_the_table,
)
