"""Rollouts: many deals of each position, played on in one process or several."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random
from statistics import fmean
from typing import Any, NamedTuple, TypeVar

from arena.rules import Choice, Game, Sensible, Shown
from arena.rules.free_choices.harvest import worth
from arena.rules.likely import FRESH_START, promises
from arena.rules.sensible import Tried
from arena.sandbox import kernel

T = TypeVar("T")
R = TypeVar("R")

A_CARD = 0.25
"""The value in coins of a card in hand, if a game is broken off before its end."""


@dataclass(frozen=True)
class Position:
    """A decision of a seat, with everything needed to play on from it.

    number    its index in the record, from 0
    question  the id of the bot's question, from 1
    shown     what everybody knows of the hidden cards
    tried     offers already made in this turn, by seat
    options   the choices to compare, without duplicates; the first is the one played
    """

    number: int
    question: int
    seat: int
    ask: str
    game: Game
    shown: Shown
    tried: tuple[Tried, ...]
    options: tuple[Choice, ...]


class Batch(NamedTuple):
    """Some deals of one position, each to be played on from each of these options.

    position     its index
    first, last  the deals are numbered from `first` to `last` - 1
    turns        the number of turns to play before guessing the rest; None to play to the end
    """

    position: int
    options: tuple[int, ...]
    first: int
    last: int
    turns: int | None = None


class RolloutResult(NamedTuple):
    """The result of playing on from a deal.

    lead    the deciding seat's coins less the mean of the others'; a guess if broken off
    places  by seat, 1 is best, ties share theirs evenly; empty if broken off
    """

    lead: float
    places: tuple[float, ...] = ()


Ends = list[tuple[RolloutResult, ...]]
"""Results by deal, then by option: all options of a deal met the same cards."""


@contextmanager
def spread(
    work: Callable[[T], R], workers: int
) -> Iterator[Callable[[Iterable[T]], Iterator[tuple[T, R]]]]:
    """Provide a function that does the work for all items, in arbitrary order if by several."""
    if workers < 2:
        yield lambda items: ((item, work(item)) for item in items)
        return
    # Forked workers know the work already. Forking is safe: this process has no threads yet.
    pool = ProcessPoolExecutor(workers, get_context("fork"), _begin, (work,))
    try:

        def spread_out(items: Iterable[T]) -> Iterator[tuple[T, R]]:
            waiting = {pool.submit(_work_here, item): item for item in items}
            for done in as_completed(waiting):
                yield waiting[done], done.result()

        yield spread_out
    finally:
        pool.shutdown(cancel_futures=True)


_work: Callable[[Any], Any]
"""In a worker process: its task."""


def _begin(work: Callable[[Any], Any]) -> None:
    global _work  # noqa: PLW0603 (a worker has one task in its life)
    _work = work
    kernel.die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process ends its workers


def _work_here(item: Any) -> Any:
    return _work(item)


def batch_played(positions: Sequence[Position], seed: int, batch: Batch) -> Ends:
    """Play a batch."""
    position = positions[batch.position]
    options = [position.options[each] for each in batch.options]
    return [
        played_on(position, options, seed, number, batch.turns)
        for number in range(batch.first, batch.last)
    ]


def played_on(
    position: Position, options: Sequence[Choice], seed: int, number: int, turns: int | None = None
) -> tuple[RolloutResult, ...]:
    """Deal the hidden cards for the `number`-th time, and play on from each of these choices."""
    # The seed doesn't depend on the choice, so that all choices meet the same cards.
    rng = Random(f"{seed} {position.number} {number}")
    deal = position.game.redealt(position.seat, rng, position.shown)
    return tuple([_played(deal.copy(), position, option, turns) for option in options])


def _played(game: Game, position: Position, choice: Choice, turns: int | None) -> RolloutResult:
    player = Sensible(game.book, position.tried, game.turn)
    seat = position.seat
    game.play_unchecked(seat, choice)
    if turns is None:
        player.play_on(game)
    elif (guess := _guess(player, game, seat, turns)) is not None:
        return RolloutResult(guess)
    return RolloutResult(_lead(game.result.scores, seat), shared_places(game.result.scores))


def _guess(player: Sensible, game: Game, seat: int, turns: int) -> float | None:
    """Play some turns and guess the lead; None if the game ends before."""
    guesses, turn = [], game.turn
    while game.asked:
        if game.turn > turn:
            guesses.append(_lead([_worth(game, each) for each in range(game.book.players)], seat))
            turn = game.turn
            if len(guesses) > turns:
                return fmean(guesses)  # of all their ends, as it swings with whose turn it is
        asked = game.asked[0]
        game.play_unchecked(asked, player.choose(game, asked))
    return None


def _worth(game: Game, seat: int) -> float:
    """Estimate a seat's worth: coins, the fields' prospects, a little for each unplanted card."""
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
    """Return each seat's place by coins; ties share theirs evenly, such as 2.5."""
    return tuple(
        [1 + sum(s > mine for s in scores) + (scores.count(mine) - 1) / 2 for mine in scores]
    )


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
