"""A recorded game in which cards lie otherwise, so that one of its seats cannot tell.

Two cards hidden from the seat change places in the middle of the game, everybody decides on as
recorded, and all that the seat is told stays the same. So whatever is made for the seat must stay
the same too, byte for byte. Nothing here looks at frames: what the seat is told comes from the
rules alone.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

import orjson

from arena.codec import ChoiceRefused, reader
from arena.replay.frames import Frame, frames
from arena.replay.replay import After, Before, Replay
from arena.rules import Game
from tests.support.hidden import Place, exchange, read
from tests.support.secrets import hidden_places

# Where in the game cards are exchanged: as early as nobody notices.
MOMENTS = (0.6, 0.8, 0.9, 0.97, 0.99)
TRIES = 30


class OtherDeal(Replay):
    """The replay of a game with cards exchanged before one of its decisions."""

    def __init__(self, replay: Replay, number: int, places: tuple[Place, Place]) -> None:
        super().__init__(orjson.dumps(replay.data))
        self._number, self._places = number, places

    def steps(self) -> Iterator[Before | After]:
        for step in super().steps():
            if isinstance(step, Before) and step.number == self._number:
                exchange(step.game, self._places, _Swap())
            yield step


class _Swap(random.Random):
    """For `exchange`: of two cards, the second comes first."""

    def randbytes(self, n: int) -> bytes:
        return bytes(range(n, 0, -1))


def assert_nothing_hidden_shows(replay: Replay, seat: int) -> None:
    """The frames of a seat are the same whatever is hidden from it.

    Fails too where no other deal is found, since that shows nothing.
    """
    other = other_deal(replay, seat)
    assert other is not None, f"no other deal of this game looks the same to seat {seat}"
    assert bytes_of(frames(other, seat)) == bytes_of(frames(replay, seat))


def bytes_of(told: Iterable[Frame]) -> bytes:
    """All that frames hold."""
    return orjson.dumps([asdict(frame) for frame in told])


def other_deal(replay: Replay, seat: int) -> OtherDeal | None:
    """A game that `seat` cannot tell from the recorded one; None if none is found soon."""
    rng = random.Random(seat)
    decisions = replay.data["decisions"]
    moments = {int(len(decisions) * moment) for moment in MOMENTS}
    games = {
        step.number: step.game.copy()
        for step in replay.steps()
        if isinstance(step, Before) and step.number in moments
    }
    for number, game in sorted(games.items()):
        if any(game.answers):
            continue  # a sealed answer may name a card that would then lie elsewhere
        true = _told(game.copy(), decisions[number:], seat)
        deck = frozenset(game.book.kinds)
        places = [p for p in hidden_places(game, seat) if read(game, p.pile, p.seat)[p.at] in deck]
        if len(places) < 2:
            continue
        for _ in range(TRIES):
            one, two = rng.sample(places, 2)
            kinds = [read(game, place.pile, place.seat)[place.at] for place in (one, two)]
            other = game.copy()
            exchange(other, (one, two), _Swap())
            if kinds[0] != kinds[1] and _told(other, decisions[number:], seat) == true:
                return OtherDeal(replay, number, (one, two))
    return None


def _told(game: Game, decisions: list[dict[str, Any]], seat: int) -> list[Any] | None:
    """All that a seat is told and sees from here on; None if a decision is not possible."""
    told: list[Any] = [game.view(seat)]
    for played in decisions:
        actor = played["seat"]
        if actor not in game.asked:
            return None
        try:
            listed = game.choices(actor)
            choice = reader(game.book).read(game, actor, listed, played["choice"])
        except ChoiceRefused:
            return None
        told += [game.book.seen_by(event, seat) for event in game.play(actor, choice)]
        if seat in game.asked:
            told += [game.view(seat), game.choices(seat)]
    return [*told, game.view(seat), game.result]
