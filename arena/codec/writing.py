"""From the rules to the protocol: questions, views, events and choices, as bots are shown them.

A `decide` message is joined from cached JSON texts, since most of them repeat from question to
question (piles, fields, choices, offers, events). Whatever does not repeat is encoded by orjson.
"""

from functools import lru_cache

import orjson

from arena.codec.view import KINDS, EntryCache, Memo, ViewWriter, encoded
from arena.rules import RULES_VERSION, Choice, Decision, Event, Game, Rulebook
from arena.rules.cards import NAMES
from arena.rules.plain_data import plain_choice, plain_event
from arena.rules.state import Stack
from arena.rules.steps.trade import addressed
from arena.text.asking import beanometers
from protocol import Json
from protocol.messages import SAY_LIMIT


class Question:
    """The question of a `decide` message, without id, events and clock."""

    __slots__ = ("choices", "text")

    def __init__(self, text: str, choices: list[Choice]) -> None:
        self.text = text
        """The keys of the message as JSON, without braces."""
        self.choices = choices

    @property
    def json(self) -> Json:
        """The question as data."""
        json: Json = orjson.loads(f"{{{self.text}}}")
        return json


class Writer:
    """A writer of what bots are shown, for one rulebook, with a cache of repeated texts."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self._view = ViewWriter(book)
        self._played: Memo[Json] = Memo(plain_choice)
        self._choices: Memo[str] = Memo(lambda choice: encoded(plain_choice(choice)))
        self._stacks: Memo[str] = Memo(self._stack)
        self._events: EntryCache[tuple[str, str]] = EntryCache()

    def scales(self) -> str:
        """Return the beanometers in words, for bots that read."""
        return beanometers(self.rulebook()["kinds"])

    def rulebook(self) -> Json:
        """Return the rulebook as `game_start` carries it."""
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
        """Return the question of `decision`: ask, stack, choices, view and what the ask adds."""
        seat, ask, _ = decision
        choices = game.choices(seat)
        texts = self._choices
        listed = ",".join([texts[choice] for choice in choices])
        stack, view = self._stacks[game.stack], self._view.text(game, seat)
        text = f'"ask":"{ask}","stack":{stack},"choices":[{listed}],"view":{view}'
        if ask == "plant":
            text += f',"card":{KINDS[game.hands[seat][0]]}'
        elif ask == "answer":
            text += f',"offers":{encoded([offer.id for offer in addressed(game, seat)])}'
        elif ask == "window":
            text += f',"window":"{game.step.name}"'
        return Question(text, choices)

    def _stack(self, stack: Stack) -> str:
        steps = self.book.steps
        return encoded([[steps[number].name, *own] for number, own in stack])

    def view(self, game: Game, seat: int) -> Json:
        """Return everything `seat` may see, as the protocol shows it."""
        view: Json = orjson.loads(self.view_text(game, seat))
        return view

    def view_text(self, game: Game, seat: int) -> str:
        """Return the view as JSON text."""
        return self._view.text(game, seat)

    def events(self, events: list[Event]) -> list[list[str]]:
        """Return by seat the events as it may see them, as JSON texts. Lists may be shared."""
        pairs = [self._event(event) for event in events]
        others = [other for _, other in pairs]
        by_seat = [others] * self.book.players
        for at, (own, other) in enumerate(pairs):
            if own is not other:
                seat = events[at]["seat"]
                if by_seat[seat] is others:
                    by_seat[seat] = others[:]
                by_seat[seat][at] = own
        return by_seat

    def _event(self, event: Event) -> tuple[str, str]:
        """Return an event as JSON texts: for the seat named in it, and for all others."""
        if event.get("offers"):  # ids make each of these unique
            return self._cut(event)
        # Nearly all others repeat. Their keys follow from the name, which is the first value.
        try:
            pair = self._events.get(values := tuple(event.values()))
        except TypeError:  # an event with lists cannot be a key
            return self._cut(event)
        return pair or self._events.keep(values, self._cut(event))

    def _cut(self, event: Event) -> tuple[str, str]:
        if self.book.seen_alike(event):
            text = encoded(plain_event(event))
            return text, text
        seat: int = event["seat"]
        return self._seen(event, seat), self._seen(event, (seat + 1) % self.book.players)

    def _seen(self, event: Event, seat: int) -> str:
        if "offers" not in event:
            return encoded(plain_event(self.book.seen_by(event, seat)))
        # Its offers and accepts will appear in views, which cache them one by one.
        shown = {
            key: orjson.Fragment(self._view.standing(value, seat))
            if key in ("offers", "accepts")
            else value
            for key, value in event.items()
        }
        return encoded(shown)

    def played(self, choice: Choice) -> Json:
        """Return the plain data of a choice, cached because it repeats; do not change it."""
        return self._played[choice]

    def example(self, choices: list[Choice], answer: int | Json | None) -> Json:
        """Return a legal choice object to show with a refusal.

        It is of the same sort as the refused answer if one is listed.
        """
        do = answer.get("do") if isinstance(answer, dict) else None
        alike = [choice for choice in choices if choice.do == do]
        return plain_choice((alike or choices)[0])


@lru_cache(maxsize=16)
def writer(book: Rulebook) -> Writer:
    """Return the cached writer of a rulebook."""
    return Writer(book)
