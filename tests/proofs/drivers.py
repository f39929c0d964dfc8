"""Several drivers, each with a ladder of its own, killed at random: merged, they are as one.

Each driver plays a tournament of its own, with the same bots and another secret, on workers that
roll dice and so return games as fast as it stores them; it gets `kill -9`, and is begun again. Then
the ladders are merged into the first, and merging is killed as well. Every game must be there once,
and ratings, live and official, as if one driver had played all tournaments one after the other:

poe prove drivers --drivers 3 --games 20000 --kills 10
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from arena.referee.clock import TimeControl
from arena.tournament.driver import Options
from arena.tournament.plan import Plan
from arena.tournament.run import create, play
from arena.tournament.size import Size
from arena.tournament.worker import LocalCrew
from ladder.checks import check
from ladder.merge import merge
from ladder.refit import refit
from ladder.store import Store
from tests.ladder.test_merge import alike, official
from tests.support.fake_crew import FakePlayer, spec_of
from tests.support.stored_rows import stored

TAKES = "3 min"

BOTS = 8
POOLS = (("anniversary", 4), ("classic", 3))


def main() -> int:
    """Runs it; 0 if all is well."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--drivers", type=int, default=3)
    parser.add_argument("--games", type=int, default=5000, help="of each driver")
    parser.add_argument("--kills", type=int, default=5, help="of each driver, and of the merging")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--others", type=Path, nargs="*", help=argparse.SUPPRESS)
    wishes = parser.parse_args()
    if wishes.at is not None:  # a process of this proof
        drive(wishes.at) if wishes.others is None else bring(wishes.at, wishes.others)
        return 0
    dice = random.Random(wishes.seed)
    with tempfile.TemporaryDirectory() as folder:
        submitted = Path(folder) / "submitted"
        field(submitted)
        homes = [Path(folder) / f"driver {number + 1}" for number in range(wishes.drivers)]
        one = Path(folder) / "one"
        for home in (one, *homes):
            shutil.copytree(submitted, home)
        for number, home in enumerate(homes):
            found(home, number, wishes.games)
        seconds, kills = played(homes, wishes.kills, dice)
        print(f"{len(homes)} drivers, killed {kills} times, took {seconds:.0f} s:")
        for home in homes:
            print(f"  {home.name}: {stored(home):,} games, {stored(home) / seconds:,.0f} a second")
        began = time.monotonic()
        killed = merged(homes, wishes.kills, dice)
        print(f"merged in {time.monotonic() - began:.0f} s, killed {killed} times")
        for number in range(wishes.drivers):
            found(one, number, wishes.games)
            drive(one)
        return compare(homes[0], one)


def field(home: Path) -> None:
    """A home with bots and no games."""
    home.mkdir()
    with Store(home / "ladder.sqlite") as store:
        for number in range(BOTS):
            store.add_bot(f"bot{number}", hash=f"content {number}")


def found(home: Path, seed: int, games: int) -> None:
    """Writes a tournament with a secret of its own."""
    plan = Plan(POOLS, Size(games=games), TimeControl.parse("standard"), seed=seed)
    with Store(home / "ladder.sqlite") as store:
        create(store, plan, store.bots("active"))


def drive(home: Path) -> None:
    """Plays the newest tournament of a home to its end."""
    with Store(home / "ladder.sqlite") as store:
        (row,) = store.rows("SELECT max(id) AS id FROM tournaments")
        play(store, row["id"], spec_of, Options(), make_crew=lambda _: LocalCrew(FakePlayer))


def bring(home: Path, others: Sequence[Path]) -> None:
    """Merges other homes into one."""
    with Store(home / "ladder.sqlite") as store:
        for other in others:
            for number in merge(store, other / "ladder.sqlite").here:
                refit(store, number)


def played(homes: Sequence[Path], kills: int, dice: random.Random) -> tuple[float, int]:
    """Lets all drivers play to their ends through that many kills; the seconds, and the kills."""
    began = time.monotonic()
    left = dict.fromkeys(homes, kills)
    running = {home: begin(home) for home in homes}
    killed = 0
    while running:
        home = dice.choice(list(running))
        before = stored(home)
        with suppress(subprocess.TimeoutExpired):
            running[home].wait(dice.uniform(0.2, 2.0))
        for each, process in list(running.items()):
            if process.poll() is not None:
                if process.returncode:
                    sys.exit(f"{each.name} failed: {process.returncode}")
                del running[each]
        if home in running and left[home] and stored(home) > before:
            running[home].kill()
            running[home].wait()
            killed, left[home] = killed + 1, left[home] - 1
            running[home] = begin(home)
    return time.monotonic() - began, killed


def merged(homes: Sequence[Path], kills: int, dice: random.Random) -> int:
    """Merges all into the first, and again where it was killed; how often it was."""
    killed = 0
    for _ in range(kills):
        process = begin(homes[0], *homes[1:])
        try:
            process.wait(dice.uniform(0.5, 4.0))
        except subprocess.TimeoutExpired:
            process.kill()
            killed += 1
            process.wait()
    for _ in range(2):  # the second time nothing comes
        if begin(homes[0], *homes[1:]).wait():
            sys.exit("merging failed")
    return killed


def begin(home: Path, *others: Path) -> "subprocess.Popen[bytes]":
    """A process that drives a home, or merges others into it."""
    words = ["--at", str(home), *(["--others", *map(str, others)] if others else [])]
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "tests.proofs", "drivers", *words]
    return subprocess.Popen(command, env=environment)


def compare(home: Path, one: Path) -> int:
    """Says whether two ladders are the same; 0 if they are."""
    wrong = []
    with Store(home / "ladder.sqlite") as several, Store(one / "ladder.sqlite") as alone:
        here, there = alike(several), alike(alone)
        here["official"], there["official"] = (
            sorted(official(store).items()) for store in (several, alone)
        )
        for name in here:
            same = here[name] == there[name]
            print(f"{name}: {'the same' if same else 'DIFFERENT'} ({len(here[name])} rows)")
            wrong += [] if same else [name]
        wrong += [finding.name for finding in check(several) if not finding.ok]
    print(f"NOT well: {wrong}" if wrong else "all is well")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
