"""The referee's view: the one place where rules and protocol are translated into each other.

Outgoing parts are plain data for orjson; what repeats from question to question (piles, fields,
choices) is kept encoded. Incoming choice objects become records of the rules, or a `Refused`.
"""

from functools import lru_cache
from typing import Any, NamedTuple, get_type_hints

import orjson

from arena.rules import RULES_VERSION, Choice, Decision, Event, Rulebook, State
from arena.rules import choices as records
from arena.rules.cards import KIND, NAMES
from arena.rules.choices import ALL, HIDDEN, OPEN, CardAt, Terms
from arena.rules.free.harvest import worth
from arena.rules.offers import find
from arena.rules.state import Accept, Offer
from arena.rules.steps.trade import addressed, promised
from protocol.choices import shape_problem
from protocol.messages import SAY_LIMIT

Json = dict[str, Any]

# Encoded pieces of each sort kept in memory before starting afresh: those of a few games.
MOST_KEPT = 2_000


class Refused(Exception):
    """A choice object that cannot be understood or is not legal; the text says why."""


class Question(NamedTuple):
    """What a `decide` message asks, without id and clock. `json` may hold encoded fragments."""

    json: Json
    choices: list[Choice]


class Translator:
    """Rules to protocol and back, for one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self._piles: dict[bytes, orjson.Fragment] = {}
        self._fields: dict[tuple[Any, ...], orjson.Fragment] = {}
        self._choices: dict[Choice, orjson.Fragment] = {}
        self._rows: dict[tuple[Any, ...], orjson.Fragment] = {}
        self._events: dict[tuple[Any, ...], orjson.Fragment] = {}
        self._own_pieces: tuple[tuple[str, dict[Any, orjson.Fragment]], ...] = tuple(
            (piece.name, {}) for piece in book.own_pieces
        )
        # What else than the cards a harvest may depend on.
        self._worth_by = tuple(
            piece.name for piece in book.own_pieces if piece.per_seat and book.folds["harvest"]
        )
        made_of: list[Any] = [records.Pass, records.Plant]
        made_of += [record for step in book.steps for record in step.records]
        made_of += [choice.record for choice in book.free]
        made_of += [place.record for place in book.places]
        self._records = {record._field_defaults["do"]: record for record in made_of}
        self._parts = {
            do: [(name, hint) for name, hint in get_type_hints(record).items() if name != "do"]
            for do, record in self._records.items()
        }

    # -- outgoing ----------------------------------------------------------------------------

    def rulebook(self) -> Json:
        """The rulebook as `game_start` carries it."""
        book = self.book
        tables = book.tables
        return {
            "variant": book.variant,
            "players": book.players,
            "version": RULES_VERSION,
            "kinds": [
                {"name": NAMES[kind], "count": tables.deck[NAMES[kind]], "earns": book.earns[kind]}
                for kind in book.kinds
            ],
            "fields": tables.fields,
            "third_field_price": tables.price,
            "deal": tables.deal,
            "turn_over": tables.turn_over,
            "draw": tables.draw,
            "last_run_out": tables.last,
            "same_kind_twice": not any(rule.name == "kind_once" for rule in book.rules),
            "steps": [step.name for step in tables.turn if step.listed and step.ask != "window"],
            "windows": [step.name for step in tables.turn if step.ask == "window"],
            "negotiation": {**book.negotiation._asdict(), "say": SAY_LIMIT},
            "ties": next((rule.text for rule in book.rules if rule.name == "ties"), ""),
            "rules": [
                {"name": rule.name, "cites": rule.cites, "text": rule.text} for rule in book.rules
            ],
            "more": {rule.name: rule.data(tables) for rule in book.rules if rule.data},
        }

    def question(self, state: State, decision: Decision) -> Question:
        """The question of `decision`: ask, choices, view and what the ask adds."""
        seat, ask, _ = decision
        book = self.book
        choices = book.choices(state, seat)
        json: Json = {
            "ask": ask,
            "choices": [self._choice_fragment(choice) for choice in choices],
            "view": self.view(state, seat),
        }
        if ask == "plant":
            json["card"] = NAMES[state.hands[seat][0]]
        elif ask == "answer":
            json["offers"] = [offer.id for offer in addressed(state, seat)]
        elif ask == "window":
            json["window"] = book.steps[state.stack[-1][0]].name
        return Question(json, choices)

    def view(self, state: State, seat: int) -> Json:
        """All that `seat` may see, as the protocol shows it; piles are encoded fragments."""
        book = self.book
        seen = book.view(state, seat)
        hands = seen["hands"]
        hand = hands[seat]
        hands[seat] = len(hand)
        pile = self._pile
        view: Json = {
            "seat": seat,
            "turn": seen["turn"],
            "active": seen["active"],
            # What a step pushes on the stack, such as sealed answers, is a part of it.
            "step": book.steps[state.stack[:2][-1][0]].name,
            "round": seen["round"],
            "rounds": book.negotiation.rounds,
            "hand": pile(hand),
            "hands": hands,
            "fields": [
                self._field_row(state, at, fields) for at, fields in enumerate(seen["fields"])
            ],
            "coins": self._piles_by_seat(seen["coins"]),
            "set_aside": self._piles_by_seat(seen["set_aside"]),
            "turned_over": pile(seen["turned_over"]),
            "draw_pile": seen["draw_pile"],
            "discard": pile(seen["discard"]),
            "run_outs": seen["run_outs"],
            "offers": [_offer(offer) for offer in seen["offers"]],
            "accepts": [_accept(accept) for accept in seen["accepts"]],
            "silent": seen["silent"],
        }
        for name, kept in self._own_pieces:
            value = seen[name]
            key = tuple(value) if isinstance(value, list) else value
            view[name] = kept.get(key) or _keep(kept, key, _plain(value))
        return view

    def events(self, events: list[Event]) -> list[list[orjson.Fragment]]:
        """For each seat, the events as it may see them, encoded. The lists may be shared."""
        players = self.book.players
        if all(map(self.book.seen_alike, events)):
            return [[self._event(event) for event in events]] * players
        told: list[list[orjson.Fragment]] = [[] for _ in range(players)]
        for event in events:
            # All but the seat named in the event see it alike.
            owner = event.get("seat", 0)
            own = self._event(self.book.seen_by(event, owner))
            other = self._event(self.book.seen_by(event, (owner + 1) % players))
            for seat in range(players):
                told[seat].append(own if seat == owner else other)
        return told

    def _event(self, event: Event) -> orjson.Fragment:
        """An event, already cut, encoded. Most come again and again."""
        try:
            fragment = self._events.get(values := tuple(event.values()))
        except TypeError:  # it holds lists
            return orjson.Fragment(orjson.dumps(event_json(event)))
        if fragment is None:
            fragment = _keep(self._events, values, event_json(event))
        return fragment

    def choice(self, choice: Choice) -> Json:
        """A choice as an object of the protocol, every card named by its place."""
        json: Json = {"do": choice.do}
        if isinstance(choice, records.Trade):
            if choice.take:
                json["take"] = [
                    take.id if take.give is None else {"id": take.id, "give": _cards(take.give)}
                    for take in choice.take
                ]
            if choice.offers:
                json["offers"] = [_terms(terms) for terms in choice.offers]
            if choice.end:
                json["end"] = True
        elif isinstance(choice, records.Answer):
            if choice.accept:
                json["accept"] = [
                    accepting.offer
                    if accepting.give is None
                    else {"offer": accepting.offer, "give": _cards(accepting.give)}
                    for accepting in choice.accept
                ]
            if choice.offers:
                json["offers"] = [_terms(terms, answer=True) for terms in choice.offers]
            if choice.withdraw:
                json["withdraw"] = choice.withdraw
            if choice.silent:
                json["silent"] = True
        else:
            for name, value in choice._asdict().items():  # type: ignore[attr-defined]
                json[name] = NAMES[value] if name in ("card", "kind") else value
        return json

    def _piles_by_seat(self, piles: list[bytes]) -> orjson.Fragment:
        fragment = self._rows.get(key := tuple(piles))
        if fragment is None:
            fragment = _keep(self._rows, key, [self._pile(pile) for pile in piles])
        return fragment

    def _choice_fragment(self, choice: Choice) -> orjson.Fragment:
        fragment = self._choices.get(choice)
        if fragment is None:
            fragment = _keep(self._choices, choice, self.choice(choice))
        return fragment

    def _pile(self, cards: bytes) -> orjson.Fragment:
        fragment = self._piles.get(cards)
        if fragment is None:
            fragment = _keep(self._piles, cards, [NAMES[card] for card in cards])
        return fragment

    def _field_row(self, state: State, seat: int, fields: tuple[bytes, ...]) -> Any:
        key = (fields, *[state.extra[name][seat] for name in self._worth_by])
        row = self._fields.get(key)
        if row is None:
            columns = [self._field(state, seat, at) for at in range(len(fields))]
            row = _keep(self._fields, key, columns)
        return row

    def _field(self, state: State, seat: int, at: int) -> Json:
        cards = state.fields[seat][at]
        if not cards:
            return {"kind": None, "count": 0, "coins": 0}
        field: Json = {
            "kind": NAMES[cards[0]],
            "count": len(cards),
            "coins": worth(self.book, state, seat, at),
        }
        if cards.count(cards[0]) != len(cards):
            field["cards"] = [NAMES[card] for card in cards]
        return field

    # -- incoming ----------------------------------------------------------------------------

    def read(self, state: State, seat: int, choices: list[Choice], answer: int | Json) -> Choice:
        """The legal choice that a bot's answer means: an index, or a choice object.

        Raises Refused, with a reason that depends on nothing hidden from `seat` (T5).
        """
        if isinstance(answer, int):
            if 0 <= answer < len(choices):
                return choices[answer]
            raise Refused(f"choice: there is no index {answer}; the last one is {len(choices) - 1}")
        choice = self._parse(state, seat, answer)
        if choice not in choices:
            why = self.book.check(state, seat, choice)
            if why is not None:
                raise Refused(why)
        return choice

    def example(self, choices: list[Choice], answer: int | Json | None) -> Json:
        """A legal choice object to show beside a refusal: of the same sort if one is listed."""
        wanted = answer.get("do") if isinstance(answer, dict) else None
        alike = [choice for choice in choices if choice.do == wanted]
        return self.choice((alike or choices)[0])

    def _parse(self, state: State, seat: int, json: Json) -> Choice:
        json = _without_nulls(json)
        do = json.get("do")
        if isinstance(do, str) and do not in self._records and do not in ("trade", "answer"):
            raise Refused(f"do: there is no choice called {do!r:.80} in this game")
        problem = shape_problem(json)
        if problem is not None:
            raise Refused(problem)
        if do == "trade":
            return self._parse_trade(state, seat, json)
        if do == "answer":
            return self._parse_answer(state, seat, json)
        record = self._records[json["do"]]
        parts = {}
        for name, hint in self._parts[do]:
            if name not in json:
                raise Refused(f"{do}: {name} is missing")
            parts[name] = _read_part(f"{do}: {name}", name, hint, json[name])
        choice: Choice = record(**parts)
        return choice

    def _parse_trade(self, state: State, seat: int, json: Json) -> Choice:
        used: list[CardAt] = []
        take: list[records.Take] = []
        for item in json.get("take") or ():
            if isinstance(item, int):
                take.append(records.Take(item))
                used += promised(state, item)
                continue
            give = self._give(state, seat, item["give"], used) if item.get("give") else None
            used += give or ()
            take.append(records.Take(item["id"], give))
        offers = tuple([self._read_terms(state, seat, o, used) for o in json.get("offers") or ()])
        return records.Trade(tuple(take), offers, bool(json.get("end")))

    def _parse_answer(self, state: State, seat: int, json: Json) -> Choice:
        accept: list[records.Accepting] = []
        for item in json.get("accept") or ():
            if isinstance(item, int):
                accept.append(records.Accepting(item))
            else:
                give = self._give(state, seat, item["give"]) if item.get("give") else None
                accept.append(records.Accepting(item["offer"], give))
        offers = tuple([self._read_terms(state, seat, o) for o in json.get("offers") or ()])
        return records.Answer(
            tuple(accept), offers, tuple(json.get("withdraw") or ()), bool(json.get("silent"))
        )

    def _read_terms(
        self, state: State, seat: int, json: Json, used: list[CardAt] | None = None
    ) -> Terms:
        give = json.get("give", [])
        want = json.get("want", [])
        to = json.get("to", "all")
        return Terms(
            OPEN if give == "open" else self._give(state, seat, give, used or []),
            OPEN if want == "open" else bytes([_kind(name) for name in want]),
            ALL if to == "all" or seat != state.active else to,
        )

    def _give(
        self, state: State, seat: int, cards: list[Any], used: list[CardAt] | None = None
    ) -> tuple[CardAt, ...]:
        """Own cards as named by a bot: exact places as they are, then bare kinds from the rest."""
        exact = [self._exact(state, seat, card) for card in cards if isinstance(card, dict)]
        taken = exact + (used or [])
        given: list[CardAt] = []
        for card in cards:
            if isinstance(card, dict):
                given.append(exact.pop(0))
                continue
            kind = _kind(card)
            found = find(self.book, state, seat, (kind,), taken)
            if found is None:
                why = kind in state.hands[seat] and self.book.refuses("give", state, seat, kind)
                raise Refused(f"give: {why or f'you have no {card} (more) to give'}")
            taken += found
            given += found
        return tuple(given)

    def _exact(self, state: State, seat: int, card: Json) -> CardAt:
        for name, source in self.book.sources.items():
            if name not in card:
                continue
            index = card[name]
            pile = source.read(state, seat)
            if source.active_only and seat != state.active:
                raise Refused(f"give: {name} cards belong to the active player")
            if not isinstance(index, int) or not 0 <= index < len(pile):
                raise Refused(f"give: there is no card at {name} {index}")
            kind = card.get("kind")
            if kind is not None and _kind(kind) != pile[index]:
                held = NAMES[pile[index]]
                raise Refused(f"give: the card at {name} {index} is {held}, not {kind}")
            return CardAt(name, index, pile[index])
        raise Refused(f"give: name a card by its kind or by its place, not by {card!r:.80}")


@lru_cache(maxsize=16)
def translator(book: Rulebook) -> Translator:
    """The translator of a rulebook; kept, with what it has encoded."""
    return Translator(book)


def _keep(kept: dict[Any, orjson.Fragment], key: Any, json: Any) -> orjson.Fragment:
    """Encode `json` and keep it under `key`."""
    if len(kept) > MOST_KEPT:
        kept.clear()
    # Copied, because the encoder's own bytes keep a buffer of a kilobyte each.
    fragment = kept[key] = orjson.Fragment(bytes(bytearray(orjson.dumps(json))))
    return fragment


def event_json(event: Event) -> Json:
    """An event, already cut for its reader, as the protocol shows it."""
    json: Json = {}
    for key, value in event.items():
        if isinstance(value, bytes):
            json[key] = [NAMES[card] for card in value]
        elif key == "card":
            json[key] = NAMES[value]
        elif key == "offers":
            json[key] = [_offer(offer) for offer in value]
        elif key == "accepts":
            json[key] = [_accept(accept) for accept in value]
        elif key in ("gave", "got"):
            json[key] = _cards(value)
        else:
            json[key] = value
    return json


def _plain(value: Any) -> Any:
    """A piece that a rule added, for JSON: piles become lists of kinds."""
    if isinstance(value, bytes):
        return [NAMES[card] for card in value]
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value


def _without_nulls(value: Any) -> Any:
    """The protocol lets null stand for an absent key."""
    if isinstance(value, dict):
        return {key: _without_nulls(part) for key, part in value.items() if part is not None}
    if isinstance(value, list):
        return [_without_nulls(part) for part in value]
    return value


def _read_part(where: str, name: str, hint: Any, value: Any) -> Any:
    """A part of a choice record from JSON; parts called card or kind are named kinds of cards."""
    if name in ("card", "kind"):
        return _kind(value.get("kind") if isinstance(value, dict) else value)
    if hint is int:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise Refused(f"{where} must be a whole number")
    if hint is str:
        if isinstance(value, str):
            return value
        raise Refused(f"{where} must be text")
    if isinstance(value, list) and all(type(one) is int for one in value):
        return tuple(value)
    raise Refused(f"{where} must be a list of whole numbers")


def _kind(name: Any) -> int:
    kind = KIND.get(name) if isinstance(name, str) else None
    if kind is None:
        raise Refused(f"there is no kind of bean called {name!r:.80}")
    return kind


def _cards(cards: tuple[CardAt, ...]) -> list[Json]:
    return [
        {"kind": NAMES[kind]} if place == HIDDEN else {"kind": NAMES[kind], source: place}
        for source, place, kind in cards
    ]


def _kinds(want: bytes | None) -> list[str] | str:
    return "open" if want is OPEN else [NAMES[kind] for kind in want]


def _terms(terms: Terms, answer: bool = False) -> Json:
    json: Json = {} if answer else {"to": "all" if terms.to == ALL else terms.to}
    json["give"] = "open" if terms.give is OPEN else _cards(terms.give)
    json["want"] = _kinds(terms.want)
    return json


def _offer(offer: Offer) -> Json:
    return {
        "id": offer.id,
        "seat": offer.seat,
        "to": "all" if offer.to == ALL else offer.to,
        "give": "open" if offer.give is OPEN else _cards(offer.give),
        "want": _kinds(offer.want),
    }


def _accept(accept: Accept) -> Json:
    return {
        "id": accept.id,
        "seat": accept.seat,
        "offer": accept.offer,
        "give": _cards(accept.give),
    }
