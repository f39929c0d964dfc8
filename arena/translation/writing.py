"""From the rules to the protocol: questions, views, events and choices, as bots are shown them.

All parts are plain data for orjson; what repeats from question to question (piles, fields,
choices) is kept encoded.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import orjson

from arena.rules import RULES_VERSION, Choice, Decision, Event, Game, Rulebook
from arena.rules import choices as records
from arena.rules.cards import NAMES
from arena.rules.choices import ALL, HIDDEN, OPEN, CardAt, Terms
from arena.rules.free.harvest import worth
from arena.rules.hooks import HARVEST_COINS
from arena.rules.state import Accept, Offer
from arena.rules.steps.trade import addressed
from protocol.messages import SAY_LIMIT

Json = dict[str, Any]

# Encoded pieces of each sort kept in memory before starting afresh: those of a few games.
MOST_KEPT = 2_000


class Question(NamedTuple):
    """What a `decide` message asks, without id and clock. `json` may hold encoded fragments."""

    json: Json
    choices: list[Choice]


class Writer:
    """Writes what bots are shown, for one rulebook, and keeps what repeats encoded."""

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
        # What a harvest may depend on besides the cards.
        self._worth_by = tuple(
            piece.name
            for piece in book.own_pieces
            if piece.per_seat and HARVEST_COINS in book.folds
        )

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
            "windows": tables.windows,
            "negotiation": {**book.negotiation._asdict(), "say": SAY_LIMIT},
            "ties": next((rule.says(tables) for rule in book.rules if rule.name == "ties"), ""),
            "rules": [
                {"name": rule.name, "cites": rule.cites, "text": rule.says(tables)}
                for rule in book.rules
            ],
            "more": {rule.name: rule.data(tables) for rule in book.rules if rule.data},
        }

    def question(self, game: Game, decision: Decision) -> Question:
        """The question of `decision`: ask, choices, view and what the ask adds."""
        seat, ask, _ = decision
        choices = game.choices(seat)
        json: Json = {
            "ask": ask,
            "choices": [self._choice_fragment(choice) for choice in choices],
            "view": self.view(game, seat),
        }
        if ask == "plant":
            json["card"] = NAMES[game.hands[seat][0]]
        elif ask == "answer":
            json["offers"] = [offer.id for offer in addressed(game, seat)]
        elif ask == "window":
            json["window"] = game.step.name
        return Question(json, choices)

    def view(self, game: Game, seat: int) -> Json:
        """All that `seat` may see, as the protocol shows it; piles are encoded fragments."""
        book = self.book
        seen = game.view(seat)
        hands = seen["hands"]
        hand = hands[seat]
        hands[seat] = len(hand)
        pile = self._pile
        view: Json = {
            "seat": seat,
            "turn": seen["turn"],
            "active": seen["active"],
            "step": game.step_of_turn.name,
            "round": seen["round"],
            "rounds": book.negotiation.rounds,
            "hand": pile(hand),
            "hands": hands,
            "fields": [
                self._field_row(game, at, fields) for at, fields in enumerate(seen["fields"])
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

    def example(self, choices: list[Choice], answer: int | Json | None) -> Json:
        """A legal choice object to show with a refusal: of the same sort if one is listed."""
        wanted = answer.get("do") if isinstance(answer, dict) else None
        alike = [choice for choice in choices if choice.do == wanted]
        return self.choice((alike or choices)[0])

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

    def _field_row(self, game: Game, seat: int, fields: tuple[bytes, ...]) -> Any:
        key = (fields, *[game.extra[name][seat] for name in self._worth_by])
        row = self._fields.get(key)
        if row is None:
            columns = [self._field(game, seat, at) for at in range(len(fields))]
            row = _keep(self._fields, key, columns)
        return row

    def _field(self, game: Game, seat: int, at: int) -> Json:
        cards = game.fields[seat][at]
        if not cards:
            return {"kind": None, "count": 0, "coins": 0}
        field: Json = {
            "kind": NAMES[cards[0]],
            "count": len(cards),
            "coins": worth(game, seat, at),
        }
        if cards.count(cards[0]) != len(cards):
            field["cards"] = [NAMES[card] for card in cards]
        return field


@lru_cache(maxsize=16)
def writer(book: Rulebook) -> Writer:
    """The writer of a rulebook; kept, with what it has encoded."""
    return Writer(book)


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
