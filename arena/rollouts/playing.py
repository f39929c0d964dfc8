"""Playing on from positions, many deals of each, in one process or several."""

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

from arena.rules import Choice, Game, Sensible
from arena.rules.sensible import Tried


@dataclass(frozen=True)
class Position:
    """A decision of a seat, and all that is needed to play on from it.

    number    its place in the record, from 0
    question  from 1, as the bot was asked; None if it was lost already
    shown     by seat, kinds known to be in its hand
    tried     by seat, what it has offered in this turn
    chosen    what was played
    instead   what the simple player would have played
    """

    number: int
    question: int | None
    seat: int
    ask: str
    game: Game
    shown: tuple[bytes, ...]
    tried: tuple[Tried, ...]
    chosen: Choice
    instead: Choice


class Sample(NamedTuple):
    """One deal played on twice: the seat's place and coins without the choice made, and with it.

    Places: 1 is best; those of a tie are shared evenly, as 2.5.
    """

    before: float
    after: float
    coins_before: int
    coins_after: int


class Batch(NamedTuple):
    """Some deals of the `position`-th position: those numbered from `first` to `last` - 1."""

    position: int
    first: int
    last: int


Play = Callable[[Iterable[Batch]], Iterator[tuple[Batch, list[Sample]]]]


@contextmanager
def playing(positions: Sequence[Position], seed: int, workers: int = 1) -> Iterator[Play]:
    """A function that plays batches, which come back as they are done, in any order."""
    if workers < 2 or not positions:
        yield lambda batches: ((batch, _play(positions, seed, batch)) for batch in batches)
        return
    # Forked: the positions are there already. Nothing else runs in this process.
    pool = ProcessPoolExecutor(workers, get_context("fork"), _begin, (positions, seed))
    try:

        def play(batches: Iterable[Batch]) -> Iterator[tuple[Batch, list[Sample]]]:
            waiting = {pool.submit(_play_here, batch): batch for batch in batches}
            for done in as_completed(waiting):
                yield waiting[done], done.result()

        yield play
    finally:
        pool.shutdown(cancel_futures=True)


_here: tuple[Sequence[Position], int] = (), 0


def _begin(positions: Sequence[Position], seed: int) -> None:
    global _here  # noqa: PLW0603 (a worker has one task in its life)
    _here = positions, seed
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends the others


def _play_here(batch: Batch) -> list[Sample]:
    return _play(*_here, batch)


def _play(positions: Sequence[Position], seed: int, batch: Batch) -> list[Sample]:
    position = positions[batch.position]
    return [sample(position, seed, number) for number in range(batch.first, batch.last)]


def sample(position: Position, seed: int, number: int) -> Sample:
    """The `number`-th deal of what is hidden, played to its end from both choices."""
    rng = Random(f"{seed} {position.number} {number}")
    deal = position.game.redealt(position.seat, rng, position.shown)
    before, coins_before = _played(deal.copy(), position, position.instead)
    after, coins_after = _played(deal, position, position.chosen)
    return Sample(before, after, coins_before, coins_after)


def _played(game: Game, position: Position, choice: Choice) -> tuple[float, int]:
    player = Sensible(game.book, position.tried, game.turn)
    game.play(position.seat, choice)
    player.play_on(game)
    scores = game.result.scores
    mine = scores[position.seat]
    ahead = sum(score > mine for score in scores)
    return 1 + ahead + (scores.count(mine) - 1) / 2, mine
