"""How long a refit takes with 1,000 bots and 1,000,000 games: `python -m tests.proofs.refit`

Builds a ladder of that size (matches of four with their pair scores, no single games) and, in a
fresh process, fits its official ratings from the file. Prints the processor time and the memory of
that, and what reading standings from the kept fit takes; ends with status 1 if it is too much.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time

from ladder.elo import SCALE
from ladder.official import fit, keep
from ladder.standings import overall, scope
from ladder.store import Store

PLAYERS = 4
MOST_SECONDS = 1.5
MOST_MEGABYTES = 1000
MOST_MS_OF_STANDINGS = 50


def build(path: Path, bots: int, games: int) -> None:
    """A ladder of one pool, whose bots differ by about 200 Elo points."""
    import numpy as np  # not in the process that measures

    random = np.random.default_rng(1)
    matches = games // PLAYERS
    strength = random.normal(0, 200 / SCALE, bots)
    quarters = random.integers(bots // PLAYERS, size=(matches, PLAYERS))
    circles = quarters * PLAYERS + np.arange(PLAYERS)  # so no bot meets itself
    showing = strength[circles][:, None] + random.gumbel(size=(matches, PLAYERS, PLAYERS))
    one, other = np.triu_indices(PLAYERS, 1)
    scores = np.full((matches, len(one), 2), PLAYERS, np.uint8)
    scores[:, :, 0] = 2 * (showing[:, :, one] > showing[:, :, other]).sum(1)
    circles = (circles + 1).astype("<u4")
    played = np.bincount(circles.ravel(), minlength=bots + 1)
    with Store(path, synchronous="NORMAL") as store, store.transaction() as conn:
        conn.executemany(
            "INSERT INTO bots (name, version, hash, added_at) VALUES (?, 1, ?, '')",
            ((f"bot{bot}", str(bot)) for bot in range(bots)),
        )
        pool = (1, "classic", PLAYERS, "standard", "n", "1", matches)
        conn.execute("INSERT INTO pools VALUES (?, ?, ?, ?, ?, ?, ?)", pool)
        conn.execute(
            "INSERT INTO tournaments (settings, secret, secret_hash, created_at) "
            "VALUES ('{}', x'00', '', '')"
        )
        conn.executemany(
            "INSERT INTO matches (tournament_id, number, round, pool_id, deal_seed, status) "
            "VALUES (1, ?, 1, 1, ?, 'rated')",
            ((number, number.to_bytes(8, "big")) for number in range(matches)),
        )
        conn.executemany(
            "INSERT INTO pair_scores VALUES (1, ?, ?, ?)",
            (
                (number + 1, circles[number].tobytes(), scores[number].tobytes())
                for number in range(matches)
            ),
        )
        conn.executemany(
            "INSERT INTO ratings VALUES (1, ?, 1500, 1, ?, ?, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)",
            ((bot, int(PLAYERS * played[bot]), int(played[bot])) for bot in range(1, bots + 1)),
        )


def measure(path: Path) -> int:
    """In a process of its own: fits and keeps the ratings; whether that is quick enough."""
    with Store(path) as store:
        whole = scope(store, [1])
        fit(store, scope(store, []))  # imports what it needs
        began = process_time()
        ratings = fit(store, whole)
        seconds = process_time() - began
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        keep(store, [whole])
        times = []
        for _ in range(5):
            began = process_time()
            assert len(overall(store)) == len(ratings)
            times.append(1000 * (process_time() - began))
    print(f"refit of {len(ratings)} bots: {seconds:.2f} s of processor time, {megabytes:.0f} MB")
    print(f"standings from the kept fit: {min(times):.0f} ms")
    enough = seconds < MOST_SECONDS and megabytes < MOST_MEGABYTES
    enough &= min(times) < MOST_MS_OF_STANDINGS
    print("all as it should be" if enough else "NOT as it should be")
    return 0 if enough else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bots", type=int, default=1_000)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--measure", type=Path, help="a file built before; nothing is built then")
    given = parser.parse_args()
    if given.measure:
        return measure(given.measure)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ladder.sqlite"
        build(path, given.bots, given.games)
        size = path.stat().st_size / 1e6
        print(f"{given.bots} bots, {given.games} games, {size:.0f} MB", flush=True)
        command = [sys.executable, "-m", "tests.proofs.refit", "--measure", str(path)]
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
