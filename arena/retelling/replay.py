"""Playing a stored game again from its record: to tell it, to check it, to ask anew."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson
from pydantic import ValidationError

from arena.errors import ArenaError
from arena.rules import RULES_VERSION, Decision, Event, Rulebook, State, compile_rulebook
from arena.view import Refused, Translator, event_json, translator
from protocol.record import Record

Data = dict[str, Any]


class ReplayError(ArenaError):
    """The record does not play: it was damaged, or made by other rules."""


@dataclass(frozen=True)
class Before:
    """The position before a recorded decision. `state` lives on: copy what shall last."""

    number: int
    seat: int
    state: State
    open: tuple[Decision, ...]
    played: Data  # the record's entry: choice, say, ms, fault, …


@dataclass(frozen=True)
class After:
    """What came of it. `state` lives on."""

    number: int
    seat: int
    state: State
    events: list[Event]
    played: Data


class Replay:
    """A record with the rulebook it was played by."""

    def __init__(self, record: bytes) -> None:
        """`record`: its JSON. Raises ReplayError or VariantError."""
        try:
            Record.model_validate_json(record)
        except ValidationError as error:
            where = ".".join(map(str, error.errors()[0]["loc"]))
            raise ReplayError(f"The record is damaged at {where or 'its start'}.") from None
        try:
            self.data: Data = orjson.loads(record)
        except orjson.JSONDecodeError as error:  # what the model lets pass: NaN, endless numbers
            raise ReplayError(f"The record is damaged at column {error.colno}.") from None
        if self.data["rules"] != RULES_VERSION:
            raise ReplayError(
                f"This game was played by version {self.data['rules']} of the rules; "
                f"this arena has version {RULES_VERSION} and cannot replay it."
            )
        self.book: Rulebook = compile_rulebook(self.data["variant"], self.data["players"])
        self.translator: Translator = translator(self.book)
        if len(self.data["bots"]) != self.book.players:
            raise ReplayError(
                f"The record is damaged at bots: {len(self.data['bots'])} of them"
                f" in a game for {self.book.players}."
            )

    @property
    def names(self) -> list[str]:
        """How the seats are called: the bots' names, with the seat where a bot sits twice."""
        names = [bot["name"] for bot in self.data["bots"]]
        return [
            f"{name}({seat})" if names.count(name) > 1 else name for seat, name in enumerate(names)
        ]

    def steps(self) -> Iterator[Before | After]:
        """Each decision twice: before it is applied and after. Raises ReplayError."""
        wants = [frozenset(bot.get("wants", ())) for bot in self.data["bots"]]
        book, state = self.book, self.book.start(bytes.fromhex(self.data["seed"]), wants)
        for number, played in enumerate(self.data["decisions"]):
            seat = played["seat"]
            asked = book.to_decide(state)
            if seat not in [decision.seat for decision in asked]:
                raise ReplayError(f"Decision {number}: seat {seat} is not asked there.")
            yield Before(number, seat, state, asked, played)
            if played.get("wants") is not None:
                book.wish(state, seat, frozenset(played["wants"]))
            try:
                listed = book.choices(state, seat)
                choice = self.translator.read(state, seat, listed, played["choice"])
            except Refused as refused:
                raise ReplayError(
                    f"Decision {number} of seat {seat} is not legal: {refused}"
                ) from None
            yield After(number, seat, state, book.apply(state, seat, choice), played)
        self.end = state

    def check(self) -> str | None:
        """What differs between the record and its replay, in one sentence; None: all is right."""
        try:
            for _ in self.steps():
                pass
        except ReplayError as error:
            return str(error)
        if self.book.to_decide(self.end):
            return "The record ends before the game does."
        result, kept = self.book.result(self.end), self.data["result"]
        for name, value in (
            ("scores", list(result.scores)),
            ("places", list(result.places)),
            ("winners", list(result.winners)),
        ):
            if kept[name] != value:
                return f"{name} are {value} when replayed, {kept[name]} in the record."
        return None

    def view(self, state: State, seat: int) -> Data:
        """What `seat` sees, as plain data."""
        seen: Data = orjson.loads(orjson.dumps(self.translator.view(state, seat)))
        return seen

    def event(self, event: Event, reader: int | None = None) -> Data:
        """An event as plain data: whole, or as `reader` sees it."""
        return event_json(event if reader is None else self.book.seen_by(event, reader))
