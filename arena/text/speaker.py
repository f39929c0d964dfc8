"""Choices and events of the protocol as sentences."""

import re
from collections.abc import Sequence
from typing import Any

from arena.text.cards import beans, card_name, coins, field_text, side, terms
from arena.text.phrases import listed
from arena.text.words import words
from protocol import Json

_VERB = re.compile(r"(^|; )([a-z]+)s\b")


class Speaker:
    """Turns events and choices into sentences, with the seats' `names`.

    People count seats, fields and places from 1; with `first=0` it counts as the protocol does,
    for bots that read.
    """

    def __init__(self, names: Sequence[str], first: int = 1) -> None:
        self.names = names
        self.first = first

    def seat(self, number: Any) -> str:
        """Return a seat's name."""
        if isinstance(number, int) and 0 <= number < len(self.names):
            return self.names[number]
        return f"seat {self.nth(number)}"

    def whose(self, number: Any) -> str:
        """Return a seat's name as a possessive: "bob's"."""
        name = self.seat(number)
        return "your" if name == "you" else f"{name}'s"

    def does(self, number: Any, predicate: str) -> str:
        """Say what a seat does: "accepts #1; offers #2" is "ann accepts …" or "you accept …"."""
        name = self.seat(number)
        if name == "you":
            # Verbs lose their s, but not in what somebody says.
            clauses, quote, quoted = predicate.partition("“")
            predicate = _VERB.sub(r"\1\2", clauses) + quote + quoted
        return f"{name} {predicate}"

    def nth(self, number: Any) -> Any:
        """Convert a number of the protocol, counted from 0, to the reader's way of counting."""
        return number + self.first if isinstance(number, int) else number

    def field(self, number: Any) -> str:
        """Name a field by its number: "field 2"."""
        return f"field {self.nth(number)}"

    def event(self, event: Json) -> str:
        """Put an event into a sentence; list the name and values of an unknown one."""
        name, known = str(event.get("event")), words()
        if name == "declined":  # no event of the protocol, see `arena.replay.offer_book`
            seats = event["seats"]
            if len(seats) == 1:
                return self.does(seats[0], "declines")
            return f"{listed(map(self.seat, seats))} decline"
        try:
            if name in known.deeds:
                return self.does(event["seat"], known.deeds[name](self, event))
            if name in known.news:
                return known.news[name](self, event)
        except (KeyError, TypeError, AttributeError):
            pass  # an event of a newer version: shown as it is
        actor = f"{self.seat(event['seat'])}: " if "seat" in event else ""
        return f"{actor}{name.replace('_', ' ')}{_details(event, ('event', 'seat'))}"

    def offer(self, offer: Json) -> str:
        """Put a standing offer into words, with its id and its maker."""
        number = f"#{offer['id']} " if "id" in offer else ""
        maker = f"{self.seat(offer['seat'])}: " if "seat" in offer else ""
        return f"{number}{maker}{self.to(offer)}{terms(offer)}"

    def to(self, offer: Json) -> str:
        """Say which seat an offer is for: "to bob, "; "" if for all."""
        return f"to {whom.rstrip()}, " if (whom := self.whom(offer)) else ""

    def whom(self, offer: Json) -> str:
        """Name the seat that an offer is for: "bob "; "" if for all."""
        to = offer.get("to", "all")
        return "" if to == "all" else f"{self.seat(to)} "

    def choice(self, choice: Any, view: Json | None = None) -> str:
        """Put a choice into an imperative; with the view, offers and cards are spelled out."""
        if not isinstance(choice, dict):
            return str(choice)
        do = choice.get("do")
        try:
            return words().choices[str(do)](self, choice, view or {})
        except (KeyError, TypeError):
            # A choice of a newer version, or not well formed: shown as it is.
            return f"{str(do).replace('_', ' ')}{_details(choice, ('do',))}"

    def talk(self, choice: Json, view: Json) -> str:
        """Put a move in a negotiation into an imperative; "" if it says nothing."""
        known = {each["id"]: each for each in view.get("offers", [])}
        accepts = {each["id"]: each for each in view.get("accepts", [])}
        parts = []
        for verb, key in (("take", "id"), ("accept", "offer")):
            for each in choice.get(verb, []):
                number, paid = _number(each, key)
                parts.append(self._agree(verb, number, known, accepts) + paid)
        parts += [self._propose(offer) for offer in choice.get("offers", [])]
        parts += [self._withdraw(number, known, accepts) for number in choice.get("withdraw", [])]
        if choice.get("silent"):
            parts.append("stay silent for this turn")
        if choice.get("end"):
            parts.append("end trading")
        return "; ".join(parts)

    def _agree(
        self, verb: str, number: Any, known: dict[Any, Json], accepts: dict[Any, Json]
    ) -> str:
        if number not in accepts:
            return f"{verb} {self._named(number, known)}"
        accept = accepts[number]
        said = self.does(accept["seat"], f"accepts {self._named(accept['offer'], known)}")
        return f"{verb} #{number} {said}"

    def _propose(self, offer: Json) -> str:
        if offer["give"]:
            return f"offer {self.offer(offer)}"
        return f"ask {self.whom(offer)}for {side(offer['want'])} as a gift"

    def _withdraw(self, number: Any, known: dict[Any, Json], accepts: dict[Any, Json]) -> str:
        if number in accepts:
            return f"withdraw #{number}, your yes to {self._named(accepts[number]['offer'], known)}"
        return f"withdraw #{number}" + (f" ({terms(known[number])})" if number in known else "")

    def _named(self, number: Any, known: dict[Any, Json]) -> str:
        return self.offer(known[number]) if number in known else f"#{number}"


class TableSpeaker(Speaker):
    """Puts choices as people at a table do, without the numbers of offers and fields."""

    def choice(self, choice: Any, view: Json | None = None) -> str:
        """Put a choice of the seat that has this view into an imperative."""
        fields = view["fields"][view["seat"]] if view else []
        do, at = choice.get("do"), choice.get("field")
        if do in ("plant", "harvest") and at in range(len(fields)):
            field = fields[at]
            if do == "harvest":
                paid = coins(field["coins"]) if field["coins"] else "nothing"
                return f"harvest {field_text(field | {'coins': 0})} for {paid}"
            kind = field.get("kind") or "mixed"
            where = f"the {card_name(kind)} field" if field["count"] else "an empty field"
            return f"plant {card_name(choice['card'])} in {where}"
        return super().choice(choice, view)

    def _agree(
        self, verb: str, number: Any, known: dict[Any, Json], accepts: dict[Any, Json]
    ) -> str:
        accept = accepts.get(number)
        offer = known.get(accept["offer"] if accept else number)
        if offer is None:
            return f"{verb} an offer"
        get, give, other = offer["give"], offer["want"], offer["seat"]
        if accept:
            get, give, other = give, get, accept["seat"]
        if get and give:
            return f"trade {side(give)} for {self.whose(other)} {side(get)}"
        if get:
            return f"take {side(get)} from {self.seat(other)} for nothing"
        return f"give {side(give)} to {self.seat(other)} for nothing"

    def _propose(self, offer: Json) -> str:
        if not offer["give"]:
            return super()._propose(offer)
        whom = self.whom(offer)
        return f"offer {terms(offer)}" + (f" to {whom.rstrip()}" if whom else "")

    def _withdraw(self, number: Any, known: dict[Any, Json], accepts: dict[Any, Json]) -> str:
        offer = known.get(accepts[number]["offer"] if number in accepts else number)
        if offer is None:
            return "withdraw an offer"
        yes = f"your yes to {self.whose(offer['seat'])} " if number in accepts else ""
        return f"withdraw {yes}{terms(offer)}"


def _details(data: Json, without: Sequence[str]) -> str:
    """List the values of an unknown event or choice: " (card soy, left 2 red)"."""
    parts = [f"{key} {_detail(value)}" for key, value in data.items() if key not in without]
    return f" ({', '.join(parts)})" if parts else ""


def _detail(value: Any) -> str:
    if not isinstance(value, list | tuple):
        return str(value).replace("_", "-")
    return beans(value) if len(value) <= 8 else f"of {len(value)}"


def _number(reference: Any, key: str) -> tuple[Any, str]:
    """Return the id in a take or an accept, and " paying …" if it names the cards."""
    if isinstance(reference, dict):
        return reference.get(key), f" paying {beans(reference.get('give', []))}"
    return reference, ""
