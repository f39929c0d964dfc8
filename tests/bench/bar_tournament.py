"""The README's tournament, with fewer rounds: games a second, what the command takes besides, two
workers beside one, our share of a decision."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from tests.bench.rounds import Row, in_turn, pinned, ratios
from tests.bench.run import Run
from tests.bench.trees import Fails, Tree

GAMES, WORKERS_GAMES, SHARE_GAMES = 252, 144, 18
"""With fewer, what one worker plays at the end while others wait weighs too much."""
FASTER = {"compiled": 1.6}
FIXED, FIRST, LEAVING = 1.5, 1.0, 0.3
SHARE = 40.0
TWO_WORKERS = 1.9
OF_THE_CEILING = 0.95
LOOK_EVERY = 0.005
LOOP_SECONDS = 1.0
PIPES: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
LOOP = """
import sys, time
seconds, number = float(sys.argv[1]), 0
print("ready", flush=True)
sys.stdin.readline()
end = time.monotonic() + seconds
while time.monotonic() < end:
    for _ in range(1000):
        pass
    number += 1
print(number)
"""


@dataclass(frozen=True)
class Took:
    """Seconds of a tournament, from its command to its end."""

    games: int
    first: float
    """Until the first game was stored."""
    last: float
    """Until the last one was."""
    whole: float

    @property
    def speed(self) -> float:
        """Games a second of the whole command."""
        return self.games / self.whole

    @property
    def playing(self) -> float:
        """Games a second between the first and the last: of whatever number of games.

        Where all were first seen at once, those of the whole command.
        """
        return (self.games - 1) / (self.last - self.first) if self.last > self.first else self.speed

    @property
    def fixed(self) -> float:
        """What a command takes besides playing."""
        return self.first + self.leaving

    @property
    def leaving(self) -> float:
        """From the last game to the end of the process: ratings, standings, ending workers."""
        return self.whole - self.last


def rows(run: Run) -> Iterator[Row]:
    """What is measured, and the bars."""
    homes = {tree: _home(run, tree) for tree in run.all_trees}
    measures = {tree.name: lambda tree=tree: tournament(run, tree, homes) for tree in run.all_trees}
    found = in_turn(run.rounds, measures)
    for tree in run.all_trees:
        runs, judged = found[tree.name], tree in run.trees
        yield Row(f"a tournament, {tree.name}", "games/s", [each.speed for each in runs])
        for name, values, most in (
            ("first game after", [each.first for each in runs], FIRST),
            ("leaving after the last", [each.leaving for each in runs], LEAVING),
            ("both, fixed cost", [each.fixed for each in runs], FIXED),
        ):
            yield Row(f"  {name}, {tree.name}", "s", values, most=most if judged else None)
        if judged and run.against:
            before = found[run.against.name]
            yield Row(
                f"  to {run.against.name}, {tree.name}",
                "×",
                ratios([each.speed for each in runs], [each.speed for each in before]),
                least=FASTER.get(tree.built),
            )
            yield Row(
                f"    while they play, {tree.name}",
                "×",
                ratios([each.playing for each in runs], [each.playing for each in before]),
            )
    yield from _workers(run, homes)
    yield from _share(run, homes)


def _workers(run: Run, homes: dict[Tree, Path]) -> Iterator[Row]:
    """Two workers beside one, and two bare loops beside one: the most that two workers can do."""
    if len(os.sched_getaffinity(0)) < 2:
        run.skip("two workers beside one: there is only one core.")
        return
    games = str(run.some(WORKERS_GAMES))

    def playing(tree: Tree, workers: int) -> float:
        words = ("--games", games, "--concurrency", str(workers))
        return tournament(run, tree, homes, *words).playing

    for tree in run.trees:
        found = in_turn(
            run.rounds,
            {
                "1": lambda tree=tree: playing(tree, 1),
                "2": lambda tree=tree: playing(tree, 2),
                "loops": two_to_one,
            },
        )
        workers = ratios(found["2"], found["1"])
        yield Row("  two bare loops to one", "×", found["loops"])
        yield Row(f"  two workers to one, {tree.name}", "×", workers, least=TWO_WORKERS)
        yield Row(
            f"  as a share of what loops do, {tree.name}",
            "",
            ratios(workers, found["loops"]),
            least=OF_THE_CEILING,
        )


def two_to_one() -> float:
    """How much more two pinned loops do than one; as they are, both cores count.

    Cores share caches, power and the other programs of the machine: seldom twice as much.
    """
    first, second = sorted(os.sched_getaffinity(0))[:2]
    alone = [*_turns([first]), *_turns([second])]
    return sum(_turns([first, second])) / (sum(alone) / 2)


def _turns(cores: Sequence[int]) -> list[int]:
    """How far a loop on each of these cores comes in the same second."""
    loops = []
    for core in cores:
        with pinned(core):
            loops.append(subprocess.Popen([sys.executable, "-c", LOOP, str(LOOP_SECONDS)], **PIPES))
    for loop in loops:
        loop.stdout.readline()
    for loop in loops:
        loop.stdin.write("go\n")
        loop.stdin.flush()
    return [int(loop.communicate()[0]) for loop in loops]


def _share(run: Run, homes: dict[Tree, Path]) -> Iterator[Row]:
    """What a worker computes itself."""

    def cost(tree: Tree) -> float:
        games = run.some(SHARE_GAMES)
        return float(tree.measure("share", home=str(homes[tree]), games=games)["cost"])

    found = run.measured(cost, run.all_trees)
    for tree in run.all_trees:
        most = SHARE if tree in run.trees and tree.built == "compiled" else None
        yield Row(f"  our share of a decision, {tree.name}", "µs", found[tree.name], most=most)


_numbers = count()


def tournament(run: Run, tree: Tree, homes: dict[Tree, Path], *words: str) -> Took:
    """One tournament of the bundled bots in a new ladder. Raises Fails."""
    home = run.folder / f"home{next(_numbers)}"
    shutil.copytree(homes[tree], home)  # with bots that are kept and built
    for file in home.glob("ladder.sqlite*"):
        file.unlink()
    size = () if "--games" in words else ("--games", str(run.some(GAMES)))
    began = time.monotonic()
    process = tree.arena(home, "tournament", "--seed", "1", *size, *words)
    games, first, last, seen = 0, 0.0, 0.0, ()
    while process.poll() is None:
        if (files := _files(home)) != seen:  # to count costs the tournament more than to look
            seen, now, stored = files, time.monotonic() - began, _stored(home)
            if stored > games:
                games, last = stored, now
                first = first or last
        time.sleep(LOOK_EVERY)
    whole = time.monotonic() - began
    log = home.with_suffix(".log")
    if process.returncode or games < 2:
        raise Fails(f"a tournament of {tree.name} failed:\n{log.read_text()[-2000:]}")
    shutil.rmtree(home)
    log.unlink()
    return Took(games, first, last, whole)


def _home(run: Run, tree: Tree) -> Path:
    """A home in which the bundled bots are kept and built."""
    home = run.folder / f"bots{next(_numbers)}"
    with pinned(run.core):
        tree.measure("share", home=str(home), games=1)
    return home


def _files(home: Path) -> tuple[int, ...]:
    """Changes with every game that is stored: the sizes of the ladder's files, and when they were
    written."""
    found: list[int] = []
    for file in home.glob("ladder.sqlite*"):
        with suppress(FileNotFoundError):
            about = file.stat()
            found += about.st_size, about.st_mtime_ns
    return tuple(found)


def _stored(home: Path) -> int:
    """Games with a result."""
    try:
        file = f"{(home / 'ladder.sqlite').as_uri()}?mode=ro"
        conn = sqlite3.connect(file, uri=True, timeout=0.1)
        try:
            return int(conn.execute("SELECT count(*) FROM results").fetchone()[0])
        finally:
            conn.close()
    except sqlite3.Error:  # not there yet, or being made
        return 0
