"""Words for the bean coin."""

from arena.text.cards import beans, card_name
from arena.text.words import Who, Words
from protocol import Json


def _before(view: Json, seat: int, who: Who) -> list[str]:
    return ["holds the bean coin"] if view.get("coin_holder") == seat else []


def _on_the_table(view: Json) -> list[str]:
    return [f"Shown: {beans(view['coin_card'])}."] if view.get("coin_card") else []


WORDS = Words(
    choices={
        "claim_coin": lambda who, choice, view: "claim the bean coin",
        "resist": lambda who, choice, view: "resist and show a random card from your hand",
    },
    deeds={
        "coin_claimed": lambda who, event: "claims the bean coin",
        "coin_resisted": lambda who, event: f"resists, showing {card_name(event['card'])}",
        "coin_kept": lambda who, event: "keeps the bean coin",
        "coin_passed": lambda who, event: "gets the bean coin",
    },
    questions={
        "resist": (
            "Your bean coin is being claimed: let it go, or resist and show a random card from"
            " your hand."
        ),
        "plant_coin_card": "Plant the card that was shown.",
    },
    passing={"resist": "let the coin go"},
    places={"coin_card": "the card shown"},
    counted={"coin_passed": "bean coins won"},
    before=_before,
    on_the_table=_on_the_table,
)
