"""Judge a game: how it stood at each turn, and which decisions cost their seats something.

At a decision, all cards that the seat could not know are dealt anew many times. From each deal the
simple player plays on in every seat, once after the choice that was made and once after each of
several others, with the same cards to come. The judge thus searches one choice deep, so it is
stronger than the simple player itself. See decision 13.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from arena.codec import reader
from arena.replay.analysis.rollouts import Batch, Ends, Position, batch_played, spread
from arena.replay.replay import After, Before, Replay
from arena.rules import Game, Sensible, Shown
from arena.rules.choices import PASS, Choice, Trade
from arena.rules.sensible import Tried

VERSION = 2
"""The version of judgements; raise it when games would be judged differently."""
SEED = 0
OPTIONS = 5
"""Choices compared at a decision, including the one that was played."""
OFFERS = 2
"""How many of them may be likely offers."""
END = Trade(end=True)
OPEN = 0.0, 4.0
"""The range of a cost, in standard errors, in which more deals can settle if it is real."""


@dataclass(frozen=True)
class Effort:
    """How many games are played in each stage of a judgement.

    Each stage deals anew, so what looked bad only by chance in one gets a second look in the next.

    all     games of one turn, for all decisions together, `least` to `most` for each choice. At
            their end the fields' prospects count as coins: a few such games say as much as ten
            times as many whole games, with all the luck to come
    worst   decisions of a seat that reach the next stage: those that look worst
    more    deals for each of them, three turns long, of `choices` choices
    last    decisions of a seat that are judged by whole games, all from different turns, since an
            answer repeated in a negotiation is one mistake
    whole   deals for each of them and for the choice that seems best there
    again   further deals if these leave the question open
    stands  deals to estimate the places at each turn
    """

    all: int = 6_000
    least: int = 4
    most: int = 12
    worst: int = 12
    choices: int = 3
    more: int = 48
    last: int = 5
    whole: int = 96
    again: int = 112
    stands: int = 64


USUAL = Effort()
SHORT = 0.15
"""The time of a one-turn game as a share of a whole one's; three turns take twice as much."""


class Assessment(NamedTuple):
    """How the game stood at a decision, judging by what its seat could know.

    places  the expected place by seat; 1 is best
    shares  the share of the win by seat; they add up to 1
    """

    decision: int
    question: int
    turn: int
    seat: int
    places: tuple[float, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Judged:
    """A decision compared with the best alternative, `instead`.

    deals        how many times the hidden cards were dealt
    before       expected place after the alternative
    after        expected place after the choice that was made
    loss         after − before; above 0, the choice cost places
    error        the standard error of `loss`
    coins        the cost in coins, relative to the mean of the other seats
    coins_error  the standard error of `coins`
    """

    position: Position
    instead: Choice
    deals: int
    before: float
    after: float
    loss: float
    error: float
    coins: float
    coins_error: float

    @property
    def costly(self) -> bool:
        """True if it cost places and coins, one of them by more than 2½ standard errors."""
        sure = self.loss > 2.5 * self.error or self.coins > 2.5 * self.coins_error
        return self.loss > 0 < self.coins and sure

    @property
    def open(self) -> bool:
        """True if more deals can settle if it was costly."""
        return OPEN[0] < self.coins / (self.coins_error or 1.0) < OPEN[1]


class Seen(NamedTuple):
    """A seat's number of decisions, and of those `examined` because there was a choice."""

    decisions: int
    examined: int


@dataclass(frozen=True)
class Judgement:
    """The judgement of a game.

    moments  an assessment for each turn, in order
    seats    how many decisions were examined, by seat
    costly   the costliest few decisions of each seat, in the order of the game
    """

    moments: tuple[Assessment, ...]
    seats: tuple[Seen, ...]
    costly: tuple[Judged, ...]


def judge(
    replay: Replay,
    workers: int = 1,
    tell: Callable[[int], None] = lambda percent: None,
    effort: Effort | None = None,
    early: Callable[[list[tuple[Position, Choice]]], None] = lambda suspects: None,
) -> Judgement:
    """Judge a game.

    This takes about a minute of two processors. About one in a hundred innocent decisions that get
    as far as whole games is called costly.

    Args:
        replay: the game.
        workers: the number of processes; the result doesn't depend on it.
        tell: called with the per cent done.
        effort: how much to play, USUAL by default.
        early: called within seconds with the decision of each seat that looks worst so far, and
            what looks better.

    Raises:
        ReplayError: the game can't be replayed.
    """
    how = effort or USUAL
    found, decisions = positions(replay)
    choices = {at: range(len(each.options)) for at, each in enumerate(found) if each.options[1:]}
    by_seat = [[at for at in choices if found[at].seat == seat] for seat in range(len(decisions))]
    # Backwards, so that the first decision of each turn stays.
    turns = {found[at].game.turn: at for at in reversed(range(len(found)))}
    deals = how.all // max(1, sum(map(len, choices.values())))
    with spread(partial(batch_played, found, SEED), workers if found else 1) as play:
        work = _Work(found, play, tell, _estimate(how, by_seat, len(turns)))
        # Short games find suspects …
        work.play(choices, max(how.least, min(how.most, deals)), 1)
        by_cost = [work.worst(seat) for seat in by_seat]
        early(
            [
                (found[at], found[at].options[work.best(at)[1]])
                for seat in by_cost
                for at in seat[:1]
            ]
        )
        worst = [at for seat in by_cost for at in seat[: how.worst]]
        work.play({at: work.best(at)[: how.choices] for at in worst}, how.more, 3)
        # … whole games judge the worst of them, and again where that leaves it open.
        last = _of_different_turns(work.worst(worst), found, how.last)
        pairs = {at: work.best(at)[:2] for at in last}
        work.play(pairs, how.whole)
        ends = {at: work.latest[at] for at in pairs}
        judged = {at: _judged(found[at], pairs[at][1], ends[at]) for at in pairs}
        unsure = [at for at, each in judged.items() if each.open and how.again]
        work.play({at: pairs[at] for at in unsure}, how.again)
        for at in unsure:
            judged[at] = _judged(found[at], pairs[at][1], ends[at] + work.latest[at])
        # How the game stood: play on from each turn's first decision, as it was made.
        work.play(dict.fromkeys(turns.values(), (0,)), how.stands)
        moments = [_moment(found[at], work.latest[at]) for at in sorted(turns.values())]
    costly = [each for each in judged.values() if each.costly]
    return Judgement(
        tuple(moments),
        tuple(map(Seen, decisions, map(len, by_seat))),
        tuple(sorted(costly, key=lambda each: each.position.number)),
    )


def _estimate(how: Effort, by_seat: Sequence[Sequence[int]], turns: int) -> float:
    """Estimate the work in whole games; most of the last decisions stay open."""
    more = sum(min(how.worst, len(seat)) for seat in by_seat) * how.choices * how.more
    last = sum(min(how.last, len(seat)) for seat in by_seat) * 2 * (how.whole + how.again)
    return how.all * SHORT + more * SHORT * 2 + last + turns * how.stands


def _of_different_turns(worst: Sequence[int], found: Sequence[Position], most: int) -> list[int]:
    """Pick the worst decision of each turn, at most `most` of a seat.

    `worst` has indices into `found`, the worst decision first.
    """
    chosen: dict[int, dict[int, int]] = {}
    for at in worst:
        turns = chosen.setdefault(found[at].seat, {})
        if len(turns) < most:
            turns.setdefault(found[at].game.turn, at)
    return [at for turns in chosen.values() for at in turns.values()]


class _Work:
    """The rollouts of all decisions: the latest results of each, and its options in them."""

    def __init__(
        self,
        found: Sequence[Position],
        play: Callable[[list[Batch]], Iterator[tuple[Batch, Ends]]],
        tell: Callable[[int], None],
        estimate: float,
    ) -> None:
        self._play = play
        self._tell = tell
        self._done, self._of = 0.0, estimate
        self._dealt = [0] * len(found)
        self._options: dict[int, tuple[int, ...]] = {}
        self.latest: dict[int, Ends] = {}

    def play(
        self, to_play: Mapping[int, Sequence[int]], deals: int, turns: int | None = None
    ) -> None:
        """Play new deals; `to_play` has the options of each position."""
        batches = []
        for at, options in to_play.items():
            first = self._dealt[at]
            self._dealt[at] += deals
            batches.append(Batch(at, tuple(options), first, first + deals, turns))
        for batch, ends in self._play(batches):
            self._options[batch.position] = batch.options
            self.latest[batch.position] = ends
            takes = 1 if turns is None else SHORT if turns == 1 else 2 * SHORT
            self._done += len(batch.options) * deals * takes
            self._tell(min(99, round(100 * self._done / self._of)))

    def best(self, at: int) -> list[int]:
        """Return the options of a position: the played one, then the others from the best on."""
        means = self._means(at)
        return sorted(means, key=lambda option: (option != 0, -means[option]))

    def worst(self, of: Sequence[int]) -> list[int]:
        """Sort these decisions, those that seem to have cost most first."""

        def cost(at: int) -> float:
            means = self._means(at)
            return max(means[option] for option in means if option) - means[0]

        return sorted(of, key=lambda at: (-cost(at), at))

    def _means(self, at: int) -> dict[int, float]:
        leads = zip(*[[end.lead for end in deal] for deal in self.latest[at]], strict=True)
        return dict(zip(self._options[at], map(fmean, leads), strict=True))


def _judged(position: Position, instead: int, ends: Ends) -> Judged:
    seat, root = position.seat, sqrt(len(ends))
    losses = [played.places[seat] - other.places[seat] for played, other in ends]
    coins = [other.lead - played.lead for played, other in ends]
    return Judged(
        position=position,
        instead=position.options[instead],
        deals=len(ends),
        before=fmean(other.places[seat] for _, other in ends),
        after=fmean(played.places[seat] for played, _ in ends),
        loss=fmean(losses),
        error=stdev(losses) / root,
        coins=fmean(coins),
        coins_error=stdev(coins) / root,
    )


def _moment(position: Position, ends: Ends) -> Assessment:
    places = [end.places for (end,) in ends]
    by_seat = [*zip(*places, strict=True)]

    def share(seat: Sequence[float]) -> float:
        wins = zip(seat, places, strict=True)
        return fmean([(own == min(all_)) / all_.count(own) for own, all_ in wins])

    return Assessment(
        decision=position.number,
        question=position.question,
        turn=position.game.turn,
        seat=position.seat,
        places=tuple(map(fmean, by_seat)),
        shares=tuple(map(share, by_seat)),
    )


def followed(replay: Replay) -> Iterator[tuple[Before | After, int, Shown, list[Tried]]]:
    """Yield the steps of a game, each with what a player at the table would remember.

    That is the id of the question if a bot answered it, else 0; what everybody knows of the hidden
    cards; and this turn's offers by seat. They change later. Raises ReplayError.
    """
    shown: Shown | None = None
    tried: list[Tried] = [set() for _ in range(replay.book.players)]
    questions = [0] * replay.book.players
    for step in replay.steps():
        shown = shown or Shown(step.game)  # nothing has happened before the first step
        question = 0
        if isinstance(step, After):
            shown.follow(step.events, step.game)
            _note_offers(tried, step)
        elif step.played.get("fault") != "forfeit":  # there the arena chose
            question = questions[step.seat] = questions[step.seat] + 1
        yield step, question, shown, tried


def as_it_was(
    step: Before, question: int, shown: Shown, tried: Sequence[Tried], *options: Choice
) -> Position:
    """Return the position of a step from `followed`, which stays as it is, with these options."""
    game, offers = step.game.copy(), tuple(map(set, tried))
    return Position(
        step.number, question, step.seat, game.step.ask, game, shown.copy(), offers, options
    )


def simplest(chosen: Choice) -> Choice:
    """Return a choice in its simplest form: ending the trading is passing."""
    return PASS if chosen == END else chosen


def positions(replay: Replay) -> tuple[list[Position], list[int]]:
    """Return all decisions by bots in order, and their number by seat. Raises ReplayError."""
    answers = reader(replay.book)
    found, questions = [], [0] * replay.book.players
    for step, question, shown, tried in followed(replay):
        if isinstance(step, After) or not question:
            continue
        game, seat = step.game, step.seat
        questions[seat] = question
        chosen = answers.read(game, seat, game.choices(seat), step.played["choice"])
        sensible = Sensible(replay.book, tried, game.turn).choose(game, seat)
        compared = options(game, seat, simplest(chosen), sensible, shown)
        found.append(as_it_was(step, question, shown, tried, *compared))
    return found, questions


def options(
    game: Game, seat: int, chosen: Choice, sensible: Choice, shown: Shown
) -> tuple[Choice, ...]:
    """Return the choices to compare: the played one, the simple player's, and varied others."""
    listed = game.choices(seat)
    kinds = [choice.do for choice in listed]
    # The first of each sort, then the second of each, and so on.
    order = sorted(range(len(listed)), key=lambda at: (kinds[:at].count(kinds[at]), at))
    offers = game.likely_offers(seat, shown)[:OFFERS]
    first = [chosen, sensible, *[listed[at] for at in order[:2]], *offers]
    return tuple(dict.fromkeys([*first, *[listed[at] for at in order]]))[:OPTIONS]


def _note_offers(tried: list[Tried], step: After) -> None:
    """Note this turn's offers as the simple player remembers them."""
    for event in step.events:
        if event["event"] == "turn":
            for each in tried:
                each.clear()
        elif event["event"] == "offered":
            for offer in event["offers"]:
                give, want = offer.give, offer.want
                if give and len(give) == 1 and want is not None and len(want) <= 1:
                    tried[offer.seat].add((give[0].kind, want[0] if want else None))
