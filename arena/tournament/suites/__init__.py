"""The suites of `arena bench`: what a player meets, so that its numbers compare over years.

A suite is a file beside this one that never changes once it is released: whatever should differ is
another suite. At each of its games the player meets fixed tables of bundled bots, each with a
known share of traders, and sits in every seat. How strong these bots are comes with the suite, from
long runs at the same tables (`poe prove bench_strengths`).
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from arena.errors import UsageError
from arena.tournament.deals import Draws

Bot = TypeVar("Bot")

FOLDER = files("arena.tournament.suites")
USUAL_SUITE = "standard-1"


@dataclass(frozen=True, slots=True)
class Place:
    """A match of a suite, whose player has yet to come."""

    game: tuple[str, int]
    """The variant and the number of players."""
    table: tuple[str, ...]
    """The names of the other bots, in no order."""


@dataclass(frozen=True)
class Suite:
    """A suite as its file has it."""

    name: str
    rules_version: str
    negotiation: str
    """The limits of the negotiation, as in a pool."""
    clock: str
    bots: Mapping[str, str]
    """The content hash of each bot, by name."""
    traders: Sequence[str]
    games: Sequence[tuple[str, int]]
    tables: Sequence[tuple[Sequence[str], int]]
    """The bots at each table, and how many matches it plays of each game."""
    weights: tuple[float, float]
    """What the strength where nobody trades and the one beside traders count in their mean."""
    strengths: Mapping[str, Any]
    """From how many games the strengths are known, and by `variant-players` and name: both, in Elo
    points above greedy, and their 95% intervals."""
    hash: str = ""
    """Of the file."""

    @classmethod
    def read(cls, text: str) -> "Suite":
        """Parse a suite's file."""
        data = json.loads(text)
        data["games"] = [(variant, players) for variant, players in data["games"]]
        return cls(**data, hash=hashlib.sha256(text.encode()).hexdigest()[:20])

    @property
    def calibration(self) -> str:
        """The id of the bots' strengths: numbers by others are on another scale."""
        text = json.dumps(self.strengths, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def places(self) -> list[Place]:
        """All matches in their order, in which games and tables take turns."""
        turns = [
            ((number + 0.5) / matches, at, Place(game, tuple(table)))
            for at, (table, matches) in enumerate(self.tables)
            for game in self.games
            for number in range(matches)
        ]
        return [place for *_, place in sorted(turns, key=lambda turn: turn[:2])]

    @property
    def sizes(self) -> Counter[tuple[str, int]]:
        """How many games there are by variant and number of players."""
        return Counter(place.game for place in self.places for _ in range(place.game[1]))

    def circles(
        self, secret: bytes, player: Bot, others: Mapping[str, Bot]
    ) -> Iterator[tuple[Place, tuple[Bot, ...]]]:
        """Yield each match with its circle, in which the player always comes first.

        The player may be one of the suite's own bots: its seat is known by its place alone.
        """
        for number, place in enumerate(self.places):
            rest = Draws(secret, "circle", number).shuffled([others[bot] for bot in place.table])
            yield place, (player, *rest)


def suite_names() -> list[str]:
    """Return the names of all suites."""
    return sorted(Path(file.name).stem for file in FOLDER.iterdir() if file.name.endswith(".json"))


@cache
def suite_named(name: str) -> Suite:
    """Return a suite. Raises UsageError if there is none of that name."""
    if name not in suite_names():
        raise UsageError(f"There is no suite called {name!r}. Choose {' or '.join(suite_names())}.")
    return Suite.read(FOLDER.joinpath(f"{name}.json").read_text("utf-8"))
