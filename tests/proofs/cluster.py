"""Nodes of a real Ray cluster and drivers are killed over and over; every game is there once.

Starts a head and some nodes on this machine by `ray start`, as in a lab, behind a token. Plays one
tournament with the command line here; then again and again on the cluster, where nodes, the
process between the driver and Ray, or the driver itself (then `resume` goes on) are killed
with `kill -9` at random moments and others take their place. Each time every game must be there
exactly once, with the result that it has when played here. About half a minute for a round:

poe prove cluster --rounds 20
poe prove cluster --rounds 3 --what node --nodes 3
"""

import argparse
import os
import random
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.support.clusters import ENVIRONMENT, RayNodes
from tests.support.processes import below
from tests.support.stored_rows import rows, stored

TAKES = "5 min"

TOURNAMENT = [
    *("tournament", "random", "greedy", "trader", "cpp-random"),
    *("--variants", "anniversary", "--players", "3", "--rounds", "4", "--seed", "5"),
]
WHAT = ("node", "link", "driver")
SECONDS_TO_PLAY = 240.0
"""How long a round may take."""
PLAYED = "SELECT game_id, seat, bot_id, coins, place, forfeited FROM seats ORDER BY 1, 2"
ELO = "SELECT bot_id, pool_id, blocks, elo FROM rating_history ORDER BY 1, 2, 3"


def main() -> int:
    """Runs it; 0 if all is well."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=2)
    parser.add_argument("--kills", type=int, default=2, help="the most in a round")
    parser.add_argument("--what", nargs="*", choices=WHAT, default=WHAT)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    dice = random.Random(wishes.seed)
    os.environ |= ENVIRONMENT | {
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
    }
    killed: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="arena-") as folder, RayNodes(Path(folder)) as nodes:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        here = Path(folder, "here")
        if arena(here, *TOURNAMENT).wait(SECONDS_TO_PLAY):
            sys.exit(f"the run on this machine failed:\n{log(here)}")
        expected = rows(here, PLAYED), rows(here, ELO)
        games = len({row[0] for row in expected[0]})
        print(f"here: {games} games", flush=True)
        nodes.start_head()
        for number in range(1, wishes.rounds + 1):
            while len(nodes.alive) < wishes.nodes:
                nodes.add()
            start = time.monotonic()
            home = Path(folder, f"round-{number}")
            for kept in ("bots", "sums", "sources"):  # not to build them in each round
                shutil.copytree(here / kept, home / kept)
            plan = sorted(dice.sample(range(1, games), dice.randint(1, wishes.kills)))
            told = play(home, nodes, plan, [dice.choice(wishes.what) for _ in plan], dice, killed)
            if (rows(home, PLAYED), rows(home, ELO)) != expected:
                sys.exit(f"round {number}: the games differ from those played here\n{log(home)}")
            seconds = time.monotonic() - start
            print(f"round {number}: {told} · the same games, {seconds:.0f} s", flush=True)
        if arena(home, "verify", "--all").wait(SECONDS_TO_PLAY):
            sys.exit(f"the last games do not verify:\n{log(home)}")
    print(f"well: {wishes.rounds} rounds, killed: {dict(killed)}")
    return 0


def play(
    home: Path,
    nodes: RayNodes,
    plan: list[int],
    victims: list[str],
    dice: random.Random,
    killed: Counter[str],
) -> str:
    """Plays it on the cluster, killing at those numbers of games; what was done, in words."""
    running = arena(home, *TOURNAMENT, "--address", nodes.address, "--json")
    end = time.monotonic() + SECONDS_TO_PLAY
    told = []
    for games, victim in zip(plan, victims, strict=True):
        while stored(home) < games and running.poll() is None:
            require(time.monotonic() < end, f"stuck at {stored(home)} games", home)
            time.sleep(0.02)
        if running.poll() is not None:  # it was quicker
            break
        told.append(f"{victim} at {stored(home)}")
        killed[victim] += 1
        if victim == "node":
            nodes.kill(dice.randrange(len(nodes.alive)))
            nodes.add()
        elif victim == "link":
            for pid in below(running.pid, b"arena.cluster.process"):
                os.kill(pid, signal.SIGKILL)
        else:
            running.kill()
            running.wait()
            running = arena(home, "resume", "--address", nodes.address, "--json")
    try:
        code = running.wait(max(1.0, end - time.monotonic()))
    except subprocess.TimeoutExpired:
        running.kill()
        code = None
    require(code == 0, f"ended with {code}", home)
    return ", ".join(told) or "nothing was killed"


def require(well: bool, what: str, home: Path) -> None:
    """Ends with what went wrong."""
    if not well:
        sys.exit(f"NOT well: {what}\n{log(home)}")


def arena(home: Path, *words: str) -> subprocess.Popen[bytes]:
    """The command line, running on a home folder of its own."""
    with home.with_suffix(".log").open("ab") as file:
        command = [sys.executable, "-m", "arena", words[0], "--home", str(home), *words[1:]]
        return subprocess.Popen(command, stdout=file, stderr=file, stdin=subprocess.DEVNULL)


def log(home: Path) -> str:
    """The end of what it wrote."""
    return home.with_suffix(".log").read_text()[-3000:]


if __name__ == "__main__":
    sys.exit(main())
