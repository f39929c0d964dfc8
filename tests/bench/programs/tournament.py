"""The README's tournament, with fewer rounds: games a second, what the command takes besides, and
two workers beside one."""

import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from figures import some, tell

from arena.home import Home
from arena.registry.bundled import prepare_all

GAMES, WORKERS_GAMES = 252, 144
"""With fewer, what one worker plays at the end while others wait weighs too much."""
LOOK_EVERY = 0.01


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
    def playing(self) -> float:
        """Games a second between the first and the last; where all were first seen at once, those
        of the whole command."""
        alone = self.games - 1, self.last - self.first
        games, seconds = alone if alone[1] else (self.games, self.whole)
        return games / seconds


def main(home: Path) -> None:
    prepare_all(Home(home), lambda name, why: None)  # bots that are kept and built
    whole = tournament(home, some(GAMES))
    one, two = (tournament(home, some(WORKERS_GAMES), workers) for workers in (1, 2))
    leaving = whole.whole - whole.last
    tell(
        ("a tournament", whole.games / whole.whole, "games/s", ""),
        ("  first game after", whole.first, "s", "≤ 1"),
        ("  leaving after the last", leaving, "s", "≤ 0.3"),
        ("  both, fixed cost", whole.first + leaving, "s", "≤ 1.5"),
        ("  while it plays", whole.playing, "games/s", ""),
        ("  two workers to one", two.playing / one.playing, "×", "≥ 1.9"),
    )


def tournament(home: Path, games: int, workers: int = 0) -> Took:
    """One tournament of the bundled bots in a new ladder."""
    for file in home.glob("ladder.sqlite*"):
        file.unlink()
    words = ["--home", home, "--seed", "1", "--games", str(games)]
    words += ["--concurrency", str(workers)] if workers else []
    began = time.monotonic()
    arena = [sys.executable, "-P", "-m", "arena", "tournament", *words]
    process = subprocess.Popen(arena, stdout=subprocess.DEVNULL)
    stored, first, last = 0, 0.0, 0.0
    while process.poll() is None:
        now, seen = time.monotonic() - began, stored_in(home / "ladder.sqlite")
        if seen > stored:
            stored, first, last = seen, first or now, now
        time.sleep(LOOK_EVERY)
    if process.returncode or not stored:
        raise SystemExit("The tournament failed.")
    return Took(stored, first, last, time.monotonic() - began)


def stored_in(file: Path) -> int:
    """Games with a result."""
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, timeout=0.1)) as conn:
            query = "SELECT coalesce(sum(games), 0) FROM played"
            return int(conn.execute(query).fetchone()[0])
    except sqlite3.Error:  # not there yet, or being made
        return 0


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        main(Path(folder))
