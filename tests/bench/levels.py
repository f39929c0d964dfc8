"""What confinement costs: starting and ending a bot, and a decision, at each level in turn.

    python -m tests.bench.levels [--rounds 9] [--core 0]

Prints the minimum, median and maximum over the rounds, and of the ratios and differences to level
C within a round, since the machine drifts. A start is that of a bare Python program, until it has
answered its first line.

Promise: SECURITY.md, what confinement costs.
"""

import argparse
import tempfile
from pathlib import Path
from time import perf_counter

from arena.referee.bot import BotSpec
from arena.referee.process import BotProcess
from arena.referee.seating import Seating
from arena.sandbox.level import Level
from arena.sandbox.probe import trials
from tests.bench.in_tree.playing import play
from tests.bench.peers import compiled
from tests.bench.rounds import Row, conditions, line, pinned, ratios

STARTS = 10
GAMES = 12
ECHO = "import sys\nfor line in sys.stdin: sys.stdout.write(line); sys.stdout.flush()"
Costs = dict[Level, list[float]]


def start_and_end(level: Level, folder: Path) -> tuple[float, float]:
    """Milliseconds of each, means over a few."""
    starts = ends = 0.0
    for _ in range(STARTS):
        began = perf_counter()
        bot = BotProcess(("python3", "-I", "-S", "-c", ECHO), str(folder), level=level)
        bot.post(b"hello\n", 10_000)
        assert bot.collect() == b"hello\n"
        started = perf_counter()
        bot.end()
        ends += perf_counter() - started
        starts += started - began
    return starts / STARTS * 1000, ends / STARTS * 1000


def decision(level: Level, folder: Path, first: int) -> float:
    """Microseconds of one, over a few games of the smallest bots, after a first one."""
    bot = BotSpec("picker", 1, "picker", (str(folder / "picker"),), str(folder))
    seating = Seating(level=level)
    try:
        play(seating, bot, "anniversary", range(first, first + 1))
        decisions, seconds, _ = play(
            seating, bot, "anniversary", range(first + 1, first + 1 + GAMES)
        )
    finally:
        seating.close()
    return seconds / decisions * 1e6


def show(what: str, unit: str, costs: Costs) -> None:
    """A line for each level, and one for what it costs more than C."""
    base = costs[Level.C]
    for level, values in costs.items():
        print(line(Row(f"{what} at level {level}", unit, values)))
        if level is not Level.C:
            more = [value - other for value, other in zip(values, base, strict=True)]
            print(line(Row("  beside C", "×", ratios(values, base))))
            print(line(Row("  more than C", unit, more)))


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--rounds", type=int, default=9)
    options.add_argument("--core", type=int, default=0)
    given = options.parse_args()
    levels = [trial.level for trial in trials() if trial.holds]
    starts: Costs = {level: [] for level in levels}
    ends: Costs = {level: [] for level in levels}
    decisions: Costs = {level: [] for level in levels}
    with pinned(given.core), tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        compiled("picker", folder)
        for number in range(given.rounds):
            for level in levels:
                start, end = start_and_end(level, folder)
                starts[level].append(start)
                ends[level].append(end)
                decisions[level].append(decision(level, folder, 100 * number))
    for what, unit, costs in (
        ("a start", "ms", starts), ("an end", "ms", ends), ("a decision", "µs", decisions),
    ):  # fmt: skip
        show(what, unit, costs)
    print(conditions(given.rounds, given.core))


if __name__ == "__main__":
    main()
