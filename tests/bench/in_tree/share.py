"""What a worker itself computes for a decision of the README's tournament, its bots apart.

Plays games between the bundled bots as a worker does, in this process, and counts its processor
time: rules, questions, answers, records, waiting for bots. Wishes: `home`, a folder; `games`.
"""

import json
import sys
from itertools import product
from pathlib import Path
from time import process_time

from arena.home import Home
from arena.referee.clock import TimeControl
from arena.referee.game import GameSpec
from arena.registry.bundled import prepare_all
from arena.tournament.worker import Worker, make_seating
from ladder.database.result import GameResult

POOLS = tuple(product(("classic", "rio_grande", "anniversary"), (3, 4, 5)))
TIME = TimeControl.parse("standard")
LANE = {"lane": 0} if "lane" in GameSpec.__dataclass_fields__ else {}
"""An earlier tree tells each game in which lane it is."""


def main(home: str, games: int) -> None:
    """Prints JSON: microseconds a decision, decisions."""
    bots = [each.spec for each in prepare_all(Home(Path(home)), lambda name, why: None)]
    worker = Worker(make_seating)

    def play(numbers: range) -> int:
        decisions = 0
        for number in numbers:
            variant, players = POOLS[number % len(POOLS)]
            seats = range(players)
            game = GameSpec(
                id=str(number),
                variant=variant,
                players=players,
                seed=b"share %d" % number,
                bots=tuple(bots[(number + 3 * seat) % len(bots)] for seat in seats),
                bot_seeds=tuple(seats),
                time=TIME,
                **LANE,
            )
            ((outcome,), _) = worker.play([game])
            assert isinstance(outcome, GameResult), outcome
            decisions += sum(seat.decisions for seat in outcome.seats)
        return decisions

    try:
        play(range(len(POOLS)))  # the bots are started
        began = process_time()
        decisions = play(range(len(POOLS), len(POOLS) + games))
        seconds = process_time() - began
    finally:
        worker.close()
    print(json.dumps({"cost": seconds / decisions * 1e6, "decisions": decisions}))


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
