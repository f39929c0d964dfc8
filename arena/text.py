"""Plain language: events, choices and questions of the protocol, in words for people and models.

Everything here reads the protocol's plain data (`SPEC.md`) and knows nothing of the rules.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

Data = dict[str, Any]
# Line breaks and tabs become spaces, other control and format characters (Unicode Cc, Cf, Cs, Co,
# Cn, Zl, Zp: terminal escapes, text that runs backwards) a visible replacement.
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def harmless(text: object, limit: int = 0, keep_lines: bool = False) -> str:
    """Text that a bot wrote, safe to show on a terminal; cut to `limit` characters if given."""
    shown = str(text)
    if limit and len(shown) > limit:
        shown = shown[: limit - 1] + "…"
    return "".join(_harmless_character(each, keep_lines) for each in shown)


def _harmless_character(character: str, keep_lines: bool) -> str:
    if character == "\n" and keep_lines:
        return character
    if character in "\t\n\r":
        return " "
    return "�" if unicodedata.category(character) in _HIDDEN else character


# --- cards ---------------------------------------------------------------------------------------


def kind_of(card: Any) -> str:
    """The kind of a card however it is named: "soy", {"hand": 3, "kind": "soy"}, …"""
    if isinstance(card, dict):
        return str(card.get("kind") or f"card {card.get('hand', card.get('turned_over', '?'))}")
    return str(card)


def beans(cards: Iterable[Any]) -> str:
    """Cards counted by kind in order of appearance: "2 soy, blue"; "nothing" if there are none."""
    counted = Counter(kind_of(card).replace("_", "-") for card in cards)
    return ", ".join(kind if n == 1 else f"{n} {kind}" for kind, n in counted.items()) or "nothing"


def queue(cards: Iterable[Any]) -> str:
    """Cards one by one in their order, for hands."""
    return " ".join(kind_of(card).replace("_", "-") for card in cards) or "–"


def coins(number: int) -> str:
    """A number of coins in words."""
    return f"{number} coin" if number == 1 else f"{number} coins"


def field_text(field: Data) -> str:
    """A field of a view: "3 soy (1)" with its worth now, "–" when empty."""
    if not field.get("count"):
        return "–"
    worth = f" ({field['coins']})" if field.get("coins") else ""
    return f"{field['count']} {kind_of(field.get('kind') or '?').replace('_', '-')}{worth}"


# --- offers and choices --------------------------------------------------------------------------


def side(cards: Any) -> str:
    """One side of an offer."""
    return "anything (open)" if cards == "open" else beans(cards)


def terms(offer: Data) -> str:
    """What an offer says, without who makes it: "2 soy for red", "a gift of blue"."""
    give, want = offer.get("give", []), offer.get("want", [])
    if give and not want:
        return f"{side(give)} as a gift"
    if want and not give:
        return f"asks for {side(want)} as a gift"
    return f"{side(give)} for {side(want)}"


class Speaker:
    """Turns events and choices into sentences. `names` of the seats, seat 0 first."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def seat(self, number: Any) -> str:
        """How a seat is called."""
        if isinstance(number, int) and 0 <= number < len(self.names):
            return self.names[number]
        return f"seat {number}"

    def event(self, event: Data) -> str:
        """One event as a sentence; one of an unknown kind as its name and values."""
        tell = _EVENTS.get(str(event.get("event")))
        if tell is not None:
            try:
                return tell(self, event)
            except (KeyError, TypeError, AttributeError):
                pass  # an event of a newer version: shown as it is
        name = str(event.get("event")).replace("_", " ")
        doer = f"{self.seat(event['seat'])}: " if "seat" in event else ""
        return f"{doer}{name}{_details(event, ('event', 'seat'))}"

    def offer(self, offer: Data) -> str:
        """A standing offer with its id and its maker."""
        number = f"#{offer['id']} " if "id" in offer else ""
        maker = f"{self.seat(offer['seat'])}: " if "seat" in offer else ""
        return f"{number}{maker}{self.to(offer)}{terms(offer)}"

    def to(self, offer: Data) -> str:
        """Whom an offer is addressed to: "to bob, "; nothing if to all."""
        to = offer.get("to", "all")
        return "" if to == "all" else f"to {self.seat(to)}, "

    def choice(self, choice: Any, view: Data | None = None) -> str:
        """A choice as an imperative; with the view, offers named by id are spelled out."""
        if not isinstance(choice, dict):
            return str(choice)
        do = choice.get("do")
        if do == "pass":
            return "pass"
        if do == "plant":
            return f"plant {beans([choice.get('card')])} in field {choice.get('field')}"
        if do == "harvest":
            return f"harvest field {choice.get('field')}"
        if do == "buy_field":
            return "buy the third field"
        if do in ("trade", "answer"):
            return self._talk(choice, view or {})
        return f"{str(do).replace('_', ' ')}{_details(choice, ('do',))}"

    def _talk(self, choice: Data, view: Data) -> str:
        known = {each["id"]: each for each in view.get("offers", [])}
        accepts = {each["id"]: each for each in view.get("accepts", [])}
        parts = []
        for take in choice.get("take", []):
            number, paid = _number(take, "id")
            if number in accepts:
                parts.append(f"take {self._accept(accepts[number], known)}")
            else:
                parts.append(f"take {self._named(number, known)}{paid}")
        for accept in choice.get("accept", []):
            number, paid = _number(accept, "offer")
            parts.append(f"accept {self._named(number, known)}{paid}")
        parts += [f"offer {self.offer(offer)}" for offer in choice.get("offers", [])]
        parts += [f"withdraw #{number}" for number in choice.get("withdraw", [])]
        if choice.get("silent"):
            parts.append("stay silent for this turn")
        if choice.get("end"):
            parts.append("end trading")
        nothing = "decline everything" if choice.get("do") == "answer" else "wait"
        return "; ".join(parts) or nothing

    def _named(self, number: Any, known: dict[Any, Data]) -> str:
        return self.offer(known[number]) if number in known else f"#{number}"

    def _accept(self, accept: Data, known: dict[Any, Data]) -> str:
        offer = known.get(accept["offer"])
        of = f"{self.offer(offer)}" if offer else f"#{accept['offer']}"
        return f"#{accept['id']} {self.seat(accept['seat'])} accepts {of}"


def _details(data: Data, without: Sequence[str]) -> str:
    """What an event or a choice of an expansion says, as it is: " (card soy, left 2 red)"."""
    parts = [f"{key} {_detail(value)}" for key, value in data.items() if key not in without]
    return f" ({', '.join(parts)})" if parts else ""


def _detail(value: Any) -> str:
    if not isinstance(value, list | tuple):
        return str(value).replace("_", "-")
    return beans(value) if len(value) <= 8 else f"of {len(value)}"


def _number(reference: Any, key: str) -> tuple[Any, str]:
    """The id in a take or an accept, and " paying …" if it names the cards."""
    if isinstance(reference, dict):
        return reference.get(key), f" paying {beans(reference.get('give', []))}"
    return reference, ""


# --- events --------------------------------------------------------------------------------------


def _planted(who: Speaker, event: Data) -> str:
    source = {"set_aside": " (set aside)", "turned_over": " (turned over)"}.get(
        str(event.get("from")), ""
    )
    card = beans([event["card"]])
    return f"{who.seat(event['seat'])} plants {card}{source} in field {event['field']}"


def _harvested(who: Speaker, event: Data) -> str:
    earned = coins(len(event["coins"]))
    return (
        f"{who.seat(event['seat'])} harvests field {event['field']}: "
        f"{beans(event['cards'])} for {earned}"
    )


def _drew(who: Speaker, event: Data) -> str:
    if "cards" in event:
        return f"{who.seat(event['seat'])} draws {queue(event['cards'])}"
    return f"{who.seat(event['seat'])} draws {event['count']} cards"


def _answered(who: Speaker, event: Data) -> str:
    parts = [f"accepts #{each['offer']} (as #{each['id']})" for each in event.get("accepts", [])]
    parts += [f"offers #{each['id']} {terms(each)}" for each in event.get("offers", [])]
    if event.get("withdrawn"):
        parts.append("withdraws " + ", ".join(f"#{number}" for number in event["withdrawn"]))
    if event.get("silent"):
        parts.append("stays silent for this turn")
    return f"{who.seat(event['seat'])} {'; '.join(parts) or 'declines'}"


def _offered(who: Speaker, event: Data) -> str:
    offers = "; ".join(f"#{each['id']} {who.to(each)}{terms(each)}" for each in event["offers"])
    return f"{who.seat(event['seat'])} offers {offers}"


def _traded(who: Speaker, event: Data) -> str:
    taken = f"takes #{event['taken']}: " if "taken" in event else ""
    return (
        f"{who.seat(event['seat'])} {taken}{beans(event['gave'])} for {beans(event['got'])} "
        f"with {who.seat(event['with'])}"
    )


_EVENTS: dict[str, Callable[[Speaker, Data], str]] = {
    "turn": lambda who, e: f"Turn {e['turn']}: {who.seat(e['seat'])}",
    "planted": _planted,
    "harvested": _harvested,
    "bought_field": lambda who, e: (
        f"{who.seat(e['seat'])} buys the third field for {coins(e['price'])}"
    ),
    "turned_over": lambda who, e: f"{who.seat(e['seat'])} turns over {beans(e['cards'])}",
    "drew": _drew,
    "run_out": lambda who, e: (
        f"The draw pile runs out (run-out {e['run_outs']})"
        + (f"; {e['shuffled']} cards are shuffled anew" if e.get("shuffled") else "")
    ),
    "shuffled": lambda who, e: f"{e['count']} discarded cards are shuffled into a new draw pile",
    "round": lambda who, e: f"Round {e['round']}",
    "offered": _offered,
    "answered": _answered,
    "traded": _traded,
    "lapsed": lambda who, e: "Lapsed: " + ", ".join(f"#{number}" for number in e["ids"]),
    "trade_ended": lambda who, e: f"{who.seat(e['seat'])} ends trading",
    "discarded": lambda who, e: f"{who.seat(e['seat'])} discards {beans(e['cards'])}",
    "said": lambda who, e: f"{who.seat(e['seat'])} says: “{harmless(e['text'])}”",
    "game_over": lambda who, e: (
        "The game is over: "
        + ", ".join(f"{who.seat(seat)} {score}" for seat, score in enumerate(e["scores"]))
    ),
}


# --- questions -----------------------------------------------------------------------------------

_ASKS = {
    "plant": "Step 1: plant {card}, the card that is due.",
    "trade": "Step 2: you are active. Take replies, make offers, or end trading.",
    "answer": "Step 2: answer the active player's offers; nobody sees it before all have.",
    "bid": "Step 2: you may open with bids to the active player.",
    "set_aside": "Step 3: plant what you have set aside.",
    "window": "A window before the next step: you may act out of turn.",
}


_OFFER = '{"give": ["blue"], "want": ["red"]}'
_EXAMPLES = {
    "trade": f'{{"choice": {{"do": "trade", "take": [5], "offers": [{_OFFER}]}}}}',
    "answer": f'{{"choice": {{"do": "answer", "accept": [3], "offers": [{_OFFER}]}}}}',
    "bid": f'{{"choice": {{"do": "answer", "offers": [{_OFFER}]}}}}',
}


def question(decide: Data, seats: int | None = None) -> str:
    """A `decide` message as a short account with numbered choices, for bots that read (`"text"`).

    The reader is "you", the others are "seat 0", "seat 1", …
    """
    view, me = decide["view"], decide["view"]["seat"]
    count = seats or len(view["hands"])
    who = Speaker(["you" if seat == me else f"seat {seat}" for seat in range(count)])
    lines = [_heading(decide, view, who)]
    lines.append(f"Your hand, first card first: {queue(view['hand'])}.")
    for seat in range(count):
        lines.append(_seat_line(view, seat, who, me))
    if view.get("turned_over"):
        lines.append(f"Turned over: {beans(view['turned_over'])}.")
    if view.get("offers"):
        lines.append("On the table: " + " | ".join(who.offer(each) for each in view["offers"]))
    for accept in view.get("accepts", []):
        lines.append(f"#{accept['id']}: {who.seat(accept['seat'])} accepts #{accept['offer']}.")
    card = kind_of(decide.get("card", "a card"))
    lines.append(_ASKS.get(decide["ask"], f"You are asked: {decide['ask']}.").format(card=card))
    lines += [
        f"{number}: {who.choice(choice, view)}" for number, choice in enumerate(decide["choices"])
    ]
    if decide["ask"] in _EXAMPLES:
        lines.append(f"Answer with a number, or say more, as in {_EXAMPLES[decide['ask']]}")
    return "\n".join(lines)


def _heading(decide: Data, view: Data, who: Speaker) -> str:
    active = "You are active" if view["active"] == view["seat"] else who.seat(view["active"])
    if view["active"] != view["seat"]:
        active = f"{active} is active"
    rounds = f", round {view['round']} of {view['rounds']}" if view.get("step") == "trade" else ""
    return (
        f"Turn {view['turn']}{rounds}. You are seat {view['seat']}. {active}. "
        f"{view['draw_pile']} cards in the draw pile, it ran out {view['run_outs']} times."
    )


def _seat_line(view: Data, seat: int, who: Speaker, me: int) -> str:
    name = "You" if seat == me else who.seat(seat).capitalize()
    fields = ", ".join(f"{n}: {field_text(field)}" for n, field in enumerate(view["fields"][seat]))
    aside = view["set_aside"][seat]
    parts = [f"{view['hands'][seat]} cards in hand", f"fields {fields}"]
    parts.append(coins(len(view["coins"][seat])))
    if aside:
        parts.append(f"set aside {beans(aside)}")
    return f"{name}: {'; '.join(parts)}."
