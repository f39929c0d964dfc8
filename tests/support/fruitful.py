"""Finds the deals that the tour of the check plays first: `python -m tests.support.fruitful`.

Greedily, of the first deals of a game: the one that brings most of what has not come up yet, for a
bot that answers 0.
"""

from typing import Any

from arena.referee.clock import CLASSES
from arena.registry.conformance import games, play_deal, vocabulary
from arena.rules import compile_rulebook

DEALS = 500


class Obliging:
    """In place of a bot's process: it answers 0."""

    wants: frozenset[str] = frozenset()
    text = False
    time = CLASSES["standard"]

    class process:
        """Takes no time."""

        ms = 0.0

    def ask(self, *_: Any) -> bytes:
        """The answer to any question."""
        return b"0"

    def new_stderr(self) -> str:
        """Nothing is written."""
        return ""

    def tell(self, *_: Any) -> None:
        """Nothing to be said to that."""


def fruitful(variant: str, players: int) -> list[int]:
    """The deals of a game by which all of its words come up, in the order to be played."""
    words = vocabulary(compile_rulebook(variant, players))
    seen: set[str] = set()
    found: list[int] = []
    while not words <= seen:
        after = {}
        for deal in range(DEALS):
            after[deal] = set(seen)
            play_deal(Obliging(), variant, players, deal, words, after[deal])  # type: ignore[arg-type]
        best = max(after, key=lambda deal: len(words & after[deal]))
        found.append(best)
        seen = after[best]
    return found


if __name__ == "__main__":
    for game in games():
        print(game[0], fruitful(*game))
