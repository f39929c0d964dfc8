"""Playing on from positions, many deals of each, in one process or several."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random
from statistics import fmean
from typing import NamedTuple

from arena.rules import Choice, Game, Sensible
from arena.rules.free.harvest import worth
from arena.rules.likely import FRESH_START, promises
from arena.rules.sensible import Tried
from arena.sandbox import kernel

A_CARD = 0.25
"""Coins that a card of the hand is worth where a game is left before its end."""


@dataclass(frozen=True)
class Position:
    """A decision of a seat, and all that is needed to play on from it.

    number    its place in the record, from 0
    question  from 1, as the bot was asked
    shown     by seat, kinds known to be in its hand
    tried     by seat, what it has offered in this turn
    options   choices that are compared, each once: first what was played
    """

    number: int
    question: int
    seat: int
    ask: str
    game: Game
    shown: tuple[bytes, ...]
    tried: tuple[Tried, ...]
    options: tuple[Choice, ...]


class Batch(NamedTuple):
    """Some deals of the `position`-th position, each played on from each of these options.

    first, last  the deals are numbered from `first` to `last` - 1
    turns        play so many turns on and guess the rest; None: play to the end
    """

    position: int
    options: tuple[int, ...]
    first: int
    last: int
    turns: int | None = None


class RolloutResult(NamedTuple):
    """What a deal came to.

    lead    coins of the seat that decided, less the mean of the others'; a guess if it was left
    places  by seat, 1 is best, those of a tie are shared evenly; empty if it was left
    """

    lead: float
    places: tuple[float, ...] = ()


Ends = list[tuple[RolloutResult, ...]]
"""By deal, by option: the options of a deal met the same cards."""
Play = Callable[[Iterable[Batch]], Iterator[tuple[Batch, Ends]]]


@contextmanager
def playing(positions: Sequence[Position], seed: int, workers: int = 1) -> Iterator[Play]:
    """A function that plays batches, which come back as they are done, in any order."""
    if workers < 2 or not positions:
        yield lambda batches: ((batch, _play(positions, seed, batch)) for batch in batches)
        return
    # Forked: the positions are there already. Nothing else runs in this process.
    pool = ProcessPoolExecutor(workers, get_context("fork"), _begin, (positions, seed))
    try:

        def play(batches: Iterable[Batch]) -> Iterator[tuple[Batch, Ends]]:
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
    kernel.die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends the others


def _play_here(batch: Batch) -> Ends:
    return _play(*_here, batch)


def _play(positions: Sequence[Position], seed: int, batch: Batch) -> Ends:
    position = positions[batch.position]
    options = [position.options[each] for each in batch.options]
    return [
        played_on(position, options, seed, number, batch.turns)
        for number in range(batch.first, batch.last)
    ]


def played_on(
    position: Position, options: Sequence[Choice], seed: int, number: int, turns: int | None = None
) -> tuple[RolloutResult, ...]:
    """The `number`-th deal of what is hidden, played on from each of these choices."""
    rng = Random(f"{seed} {position.number} {number}")
    deal = position.game.redealt(position.seat, rng, position.shown)
    return tuple([_played(deal.copy(), position, option, turns) for option in options])


def _played(game: Game, position: Position, choice: Choice, turns: int | None) -> RolloutResult:
    player = Sensible(game.book, position.tried, game.turn)
    seat = position.seat
    game.play_unchecked(seat, choice)
    if turns is None:
        player.play_on(game)
    else:
        if (guess := _left(player, game, seat, turns)) is not None:
            return RolloutResult(guess)
    return RolloutResult(_lead(game.result.scores, seat), shared_places(game.result.scores))


def _left(player: Sensible, game: Game, seat: int, turns: int) -> float | None:
    """The lead in some turns, the mean of what it seems at the end of each; None if all is over.

    What a position is worth swings with whose turn it is: hence the mean.
    """
    guesses, turn = [], game.turn
    while game.asked:
        if game.turn > turn:
            guesses.append(_lead([_worth(game, each) for each in range(game.book.players)], seat))
            turn = game.turn
            if len(guesses) > turns:
                return fmean(guesses)
        asked = game.asked[0]
        game.play_unchecked(asked, player.choose(game, asked))
    return None


def _worth(game: Game, seat: int) -> float:
    """Coins, what the fields promise, and a little for each card that is still to be planted."""
    promised = promises(game.book)
    value = float(game.result.scores[seat])
    for at, cards in enumerate(game.fields[seat]):
        if cards:
            scale = promised.get(cards[0], (0.0,))
            value += max(scale[min(len(cards), len(scale) - 1)], worth(game, seat, at))
    return value + A_CARD * len(game.hands[seat]) + FRESH_START * len(game.set_aside[seat])


def _lead(values: Sequence[float], seat: int) -> float:
    others = [value for other, value in enumerate(values) if other != seat]
    return values[seat] - fmean(others)


def shared_places(scores: Sequence[int]) -> tuple[float, ...]:
    """The place of each seat by coins; those of a tie are shared evenly, as 2.5."""
    return tuple(
        [1 + sum(s > mine for s in scores) + (scores.count(mine) - 1) / 2 for mine in scores]
    )


def processors() -> int:
    """How many processors there are for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
