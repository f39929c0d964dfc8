"""How a game stood at each turn, and which decisions cost their seats something.

At a decision the hidden cards are dealt anew, many times, as the seat could not know them. Each
deal is played on by the same simple player in every seat, with the same cards to come, from the
choice that was made and from several others. So what is asked is what a player would who searches
one choice deep; it is stronger than the player that plays on.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from arena.codec import reader
from arena.replay.analysis.rollouts import Batch, Ends, Position, playing
from arena.replay.replay import After, Replay
from arena.rules import Game, Sensible, Shown
from arena.rules.choices import PASS, Choice, Trade
from arena.rules.sensible import Tried

VERSION = 1
"""Of judgements: another one where a game would be judged otherwise."""
SEED = 0
OPTIONS = 5
"""Choices that are compared at a decision, what was played among them."""
OFFERS = 2
"""Likely offers that are among them."""
OPEN = 0.0, 4.0
"""Standard errors between which more deals may tell whether a decision was costly."""


@dataclass(frozen=True)
class Effort:
    """How much is played. Each stage has deals of its own: what looked bad by chance alone in one
    is seen afresh in the next.

    all     short games, of a turn, together for all decisions, `least` to `most` for each choice.
            What fields promise is counted at their end: few of them tell what whole games, with
            all the luck to come, would tell after ten times as many
    worst   decisions of a seat that come further: those that look worst
    more    deals for each of them, three turns each, of `choices` choices
    last    decisions of a seat that are judged by whole games, all of different turns, since an
            answer that is repeated in a negotiation is one mistake
    whole   deals for each of them, beside the choice that seems best there, …
    again   … and so many more where these leave it open
    stands  deals by which the places at a turn are told
    """

    all: int = 12_000
    least: int = 4
    most: int = 12
    worst: int = 12
    choices: int = 3
    more: int = 48
    last: int = 5
    whole: int = 96
    again: int = 160
    stands: int = 64


USUAL = Effort()
SHORT = 0.15
"""What a short game takes of a whole one; one of three turns takes twice as much."""


class Assessment(NamedTuple):
    """How the game stood when a decision came up, by what its seat could know.

    places  by seat, the expected place: 1 is best
    shares  by seat, the share of the win: together 1
    """

    decision: int
    question: int
    turn: int
    seat: int
    places: tuple[float, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Judged:
    """The cost of a decision, against the best of the others that were compared.

    deals        how many times the hidden cards were dealt
    before       expected place, had that been chosen
    after        expected place after the choice that was made
    fall         after − before: above 0, the choice cost places
    error        its standard error
    coins        what the choice cost in coins, against the mean of the others
    coins_error  its standard error
    """

    position: Position
    instead: Choice
    deals: int
    before: float
    after: float
    fall: float
    error: float
    coins: float
    coins_error: float

    @property
    def costly(self) -> bool:
        """True if it cost places and coins, one of them by more than 2½ standard errors."""
        sure = self.fall > 2.5 * self.error or self.coins > 2.5 * self.coins_error
        return self.fall > 0 < self.coins and sure

    @property
    def open(self) -> bool:
        """True if more deals may tell whether it was costly."""
        return OPEN[0] < self.coins / (self.coins_error or 1.0) < OPEN[1]


class Seen(NamedTuple):
    """What was looked at of a seat. `examined`: decisions at which there was something to choose,
    of all `decisions` that it made."""

    decisions: int
    examined: int


@dataclass(frozen=True)
class Judgement:
    """A judgement of a game.

    moments  one for each turn, in order
    seats    by seat, what was looked at
    costly   decisions, in order; of each seat the few that cost most
    """

    moments: tuple[Assessment, ...]
    seats: tuple[Seen, ...]
    costly: tuple[Judged, ...]


def judge(
    replay: Replay,
    workers: int = 1,
    tell: Callable[[int], None] = lambda percent: None,
    effort: Effort | None = None,
) -> Judgement:
    """Judge a game. Raises ReplayError.

    `tell` hears how many per cent are done. Takes about a minute of one processor; the result
    does not depend on `workers`. Of innocent decisions that come so far as to be judged by whole
    games, about one in a hundred is called costly.
    """
    how = effort or USUAL
    found, decisions = positions(replay)
    open_ = [at for at, each in enumerate(found) if len(each.options) > 1]
    by_seat = [[at for at in open_ if found[at].seat == seat] for seat in range(len(decisions))]
    turns = {found[at].game.turn: at for at in reversed(range(len(found)))}
    all_ = {at: tuple(range(len(found[at].options))) for at in open_}
    deals = how.all // max(1, sum(map(len, all_.values())))
    with playing(found, SEED, workers) as play:
        work = _Work(found, play, tell, _estimate(how, by_seat, len(turns)))
        work.play(all_, max(how.least, min(how.most, deals)), 1)
        worst = [at for seat in by_seat for at in work.worst(seat)[: how.worst]]
        work.play({at: work.best(at)[: how.choices] for at in worst}, how.more, 3)
        last = _of_different_turns(work.worst(worst), found, how.last)
        pairs = {at: work.best(at)[:2] for at in last}
        work.play(pairs, how.whole)
        ends = {at: work.latest[at] for at in pairs}
        judged = {at: _judged(found[at], pairs[at][1], ends[at]) for at in pairs}
        unsure = [at for at, each in judged.items() if each.open and how.again]
        work.play({at: pairs[at] for at in unsure}, how.again)
        for at in unsure:
            judged[at] = _judged(found[at], pairs[at][1], ends[at] + work.latest[at])
        work.play(dict.fromkeys(turns.values(), (0,)), how.stands)
        moments = [_moment(found[at], work.latest[at]) for at in sorted(turns.values())]
    costly = [each for each in judged.values() if each.costly]
    return Judgement(
        tuple(moments),
        tuple(map(Seen, decisions, map(len, by_seat))),
        tuple(sorted(costly, key=lambda each: each.position.number)),
    )


def _estimate(how: Effort, by_seat: Sequence[Sequence[int]], turns: int) -> float:
    """How much there is to do, in whole games; most of the last are open."""
    more = sum(min(how.worst, len(seat)) for seat in by_seat) * how.choices * how.more
    last = sum(min(how.last, len(seat)) for seat in by_seat) * 2 * (how.whole + how.again)
    return how.all * SHORT + more * SHORT * 2 + last + turns * how.stands


def _of_different_turns(worst: Sequence[int], found: Sequence[Position], most: int) -> list[int]:
    """Of these decisions, the worst first, the first of each seat's turns; `most` of a seat."""
    chosen: dict[int, dict[int, int]] = {}
    for at in worst:
        turns = chosen.setdefault(found[at].seat, {})
        if len(turns) < most:
            turns.setdefault(found[at].game.turn, at)
    return [at for turns in chosen.values() for at in turns.values()]


class _Work:
    """What is known of each decision: the ends of its latest deals, and of which options."""

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
        self, wanted: Mapping[int, Sequence[int]], deals: int, turns: int | None = None
    ) -> None:
        """Play on, by new deals. `wanted`: by position, its options."""
        batches = []
        for at, options in wanted.items():
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
        """Its options: first what was played, then the best."""
        means = self._means(at)
        return sorted(means, key=lambda option: (option != 0, -means[option]))

    def worst(self, of: Sequence[int]) -> list[int]:
        """These decisions, first those that seem to have cost most."""

        def cost(at: int) -> float:
            means = self._means(at)
            return max(means[option] for option in means if option) - means[0]

        return sorted(of, key=lambda at: (-cost(at), at))

    def _means(self, at: int) -> dict[int, float]:
        leads = zip(*[[end.lead for end in deal] for deal in self.latest[at]], strict=True)
        return dict(zip(self._options[at], map(fmean, leads), strict=True))


def _judged(position: Position, instead: int, ends: Ends) -> Judged:
    seat, root = position.seat, sqrt(len(ends))
    falls = [played.places[seat] - other.places[seat] for played, other in ends]
    coins = [other.lead - played.lead for played, other in ends]
    return Judged(
        position=position,
        instead=position.options[instead],
        deals=len(ends),
        before=fmean(other.places[seat] for _, other in ends),
        after=fmean(played.places[seat] for played, _ in ends),
        fall=fmean(falls),
        error=stdev(falls) / root,
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


def _plain(choice: Choice) -> Choice:
    """The choice in its simplest form: to end trading is to pass."""
    return PASS if choice == Trade(end=True) else choice


def positions(replay: Replay) -> tuple[list[Position], list[int]]:
    """All decisions that bots made, in order, and how many of each seat. Raises ReplayError."""
    book = replay.book
    words, shown = reader(book), Shown(book.players)
    tried: list[Tried] = [set() for _ in range(book.players)]
    found, questions = [], [0] * book.players
    for step in replay.steps():
        game = step.game
        if isinstance(step, After):
            shown.follow(step.events)
            _follow(tried, step)
            continue
        seat = step.seat
        if step.played.get("fault") == "forfeit":
            continue  # the arena chose
        questions[seat] += 1
        chosen = words.read(game, seat, game.choices(seat), step.played["choice"])
        sensible = Sensible(book, tried, game.turn).choose(game, seat)
        found.append(
            Position(
                number=step.number,
                question=questions[seat],
                seat=seat,
                ask=game.step.ask,
                game=game.copy(),
                shown=shown.hands,
                tried=tuple(set(each) for each in tried),
                options=options(game, seat, _plain(chosen), sensible),
            )
        )
    return found, questions


def options(game: Game, seat: int, chosen: Choice, sensible: Choice) -> tuple[Choice, ...]:
    """The choices to compare: what was played, the simple player's, and others of every sort."""
    listed = game.choices(seat)
    kinds = [choice.do for choice in listed]
    # One of each sort first, then the second ones, and so on.
    order = sorted(range(len(listed)), key=lambda at: (kinds[:at].count(kinds[at]), at))
    offers = game.likely_offers(seat)[:OFFERS]
    wanted = [chosen, sensible, *[listed[at] for at in order[:2]], *offers]
    return tuple(dict.fromkeys([*wanted, *[listed[at] for at in order]]))[:OPTIONS]


def _follow(tried: list[Tried], step: After) -> None:
    """Notes what was offered in this turn, as the simple player remembers it."""
    for event in step.events:
        if event["event"] == "turn":
            for each in tried:
                each.clear()
        elif event["event"] == "offered":
            for offer in event["offers"]:
                give, want = offer.give, offer.want
                if give and len(give) == 1 and want is not None and len(want) <= 1:
                    tried[offer.seat].add((give[0].kind, want[0] if want else None))
