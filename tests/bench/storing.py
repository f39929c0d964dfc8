"""How fast one driver stores games, and what it writes for each: `python -m tests.bench.storing`

A tournament of eight bots is driven with made-up results of usual size, which come back without
being played, so many at a time. By that number, and by the size of pages: games a second, KB that
the driver writes for a game (all calls of `write`, the log of changes and the checkpoints), and
bytes of the finished file for a game. Rounds in turn; only a quiet disk tells.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

import ladder.store
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game import GameSpec
from arena.tournament.driver import Options
from arena.tournament.plan import Plan
from arena.tournament.run import create, play
from arena.tournament.size import Size
from arena.tournament.worker import Chunk
from ladder.result import GameResult, SeatResult
from ladder.store import Store
from tests.bench.rounds import in_turn
from tests.support.fake_crew import spec_of

BOTS = 8
RECORD, DEALINGS = 2600, 96
"""Bytes of a game of four in README's tournament."""
AHEAD = 2
"""Chunks that each worker has in hand."""


class Stored(NamedTuple):
    """What one run came to."""

    games: float
    """A second."""
    written: float
    """KB a game."""
    size: float
    """Bytes of the file, a game."""


class MadeUp:
    """Workers that bring made-up results at once, `together` games of all of them at a time."""

    def __init__(self, together: int) -> None:
        self.size = max(1, together // 16)
        self._together = together
        self._given: list[tuple[int, GameSpec]] = []
        self._chance = random.Random(1)

    def load(self, worker: int) -> int:
        """Full when enough is in hand."""
        return AHEAD if len(self._given) >= self._together else 0

    def able(self, worker: int, bots: Sequence[BotSpec]) -> bool:
        """Always."""
        return True

    def give(self, worker: int, games: Sequence[GameSpec]) -> None:
        """Takes games into hand."""
        self._given += [(worker, game) for game in games]

    def wait(self, timeout: float) -> list[Chunk]:
        """The results of the first in hand."""
        now, self._given = self._given[: self._together], self._given[self._together :]
        return [Chunk(worker, (game,), (self._result(game),)) for worker, game in now]

    def close(self, drop: bool) -> None:
        """Nothing to end."""

    def _result(self, spec: GameSpec) -> GameResult:
        coins = [self._chance.randrange(20) for _ in spec.bots]
        places = [1 + sum(other > mine for other in coins) for mine in coins]
        seats = tuple(
            SeatResult(score, place, False, {}, 150, 60.0, 3.0)
            for score, place in zip(coins, places, strict=True)
        )
        return GameResult(
            int(spec.id),
            (places.index(1),),
            seats,
            self._chance.randbytes(RECORD),
            15.0,  # milliseconds: a chunk is full
            "A",
            self._chance.randbytes(DEALINGS),
        )


def store(games: int, together: int, page: int) -> Stored:
    """Drives a tournament of so many games, on a fresh ladder."""
    ladder.store.PAGE = page
    plan = Plan((("anniversary", 4),), Size(games=games), TimeControl.parse("standard"), seed=1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ladder.sqlite"
        with Store(path) as opened:
            bots = [opened.add_bot(f"bot{number}", hash=str(number)) for number in range(BOTS)]
            number = create(opened, plan, bots)
            before, began = written(), time.monotonic()
            play(opened, number, spec_of, Options(), make_crew=lambda options: MadeUp(together))
            seconds = time.monotonic() - began
            kilobytes = (written() - before) / 1000
            (stored,) = opened.conn.execute("SELECT count(*) FROM results").fetchone()
        return Stored(stored / seconds, kilobytes / stored, path.stat().st_size / stored)


def written() -> int:
    """Bytes that this process has given to `write` so far."""
    text = Path("/proc/self/io").read_text("ascii")
    return int(text.partition("wchar:")[2].split()[0])


def main() -> int:
    """Measures and prints a line for each combination."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--together", type=int, nargs="+", default=[1, 4, 16, 64])
    parser.add_argument("--pages", type=int, nargs="+", default=[4096, 8192, 16384])
    wishes = parser.parse_args()
    found = in_turn(
        wishes.rounds,
        {
            f"{page:6} {together:9}": partial(store, wishes.games, together, page)
            for page in wishes.pages
            for together in wishes.together
        },
    )
    print("  page  together   games/s          KB written a game   bytes a game")
    for name, rounds in found.items():
        speeds = [each.games for each in rounds]
        print(
            f"{name} {median(speeds):9,.0f} ({min(speeds):,.0f}–{max(speeds):,.0f})"
            f"{median(each.written for each in rounds):12.1f}"
            f"{median(each.size for each in rounds):20,.0f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
