"""The colluding pairs of `poe prove signs` do collude: else it would be no proof to find them."""

from collections import Counter
from typing import Any

import pytest

from arena.rules import compile_rulebook
from tests.proofs.signs import PAIRS
from tests.support.in_process import play

from trader import TraderBot  # isort: skip  (found by in_process)

WHISPERER: Any = PAIRS["whisperers"][0]


def play_one(one: Any, other: Any) -> None:
    """A game of the two, in seats 0 and 2, with two traders."""
    seats = [one, TraderBot(), other, TraderBot()]
    play(compile_rulebook("anniversary", 4), seats, b"colluding", range(4))


@pytest.mark.parametrize("pair", PAIRS)
def test_each_knows_who_the_other_is(pair: str) -> None:
    one, other = (kind() for kind in PAIRS[pair])
    play_one(one, other)
    assert (one.friend, other.friend) == (2, 0)


class Noting(WHISPERER):  # type: ignore[misc]
    """Notes all hands that it tells, and all that it is told."""

    def on_game_start(self, game: Any) -> None:
        super().on_game_start(game)
        self.mine: list[Counter[str]] = []
        self.theirs: list[Counter[str]] = []

    def say(self, text: str) -> None:
        super().say(text)
        if text.startswith("hm "):
            self.mine.append(Counter(self.told))

    def hear(self, seat: int, text: str) -> None:
        super().hear(seat, text)
        if text.startswith("hm "):
            self.theirs.append(Counter(self.shown[seat]))


def test_whisperers_know_each_others_hands() -> None:
    one, other = Noting(), Noting()
    play_one(one, other)
    assert one.theirs == other.mine[: len(one.theirs)]
    assert other.theirs == one.mine[: len(other.theirs)]
    assert min(len(one.theirs), len(other.theirs)) > 20
