"""Choices and events of the protocol as sentences."""

from collections.abc import Callable, Sequence
from typing import Any

from arena.text import expansions
from arena.text.cards import Data, beans, coins, harmless, queue


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
        name = str(event.get("event"))
        try:
            if name in expansions.EVENTS:
                return f"{self.seat(event['seat'])} {expansions.EVENTS[name](self, event)}"
            if name in _EVENTS:
                return _EVENTS[name](self, event)
        except (KeyError, TypeError, AttributeError):
            pass  # an event of a newer version: shown as it is
        doer = f"{self.seat(event['seat'])}: " if "seat" in event else ""
        return f"{doer}{name.replace('_', ' ')}{_details(event, ('event', 'seat'))}"

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
        if do in expansions.CHOICES:
            try:
                return expansions.CHOICES[do](self, choice, view or {})
            except (KeyError, TypeError):
                pass  # a choice of a newer version: shown as it is
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


_SOURCES = {
    "set_aside": " (set aside)",
    "turned_over": " (turned over)",
    **expansions.SOURCES,
}


def _planted(who: Speaker, event: Data) -> str:
    source = _SOURCES.get(str(event.get("from")), "")
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
    count = event["count"]
    return f"{who.seat(event['seat'])} draws {count} {'card' if count == 1 else 'cards'}"


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
    **expansions.COMMON_EVENTS,
}
