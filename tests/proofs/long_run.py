"""A long tournament, interrupted and killed, keeps its speed and memory; a game stays small.

Six bots, copies of the bundled ones in C++ under different names, play the games of the README's
tournament. At a third of the way it gets Ctrl-C, at two thirds `kill -9`, and is resumed. Printed
by tenths: games a second while it played, the driver's processor time a game, which other work on
the machine hardly touches, and its memory; then the bytes of a game, by table. Every game must be
there once, speed and memory must stay, and a game must be small:

poe prove long_run --games 100000 --concurrency 2

Promise: FIGURES.md, 100,000 games in one tournament.
"""

import argparse
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path

from tests.support.command_runs import arena, log, rows, stored
from tests.support.processes import about

TAKES = "15 min"

CPP = Path(__file__).parents[2] / "bots" / "cpp"
COPIES = 3
LOOK_EVERY = 0.5
SECONDS_TO_PLAY = 120.0
SLOWER, DEARER, GROWN_MB = 0.9, 1.15, 16.0
TICKS = os.sysconf("SC_CLK_TCK")
RECORD_BYTES, GAME_BYTES = 2500, 3500
ENOUGH = 20_000
"""Games from which on a file is judged: before, its empty tables weigh too much."""


@dataclass(frozen=True)
class Look:
    """What was seen of the tournament at a moment."""

    run: int
    """Which start of the driver it was, from 0."""
    seconds: float
    games: int
    driver_seconds: float
    """Of processor time, since that start."""
    driver_mb: float


@dataclass(frozen=True)
class Tenth:
    """A tenth of the games."""

    games: int
    seconds: float
    """In which they were played; starts and ends of the driver are left out."""
    driver_seconds: float
    """Of processor time, in the same."""
    driver_mb: float
    """The most it had."""

    @property
    def speed(self) -> float:
        """Games a second."""
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def driver_ms(self) -> float:
        """The driver's processor time a game, in milliseconds."""
        return 1000 * self.driver_seconds / self.games if self.games else 0.0


def main() -> int:
    """Runs it; 0 if all is well."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--home", type=Path, help="where the ladder stays; default: nowhere")
    wishes = parser.parse_args()
    # A driver would inherit that Ctrl-C is ignored, as it is for what runs in the background.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as folder:
        home = wishes.home or Path(folder) / "home"
        words = ("--games", str(wishes.games), "--concurrency", str(wishes.concurrency))
        submit(home, Path(folder) / "bots")
        start = ["tournament", "--same-author", "--seed", "1", *words]
        looks = list(play(home, start, wishes.games))
        parts = tenths(looks)
        print("tenth      games   games/s  driver, ms a game  driver, MB")
        for number, part in enumerate(parts, start=1):
            print(
                f"{number:5}{part.games:11,}{part.speed:10.1f}"
                f"{part.driver_ms:19.2f}{part.driver_mb:12.1f}"
            )
        problems = [*lost(home), *judged(parts), *small(home)]
        for problem in problems:
            print(f"NOT well: {problem}")
        return 1 if problems else 0


def submit(home: Path, folder: Path) -> None:
    """Copies the C++ bots into a folder, and submits each under some names."""
    shutil.copytree(CPP, folder)
    for file in sorted(folder.glob("*.toml")):
        for number in range(1, COPIES + 1):
            copy = file.with_stem(f"{file.stem}_{number}")
            name, _, rest = file.read_text("utf-8").partition("\n")
            assert name.startswith('name = "'), name
            copy.write_text(f'{name[:-1]}-{number}"\n{rest}', "utf-8")
            if arena(home, "submit", str(copy)).wait():
                sys.exit(f"{copy.name}: {log(home)}")


def play(home: Path, start: list[str], games: int) -> Iterator[Look]:
    """Plays it to its end through both interruptions; what is seen of it all the while."""
    stops = [(games // 3, signal.SIGINT), (2 * games // 3, signal.SIGKILL)]
    began = time.monotonic()
    for number in range(len(stops) + 1):
        process = arena(home, *(start if number == 0 else ["resume"]))
        until, how = stops[number] if number < len(stops) else (games, None)
        try:
            for look in watched(process, home, number, began):
                yield look
                if how and look.games >= until:
                    process.send_signal(how)
                    break
            process.wait(SECONDS_TO_PLAY)
        finally:
            process.kill()
        if how is None and process.returncode:
            sys.exit(f"it failed:\n{log(home)}")
        said = f"; {how.name} at {look.games:,} games" if how else ""
        print(f"run {number + 1} ended after {time.monotonic() - began:.0f} s{said}", flush=True)


def watched(
    process: "subprocess.Popen[bytes]", home: Path, run: int, began: float
) -> Iterator[Look]:
    """Looks at a driver until it ends; one that stores nothing for long ends this."""
    games, since = stored(home), time.monotonic()
    while process.poll() is None:
        memory = about(process.pid, "status").partition(b"VmRSS:")[2].split()
        busy = about(process.pid, "stat").rpartition(b")")[2].split()
        found, now = stored(home), time.monotonic()
        if memory and busy:
            ticks = int(busy[11]) + int(busy[12])
            yield Look(run, now - began, found, ticks / TICKS, int(memory[0]) / 1024)
        if found > games:
            games, since = found, now
        elif now - since > SECONDS_TO_PLAY:
            sys.exit(f"no game was stored in {SECONDS_TO_PLAY:.0f} s")
        time.sleep(LOOK_EVERY)


def tenths(looks: Sequence[Look]) -> list[Tenth]:
    """The looks by tenths of all games; what happened between two looks counts at the later."""
    whole = looks[-1].games
    games, seconds, busy, memory = [0] * 10, [0.0] * 10, [0.0] * 10, [0.0] * 10
    for _, run in groupby(looks, key=lambda look: look.run):
        of_run = list(run)
        start, end = of_run[0].games, of_run[-1].games
        for before, after in pairwise(of_run):
            if after.games == start or before.games == end:
                continue  # its workers are being started, or it has played and fits ratings
            at = min(9, 10 * (after.games - 1) // whole)
            games[at] += after.games - before.games
            seconds[at] += after.seconds - before.seconds
            busy[at] += after.driver_seconds - before.driver_seconds
            memory[at] = max(memory[at], after.driver_mb)
    return [Tenth(*each) for each in zip(games, seconds, busy, memory, strict=True)]


def judged(parts: Sequence[Tenth]) -> Iterator[str]:
    """What is wrong with speed and memory."""
    first, last = parts[0], parts[-1]
    if last.speed < SLOWER * first.speed:
        yield f"{last.speed:.1f} games/s in the last tenth, {first.speed:.1f} in the first"
    if last.driver_ms > DEARER * first.driver_ms:
        yield f"{last.driver_ms:.2f} ms of the driver a game, {first.driver_ms:.2f} at first"
    if last.driver_mb > first.driver_mb + GROWN_MB:
        yield f"the driver grew from {first.driver_mb:.0f} to {last.driver_mb:.0f} MB"


def lost(home: Path) -> Iterator[str]:
    """What is wrong with the games and what follows from them."""
    ((scheduled,),) = rows(home, "SELECT count(*) FROM games")
    ((played,),) = rows(home, "SELECT count(*) FROM results JOIN records USING (game_id)")
    ((unrated,),) = rows(home, "SELECT count(*) FROM matches WHERE status <> 'rated'")
    print(f"{played:,} of {scheduled:,} games played, {unrated} matches not rated")
    if played != scheduled or unrated:
        yield "games are missing"
    if arena(home, "db", "check").wait():
        yield f"db check: {log(home)}"


def small(home: Path) -> Iterator[str]:
    """What is too large; prints what takes most of the file."""
    path = home / "ladder.sqlite"
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        games, record = conn.execute("SELECT count(*), avg(length(record)) FROM records").fetchone()
        try:
            tables = conn.execute(
                "SELECT name, sum(pgsize) FROM dbstat GROUP BY 1 ORDER BY 2 DESC LIMIT 12"
            ).fetchall()
        except sqlite3.OperationalError:  # this SQLite was built without dbstat
            tables = []
    a_game = path.stat().st_size / games
    print(f"{a_game:,.0f} bytes of the file a game; a record {record:,.0f}")
    for name, size in tables:
        print(f"  {name:32}{size / games:8.0f}")
    if record > RECORD_BYTES:
        yield f"a record of {record:,.0f} bytes, where {RECORD_BYTES:,} are enough"
    if games >= ENOUGH and a_game > GAME_BYTES:
        yield f"{a_game:,.0f} bytes a game, where {GAME_BYTES:,} are enough"


if __name__ == "__main__":
    sys.exit(main())
