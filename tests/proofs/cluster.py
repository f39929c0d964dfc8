"""Nodes of a real Ray cluster and drivers are killed over and over; every game is there once.

Starts a head and some nodes on this machine by `ray start`, as in a lab, behind a token. Plays one
tournament with the command line here; then again and again on the cluster, where nodes, the
process between the driver and Ray, or the driver itself (then `resume` goes on) are killed
with `kill -9` at random moments and others take their place. Each time every game must be there
exactly once, with the result that it has when played here. Guests come along: a node with another
rule under the same version number, which must play nothing; one without the token, which must not
come in; one that joins late. About half a minute for a round:

poe prove cluster --rounds 20
poe prove cluster --rounds 3 --what node --nodes 3

Promise: README.md, the machines of a cluster may come and go.
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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.source import source_of_games
from tests.support.clusters import ENVIRONMENT, RayNodes, other_source
from tests.support.command_runs import arena, log, rows, stored
from tests.support.processes import below

TAKES = "15 min"

TOURNAMENT = [
    *("tournament", "random", "greedy", "trader", "cpp-random"),
    *("--variants", "anniversary", "--players", "3", "--rounds", "4", "--seed", "5"),
]
WHAT = ("node", "link", "driver")
GUESTS = ("other source", "no token", "late")
SECONDS_TO_PLAY = 240.0
"""How long a round may take."""
PLAYED = "SELECT game_id, seat, bot_id, coins, place, forfeited FROM seats ORDER BY 1, 2"
SOURCES = "SELECT name FROM sources"
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
    parser.add_argument("--guests", nargs="*", choices=GUESTS, default=GUESTS)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    dice = random.Random(wishes.seed)
    os.environ |= ENVIRONMENT | {
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
    }
    killed: Counter[str] = Counter()
    came: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="arena-") as folder, RayNodes(Path(folder)) as nodes:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        here = Path(folder, "here")
        if arena(here, *TOURNAMENT).wait(SECONDS_TO_PLAY):
            sys.exit(f"the run on this machine failed:\n{log(here)}")
        expected = rows(here, PLAYED), rows(here, ELO)
        games = len({row[0] for row in expected[0]})
        print(f"here: {games} games", flush=True)
        nodes.start_head()
        other = other_source(Path(folder, "other"))
        for number in range(1, wishes.rounds + 1):
            while len(nodes.alive) < wishes.nodes:
                nodes.add()
            start = time.monotonic()
            home = Path(folder, f"round-{number}")
            for kept in ("bots", "sums", "sources"):  # not to build them in each round
                shutil.copytree(here / kept, home / kept)
            plan = sorted(dice.sample(range(1, games), dice.randint(1, wishes.kills)))
            guest = wishes.guests[number % len(wishes.guests)] if wishes.guests else ""
            came[guest] += 1
            plan_of_victims = [dice.choice(wishes.what) for _ in plan]
            with visiting(guest, nodes, other, home):
                told = play(home, nodes, plan, plan_of_victims, dice, killed, guest == "late")
            if (rows(home, PLAYED), rows(home, ELO)) != expected:
                sys.exit(f"round {number}: the games differ from those played here\n{log(home)}")
            require(rows(home, SOURCES) == [(source_of_games(),)], "another source played", home)
            seconds = time.monotonic() - start
            print(f"round {number}: {told} · {guest} · the same games, {seconds:.0f} s", flush=True)
        if arena(home, "verify", "--all").wait(SECONDS_TO_PLAY):
            sys.exit(f"the last games do not verify:\n{log(home)}")
    print(f"well: {wishes.rounds} rounds, killed: {dict(killed)}, guests: {dict(came)}")
    return 0


def play(
    home: Path,
    nodes: RayNodes,
    plan: list[int],
    victims: list[str],
    dice: random.Random,
    killed: Counter[str],
    late: bool,
) -> str:
    """Plays it on the cluster, killing at those numbers of games; what was done, in words.

    late: a node joins after the first game.
    """
    running = arena(home, *TOURNAMENT, "--address", nodes.address, "--json")
    end = time.monotonic() + SECONDS_TO_PLAY
    told = []
    events = [*zip(plan, victims, strict=True)]
    for games, victim in sorted([*events, *([(1, "late")] if late else [])]):
        while stored(home) < games and running.poll() is None:
            require(time.monotonic() < end, f"stuck at {stored(home)} games", home)
            time.sleep(0.02)
        if running.poll() is not None:  # it was quicker
            break
        if victim == "late":
            nodes.add()
            continue
        told.append(f"{victim} at {stored(home)}")
        killed[victim] += 1
        if victim == "node":
            if nodes.alive:
                nodes.kill(dice.randrange(len(nodes.alive)))
            nodes.add()
        elif victim == "link":
            for pid in below(running.pid, b"arena.tournament.cluster.process"):
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


@contextmanager
def visiting(guest: str, nodes: RayNodes, other: str, home: Path) -> Iterator[None]:
    """Has a guest there while a round is played, and sees to it that it is refused."""
    if guest == "other source":
        process = nodes.add(PYTHONPATH=other)
        told = ""
        end = time.monotonic() + SECONDS_TO_PLAY
        while "The version is the same, the source is not." not in told:
            if time.monotonic() > end:
                sys.exit(f"NOT well: a node of other source was not left out:\n{told}")
            if process not in nodes.alive:  # it died while it started, on a busy machine
                process = nodes.add(PYTHONPATH=other)
            told = doctor(nodes.address)
        yield
        if process in nodes.alive:  # it may have been a victim
            nodes.end(process)
    elif guest == "no token":
        process = nodes.add(RAY_AUTH_MODE="disabled", RAY_AUTH_TOKEN="")
        yield
        require(process.wait(SECONDS_TO_PLAY) != 0, "it came in without the token", home)
    else:
        yield
        while len(nodes.alive) > 2:
            nodes.kill()


def doctor(address: str) -> str:
    """What `arena doctor` says of the nodes."""
    words = ["doctor", "--address", address]
    done = subprocess.run(
        [sys.executable, "-m", "arena", *words],
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def require(well: bool, what: str, home: Path) -> None:
    """Ends with what went wrong."""
    if not well:
        sys.exit(f"NOT well: {what}\n{log(home)}")


if __name__ == "__main__":
    sys.exit(main())
