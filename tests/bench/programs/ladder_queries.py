"""How quick a ladder is with 1,000 bots and 1,000,000 games, in processor time.

A fit from the file with its memory, the data of standings and of a bot's page, the slowest list of
games by any filter, and the slowest whole command.
"""

import resource
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from figures import HERE, some, tell

from ladder.database.store import Store
from ladder.queries.bot_profile import bot_page
from ladder.queries.games import games
from ladder.queries.pools import Wanted, pools
from ladder.queries.standings import overall, scope
from ladder.ratings.official import fit

SCOPES = (
    Wanted(),
    Wanted(tournament_id=1),
    Wanted("classic"),
    Wanted("plus"),
    Wanted(players=[3]),
    Wanted(time_class="bullet"),
    Wanted(since="2026-06-30T12:00:00Z"),
    Wanted(since="2030-01-01T00:00:00Z"),
)
WITH_BOTS = ((), [[500]], [range(1, 101)], [range(1, 1001)], [[1001]])
COMMANDS = (
    ["ladder"],
    ["ladder", "--variant", "classic", "--players", "4"],
    ["ladder", "--author", "Author 7", "--sort", "ms"],
    ["ladder", "bot000:1"],
    ["games"],
    ["games", "--bot", "bot000:1", "--faults"],
    ["games", "--language", "rust", "--since", "2026-06-01"],
)


def main(folder: Path) -> None:
    size = ("--bots", str(some(1_000)), "--games", str(some(1_000_000)))
    run(HERE / "big_ladder.py", folder, *size)
    path = folder / "ladder.sqlite"
    with Store(path, read_only=True) as store:
        fit(store, scope(store, []))  # imports what it needs
        whole = scope(store, [pool.id for pool in pools(store)])
        fitted = milliseconds(lambda: fit(store, whole))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        standings = milliseconds(lambda: overall(store))
        bot = store.bot(1)
        page = milliseconds(lambda: bot_page(store, bot))
        filters = product(SCOPES, WITH_BOTS, (False, True))
        lists = [milliseconds(lambda by=by: games(store, *by, limit=20)) for by in filters]
    start = command("--help")
    commands = [command(*words, "--home", folder) - start for words in COMMANDS]
    tell(
        ("a fit from the file", fitted, "ms", "≤ 1500"),
        ("  its memory", memory, "MB", "≤ 1000"),
        ("standings", standings, "ms", "≤ 50"),
        ("a bot's page", page, "ms", "≤ 100"),
        (f"the slowest of {len(lists)} lists of games", max(lists), "ms", "≤ 1000"),
        ("the slowest whole command, beyond its start", max(commands), "ms", "≤ 300"),
    )


def milliseconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return 1e3 * (process_time() - began)


def command(*words: object) -> float:
    """Milliseconds of a whole command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run("-m", "arena", *words)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e3 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def run(*words: object) -> None:
    subprocess.run([sys.executable, *map(str, words)], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        main(Path(name))
