"""Honest ladders seldom show signs of collusion; a colluding pair is found.

Plays matches of an honest field (traders of several habits, greedy and random bots, some of them
absent-minded) and of the same field with the colluding pair of `tests/support/colluding`; then cuts
them into many ladders, drawing matches with replacement. Prints how many ladders show a sign: of
the honest ones at most 5 % may; of the others, how many show the pair, and how many somebody else.
Ends with status 1 if honest ladders show more. It takes some seconds a game.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
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
from greedy import GreedyBot  # isort: skip
from judgement import Habits  # isort: skip
from queen import QueenBot  # isort: skip
from random_bot import RandomBot  # isort: skip
from trader import TraderBot  # isort: skip

TAKES = "30 min"

PLAYERS = 4
POOL = Pool("anniversary", PLAYERS, "standard", "n", "1")
Match = tuple[tuple[str, ...], list[GameResult]]


def absent_minded(kind: Any) -> Any:
    """A bot that answers anything listed at one decision of seven."""

    class AbsentMinded(kind):  # type: ignore[misc]
        def choose(self, decision: Any) -> Any:
            if self.random.random() < 1 / 7:
                return self.random.randrange(len(decision["choices"]))
            return super().choose(decision)

    return AbsentMinded


def trader(**habits: float) -> Any:
    """A trader of another character."""
    return type("OtherTrader", (TraderBot,), {"habits": Habits()._replace(**habits)})


HONEST = {
    "trader": TraderBot,
    "generous": trader(envy=0.0),
    "envious": trader(envy=0.6, least=0.2),
    "hasty": trader(rent=0.4, patience=0.5),
    "absent": absent_minded(TraderBot),
    "greedy": GreedyBot,
    "greedy-absent": absent_minded(GreedyBot),
    "random": RandomBot,
}
PAIR = ("drone", "queen")
ALL = HONEST | {"drone": DroneBot, "queen": QueenBot}


def play_match(names: Sequence[str], number: int) -> Match:
    """Match `number`: a table of four of the names, in all rotations, each on its own deal."""
    book = compile_rulebook(POOL.variant, PLAYERS)
    chance = random.Random(number)
    circle = tuple(chance.sample(list(names), PLAYERS))
    games = []
    for rotation in range(PLAYERS):
        dealings = Dealings(PLAYERS)
        seats = circle[rotation:] + circle[:rotation]
        with Following(dealings):
            bots = [ALL[name]() for name in seats]
            seeds = [chance.randrange(2**31) for _ in seats]
            result = play(book, bots, f"signs {number} {rotation}".encode(), seeds).result
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


def shown(matches: Sequence[Match]) -> set[tuple[str, str]]:
    """The pairs that a ladder of these matches shows."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder) / "ladder.sqlite", synchronous="NORMAL") as store,
    ):
        bots = {name: store.add_bot(name, hash=name).id for name in ALL}
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
        names = {bot: name for name, bot in bots.items()}
        return {(names[sign.bot_id], names[sign.partner_id]) for sign in signs(store).found}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=200, help="to be played of each field")
    parser.add_argument("--ladders", type=int, default=100, help="to be cut of each size")
    parser.add_argument("--sizes", type=int, nargs="+", default=[40, 75, 150], help="matches")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    given = parser.parse_args()
    began = perf_counter()
    chance, worst = random.Random(1), 0.0
    with Processes(given.jobs) as processes:
        for names in (tuple(HONEST), tuple(ALL)):
            play_one = partial(play_match, names)
            matches = processes.map(play_one, range(given.matches), chunksize=1)
            print(f"{len(names)} bots, {PLAYERS * len(matches)} games", flush=True)
            for size in given.sizes:
                cuts = [chance.choices(matches, k=size) for _ in range(given.ladders)]
                found = processes.map(shown, cuts)
                both = sum(PAIR in pairs for pairs in found)
                others = sum(bool(pairs - {PAIR}) for pairs in found)
                print(
                    f"  {PLAYERS * size} games: {both} of {len(cuts)} ladders show the pair, "
                    f"{others} another",
                    flush=True,
                )
                if PAIR[0] not in names:
                    worst = max(worst, others / len(cuts))
    print(f"honest ladders: at most {worst:.0%} show a sign; {perf_counter() - began:.0f} s")
    return int(worst > ALPHA)


if __name__ == "__main__":
    raise SystemExit(main())
