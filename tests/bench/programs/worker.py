"""What a worker itself computes for a decision of the README's tournament, its bots apart.

Plays games between the bundled bots as a worker does, in this process, and counts its processor
time: rules, questions, answers, records, waiting for bots.
"""

from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from figures import if_compiled, some, tell
from replaying import spec

from arena.home import Home
from arena.registry.bundled import prepare_all
from arena.tournament.worker import Worker, make_seating
from ladder.database.result import GameResult

POOLS = tuple(product(("classic", "rio_grande", "anniversary"), (3, 4, 5)))


def main(home: Path) -> None:
    bots = [each.spec for each in prepare_all(Home(home), lambda name, why: None)]
    worker = Worker(make_seating)

    def play(numbers: range) -> int:
        decisions = 0
        for number in numbers:
            variant, players = POOLS[number % len(POOLS)]
            who = [bots[(number + 3 * seat) % len(bots)] for seat in range(players)]
            (outcome,) = worker.play([spec(number, variant, who)])
            assert isinstance(outcome, GameResult), outcome
            decisions += sum(seat.decisions for seat in outcome.seats)
        return decisions

    try:
        play(range(len(POOLS)))  # the bots are started
        began = process_time()
        decisions = play(range(len(POOLS), len(POOLS) + some(18)))
        seconds = process_time() - began
    finally:
        worker.close()
    cost = seconds / decisions * 1e6
    tell(("our share of a decision", cost, "µs", if_compiled("≤ 40")))


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        main(Path(folder))
