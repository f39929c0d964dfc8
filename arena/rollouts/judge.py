"""After which decisions of a game did its seat's expected place fall, and by how much.

At each decision the hidden cards are dealt anew, many times, as the seat could not know them. Each
deal is played to its end twice, by the same simple player in every seat and with the same cards to
come: once from the choice that was made, once from that player's own. The difference of the places,
on the average, is what the choice cost. A choice that the simple player would have made itself
costs nothing, by definition.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from arena.retelling.replay import After, Before, Replay
from arena.rollouts.redeal import Shown, redealt
from arena.rollouts.sensible import Sensible, Tried
from arena.rules import Choice, Game
from arena.translation import reader, writer

Data = dict[str, Any]


@dataclass(frozen=True)
class Position:
    """A decision of the seat, and all that is needed to play on from it.

    number    its place in the record, from 0
    question  from 1, as the bot was asked; None if it was lost already
    tried     by seat, what it has offered in this turn
    """

    number: int
    question: int | None
    seat: int
    ask: str
    game: Game
    shown: Shown
    tried: tuple[Tried, ...]
    chosen: Choice
    instead: Choice


@dataclass(frozen=True)
class Judged:
    """What a decision cost. Places: 1 is best, and those of a tie are shared evenly.

    deals      how many times the hidden cards were dealt
    before     expected place, had the simple player chosen
    after      expected place after the choice that was made
    fall       after − before: above 0, the choice cost places
    error      its standard error
    coins      what the choice cost in coins of the seat; below 0, it earned some
    coins_error  its standard error
    """

    position: Position
    deals: int
    before: float
    after: float
    fall: float
    error: float
    coins: float
    coins_error: float

    @property
    def certain(self) -> bool:
        """Whether the fall is more than two standard errors."""
        return self.fall > 2 * self.error


def positions(replay: Replay, seat: int) -> tuple[list[Position], int]:
    """The decisions at which the seat did not choose as the simple player would.

    Also how many decisions it made. Raises ReplayError.
    """
    book = replay.book
    words, shown = reader(book), Shown(book.players)
    tried: list[Tried] = [set() for _ in range(book.players)]
    found, asked, questions = [], 0, 0
    hands: list[bytes] = []
    for step in replay.steps():
        game = step.game
        if isinstance(step, After):
            shown.follow(hands, game, step.events)
            _follow(tried, step)
            continue
        hands = game.hands[:]
        if step.seat != seat:
            continue
        lost = step.played.get("fault") == "forfeit"
        questions += not lost
        asked += 1
        chosen = words.read(game, seat, game.choices(seat), step.played["choice"])
        instead = Sensible(book, tried, game.turn).choose(game, seat)
        if instead != chosen:
            found.append(
                Position(
                    number=step.number,
                    question=None if lost else questions,
                    seat=seat,
                    ask=game.step.ask,
                    game=game.copy(),
                    shown=shown.copy(),
                    tried=tuple(set(each) for each in tried),
                    chosen=chosen,
                    instead=instead,
                )
            )
    return found, asked


def _follow(tried: list[Tried], step: After) -> None:
    """Notes what was offered in this turn, as the simple player remembers it."""
    for event in step.events:
        if event["event"] == "turn":
            for each in tried:
                each.clear()
        elif event["event"] == "offered":
            for offer in event["offers"]:
                if offer.give and offer.want is not None and len(offer.give) == 1:
                    if len(offer.want) <= 1:
                        want = offer.want[0] if offer.want else None
                        tried[offer.seat].add((offer.give[0].kind, want))


Sample = tuple[float, float, int, int]
"""Of one deal: the place before and after, and the seat's coins before and after."""


def sample(position: Position, seed: int, first: int, last: int) -> list[Sample]:
    """The deals from `first` to `last` - 1 of a position, each played on twice."""
    found = []
    for number in range(first, last):
        rng = Random(f"{seed} {position.number} {number}")
        deal = redealt(position.game, position.seat, position.shown, rng)
        (place, coins), (their_place, their_coins) = (
            _played(deal.copy(), position, choice) for choice in (position.instead, position.chosen)
        )
        found.append((place, their_place, coins, their_coins))
    return found


def _played(game: Game, position: Position, choice: Choice) -> tuple[float, int]:
    player = Sensible(game.book, position.tried, game.turn)
    game.play(position.seat, choice)
    player.play_on(game)
    scores = game.result.scores
    mine = scores[position.seat]
    ahead = sum(score > mine for score in scores)
    return 1 + ahead + (scores.count(mine) - 1) / 2, mine
