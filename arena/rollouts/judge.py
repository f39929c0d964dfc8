"""After which decisions of a game did its seat's expected place fall, and by how much.

At each decision the hidden cards are dealt anew, many times, as the seat could not know them. Each
deal is played to its end twice, by the same simple player in every seat and with the same cards to
come: once from the choice that was made, once from that player's own. The difference of the places,
on the average, is what the choice cost. A choice that the simple player would have made itself
costs nothing, by definition.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from arena.retelling.replay import After, Replay
from arena.rollouts.playing import Batch, Position, Sample, playing
from arena.rules import Sensible, Shown
from arena.rules.choices import PASS, Choice, Trade
from arena.rules.sensible import Tried
from arena.translation import reader

DEALS = 48
"""Deals by which a decision that is shown is judged, unless somebody asks for another number."""
SHARES = ((8, 0), (4, 12))
"""Before that: a share of the deals (an eighth, then a quarter) for all decisions, then for the
twelve worst so far."""
LAST = 6
"""Decisions that are judged in the end, by deals that had no part in picking them. They are of
different turns: an answer that is repeated in a negotiation is one mistake."""
A_COIN = 0.12
"""Places that a coin is worth where decisions are picked: coins are less a matter of luck."""
SHOWN = 3


@dataclass(frozen=True)
class Judged:
    """The cost of a decision. Places: 1 is best, and those of a tie are shared evenly.

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
        """True if the fall is more than two standard errors."""
        return self.fall > 2 * self.error


@dataclass(frozen=True)
class Judgement:
    """A judgement of a seat's decisions.

    decisions  how many it made
    differing  how many of them not as the simple player would
    worst      those that cost most places, the worst first; at most SHOWN
    """

    seat: int
    decisions: int
    differing: int
    worst: tuple[Judged, ...]


def judge(
    replay: Replay,
    seat: int,
    deals: int = DEALS,
    seed: int = 0,
    workers: int = 1,
    tell: Callable[[int, int], None] = lambda done, of: None,
) -> Judgement:
    """The decisions after which the expected place of `seat` fell most. Raises ReplayError.

    `tell` hears how many of how many deals have been played. Costs a game played on twice for each
    deal, some 30 ms; the result does not depend on `workers`. About one in twenty that are called
    certain is not: with three shown, one in seven judgements has such a one.
    """
    found, decisions = positions(replay, seat)
    samples: list[list[Sample]] = [[] for _ in found]
    plan = [(max(2, deals // share), most or len(found)) for share, most in SHARES]
    plan.append((deals, LAST))
    total = sum(number * min(most, len(found)) for number, most in plan)
    done = first = 0
    picked = list(range(len(found)))
    with playing(found, seed, workers) as play:
        for number, most in plan:
            picked.sort(key=lambda at: -_suspicion(samples[at]))
            if (number, most) == plan[-1]:
                turns = {found[at].game.turn: at for at in reversed(picked)}
                picked = [at for at in picked if turns[found[at].game.turn] == at]
            picked = picked[:most]
            batches = [Batch(at, first, first + number) for at in picked]
            if (number, most) == plan[-1]:
                samples = [[] for _ in found]
            for batch, more in play(batches):
                samples[batch.position] += more
                done += number
                tell(done, total)
            first += number
    judged = [_judged(found[at], samples[at]) for at in picked]
    judged.sort(key=lambda each: (-each.fall, each.position.number))
    worst = tuple([each for each in judged if each.fall > 0][:SHOWN])
    return Judgement(seat, decisions, len(found), worst)


def _suspicion(samples: Sequence[Sample]) -> float:
    """A guess of what a decision has cost, in places."""
    if not samples:
        return 0.0
    return fmean([s.after - s.before + A_COIN * (s.coins_before - s.coins_after) for s in samples])


def _judged(position: Position, samples: Sequence[Sample]) -> Judged:
    falls = [sample.after - sample.before for sample in samples]
    coins = [float(sample.coins_before - sample.coins_after) for sample in samples]
    root = sqrt(len(samples))
    return Judged(
        position=position,
        deals=len(samples),
        before=fmean([sample.before for sample in samples]),
        after=fmean([sample.after for sample in samples]),
        fall=fmean(falls),
        error=stdev(falls) / root,
        coins=fmean(coins),
        coins_error=stdev(coins) / root,
    )


def _plain(choice: Choice) -> Choice:
    """The choice in its simplest form: to end trading is to pass."""
    return PASS if choice == Trade(end=True) else choice


def positions(replay: Replay, seat: int) -> tuple[list[Position], int]:
    """The decisions at which the seat did not choose as the simple player would.

    Also how many decisions it made. Raises ReplayError.
    """
    book = replay.book
    words, shown = reader(book), Shown(book.players)
    tried: list[Tried] = [set() for _ in range(book.players)]
    found, asked, questions = [], 0, 0
    for step in replay.steps():
        game = step.game
        if isinstance(step, After):
            shown.follow(step.events)
            _follow(tried, step)
            continue
        if step.seat != seat:
            continue
        lost = step.played.get("fault") == "forfeit"
        questions += not lost
        asked += 1
        chosen = words.read(game, seat, game.choices(seat), step.played["choice"])
        instead = Sensible(book, tried, game.turn).choose(game, seat)
        if instead != _plain(chosen):
            found.append(
                Position(
                    number=step.number,
                    question=None if lost else questions,
                    seat=seat,
                    ask=game.step.ask,
                    game=game.copy(),
                    shown=shown.hands,
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
                give, want = offer.give, offer.want
                if give and len(give) == 1 and want is not None and len(want) <= 1:
                    tried[offer.seat].add((give[0].kind, want[0] if want else None))
