"""The ladder is quick with 1,000 bots and 1,000,000 games.

Builds such a ladder (`tests.bench.big_ladder`; or give `--ladder FOLDER`), and measures in fresh
processes: a fit from the file with its memory, the data of standings and of a bot's page, lists of
games by every filter, whole commands. All is processor time, the best of some tries. Prints a line
for each; ends with status 1 if one takes too long.

Promise: FIGURES.md, a ladder of 1,000 bots and 1,000,000 games.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

from ladder.database.store import Store
from ladder.queries.bot_profile import bot_page
from ladder.queries.games import games
from ladder.queries.pools import Wanted, pools
from ladder.queries.standings import overall, scope
from ladder.ratings.official import fit

TAKES = "25 min"

FIT_S, FIT_MB = 1.5, 1000.0
STANDINGS_MS, PAGE_MS, GAMES_MS = 50.0, 100.0, 1000.0
COMMAND_MS = 300.0
"""More than the start-up of the program, `arena --help`."""
TRIES = 3

FILTERS: dict[str, dict[str, Any]] = {
    "the newest": {},
    "of the first tournament": {"wanted": Wanted(tournament_id=1)},
    "of a variant": {"wanted": Wanted("classic")},
    "of another variant": {"wanted": Wanted("plus")},
    "with 3 players": {"wanted": Wanted(players=[3])},
    "of a time class": {"wanted": Wanted(time_class="bullet")},
    "of a bot": {"with_bots": [[500]]},
    "of a hundred bots": {"with_bots": [range(1, 101)]},
    "of all bots": {"with_bots": [range(1, 1001)]},
    "of no bot": {"with_bots": [[1001]]},
    "with a fault": {"faults": True},
    "since a day": {"wanted": Wanted(since="2026-06-30T12:00:00Z")},
    "since tomorrow": {"wanted": Wanted(since="2030-01-01T00:00:00Z")},
    "of a bot, with a fault, old": {
        "with_bots": [[7]],
        "faults": True,
        "wanted": Wanted(tournament_id=1),
    },
    "of many bots, nothing found": {
        "with_bots": [range(1, 1001)],
        "wanted": Wanted(time_class="bullet"),
    },
    "with a fault, nothing found": {"faults": True, "with_bots": [[1001]]},
}
COMMANDS = (
    "ladder",
    "ladder --variant classic --players 4",
    "ladder --author Author\\ 7 --sort ms",
    "ladder bot500:1",
    "games",
    "games --bot bot500:1 --faults",
    "games --language rust --since 2026-06-01",
)


class Table:
    """What was measured, a line each."""

    def __init__(self) -> None:
        self.enough = True

    def line(self, what: str, value: float, most: float, unit: str) -> None:
        good = value <= most
        self.enough &= good
        mark = "" if good else "   TOO MUCH"
        print(f"{what:<46} {value:8.2f} {unit:<2} (at most {most:g}){mark}", flush=True)


def milliseconds(work: Callable[[], object]) -> float:
    """Of processor time, the best of some tries."""
    times = []
    for _ in range(TRIES):
        began = process_time()
        work()
        times.append(1000 * (process_time() - began))
    return min(times)


def measure_fit(path: Path) -> dict[str, float]:
    """In a process of its own, for the sake of its memory."""
    with Store(path, read_only=True) as store:
        fit(store, scope(store, []))  # imports what it needs
        whole = scope(store, [pool.id for pool in pools(store)])
        began = process_time()
        assert len(fit(store, whole)) > 0
        seconds = process_time() - began
    return {
        "seconds": seconds,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def measure_data(path: Path, table: Table) -> None:
    with Store(path, read_only=True) as store:
        table.line("standings", milliseconds(lambda: overall(store)), STANDINGS_MS, "ms")
        bot = store.bot(500)
        table.line("a bot's page", milliseconds(lambda: bot_page(store, bot)), PAGE_MS, "ms")
        for name, filters in FILTERS.items():
            took = milliseconds(lambda filters=filters: games(store, limit=20, **filters))
            table.line(f"games {name}", took, GAMES_MS, "ms")


def measure_commands(folder: Path, table: Table) -> None:
    start = min(_command(folder, "--help") for _ in range(TRIES))
    print(f"start-up: {start:.0f} ms")
    for line in COMMANDS:
        took = min(_command(folder, line) for _ in range(TRIES)) - start
        table.line(f"arena {line}, beyond that", took, COMMAND_MS, "ms")


def _command(folder: Path, line: str) -> float:
    """Milliseconds of processor time of a whole command."""
    words = line.replace("\\ ", "\0").split()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "arena", *(word.replace("\0", " ") for word in words)]
        + ([] if line == "--help" else ["--home", str(folder)]),
        check=True,
        stdout=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def measure(folder: Path) -> bool:
    """Whether all of it is quick enough."""
    table, path = Table(), folder / "ladder.sqlite"
    command = [sys.executable, "-m", "tests.proofs.scale", "--fit", str(path)]
    done = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    table.line("a fit from the file", done["seconds"], FIT_S, "s")
    table.line("its memory", done["megabytes"], FIT_MB, "MB")
    measure_data(path, table)
    measure_commands(folder, table)
    print("all as it should be" if table.enough else "NOT as it should be")
    return table.enough


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ladder", type=Path, help="a folder with such a ladder")
    parser.add_argument("--fit", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.fit:
        print(json.dumps(measure_fit(given.fit)))
        return 0
    if given.ladder:
        return 0 if measure(given.ladder) else 1
    from tests.bench.big_ladder import build  # numpy, which commands should not need

    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder), 1_000, 1_000_000)
        return 0 if measure(Path(folder)) else 1


if __name__ == "__main__":
    raise SystemExit(main())
