"""From the rules to the protocol: questions, views, events and choices, as bots are shown them.

What a `decide` message holds is joined from JSON texts, since most of them repeat from question to
question (piles, fields, choices, offers, events) and are kept. What does not is encoded by orjson.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar

import orjson

from arena.rules import RULES_VERSION, Choice, Decision, Event, Game, Rulebook
from arena.rules.cards import NAMES
from arena.rules.free.harvest import worth
from arena.rules.hooks import HARVEST_COINS
from arena.rules.state import EVERYONE, Accept, Offer, Piece, Stack, accept_for, offer_for
from arena.rules.steps.trade import addressed
from arena.rules.told import plain_accept, plain_choice, plain_event, plain_offer, plain_pile
from protocol import Json
from protocol.messages import SAY_LIMIT

T = TypeVar("T")

# Texts of each sort kept in memory before starting afresh: those of a few games.
MOST_KEPT = 2_000

# The names of kinds as JSON.
_NAMES = tuple(f'"{name}"' for name in NAMES)


class Question:
    """What a `decide` message asks, without id, events and clock."""

    __slots__ = ("choices", "text")

    def __init__(self, text: str, choices: list[Choice]) -> None:
        self.text = text
        """The keys of the message as JSON, without braces."""
        self.choices = choices

    @property
    def json(self) -> Json:
        """The same as data."""
        json: Json = orjson.loads(f"{{{self.text}}}")
        return json


class Writer:
    """Writes what bots are shown, for one rulebook, and keeps the texts of what repeats."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self._piles: dict[bytes, str] = {}
        self._fields: dict[tuple[Any, ...], str] = {}
        self._choices: dict[Choice, str] = {}
        self._played: dict[Choice, Json] = {}
        self._rows: dict[tuple[bytes, ...], str] = {}
        self._events: dict[tuple[Any, ...], tuple[str, str]] = {}
        self._counts: dict[tuple[int, ...], str] = {}
        self._silent: dict[tuple[bool, ...], str] = {}
        self._stacks: dict[Stack, str] = {}
        # As their owners see them, and as the others do.
        self._own_offers: dict[Offer | Accept, str] = {}
        self._other_offers: dict[Offer | Accept, str] = {}
        self._own_pieces = [_OwnPiece(piece) for piece in book.own_pieces]
        self._latest_rows: list[tuple[tuple[bytes, ...], str]] = [((), "")] * book.players
        # What a harvest may depend on besides the cards.
        self._worth_by = tuple(
            piece.name
            for piece in book.own_pieces
            if piece.per_seat and HARVEST_COINS in book.changes
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
        """The question of `decision`: ask, stack, choices, view and what the ask adds."""
        seat, ask, _ = decision
        choices = game.choices(seat)
        kept = self._choices
        listed = ",".join([kept.get(choice) or self._choice(choice) for choice in choices])
        stack = self._stacks.get(game.stack) or self._stack(game.stack)
        view = self.view_text(game, seat)
        text = f'"ask":"{ask}","stack":{stack},"choices":[{listed}],"view":{view}'
        if ask == "plant":
            text += f',"card":{_NAMES[game.hands[seat][0]]}'
        elif ask == "answer":
            text += f',"offers":{_encoded([offer.id for offer in addressed(game, seat)])}'
        elif ask == "window":
            text += f',"window":"{game.step.name}"'
        return Question(text, choices)

    def _stack(self, stack: Stack) -> str:
        steps = self.book.steps
        return _keep(self._stacks, stack, [[steps[number].name, *own] for number, own in stack])

    def view(self, game: Game, seat: int) -> Json:
        """All that `seat` may see, as the protocol shows it."""
        view: Json = orjson.loads(self.view_text(game, seat))
        return view

    def view_text(self, game: Game, seat: int) -> str:
        """The view as JSON text.

        The core's pieces are named here one by one for speed; a test holds the text to
        `Game.view`, which cuts by the audiences of the pieces.
        """
        book = self.book
        # What a position holds never changes in place: what is the same object as at the last
        # question has the same text, in whichever game.
        same, more = True, ""
        for own in self._own_pieces:
            value = game.extra[own.piece.name]
            known, text = own.latest
            if value is not known:
                same, text = False, own.text_of(value) if own.open else ""
                own.latest = value, text
            more += text or own.text_of(game.seen(own.piece, seat))
        rows = []
        for at, row in enumerate(game.fields):
            latest = self._latest_rows[at]
            if not (same and row is latest[0]):
                latest = self._latest_rows[at] = (row, self._field_row(game, at))
            rows.append(latest[1])
        fields = ",".join(rows)
        counts = tuple([len(hand) for hand in game.hands])
        hands = self._counts.get(counts) or _keep(self._counts, counts, counts)
        silent = self._silent.get(game.silent) or _keep(self._silent, game.silent, game.silent)
        offers = self._standing(game.offers, seat) if game.offers else ""
        accepts = self._standing(game.accepts, seat) if game.accepts else ""
        return (
            f'{{"seat":{seat},"turn":{game.turn},"active":{game.active},'
            f'"step":"{game.step_of_turn.name}","round":{game.round},'
            f'"rounds":{book.negotiation.rounds},"hand":{self._pile(game.hands[seat])},"hands":{hands},'
            f'"fields":[{fields}],"coins":{self._piles_by_seat(game.coins)},'
            f'"set_aside":{self._piles_by_seat(game.set_aside)},'
            f'"turned_over":{self._pile(game.turned_over)},"draw_pile":{len(game.draw_pile)},'
            f'"discard":{self._pile(game.discard)},"run_outs":{game.run_outs},'
            f'"offers":[{offers}],"accepts":[{accepts}],"silent":{silent}{more}}}'
        )

    def events(self, events: list[Event]) -> list[list[str]]:
        """For each seat, the events as it may see them, as JSON texts. Lists may be shared."""
        pairs = [self._event(event) for event in events]
        others = [other for _, other in pairs]
        told = [others] * self.book.players
        for at, (own, other) in enumerate(pairs):
            if own is not other:
                seat = events[at]["seat"]
                if told[seat] is others:
                    told[seat] = others[:]
                told[seat][at] = own
        return told

    def _event(self, event: Event) -> tuple[str, str]:
        """An event as the seat named in it may see it, and as all others may; as texts."""
        if event.get("offers"):  # never the same again
            return self._cut(event)
        try:  # nearly all others come again and again
            pair = self._events.get(values := tuple(event.values()))
        except TypeError:  # it holds lists
            return self._cut(event)
        return pair or _kept(self._events, values, self._cut(event))

    def _cut(self, event: Event) -> tuple[str, str]:
        if self.book.seen_alike(event):
            text = _encoded(plain_event(event))
            return text, text
        seat: int = event["seat"]
        return self._seen(event, seat), self._seen(event, (seat + 1) % self.book.players)

    def _seen(self, event: Event, seat: int) -> str:
        if "offers" not in event:
            return _encoded(plain_event(self.book.seen_by(event, seat)))
        # Its offers and accepts will stand in the views: they are kept one by one.
        shown = {
            key: orjson.Fragment(f"[{self._standing(value, seat)}]")
            if key in ("offers", "accepts")
            else value
            for key, value in event.items()
        }
        return _encoded(shown)

    def played(self, choice: Choice) -> Json:
        """The same, kept: what is played comes again and again. Not to be changed."""
        json = self._played.get(choice)
        return json or _kept(self._played, choice, plain_choice(choice))

    def example(self, choices: list[Choice], answer: int | Json | None) -> Json:
        """A legal choice object to show with a refusal: of the same sort if one is listed."""
        wanted = answer.get("do") if isinstance(answer, dict) else None
        alike = [choice for choice in choices if choice.do == wanted]
        return plain_choice((alike or choices)[0])

    def _piles_by_seat(self, piles: list[bytes]) -> str:
        text = self._rows.get(key := tuple(piles))
        return text or _kept(self._rows, key, f"[{','.join([self._pile(pile) for pile in piles])}]")

    def _choice(self, choice: Choice) -> str:
        return _keep(self._choices, choice, plain_choice(choice))

    def _pile(self, cards: bytes) -> str:
        text = self._piles.get(cards)
        return text or _kept(self._piles, cards, f"[{','.join([_NAMES[card] for card in cards])}]")

    def _standing(self, standing: Sequence[Offer | Accept], seat: int) -> str:
        """Offers or accepts as `seat` sees them, joined."""
        texts = []
        for each in standing:
            kept = self._own_offers if each.seat == seat else self._other_offers
            texts.append(kept.get(each) or _keep(kept, each, _shown(each, seat)))
        return ",".join(texts)

    def _field_row(self, game: Game, seat: int) -> str:
        fields = game.fields[seat]
        by = self._worth_by
        key = (fields, *[game.extra[name][seat] for name in by]) if by else fields
        row = self._fields.get(key)
        return row or _keep(
            self._fields, key, [self._field(game, seat, at) for at in range(len(fields))]
        )

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


class _OwnPiece:
    """A piece that a rule added: the texts it has had, and the last of them, which it mostly keeps.

    The text of `latest` is empty where it depends on the reader.
    """

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self.open = piece.audience == EVERYONE
        self.latest: tuple[Any, str] = (self, "")  # value and text; together, for threads
        self._kept: dict[Any, str] = {}

    def text_of(self, value: Any) -> str:
        """The piece as it stands in a view, with its name and a comma in front."""
        key = tuple(value) if isinstance(value, list) else value
        text = self._kept.get(key) or _keep(self._kept, key, _plain(value))
        return f',"{self.piece.name}":{text}'


@lru_cache(maxsize=16)
def writer(book: Rulebook) -> Writer:
    """The writer of a rulebook; kept, with what it has encoded."""
    return Writer(book)


def _keep(kept: dict[Any, str], key: Any, json: Any) -> str:
    """Encode `json` and keep it under `key`."""
    return _kept(kept, key, _encoded(json))


def _kept(kept: dict[Any, T], key: Any, what: T) -> T:
    if len(kept) > MOST_KEPT:
        kept.clear()
    kept[key] = what
    return what


def _encoded(json: Any) -> str:
    return orjson.dumps(json).decode()


def _plain(value: Any) -> Any:
    """A piece that a rule added, for JSON: piles become lists of kinds."""
    if isinstance(value, bytes):
        return plain_pile(value)
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value


def _shown(standing: Offer | Accept, seat: int) -> Json:
    """An offer or accept as `seat` may see it."""
    if isinstance(standing, Offer):
        return plain_offer(offer_for(standing, seat))
    return plain_accept(accept_for(standing, seat))
