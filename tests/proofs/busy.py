"""Nobody loses time to a machine that is far too busy, nor to a bot that hangs.

Plays a real tournament with eight workers to each core, bots in Java, JavaScript, C++ and Python
among them, of which those in Java and a Python one think at each question: no bot may be late,
none may lack the time to start. Then a bot that hangs: its games may take no more than 1 % beyond
the time that it was allowed, which can only be seen where no other program takes the cores.

Promise: SECURITY.md, no bot loses time to a busy machine or to another bot.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game import GameSpec
from arena.referee.seating import Seating
from arena.sandbox.probe import best_level
from tests.support.command_runs import arena, log, rows
from tests.support.small_bots import GOOD, write_bot

TAKES = "10 min"

JAVA = Path(__file__).parent.parent / "support" / "java"
THINKING = GOOD.replace("print(0,", "think(); print(0,")
THINK = """
import time
def think():
    until = time.process_time() + 0.005
    while time.process_time() < until: pass
"""
HANGS = GOOD.replace("print(0, flush=True)", "time.sleep(1000)").replace(
    "import json, sys", "import json, sys, time"
)
LIMIT_MS = 1000
HUNG_GAMES = 5
FAULTS_TO_FORFEIT = 4


def main() -> int:
    """Runs it; 0 if all is well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--times", type=int, default=8, help="workers to each core")
    parser.add_argument("--tc", default="standard")
    wishes = parser.parse_args()
    print(f"level {best_level()}, {len(os.sched_getaffinity(0))} cores", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        well = crowd(Path(folder), wishes.games, wishes.times, wishes.tc)
        well = hung(Path(folder)) and well
    print("all is well" if well else "NOT well")
    return 0 if well else 1


def crowd(folder: Path, games: int, times: int, tc: str) -> bool:
    """The tournament on the busy machine: whether nobody was late."""
    home = folder / "home"
    thinker = write_bot(folder, "thinker", THINK + THINKING)
    for bot in (str(JAVA), thinker):
        if arena(home, "submit", bot).wait():
            sys.exit(log(home))
    bots = ("java", "thinker", "js-sensible", "cpp-random", "greedy", "trader")
    workers = times * len(os.sched_getaffinity(0))
    words = ("--concurrency", str(workers), "--games", str(games), "--tc", tc, "--players", "4")
    began = perf_counter()
    if arena(home, "tournament", *bots, "--variants", "anniversary", *words).wait():
        sys.exit(log(home))
    seconds = perf_counter() - began
    query = (
        "SELECT b.name, count(*), sum(s.faults), sum(s.forfeited), max(s.max_ms) FROM seats AS s "
        "JOIN bots AS b ON b.id = s.bot_id GROUP BY 1"
    )
    found = rows(home, query)
    ((played, voids),) = rows(
        home, "SELECT (SELECT count(*) FROM results), (SELECT count(*) FROM voids)"
    )
    print(f"{played} games, {workers} workers, {seconds:.0f} s, {voids} void")
    for name, seats, faults, forfeits, slowest in found:
        print(f"  {name:12} {seats} games, {faults} faults, {forfeits} forfeits, {slowest:.0f} ms")
    return not any(faults or forfeits for _, _, faults, forfeits, _ in found) and not voids


def hung(folder: Path) -> bool:
    """Whether a bot that hangs costs the others no more than it is allowed."""
    for name, code in (("hangs", HANGS), ("honest", GOOD)):
        write_bot(folder, name, code)
    allowed = FAULTS_TO_FORFEIT * LIMIT_MS / 1000
    seating = Seating()
    try:
        play(seating, folder, "honest", 0)  # the processes are there from now on
        play(seating, folder, "hangs", 1)
        more = [
            play(seating, folder, "hangs", game) - play(seating, folder, "honest", 100 + game)
            for game in range(2, 2 + HUNG_GAMES)
        ]
    finally:
        seating.close()
    waited = median(more)
    print(f"a hung bot: allowed {allowed:.1f} s, cost {waited:.3f} s ({waited / allowed:.1%})")
    return waited <= allowed * 1.01


def play(seating: Seating, folder: Path, first: str, game: int) -> float:
    """Seconds of a game between one bot, which is started for it, and four honest ones."""
    bots = tuple(
        BotSpec(name, 1, known_by, ("python3", "-I", "-S", f"{name}.py"), str(folder))
        for name, known_by in ((first, f"{first} {game}"), *[("honest", "honest")] * 4)
    )
    spec = GameSpec(
        id=str(game),
        variant="anniversary",
        players=5,
        seed=b"busy %d" % game,
        bots=bots,
        bot_seeds=(1, 2, 3, 4, 5),
        time=TimeControl(60_000, 0, LIMIT_MS, 10_000),
    )
    began = perf_counter()
    seating.play(spec)
    return perf_counter() - began


if __name__ == "__main__":
    sys.exit(main())
