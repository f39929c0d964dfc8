"""Words for the magpies."""

from arena.text.cards import card_name
from arena.text.words import Who, Words
from protocol import Json


def _steal(who: Who, choice: Json, view: Json) -> str:
    owner, field = choice["seat"], choice["field"]
    try:
        card = card_name(view["fields"][owner][field]["kind"])
    except (KeyError, IndexError):
        card = "a bean"
    into = who.field(choice["into"])
    return f"steal {card} from {who.whose(owner)} {who.field(field)} for your {into}"


def _idle(who: Who, event: Json) -> str:
    if not event["turns"]:
        return "has something to draw again"
    return f"has nothing to draw (turn {event['turns']} in a row)"


def _on_the_table(view: Json) -> list[str]:
    idle = view.get("idle_turns")
    return [f"Turns in a row with nothing to draw: {idle}."] if idle else []


WORDS = Words(
    choices={
        "play_magpie": lambda who, choice, view: "play the magpie",
        "keep_magpie": lambda who, choice, view: "take the magpie into your hand",
        "steal": _steal,
    },
    deeds={
        "stole": lambda who, event: (
            f"steals {card_name(event['card'])} "
            f"from {who.whose(event['with'])} {who.field(event['field'])}"
        ),
        "kept": lambda who, event: f"keeps the {card_name(event['card'])} in hand",
        "idle": _idle,
    },
    counted={"stole": "beans stolen"},
    questions={"steal": "Your magpie may steal a bean from another player's field."},
    passing={"steal": "steal nothing more"},
    places={"stolen": "stolen"},
    on_the_table=_on_the_table,
)
