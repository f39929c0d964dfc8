"""Replay a stored game from its record: to show it, to check it, to ask a bot again."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import orjson
from pydantic import ValidationError

from arena.codec import AnswerReader, ChoiceRefused, reader
from arena.codec.quick_parser import is_usual_record, validate_record
from arena.errors import ArenaError
from arena.rules import (
    RULES_VERSION,
    Decision,
    Event,
    Game,
    Rulebook,
    VariantError,
    compile_rulebook,
    plain_event,
)
from arena.rules.trades import TradeLog
from ladder.database.result import final_places, final_winners
from protocol import Json


class ReplayError(ArenaError):
    """A record that can't be replayed: it is damaged, or was made under other rules."""


class OtherRules(ReplayError):
    """A game that was played by another version of the rules."""

    def __init__(self, version: str) -> None:
        super().__init__(
            f"This game was played by version {version} of the rules; this arena has version"
            f" {RULES_VERSION} and cannot replay it."
        )
        self.version = version


class Before(NamedTuple):
    """The position before a recorded decision; `game` changes later, so copy what you need."""

    number: int
    seat: int
    game: Game
    open: tuple[Decision, ...]
    played: Json  # the record's entry: choice, say, ms, fault, …


class After(NamedTuple):
    """The outcome of a recorded decision; `game` changes later, so copy what you need."""

    number: int
    seat: int
    game: Game
    events: list[Event]
    played: Json


class Replay:
    """A record and the rulebook it was played by."""

    def __init__(self, record: bytes, data: Json | None = None) -> None:
        """Read a record.

        Args:
            record: its JSON.
            data: its plain data, if it has been parsed already.

        Raises:
            ReplayError: it can't be replayed.
        """
        self.record = record
        self.data = read_record(record) if data is None else data
        if self.data["rules"] != RULES_VERSION:
            raise OtherRules(self.data["rules"])
        try:
            self.book: Rulebook = compile_rulebook(self.data["variant"], self.data["players"])
        except VariantError as error:
            raise ReplayError(str(error)) from None
        if len(self.data["bots"]) != self.book.players:
            raise ReplayError(
                f"The record is damaged at bots: {len(self.data['bots'])} of them"
                f" in a game for {self.book.players}."
            )

    @property
    def names(self) -> list[str]:
        """Names of the seats: the bots' names, with the seat added where a bot sits twice."""
        names = [bot["name"] for bot in self.data["bots"]]
        return [
            f"{name}({seat + 1})" if names.count(name) > 1 else name
            for seat, name in enumerate(names)
        ]

    @property
    def forfeits(self) -> dict[int, Json]:
        """Each seat that forfeited, with when and why."""
        return {forfeit["seat"]: forfeit for forfeit in self.data.get("forfeits", ())}

    @property
    def places(self) -> list[int]:
        """Each seat's final place: 1 is best, forfeits come last."""
        return final_places(self.data["result"]["places"], self.forfeits)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won and didn't forfeit."""
        result = self.data["result"]
        return final_winners(result["winners"], result["places"], self.forfeits)

    def start(self, wants: Sequence[Iterable[str]] = ()) -> Game:
        """Return the game at its start."""
        return self.book.start(bytes.fromhex(self.data["seed"]), wants)

    def begin(self) -> Game:
        """Return the game at its start, with the bots' wishes. Raises ReplayError."""
        try:
            return self.start([frozenset(bot.get("wants", ())) for bot in self.data["bots"]])
        except ValueError as error:
            raise ReplayError(f"The record is damaged at bots: {error}") from None

    def steps(self) -> Iterator[Before | After]:
        """Yield each decision twice: before it is applied and after. Raises ReplayError."""
        game = self.begin()
        yield from self.more(game)
        # For those who look at the final position, too.
        self.end = game

    def more(self, game: Game, known: int = 0) -> Iterator[Before | After]:
        """Yield the steps after the first `known`, which `game` has made. Raises ReplayError."""
        answers = reader(self.book)
        for number, played in enumerate(self.data["decisions"][known:], known):
            seat = played["seat"]
            _require_asked(game, number, seat)
            yield Before(number, seat, game, game.decisions, played)
            yield After(number, seat, game, _play(answers, game, number, played), played)

    def at(self, decision: int) -> Game:
        """Return the game as it stood at a decision, counted from 0; after the last, its end.

        Raises:
            ReplayError: The record has fewer decisions, or cannot be replayed.
        """
        decisions = self.data["decisions"]
        if not 0 <= decision <= len(decisions):
            raise ReplayError(f"There is no decision {decision}: the game has {len(decisions)}.")
        game = self.begin()
        for _ in islice(self.more(game), 2 * decision):  # each decision is a Before and an After
            pass
        return game

    def check(self, trades: TradeLog | None = None) -> str | None:
        """Compare the record with its replay.

        Args:
            trades: a log to fill with the trades of the game.

        Returns:
            A sentence on the first difference; None if there is none.
        """
        try:
            # Not by `steps`: nobody needs its tuples here, and `verify` replays whole ladders.
            game, answers = self.begin(), reader(self.book)
            for number, played in enumerate(self.data["decisions"]):
                _require_asked(game, number, played["seat"])
                events = _play(answers, game, number, played)
                if trades is not None:
                    trades.follow(events)
        except ReplayError as error:
            return str(error)
        if game.decisions:
            return "The record ends before the game does."
        for name, values in game.result._asdict().items():
            replayed, kept = list(values), self.data["result"][name]
            if kept != replayed:
                return f"{name} are {replayed} when replayed, {kept} in the record."
        return None

    def event(self, event: Event, reader: int | None = None) -> Json:
        """Return an event as plain data: in full, or as `reader` sees it."""
        return plain_event(event if reader is None else self.book.seen_by(event, reader))


def _require_asked(game: Game, number: int, seat: int) -> None:
    if seat not in game.asked:
        raise ReplayError(f"Decision {number}: seat {seat + 1} is not asked there.")


def _play(answers: AnswerReader, game: Game, number: int, played: Json) -> list[Event]:
    """Play a decision as recorded; return its events. Raises ReplayError."""
    seat = played["seat"]
    try:
        if played.get("wants") is not None:  # before the choice: it may decide who is asked next
            game.wish(seat, played["wants"])
        # No list of choices: checking a single one takes the rules less time.
        choice = answers.read(game, seat, [], played["choice"])
    except ChoiceRefused as refused:
        raise ReplayError(f"Decision {number} of seat {seat + 1} is not legal: {refused}") from None
    except ValueError as error:
        raise ReplayError(f"The record is damaged at decision {number}: {error}") from None
    return game.play_unchecked(seat, choice)


def read_record(record: bytes) -> Json:
    """Parse a record played by any version of the rules. Raises ReplayError."""
    try:
        data: Json = orjson.loads(record)
        if not is_usual_record(data):
            validate_record(data)  # the model says what is wrong, if anything is
    except ValidationError as error:
        where = ".".join(map(str, error.errors()[0]["loc"]))
        raise ReplayError(f"The record is damaged at {where or 'its start'}.") from None
    except orjson.JSONDecodeError as error:
        raise ReplayError(f"The record is damaged at column {error.colno}.") from None
    except orjson.JSONEncodeError:
        raise ReplayError("The record is damaged: it is nested too deeply.") from None
    return data


def trades_of(replay: Replay) -> TradeLog:
    """Return the trades of a game and the coins they brought. Raises ReplayError."""
    trades = TradeLog(replay.book.players)
    for step in replay.steps():
        if isinstance(step, After):
            trades.follow(step.events)
    return trades
