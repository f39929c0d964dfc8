"""What confinement costs: starting and ending a bare Python program, until it has answered its
first line, and a decision of the smallest bots, at each level that holds here."""

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from figures import Figure, compiled, some, tell
from playing import play

from arena.referee.process import BotProcess
from arena.referee.seating import Seating
from arena.sandbox.level import Level
from arena.sandbox.probe import trials

ECHO = "import sys\nfor line in sys.stdin: sys.stdout.write(line); sys.stdout.flush()"


def main(folder: Path) -> None:
    bot = compiled("picker", folder)
    levels = [trial.level for trial in trials() if trial.holds]
    tell(*(figure for level in levels for figure in costs(level, bot)))


def costs(level: Level, bot: Path) -> tuple[Figure, ...]:
    """Of a few starts and ends, and a few games after a first one."""
    starts, games = some(10), some(12)
    begun = ended = 0.0
    for _ in range(starts):
        began = perf_counter()
        command = ("python3", "-I", "-S", "-c", ECHO)
        process = BotProcess(command, str(bot.parent), level=level)
        process.post(b"hello\n", 10_000)
        assert process.collect() == b"hello\n"
        started = perf_counter()
        process.end()
        ended += perf_counter() - started
        begun += started - began
    seating = Seating(level=level)
    try:
        play(seating, bot, "anniversary", range(1))
        decisions, seconds, _ = play(seating, bot, "anniversary", range(1, 1 + games))
    finally:
        seating.close()
    return (
        (f"a start at level {level}", begun / starts * 1e3, "ms", ""),
        (f"an end at level {level}", ended / starts * 1e3, "ms", ""),
        (f"a decision at level {level}", seconds / decisions * 1e6, "µs", ""),
    )


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        main(Path(name))
