"""Honest ladders hardly ever show signs of collusion; three colluding pairs are found.

Plays real games: of several honest fields (traders with habits drawn at random, greedy and random
bots, some of them absent-minded), and of fields with a pair of `tests/support/colluding`: a drone
that makes gifts to its queen, two friends that favour each other, and two that also tell each other
their hands in code. Then cuts them into many ladders, drawing matches with replacement: as long as
those in which a pair meets in 50, 100 and 200 games. Prints how many of the honest ladders show a
sign, of which at most 1 % may; how many of the others show the pair, and how many somebody else.
Ends with status 1 if honest ladders show more, or fewer than two in three of the longest a pair.

Ladders cut from one field have its bots and many games in common. With `--fresh` each has a field
and games of its own, at two or three minutes of processor time a ladder:

poe prove signs --fresh --ladders 5 --honest 10 --first 200
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import count
from multiprocessing import Pool as Processes
from pathlib import Path
from time import perf_counter
from typing import Any

from arena.rules import Game, compile_rulebook
from arena.rules.dealings import Dealings
from ladder.dealings import packed
from ladder.ledger import Ledger
from ladder.result import GameResult, SeatResult
from ladder.signs import ALPHA, signs
from ladder.store import Store
from ladder.tournaments import Draft, Pool, write_ledger
from tests.support.in_process import play

sys.path.append(str(Path(__file__).parents[1] / "support" / "colluding"))

from drone import DroneBot  # isort: skip
from friend import FriendBot  # isort: skip
from greedy import GreedyBot  # isort: skip
from judgement import Habits  # isort: skip
from queen import QueenBot  # isort: skip
from random_bot import RandomBot  # isort: skip
from trader import TraderBot  # isort: skip
from trader2 import Trader2Bot  # isort: skip
from whisperer import WhispererBot  # isort: skip

TAKES = "30 min"

PLAYERS = 4
POOL = Pool("anniversary", PLAYERS, "standard", "n", "1")
ONE, OTHER = "A", "B"
PAIRS = {
    "drone and queen": (DroneBot, QueenBot),
    "friends": (FriendBot, FriendBot),
    "whisperers": (WhispererBot, WhispererBot),
}
CHARACTERS = {
    "envy": (0.0, 0.1, 0.25, 0.4, 0.6),
    "least": (0.0, 0.04, 0.1, 0.2, 0.4),
    "rent": (0.05, 0.1, 0.3),
    "patience": (0.6, 0.8, 0.93),
    "stubborn": (0.3, 0.65, 0.8),
    "scatter": (0.1, 0.25, 0.5, 1.0),
    "eager": (0.0, 0.0, 1.5),
    "access": (0.4, 0.6, 0.8),
}
"""Habits of honest traders."""
Match = tuple[tuple[str, ...], list[GameResult]]
Field = tuple[str, int]
"""A pair, or "" for none, and the number of the honest field that it is in."""


def absent_minded(kind: Any) -> Any:
    """A bot that answers anything listed at one decision of seven."""

    class AbsentMinded(kind):  # type: ignore[misc]
        def choose(self, decision: Any) -> Any:
            if self.random.random() < 1 / 7:
                return self.random.randrange(len(decision["choices"]))
            return super().choose(decision)

    return AbsentMinded


def bots_of(field: Field) -> dict[str, Any]:
    """The eight bots of a field, by name."""
    pair, number = field
    chance = random.Random(1000 + number)
    found: dict[str, Any] = {}
    for each in range(4):
        habits = {name: chance.choice(values) for name, values in CHARACTERS.items()}
        kind = {"habits": Habits()._replace(**habits)}
        found[f"habits{each}"] = type("OtherTrader", (TraderBot,), kind)
    if chance.random() < 0.4:
        found["habits3"] = absent_minded(found["habits3"])
    found["trader2"] = Trader2Bot
    found["greedy"] = GreedyBot if chance.random() < 0.5 else absent_minded(GreedyBot)
    found["random"] = RandomBot
    found["other"] = chance.choice([TraderBot, Trader2Bot, GreedyBot, absent_minded(TraderBot)])
    if pair:
        del found["habits2"], found["other"]
        found[ONE], found[OTHER] = PAIRS[pair]
    return found


def drawn(field: Field, bots: Iterable[str], number: int) -> tuple[random.Random, tuple[str, ...]]:
    """The table of a match, and the chance that all else in it comes from."""
    chance = random.Random(f"{field} {number}")
    return chance, tuple(chance.sample(sorted(bots), PLAYERS))


def play_match(task: tuple[Field, int]) -> Match:
    """Play match `number` of a field: a table of four in all rotations, each on its own deal."""
    field, number = task
    bots = bots_of(field)
    book = compile_rulebook(POOL.variant, PLAYERS)
    chance, circle = drawn(field, bots, number)
    games = []
    for rotation in range(PLAYERS):
        dealings = Dealings(PLAYERS)
        seats = circle[rotation:] + circle[:rotation]
        with Following(dealings):
            seeds = [chance.randrange(2**31) for _ in seats]
            deal = f"{field} {number} {rotation}".encode()
            result = play(book, [bots[name]() for name in seats], deal, seeds).result
        made = tuple(
            SeatResult(coins, place)
            for coins, place in zip(result.scores, result.places, strict=True)
        )
        row = packed(dealings.between())
        games.append(GameResult(0, result.winners, made, b"", dealings=row))
    return circle, games


class Following:
    """While it is entered, every event of every game goes to the dealings."""

    def __init__(self, dealings: Dealings) -> None:
        self.dealings = dealings

    def __enter__(self) -> None:
        self.play = played = Game.play

        def follow(game: Game, seat: int, choice: Any) -> Any:
            events = played(game, seat, choice)
            self.dealings.follow(events)
            return events

        Game.play = follow  # type: ignore[method-assign]

    def __exit__(self, *failure: object) -> None:
        Game.play = self.play  # type: ignore[method-assign]


def shown(matches: Sequence[Match]) -> set[frozenset[str]]:
    """The pairs that a ladder of these matches shows."""
    names = sorted({name for circle, _ in matches for name in circle})
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder) / "ladder.sqlite", synchronous="OFF") as store,
    ):
        bots = {name: store.add_bot(name, hash=name).id for name in names}
        drafts = [
            Draft(1, POOL, number.to_bytes(4, "big"), tuple(bots[name] for name in circle))
            for number, (circle, _) in enumerate(matches)
        ]
        number = write_ledger(store, drafts, settings={}, secret=b"s", entrants=[*bots.values()])
        ledger = Ledger(store, number)
        for game in ledger.unplayed(limit=10**6):
            made = matches[game.match_number][1][game.rotation]
            ledger.save(
                GameResult(game.game_id, made.winners, made.seats, b"", dealings=made.dealings)
            )
        named = {bot: name for name, bot in bots.items()}
        return {
            frozenset((named[sign.bot_id], named[sign.partner_id])) for sign in signs(store).found
        }


def cut(matches: Iterable[Match], pair: set[str], games: int) -> list[Match]:
    """The matches until the pair has met in so many games."""
    taken: list[Match] = []
    for match in matches:
        if games <= 0:
            break
        taken.append(match)
        games -= PLAYERS * (pair <= set(match[0]))
    return taken


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=150, help="to be played of each field")
    parser.add_argument("--honest", type=int, default=10, help="honest fields")
    parser.add_argument("--ladders", type=int, default=10, help="to be cut of each field and size")
    parser.add_argument("--sizes", type=int, nargs="+", default=[50, 100, 200], help="games")
    parser.add_argument("--fresh", action="store_true", help="a field and games for each ladder")
    parser.add_argument("--first", type=int, default=0, help="the number of the first fresh field")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    given = parser.parse_args()
    began = perf_counter()
    numbers = range(given.first, given.first + given.ladders)
    fields: dict[str, list[Field]] = {
        "honest": [("", given.first + number) for number in range(given.honest)]
    }
    for number, pair in enumerate(PAIRS):
        fields[pair] = [(pair, each) for each in (numbers if given.fresh else [number])]
    chance, alarms, missed = random.Random(1), 0, 0
    cuts: dict[tuple[str, int], list[list[Match]]] = {}
    with Processes(given.jobs) as processes:
        for name, each in fields.items():
            for field in each:
                bots = bots_of(field)
                met = {ONE, OTHER} if ONE in bots else set(sorted(bots)[:2])
                many = given.matches
                if given.fresh:
                    tables: Iterable[Match] = (
                        (drawn(field, bots, each)[1], []) for each in count()
                    )
                    many = len(cut(tables, met, max(given.sizes)))
                tasks = [(field, number) for number in range(many)]
                matches = processes.map(play_match, tasks, chunksize=1)
                again = iter(partial(chance.choice, matches), None)
                for size in given.sizes:
                    made = (
                        [cut(matches, met, size)]
                        if given.fresh
                        else [cut(again, met, size) for _ in range(given.ladders)]
                    )
                    cuts.setdefault((name, size), []).extend(made)
            print(f"{name}: played after {perf_counter() - began:.0f} s", flush=True)
        for (name, size), ladders in cuts.items():
            found = processes.map(shown, ladders)
            both = sum({ONE, OTHER} in pairs for pairs in found)
            others = sum(bool(pairs - {frozenset((ONE, OTHER))}) for pairs in found)
            said = (
                f"{others} show a sign"
                if name == "honest"
                else f"{both} show the pair, {others} another"
            )
            print(f"{name}, {size} games of a pair: of {len(ladders)} ladders {said}", flush=True)
            if name == "honest":
                alarms += others
            elif size == max(given.sizes):
                missed += both < len(ladders) * 2 / 3
    honest = sum(len(ladders) for (name, _), ladders in cuts.items() if name == "honest")
    print(f"honest ladders: {alarms} of {honest} show a sign; {perf_counter() - began:.0f} s")
    return int(alarms > max(1, ALPHA * honest) or missed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
