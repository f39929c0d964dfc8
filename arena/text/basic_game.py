"""Words for the basic game."""

from collections.abc import Sequence

from arena.text.cards import beans, card_name, coins, queue, remark, side, terms
from arena.text.phrases import counted
from arena.text.sanitize import harmless
from arena.text.words import Who, Words
from protocol import Json


def _drew(who: Who, event: Json) -> str:
    return f"draws {queue(event['cards']) if 'cards' in event else counted(event['count'], 'card')}"


def _answered(who: Who, event: Json) -> str:
    parts = [f"accepts #{each['offer']} (as #{each['id']})" for each in event.get("accepts", [])]
    # They are for the active player, as everybody knows.
    parts += _posts(who, [each | {"to": "all"} for each in event.get("offers", [])])
    if event.get("withdrawn"):
        parts.append("withdraws " + ", ".join(f"#{number}" for number in event["withdrawn"]))
    if event.get("silent"):
        parts.append("stays silent for this turn")
    return "; ".join(parts) or "declines"


def _offered(who: Who, event: Json) -> str:
    return "; ".join(_posts(who, event["offers"]))


def _posts(who: Who, offers: Sequence[Json]) -> list[str]:
    given = [f"#{each['id']} {who.to(each)}{terms(each)}" for each in offers if each["give"]]
    asked = [
        f"asks {who.whom(each)}for {side(each['want'])} as a gift (#{each['id']})"
        for each in offers
        if not each["give"]
    ]
    return [f"offers {'; '.join(given)}", *asked] if given else asked


def _traded(who: Who, event: Json) -> str:
    taken = f"takes #{event['taken']}: " if "taken" in event else ""
    return f"{taken}{beans(event['gave'])} for {beans(event['got'])} with {who.seat(event['with'])}"


def _ran_out(who: Who, event: Json) -> str:
    number = event.get("shuffled")
    again = f"; the discard pile is reshuffled ({counted(number, 'card')})" if number else ""
    return f"The draw pile runs out (run-out {event['run_outs']}){again}"


def _game_over(who: Who, event: Json) -> str:
    scores = (f"{who.seat(seat)} {score}" for seat, score in enumerate(event["scores"]))
    return f"The game is over: {', '.join(scores)}"


def _on_the_table(view: Json) -> list[str]:
    if not view.get("discard") or "on_offer" in view:  # a duel's words have it in its order
        return []
    return [f"Discard pile: {beans(view['discard'])}."]


WORDS = Words(
    choices={
        "pass": lambda who, choice, view: "pass",
        "plant": lambda who, choice, view: (
            f"plant {card_name(choice['card'])} in {who.field(choice['field'])}"
        ),
        "harvest": lambda who, choice, view: f"harvest {who.field(choice['field'])}",
        "buy_field": lambda who, choice, view: "buy the third field",
        "trade": lambda who, choice, view: who.talk(choice, view) or "wait",
        "answer": lambda who, choice, view: (
            who.talk(choice, view)
            or ("decline everything" if view.get("offers", True) else "offer nothing")
        ),
    },
    deeds={
        "planted": lambda who, event: (
            f"plants {card_name(event['card'])}{remark(event['from'])}"
            f" in {who.field(event['field'])}"
        ),
        "harvested": lambda who, event: (
            f"harvests {who.field(event['field'])}: "
            f"{beans(event['cards'])} for {coins(len(event['coins']))}"
        ),
        "bought_field": lambda who, event: f"buys the third field for {coins(event['price'])}",
        "turned_over": lambda who, event: f"turns over {beans(event['cards'])}",
        "drew": _drew,
        "offered": _offered,
        "answered": _answered,
        "traded": _traded,
        "trade_ended": lambda who, event: "ends trading",
        "discarded": lambda who, event: f"discards {beans(event['cards'])}",
        "said": lambda who, event: f"says: “{harmless(event['text'])}”",
    },
    news={
        "turn": lambda who, event: f"Turn {event['turn']}: {who.seat(event['seat'])}",
        "run_out": _ran_out,
        "shuffled": lambda who, event: (
            f"The discard pile is shuffled into a new draw pile ({counted(event['count'], 'card')})"
        ),
        "round": lambda who, event: f"Round {event['round']}",
        "lapsed": lambda who, event: (
            "Lapsed: " + ", ".join(f"#{number}" for number in event["ids"])
        ),
        "game_over": _game_over,
    },
    questions={
        "plant": "Step 1: you {must} play {card}, the first card of your hand.",
        "trade": "Step 2: {trade}, or end trading.",
        "answer": (
            "Step 2: answer {active}'s offers. "
            "Nobody sees the answers until all are in; then {active} decides."
        ),
        "bid": "Step 2: you may make {active} an offer first.",
        "set_aside": "Step 3: plant the cards you have set aside.",
        "window": "A window before {step}: you may act out of turn.",
    },
    passing={"plant": "plant no more", "trade": "end trading", "window": "do nothing"},
    windows={"before_plant": "step 1", "before_trade": "step 2", "before_draw": "step 4"},
    places={"hand": "", "turned_over": "turned over", "set_aside": "set aside"},
    on_the_table=_on_the_table,
)
