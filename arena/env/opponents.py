"""A learner's opponents: the bundled bots written in Python, played in this process.

They are asked in the protocol, as by the referee, but without a process and a clock; where an
answer is refused, the safest choice is played. `sensible` is played by `arena.rules.Sensible`.
"""

import sys
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import orjson

import bots
from arena.rules import Choice, Event, Game, Rulebook, Sensible
from arena.translation import Refused, lines, parse_answer, reader, writer
from protocol.messages import parse_ready, wishes

PYTHON = Path(bots.__file__).parent / "python"
CLOCK = {"bank_ms": 10_000, "increment_ms": 100, "limit_ms": 2_000}


@cache
def programs() -> dict[str, str]:
    """Load the bundled bots in Python: their modules by name."""
    found = [tomllib.loads(file.read_text("utf-8")) for file in sorted(PYTHON.glob("*.toml"))]
    return {each["name"]: Path(each["command"].split()[-1]).stem for each in found}


class Thinking:
    """`sensible` in one seat."""

    def begin(self, book: Rulebook, game: Game, seat: int, seed: int) -> None:
        """A game begins."""
        self._player = Sensible(book)

    def choose(self, game: Game, seat: int, told: Sequence[str]) -> Choice:
        """Its choice; `told` are the events since it was asked last, as texts."""
        return self._player.choose(game, seat)


class Talking:
    """A bundled bot in one seat."""

    def __init__(self, name: str) -> None:
        if str(PYTHON) not in sys.path:
            sys.path.append(str(PYTHON))  # where it finds the SDK
        module, sdk = import_module(programs()[name]), import_module("bohnanza")
        (self._kind,) = [
            each
            for each in vars(module).values()
            if isinstance(each, type)
            and issubclass(each, sdk.Bot)
            and each.__module__ == module.__name__
        ]

    def begin(self, book: Rulebook, game: Game, seat: int, seed: int) -> None:
        """A game begins."""
        self._bot: Any = self._kind()  # anew: a seed must fix a game, whatever was played before
        ready = parse_ready(self._bot.receive(lines.hello()).encode())
        game.wish(seat, wishes(ready.wants))
        start = lines.game_start(book, seat, CLOCK, seed, True)
        self._bot.receive(orjson.loads(orjson.dumps(start)))
        self._number = 0

    def choose(self, game: Game, seat: int, told: Sequence[str]) -> Choice:
        """Its choice; `told` are the events since it was asked last, as texts."""
        decision = next(each for each in game.decisions if each.seat == seat)
        question = writer(game.book).question(game, decision)
        self._number += 1
        line = lines.decide(self._number, question, told, CLOCK["bank_ms"], CLOCK["limit_ms"])
        _, answer, _, wants, _ = parse_answer(self._bot.receive(orjson.loads(line)).encode())
        if wants is not None:
            game.wish(seat, wants)
        try:
            return reader(game.book).read(game, seat, question.choices, answer)
        except Refused:
            return question.choices[0]


Opponent = Thinking | Talking


def opponent(name: str) -> Opponent:
    """A player by its name. Raises ValueError if it cannot be played here."""
    if name == "sensible":
        return Thinking()
    if name not in programs():
        known = ", ".join(["sensible", *programs()])
        raise ValueError(f"There is no opponent {name!r:.40} to play in this process: {known}.")
    return Talking(name)


class Others:
    """All opponents of one game, and what each has still to be told."""

    def __init__(self, book: Rulebook, players: Sequence[Opponent], seats: Sequence[int]) -> None:
        self._book = book
        self._players = dict(zip(seats, players, strict=True))
        self._talk = any(isinstance(player, Talking) for player in players)

    def begin(self, game: Game, seeds: Sequence[int]) -> None:
        """A game begins."""
        self._untold: list[list[str]] = [[] for _ in range(self._book.players)]
        for (seat, player), seed in zip(self._players.items(), seeds, strict=True):
            player.begin(self._book, game, seat, seed)

    def choose(self, game: Game, seat: int) -> Choice:
        """The choice of the opponent in this seat."""
        told, self._untold[seat] = self._untold[seat], []
        return self._players[seat].choose(game, seat, told)

    def hear(self, events: list[Event]) -> None:
        """Take note of what happened."""
        if self._talk and events:
            for untold, news in zip(self._untold, writer(self._book).events(events), strict=True):
                untold += news
