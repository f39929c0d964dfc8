"""One game of each preset and expansion can be played in the terminal with keys alone.

Or some of them: `poe prove play_all high_bohn plus`. The screen has 80×24 characters; whoever
sits there chooses from the list at random, and puts together offers. Nothing may be refused, and
the record of each game must replay.

Promise: README.md, `arena play` in the terminal.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

import orjson

from arena.home import open_home
from arena.play.session import Session
from arena.play.terminal.app import TableScreen
from arena.referee.clock import CLASSES
from arena.referee.game import FinishedGame
from arena.registry.bundled import prepare
from arena.registry.conformance import games
from arena.replay.replay import Replay
from arena.rules import PRESETS, table_sizes
from arena.sandbox.probe import best_level
from tests.support.at_the_keys import play_to_the_end

TAKES = "5 min"


def usual() -> list[str]:
    """Every preset, and games that together bring up all that the expansions ask."""
    return list(
        dict.fromkeys([*(each.name for each in PRESETS), *(variant for variant, _ in games())])
    )


async def play(
    home: Path, variant: str, bot: str, seed: int
) -> tuple[FinishedGame, dict[str, int]]:
    """A game of a variant with the fewest players, on a screen of 80×24."""
    spec = prepare(open_home(home), bot).spec
    players = min(table_sizes(variant))
    session = Session(
        ["Ada"],
        [spec] * (players - 1),
        variant,
        CLASSES["standard"],
        best_level(),
        seed=seed,
        first_seat=seed % players,
    )
    async with session:
        table = TableScreen(*session.people[0])
        async with table.run_test(size=(80, 24)) as pilot:
            asked = await play_to_the_end(table, pilot, seed)
        return await asyncio.to_thread(session.hosted.outcome), asked


def main() -> None:
    """Print a line for each game; exits with 1 if one went wrong."""
    names = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for seed, variant in enumerate(names or usual()):
            began = time.monotonic()
            played, asked = asyncio.run(play(Path(folder), variant, "greedy", seed))
            wrong = Replay(orjson.dumps(played.record)).check()
            assert wrong is None, wrong
            assert not any(seat.faults for seat in played.seats), played.seats
            refused = [each["refused"] for each in played.record["decisions"] if "refused" in each]
            assert not refused, refused
            seconds = time.monotonic() - began
            print(f"{variant:<30} {played.scores} {seconds:5.1f} s {asked}", flush=True)


if __name__ == "__main__":
    main()
