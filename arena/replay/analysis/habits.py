"""Habits: what a bot does otherwise than a strong bundled bot, and what that costs it.

The adviser, `trader3`, is put every question of the bot's games, with what its seat knew. Where it
would have chosen otherwise, both choices are played on from, as in `evaluator`, over the same
deals. What is compared is fixed before anything is played, so a habit that is as good costs nothing
on average. A kind of difference is judged by the games: each is one observation.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

import orjson

from arena.codec import ChoiceRefused, lines, reader, writer
from arena.env import bundled
from arena.home import Home
from arena.replay.analysis.evaluator import SEED, VERSION, as_it_was, followed, simplest
from arena.replay.analysis.rollouts import Position, played_on, spread
from arena.replay.analysis.stored_judgement import choices_in_words, keep, kept
from arena.replay.replay import After, Replay, ReplayError
from arena.rules import Game
from arena.rules.choices import PASS, Answer, Choice, Terms, Trade
from arena.text.table import DataTable, Link, Remark
from ladder.database.errors import DamagedRecord
from ladder.database.store import Store
from ladder.queries.games import LadderGame, record

ADVISER = "trader3"
KEPT = "habits 3"
SHARE = 4
"""Of this many decisions of a kind in a game, one is drawn by lot and played on from."""
DEALS = 6
"""Deals of each."""
TALKED, PLAYED = 1, 3
"""Turns that are played on after words, and after cards were moved. There one is not enough: it
says that a bot should harvest at once what whole games say it should keep (+0.9 against -2.7
coins a game)."""
MOST, PERHAPS = 5, 2
"""The most habits that are named; and the most where none is sure."""
JUDGED = 24
"""The games that are judged, the latest."""
FEWEST = 8
"""Games that it takes to say anything."""
WIDE = 2.8
"""Half the width of an interval in standard errors: 99% with 24 games."""
LEAST = 0.1
"""Coins of a game that are worth naming."""
CLOCK = {"bank_ms": 10_000, "increment_ms": 100, "limit_ms": 2_000}
"""The clock that is announced to the adviser; it never runs."""


@dataclass(frozen=True)
class Habit:
    """A kind of decision that costs a bot coins.

    what      what the bot did, in words that follow "it": `let gifts pass that …`
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

    @property
    def sure(self) -> bool:
        """True if it costs something, whatever was drawn by lot."""
        return self.coins > max(self.interval, LEAST)

    def __str__(self) -> str:
        cost = "cost" if self.sure else "may have cost"
        return (
            f"It {self.what}: {self.times:.1f} times a game, which {cost} "
            f"{self.coins:.1f} ± {self.interval:.1f} coins."
        )

    @property
    def advice(self) -> str:
        """What was chosen and would have been better, without what is the same in both."""
        own, best = self.chosen.split("; "), self.better.split("; ")
        less = "; ".join(each for each in own if each not in best)
        more = "; ".join(each for each in best if each not in own)
        if more and not less:
            return f"Better: also {more}."
        if less and not more:
            return f"Better: don't {less}."
        return f"Chosen: {less or self.chosen}. Better: {more or self.better}."

    @property
    def look(self) -> str:
        """The command that shows the example."""
        return f"arena replay {self.game} --seat {self.seat + 1} --at {self.question}"


class OwnGame(NamedTuple):
    """A game of the bot."""

    number: int
    seat: int
    replay: Replay


def habits_of(
    store: Store,
    bot: int,
    games: Sequence[LadderGame],
    workers: int = 0,
    tell: Callable[[int, int], None] = lambda done, of: None,
) -> list[Habit] | None:
    """Return the habits of a bot in the first of these games, as from `habits`."""
    own = []
    for game in games[:JUDGED]:
        seat = next(each.seat for each in game.seats if each.bot_id == bot)
        with suppress(ReplayError, DamagedRecord):  # the statistics count them
            own.append(OwnGame(game.id, seat, Replay(record(store, game.id))))
    return habits(own, Home(Path(store.path).parent).judged, workers, tell)


class Disagreement(NamedTuple):
    """A decision for which the adviser would have chosen otherwise; `position.options` has both."""

    what: str
    position: Position


class _InGame(NamedTuple):
    """What the bot did otherwise in a game: how often, what it cost, and the decision to look at.

    This is what is kept of a game, so raise KEPT if it changes, or what it is made by.
    """

    times: int
    coins: float
    most: float
    question: int
    chosen: str
    better: str


_Found = dict[str, _InGame]


def habits(
    games: Sequence[OwnGame],
    folder: Path,
    workers: int = 1,
    tell: Callable[[int, int], None] = lambda done, of: None,
) -> list[Habit] | None:
    """Return what costs the bot most, the costliest first: what is sure, or else what is likeliest.

    None means that fewer than FEWEST games are judged.

    Args:
        games: Games of the bot.
        folder: Where what is found in a game is kept, so that it is judged once.
        workers: The number of processes, the result doesn't depend on it; 0 reads what is kept.
        tell: Called with the games done, and of how many.
    """
    found = {at: _kept(folder, game) for at, game in enumerate(games)}
    missing = [at for at, each in found.items() if each is None]
    # It takes minutes, so not for games that are too few to say anything.
    if workers and missing and len(games) >= FEWEST:
        with spread(partial(_measured, games), workers) as measure:
            for done, (at, each) in enumerate(measure(missing), 1):
                tell(done, len(missing))
                found[at] = each
                if each is None:
                    continue
                plain = {what: [*values] for what, values in each.items()}
                with suppress(OSError):  # then it is judged again
                    keep(folder, _key(games[at]), {"version": VERSION, "found": plain})
    judged = [(games[at], each) for at, each in found.items() if each is not None]
    if len(judged) < FEWEST:
        return None
    kinds = dict.fromkeys(what for _, each in judged for what in each)
    every = [_habit(what, judged) for what in kinds]
    if sure := [each for each in every if each.sure]:
        return sorted(sure, key=lambda each: -each.coins)[:MOST]
    likely = [each for each in every if each.coins > LEAST]
    return sorted(likely, key=lambda each: each.interval / each.coins)[:PERHAPS]


def habits_table(found: Sequence[Habit] | None, bot: str) -> DataTable[Habit]:
    """Return what is said of the habits of a bot."""
    few = f"It takes {FEWEST} games to say that.", "Then", f"arena why {bot}"
    none = Remark(
        f"In this company, nothing that it does otherwise than {ADVISER} is sure to cost it coins.",
        "Play a stronger one, and ask again",
        f"arena tournament {bot} trader {ADVISER} trader4 --players 4",
    )
    told = [
        Remark(
            f"{each} {each.advice}",
            "See it",
            each.look,
            Link(f"game {each.game}", "replay", (each.game, each.seat, each.question)),
        )
        for each in found or ()
    ]
    unsure = found is not None and not any(each.sure for each in found)
    above = [none, *told] if unsure else told
    return DataTable("What to change", [], [], above=above, empty=None if above else Remark(*few))


def _key(game: OwnGame) -> bytes:
    return game.replay.record + f" {game.seat} {KEPT}".encode()


def _kept(folder: Path, game: OwnGame) -> _Found | None:
    found = kept(folder, _key(game))
    return found and {what: _InGame(*each) for what, each in found["found"].items()}


def _habit(what: str, judged: Sequence[tuple[OwnGame, _Found]]) -> Habit:
    coins = [each[what].coins if what in each else 0.0 for _, each in judged]
    own = [(game, each[what]) for game, each in judged if what in each]
    game, most = max(own, key=lambda each: each[1].most)
    return Habit(
        what,
        times=sum(each.times for _, each in own) / len(judged),
        coins=fmean(coins),
        interval=WIDE * stdev(coins) / sqrt(len(coins)),
        game=game.number,
        seat=game.seat,
        question=most.question,
        chosen=most.chosen,
        better=most.better,
    )


def _measured(games: Sequence[OwnGame], at: int) -> _Found | None:
    """Play on from the disagreements of a game; None if it can't be replayed."""
    game = games[at]
    by_kind: dict[str, list[Position]] = defaultdict(list)
    try:
        for each in disagreements(game):
            by_kind[each.what].append(each.position)
    except ReplayError:
        return None
    found = {}
    for what, of in by_kind.items():
        # A lot of its own for each kind: what is drawn of one does not depend on the others.
        drawn = Random(f"{SEED} {what}").sample(of, -(-len(of) // SHARE))
        costs = [_cost(each) for each in drawn]
        most = max(range(len(drawn)), key=costs.__getitem__)
        chosen, better = choices_in_words(drawn[most], drawn[most].options, game.replay.names)
        coins = fmean(costs) * len(of)
        found[what] = _InGame(len(of), coins, costs[most], drawn[most].question, chosen, better)
    return found


def _cost(position: Position) -> float:
    turns = TALKED if all(_talks(each) for each in position.options) else PLAYED
    leads = [played_on(position, position.options, SEED, deal, turns) for deal in range(DEALS)]
    return fmean(better.lead - chosen.lead for chosen, better in leads)


def _talks(choice: Choice) -> bool:
    return isinstance(choice, Trade | Answer) or choice == PASS


# --- where the adviser would have chosen otherwise ------------------------------------------------


def disagreements(game: OwnGame) -> Iterator[Disagreement]:
    """Yield each difference once: a deal once, words once a turn. Raises ReplayError."""
    replay, seat = game.replay, game.seat
    book = replay.book
    answers, table = reader(book), writer(book)
    adviser: Any = import_module(f"{bundled.__name__}.{ADVISER}").Trader3Bot()
    adviser.receive(lines.hello())
    start = lines.game_start(book, seat, CLOCK, 0, talk=True)
    adviser.receive(orjson.loads(orjson.dumps(start)))
    untold: list[str] = []
    known: set[object] = set()
    made: set[tuple[int, str]] = set()
    for step, question, shown, tried in followed(replay):
        now = step.game
        if isinstance(step, After):
            untold += table.events(step.events)[seat]
            continue
        if step.seat != seat or not question:
            continue
        asked = table.question(now, next(each for each in step.open if each.seat == seat))
        line = lines.decide(question, asked, untold, CLOCK["bank_ms"], CLOCK["limit_ms"])
        untold = []
        reply = orjson.loads(adviser.receive(orjson.loads(line)))
        chosen = answers.read(now, seat, asked.choices, step.played["choice"])
        try:
            advised = answers.read(now, seat, asked.choices, reply["choice"])
        except ChoiceRefused:
            continue
        before = {sort for turn, sort in made if turn == now.turn}
        made |= {(now.turn, _kind(each)) for each in _spoken(chosen)[1]}
        for what, of, instead in _differences(now, seat, chosen, advised, before):
            key = what, now.turn if of is None else of
            if key in known or now.check(seat, instead) is not None:
                continue
            known.add(key)
            position = as_it_was(step, question, shown, tried, simplest(chosen), instead)
            yield Disagreement(what, position)


_Told = tuple[str, object, Choice]
"""What the bot did; what it was about, if not the turn; and the bot's choice but for that."""

OTHERWISE = {
    ("harvest", "harvest"): "harvested another field than {} would have",
    ("plant", "plant"): "planted in another field than {} would have",
    ("*", "buy_field"): "bought its further field later than {}, or never",
    ("buy_field", "*"): "bought a further field where {} would not have",
    ("*", "harvest"): "kept a field that {} would have harvested first",
    ("harvest", "*"): "harvested a field that {} would have kept",
    ("plant", "pass"): "planted a card that {} would have kept in its hand",
    ("pass", "plant"): "kept a card in its hand that {} would have planted",
}
MISSED = {
    "gifts": "let gifts pass that {} would have taken",
    "requests": "kept cards for which somebody asked and that {} would have given",
    "exchanges": "turned down exchanges that {} would have made",
}
EXTRA = {
    "gifts": "took gifts that {} would have turned down",
    "requests": "gave cards for nothing when asked, where {} would have declined",
    "exchanges": "agreed to exchanges that {} would have declined",
}
NOT_OFFERED = {
    "gifts": "did not ask for gifts {where}, where {} would have",
    "requests": "did not give away {where} what {} would have",
    "for more": "did not ask for more cards than it gave {where}, where {} would have",
    "exchanges": "did not offer exchanges {where} that {} would have offered",
}
NOT_AGAIN = {
    "gifts": "asked for gifts {where}, but stopped sooner than {} would have",
    "requests": "offered cards for nothing {where}, but stopped sooner than {} would have",
    "for more": "asked for more cards than it gave {where}, but stopped sooner than {} would have",
    "exchanges": "offered exchanges {where}, but stopped sooner than {} would have",
}
"""Where it has offered such a thing in an earlier round of the turn."""
OFFERED = {
    "gifts": "asked for gifts {where}, where {} would not have",
    "requests": "gave away {where} what {} would not have",
    "for more": "asked for more cards than it gave {where}, where {} would not have",
    "exchanges": "offered exchanges {where} that {} would not have offered",
}


def _differences(
    game: Game, seat: int, chosen: Choice, advised: Choice, before: set[str]
) -> Iterator[_Told]:
    """Yield what the bot did otherwise, one thing at a time.

    before: the sorts of offers that it made in earlier rounds of the turn.
    """
    if not (_talks(chosen) and _talks(advised)):
        if chosen != advised:
            pairs = (chosen.do, advised.do), ("*", advised.do), (chosen.do, "*")
            known = next((OTHERWISE[each] for each in pairs if each in OTHERWISE), None)
            what = known or f"chose {chosen.do} where {{}} would have chosen {advised.do}"
            yield what.format(ADVISER), "game" if advised.do == "buy_field" else None, advised
        return
    trading = game.step.ask == "trade"
    (agreed, offered), (agrees, offers) = (_spoken(each) for each in (chosen, advised))
    for deal in sorted(agrees.keys() - agreed.keys()):
        instead = _said(agreed | {deal: agrees[deal]}, offered, trading)
        if game.check(seat, instead) is not None:  # the bot promised the same card to another
            instead = _said(agrees, offered, trading)
        yield MISSED[_sort(game, seat, deal)].format(ADVISER), deal, instead
    for deal in sorted(agreed.keys() - agrees.keys()):
        left = {each: agreed[each] for each in agreed if each != deal}
        yield EXTRA[_sort(game, seat, deal)].format(ADVISER), deal, _said(left, offered, trading)
    where = "in its own turn" if seat == game.active else "in others' turns"
    for sort, what in NOT_OFFERED.items():
        own, best = ([x for x in of if _kind(x) == sort] for of in (offered, offers))
        if best and not own:
            what = NOT_AGAIN[sort] if sort in before else what
            yield what.format(ADVISER, where=where), None, _said(agreed, tuple(best), trading)
        if own and not best:
            rest = tuple(each for each in offered if each not in own)
            what = OFFERED[sort].format(ADVISER, where=where)
            yield what, None, _said(agreed, rest, trading)


def _spoken(choice: Choice) -> tuple[dict[int, Any], tuple[Terms, ...]]:
    if not isinstance(choice, Trade | Answer):
        return {}, ()
    if isinstance(choice, Trade):
        return {each.id: each for each in choice.take}, choice.offers
    return {each.offer: each for each in choice.accept}, choice.offers


def _said(deals: dict[int, Any], offers: tuple[Terms, ...], trading: bool) -> Choice:
    if not trading:
        return Answer(tuple(deals.values()), offers)
    return Trade(tuple(deals.values()), offers) if deals or offers else PASS


def _kind(offer: Terms) -> str:
    """Name the sort of an offer: what its maker asks for."""
    if offer.give is None or offer.want is None:
        return "exchanges"
    if not offer.give or not offer.want:
        return "gifts" if offer.want else "requests"
    return "for more" if len(offer.want) > len(offer.give) else "exchanges"


def _sort(game: Game, seat: int, deal: int) -> str:
    """Name the sort of a deal from the seat's side: a gift costs it nothing."""
    accepts = {each.id: each.offer for each in game.accepts}
    offer = next((each for each in game.offers if each.id == accepts.get(deal, deal)), None)
    if offer is None or None in (offer.give, offer.want) or (offer.give and offer.want):
        return "exchanges"
    return "gifts" if bool(offer.give) == (offer.seat != seat) else "requests"
