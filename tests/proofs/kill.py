"""A tournament killed over and over loses no game and plays none twice.

Plays one tournament twice from the same seed, with the command line and the bundled bots: once in
one go; once with `kill -9` of the driver and of workers at random moments, in random order, and
`resume` where the driver was killed; on a cluster of this machine alone (`--local`), of Ray too.
Each time the workers and bots that were below must be gone within a second, and play must go on.
Meanwhile people play at the table of `arena serve --play` on the same home, and other commands come
and go. Then every scheduled game must be there exactly once, with the same result, the same Elo,
and a record that verifies; each game of a person and of a match too, and all pages were answered:

poe prove kill --what driver=200,worker=50 --rounds 400
poe prove kill --local --what driver=8,worker=8,raylet=20,gcs=20
poe prove kill --what driver=5 --format knockout

Promise: README.md, no game is lost or played twice, whatever is killed.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from arena.sandbox.processes import tree
from arena.tournament.formats import FORMATS
from arena.tournament.formats.format import Format
from tests.support.command_runs import arena, log, number_of, rows, stored
from tests.support.company import Company
from tests.support.processes import about, below, survival

TAKES = "5 min"

CUP = "classic,rio_grande,anniversary,plus,high_bohn,anniversary+bean_coin,anniversary+new_beans"
"""The stages of a cup are few, so each needs many games."""
VICTIMS = {
    "worker": (b"arena.tournament.worker_process", b"ray::ClusterWorker"),
    "raylet": (b"raylet/raylet",),
    "gcs": (b"gcs/gcs_server",),
    "ray": (b"arena.tournament.cluster.process",),
}
"""What to look for in a command line below the driver's; all but workers only with `--local`."""
SECONDS_TO_LIVE = 1.0
"""How long workers and bots may outlive what was killed."""
SECONDS_TO_PLAY = 180.0
"""How long it may take, after a kill, until a game is stored again, or the run has ended."""


def main() -> int:
    """Runs it; 0 if all is well."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--what",
        type=counts,
        default=counts("driver=8,worker=8"),
        help=f"what to kill and how often: driver, {', '.join(VICTIMS)} (driver=8,worker=8)",
    )
    parser.add_argument("--local", action="store_true", help="play on a cluster, of this machine")
    parser.add_argument("--format", choices=FORMATS, default="roundrobin")
    parser.add_argument("--rounds", type=int, help="how long; a knockout ends by itself")
    parser.add_argument("--until", help="play until the Elo ± is this narrow, round by round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--people", type=int, default=1, help="0: nobody plays or reads meanwhile")
    parser.add_argument("--bots", nargs="*", default=["random", "greedy", "trader"])
    wishes = parser.parse_args()
    play = to_play(FORMATS[wishes.format], wishes.rounds, wishes.until)
    dice = random.Random(wishes.seed)
    where = ["--address", "local"] if wishes.local else []
    start = [
        *("tournament", *wishes.bots, "--format", wishes.format, *play),
        *("--seed", str(wishes.seed)),
        *where,
    ]
    kills = [what for what, number in wishes.what.items() for _ in range(number)]
    dice.shuffle(kills)
    with tempfile.TemporaryDirectory() as folder:
        whole, killed = Path(folder) / "whole", Path(folder) / "killed"
        if arena(whole, *start).wait():
            sys.exit(f"the run in one go failed:\n{log(whole)}")
        print(f"in one go: {stored(whole)} games", flush=True)
        with Company(killed, wishes.people) as company:
            longest = kill_often(killed, start, ["resume", *where], kills, dice)
        for what, seconds in sorted(longest.items()):
            print(f"{what}: its workers and bots were gone after {seconds:.2f} s at most")
        late = [what for what, seconds in longest.items() if seconds > SECONDS_TO_LIVE]
        problems = [f"{what} is outlived too long" for what in late]
        return compare(whole, killed, [*problems, *company.problems()])


def to_play(format: type[Format], rounds: int | None, until: str | None) -> list[str]:
    """What a tournament of a format plays, and how long; a format that ends says that itself."""
    games = ["--variants", "anniversary", "--players", "3-5"]
    if format.one_size:
        games = ["--variants", CUP, "--players", "4"]
    if format.ends:
        return games
    usual = 15 if format.sees_results else 100
    return [*games, *(["--until", until] if until else ["--rounds", str(rounds or usual)])]


def counts(text: str) -> dict[str, int]:
    """ "driver=8,gcs=4" as a dictionary; a name alone counts once."""
    found = {}
    for part in text.split(","):
        what, _, number = part.partition("=")
        if what not in ("driver", *VICTIMS):
            raise argparse.ArgumentTypeError(f"{what} is none of driver, {', '.join(VICTIMS)}")
        found[what] = int(number or 1)
    return found


def kill_often(
    home: Path, start: list[str], resume: list[str], kills: list[str], dice: random.Random
) -> dict[str, float]:
    """Plays the tournament to its end through the kills; how long each kind was outlived."""
    longest: dict[str, float] = {}
    run = arena(home, *start)
    early = False
    try:
        for number, what in enumerate(kills, start=1):
            # At times before the first game, perhaps while workers start, but not thrice in a row,
            # when the run would rightly give up.
            early = not early and dice.random() < 0.25
            if early:
                time.sleep(dice.uniform(0, 8))
            else:
                while not until_played(home, run, number):
                    run = arena(home, *(resume if begun(home) else start))
                time.sleep(dice.uniform(0, 3))
            before = stored(home)
            seconds = kill(run, what, dice)
            if seconds is None:
                sys.exit(f"the tournament ended before kill {number}; give it more to play")
            longest[what] = max(seconds, longest.get(what, 0.0))
            print(
                f"kill {number}: {what}, at {before} games{' (early)' if early else ''}; its "
                f"workers and bots were gone after {seconds:.2f} s",
                flush=True,
            )
            if what == "driver":
                run = arena(home, *(resume if begun(home) else start))
        before = time.monotonic()
        while not until_played(home, run, len(kills)):
            run = arena(home, *resume)
        print(f"after the last kill it played on within {time.monotonic() - before:.1f} s")
        if run.wait():
            sys.exit(f"the last run failed:\n{log(home)}")
    finally:
        run.kill()
    return longest


def until_played(home: Path, run: subprocess.Popen[bytes], number: int) -> bool:
    """Waits until another game is stored; a run that hangs, or ends in an error, ends this.

    False if the run ended because a daemon was killed while its cluster started, as it should.
    """
    before, start = stored(home), time.monotonic()
    while stored(home) == before and run.poll() is None:
        if time.monotonic() - start > SECONDS_TO_PLAY:
            sys.exit(f"before kill {number}: no game was stored in {SECONDS_TO_PLAY:.0f} s")
        time.sleep(0.02)
    if run.poll() and "No Ray cluster can be started here" in log(home).splitlines()[-1]:
        print("its cluster could not start, and it said so")
        return False
    if run.poll():
        sys.exit(f"before kill {number} it ended:\n{log(home)}")
    return True


def kill(run: subprocess.Popen[bytes], what: str, dice: random.Random) -> float | None:
    """Kills; returns after how many seconds the workers and bots that hang on it were gone.

    None if there is nothing to kill any more.
    """
    victim = run.pid
    start = time.monotonic()
    if what != "driver":
        while not (victims := found(run.pid, what)):
            if run.poll() is not None or time.monotonic() - start > SECONDS_TO_PLAY:
                return None
            time.sleep(0.02)
        victim = dice.choice(victims)
    if run.poll() is not None:
        return None
    workers = [victim] if what == "worker" else found(run.pid, "worker")
    doomed = {
        pid: stat
        for worker in workers
        for pid in (worker, *tree(worker))
        if (stat := about(pid, "stat"))
    }
    os.kill(victim, signal.SIGKILL)
    if what == "driver":
        run.wait()
    return survival(doomed)


def found(pid: int, what: str) -> list[int]:
    """The processes of that kind below one."""
    return [each for words in VICTIMS[what] for each in below(pid, words)]


def compare(whole: Path, killed: Path, problems: list[str]) -> int:
    """Says whether two homes hold the same tournament; 0 if they do, without other problems."""
    for name, query in {
        "games scheduled": "SELECT count(*) FROM games",
        "games with a result": "SELECT count(*) FROM results",
        "games given up": "SELECT count(*) FROM matches WHERE status <> 'rated'",
        "ledger": "SELECT m.number, m.round, m.status, m.pool_id, p.position, p.bot_id FROM "
        "matches AS m JOIN pairings AS p ON p.match_id = m.id ORDER BY 1, 5",
        "results": "SELECT game_id, seat, bot_id, coins, place, faults FROM seats ORDER BY 1, 2",
        "Elo": "SELECT pool_id, bot_id, elo, info, games, blocks FROM ratings ORDER BY 1, 2",
        "Elo's history": "SELECT bot_id, pool_id, blocks, elo FROM rating_history ORDER BY 1, 2, 3",
        "official ratings": "SELECT f.pools, o.bot_id, o.elo, o.interval FROM fits AS f "
        "JOIN official_ratings AS o ON o.fit_id = f.id WHERE f.id IN "
        "(SELECT max(id) FROM fits GROUP BY pools) ORDER BY 1, 2",
    }.items():
        first, second = rows(whole, query), rows(killed, query)
        if first != second:
            problems.append(name)
        shown = first[0][0] if len(first[0]) == 1 else f"{len(first)} rows"
        print(f"{name}: {'the same' if first == second else 'DIFFERENT'} ({shown})")
    for words in (("verify", "--all"), ("db", "check")):
        code = arena(killed, *words).wait()
        print(f"{' '.join(words)}: exit code {code}")
        if code:
            print(log(killed))
            problems.append(" ".join(words))
    print(f"NOT well: {problems}" if problems else "all is well")
    return 1 if problems else 0


def begun(home: Path) -> bool:
    """Whether the tournament is written, so that it can be resumed."""
    return number_of(home, "SELECT count(*) FROM tournaments") > 0


if __name__ == "__main__":
    sys.exit(main())
