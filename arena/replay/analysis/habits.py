"""Habits: what a bot does that costs it coins, by kind, over many games.

Decisions are drawn from its games, and played on as in `evaluator`: a few deals, for a turn, choose
the best alternative of each, and others, which that choice has not seen, say what it is worth. So a
kind of decision that is as good as its alternatives costs nothing on average.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from statistics import fmean
from typing import NamedTuple

from arena.replay.analysis.evaluator import SEED, positions
from arena.replay.analysis.rollouts import Batch, Position, playing
from arena.replay.frames import seen_by
from arena.replay.replay import Replay
from arena.rules import plain_choice
from arena.rules.choices import Answer, Choice, Trade
from arena.text import harmless
from arena.text.speaker import Speaker

DECISIONS = 300
"""Decisions that are drawn, from all games together."""
CHOOSING, MEASURING = 6, 12
"""Deals to choose the best alternative, and to measure what it is worth."""
TURNS = 3
"""Turns of a measurement. One is not enough: it says that a bot should harvest at once what whole
games say it should keep (+0.9 against -2.7 coins a game)."""
MOST = 5
"""The most habits that are named."""
WIDE = 2.58
"""An interval is so many standard errors wide on each side: 99%, as many kinds are looked at."""
LEAST = 0.1
"""Coins of a game that are worth naming."""
LONGEST = 160
"""Characters of a choice in words."""


@dataclass(frozen=True)
class Habit:
    """A kind of decision that costs a bot coins.

    what      what the bot did, in words that follow "it": `turned down gifts`
    times     how often in a game
    coins     what that costs in a game, beside the mean of the others
    interval  coins ± this is the 99% interval
    game      where to look: the game, …
    seat      … the bot's seat there, …
    question  … and the question
    chosen    its choice there, in words
    better    what would have been better
    """

    what: str
    times: float
    coins: float
    interval: float
    game: int
    seat: int
    question: int
    chosen: str
    better: str

    def __str__(self) -> str:
        return (
            f"It {self.what}: {self.times:.1f} times a game, which cost "
            f"{self.coins:.1f} ± {self.interval:.1f} coins."
        )

    @property
    def look(self) -> str:
        """The command that shows the example."""
        return f"arena replay {self.game} --seat {self.seat + 1} --at {self.question}"


class OwnGame(NamedTuple):
    """A game of the bot."""

    number: int
    seat: int
    replay: Replay


class _Drawn(NamedTuple):
    game: OwnGame
    position: Position


class _Costly(NamedTuple):
    drawn: _Drawn
    instead: Choice
    coins: float


def habits(
    games: Iterable[OwnGame],
    workers: int = 1,
    tell: Callable[[int, int], None] = lambda done, of: None,
    decisions: int = DECISIONS,
) -> list[Habit]:
    """Return what costs the bot most, the costliest first; only what is sure.

    Args:
        games: Games of the bot.
        workers: The number of processes; the result doesn't depend on it.
        tell: Called with what is done, and of how much.
        decisions: How many decisions to draw; two processors judge some 25 a second.

    Raises:
        ReplayError: A game can't be replayed.
    """
    found, played = [], 0
    for game in games:
        played += 1
        for each in positions(game.replay)[0]:
            if each.seat == game.seat and len(each.options) > 1:
                found.append(_Drawn(game, each))
    drawn = Random(SEED).sample(found, min(decisions, len(found)))
    if not drawn:
        return []
    by_kind: dict[str, list[_Costly]] = defaultdict(list)
    for costly in _measured(drawn, workers, tell):
        by_kind[_what(costly.drawn.position, costly.instead)].append(costly)
    a_game = len(found) / len(drawn) / played
    told = [_habit(what, of, a_game) for what, of in by_kind.items()]
    sure = [each for each in told if each.coins > max(each.interval, LEAST)]
    return sorted(sure, key=lambda each: -each.coins)[:MOST]


def _measured(
    drawn: Sequence[_Drawn], workers: int, tell: Callable[[int, int], None]
) -> list[_Costly]:
    """Return the decisions for which another choice seemed better, and what it was worth."""
    # Numbered by their place, which seeds the deals: those of several games share numbers.
    found = [replace(each.position, number=at) for at, each in enumerate(drawn)]
    better: dict[int, int] = {}
    costs: dict[int, float] = {}
    with playing(found, SEED, workers) as play:
        every = [
            Batch(at, tuple(range(len(each.options))), 0, CHOOSING, 1)
            for at, each in enumerate(found)
        ]
        for done, (batch, ends) in enumerate(play(every), 1):
            leads = zip(*[[end.lead for end in deal] for deal in ends], strict=True)
            means = [fmean(each) for each in leads]
            best = max(batch.options[1:], key=means.__getitem__)
            if means[best] > means[0]:
                better[batch.position] = best
            tell(done, 2 * len(every))
        pairs = [
            Batch(at, (0, best), CHOOSING, CHOOSING + MEASURING, TURNS)
            for at, best in better.items()
        ]
        for done, (batch, ends) in enumerate(play(pairs), 1):
            costs[batch.position] = fmean(other.lead - chosen.lead for chosen, other in ends)
            tell(len(every) + done, len(every) + len(pairs))
    return [_Costly(drawn[at], found[at].options[better[at]], costs[at]) for at in sorted(costs)]


def _habit(what: str, of: Sequence[_Costly], a_game: float) -> Habit:
    drawn, instead, _ = max(of, key=lambda each: each.coins)
    who = Speaker([harmless(name, 40) for name in drawn.game.replay.names])
    view = seen_by(drawn.position.game, drawn.game.seat)

    def in_words(choice: Choice) -> str:
        return harmless(who.choice(plain_choice(choice), view), LONGEST)

    return Habit(
        what=what,
        times=len(of) * a_game,
        coins=sum(each.coins for each in of) * a_game,
        interval=WIDE * sqrt(sum(each.coins**2 for each in of)) * a_game,
        game=drawn.game.number,
        seat=drawn.game.seat,
        question=drawn.position.question,
        chosen=in_words(drawn.position.options[0]),
        better=in_words(instead),
    )


# --- what a decision did, beside what would have been better --------------------------------------

_DID = {
    "harvest": "harvested where it had better not",
    "buy_field": "bought a field that did not pay",
    "plant": "planted a card that had better waited, or gone elsewhere",
    "pass": "waited with what it had better done at once",
}
_DID_NOT = {
    "harvest": "kept a field that it had better harvested",
    "buy_field": "did not buy a field that would have paid",
}
_OTHER = {
    "harvest": "harvested the wrong field",
    "plant": "planted in the wrong field",
}


def _what(position: Position, instead: Choice) -> str:
    """Say what a bot did, in words that follow "it", beside what would have been better."""
    chosen = position.options[0]
    took, better = _deals(chosen), _deals(instead)
    if missed := better - took:
        return f"turned down {_sort(position, missed)} that would have paid"
    if extra := took - better:
        return f"agreed to {_sort(position, extra)} that cost more than they brought"
    offered, best = (getattr(choice, "offers", ()) for choice in (chosen, instead))
    if best:
        active = position.seat == position.game.active
        where = "in its own turn" if active else "to the active player"
        return f"made {'another' if offered else 'no'} offer {where} where one would have paid"
    if offered:
        return "made offers that cost more than they brought"
    if chosen.do == instead.do:
        return _OTHER.get(chosen.do, f"made the wrong choice ({chosen.do})")
    done = _DID_NOT.get(instead.do) or _DID.get(chosen.do)
    return done or f"chose {chosen.do} where {instead.do} was better"


def _deals(choice: Choice) -> frozenset[int]:
    """Return the ids of the offers, bids and accepts that a choice agrees to."""
    if isinstance(choice, Answer):
        return frozenset(each.offer for each in choice.accept)
    return frozenset(each.id for each in choice.take) if isinstance(choice, Trade) else frozenset()


def _sort(position: Position, ids: Iterable[int]) -> str:
    """Name the sort of a deal from the seat's side: a gift costs it nothing."""
    game = position.game
    accepts = {each.id: each.offer for each in game.accepts}
    wanted = {accepts.get(each, each) for each in ids}
    offer = next((each for each in game.offers if each.id in wanted), None)
    if offer is None:
        return "trades"
    own = offer.seat == position.seat
    gets, gives = (offer.want, offer.give) if own else (offer.give, offer.want)
    if gets is None or gives is None or (gets and gives):
        return "exchanges"
    return "gifts" if gets else "requests for gifts"
