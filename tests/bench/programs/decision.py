"""Where the time of a decision goes: four small C bots in one game, beside a ping-pong from C.

`python -m tests.bench decision` measures it in rounds.
"""

import os
from itertools import pairwise
from pathlib import Path
from subprocess import check_output
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from figures import compiled, some, tell
from replaying import LEVELS, Games, spec

from arena.referee.bot import BotSpec
from arena.referee.seating import Seating


def main(folder: Path) -> None:
    ping, bot, games = compiled("pingpong", folder), compiled("picker", folder), some(30)
    core = str(min(os.sched_getaffinity(0)))
    base = float(check_output([ping, core, str(some(20_000))]))
    seating = Seating()
    try:
        play(seating, bot, range(1))
        began = perf_counter()
        records = play(seating, bot, range(1, 1 + games))
        seconds = perf_counter() - began
    finally:
        seating.close()
    again = Games(records)
    cost = seconds / again.decisions * 1e6
    up_to = [0.0, *(again.cost(level) for level in range(len(LEVELS)))]
    parts = [after - before for before, after in pairwise(up_to)]
    tell(
        ("decisions a game", again.decisions / games, "", ""),
        ("a ping-pong in C", base, "µs", ""),
        ("a decision", cost, "µs", ""),
        ("  to the ping-pong", cost / base, "×", ""),
        *((f"  {name}", each, "µs", "") for name, each in zip(LEVELS, parts, strict=True)),
        ("  the rest", cost - sum(parts), "µs", ""),
    )


def play(seating: Seating, program: Path, games: range) -> list[Any]:
    """The records of games between four of the bot, through the referee."""
    bot = BotSpec("bot", 1, "bot", (str(program),), str(program.parent))
    records = []
    for game in games:
        played = seating.play(spec(game, "anniversary", [bot] * 4))
        assert not any(seat.faults for seat in played.seats), played.seats
        records.append(played.record)
    return records


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        main(Path(name))
