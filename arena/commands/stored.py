"""The stored game that a number on the command line means: one of the ladder, or a casual one."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from arena.commands.home import reading
from arena.commands.options import MOST_DIGITS, OptionError
from arena.errors import ArenaError
from arena.retelling.replay import Replay, ReplayError
from arena.text import harmless
from ladder import casual, games
from ladder.store import Store

_NUMBER = re.compile(rf"(c?)([0-9]{{1,{MOST_DIGITS}}})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Number:
    """What names a game: `17` is one of the ladder, `c17` a casual one."""

    casual: bool
    number: int

    def __str__(self) -> str:
        return casual.name(self.number) if self.casual else str(self.number)

    def data(self, store: Store) -> dict[str, Any]:
        """The record as plain data, by whatever rules it was played. Raises ReplayError, too."""
        try:
            found: dict[str, Any] = orjson.loads(self.record(store))
            if found["bots"] and found["decisions"] is not None:
                return found
        except (orjson.JSONDecodeError, LookupError, TypeError):
            pass
        raise ReplayError(f"The record of game {self} is damaged.")

    def record(self, store: Store) -> bytes:
        """The game's record, JSON. Raises UnknownGame, DamagedRecord."""
        found = casual.record if self.casual else games.record
        return found(store, self.number)

    def logs(self, store: Store) -> dict[int, str]:
        """What its bots wrote on stderr, by seat; not harmless. Raises UnknownGame."""
        found = casual.logs if self.casual else games.logs
        return found(store, self.number)


def parse_game(text: str) -> Number:
    """The number of a game. Raises OptionError."""
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        raise OptionError(
            f"{harmless(text, 40)!r} is not the number of a game. List them: arena games "
            "(those of arena match: arena games --casual)"
        )
    return Number(bool(found[1]), int(found[2]))


def names_game(text: str) -> bool:
    """Whether it has the form of a game's number; a bot so called is named with its version."""
    return _NUMBER.fullmatch(text.strip()) is not None


def load(home: Path | None, game: str) -> Replay:
    """The replay of the stored game with this number. Raises ReplayError, VariantError, …"""
    number = parse_game(game)
    with reading(home) as store:
        return Replay(number.record(store))


def load_with_logs(home: Path | None, game: str) -> tuple[Replay, dict[int, str]]:
    """The same, and what its bots wrote on stderr, by seat; not harmless."""
    number = parse_game(game)
    with reading(home) as store:
        return Replay(number.record(store)), number.logs(store)


def check_seat(seat: int | None, players: int) -> None:
    """Raises ArenaError when a game for so many has no such seat."""
    if seat is not None and not 0 <= seat < players:
        raise ArenaError(f"There is no seat {seat}. This game has seats 0 to {players - 1}.")
