"""`python -m tests.proofs.kill`: a real tournament, killed over and over, against one left alone.

Plays one tournament twice from the same seed, with the command line and the bundled bots: once in
one go; once with `kill -9` of the driver and of workers in turn, at random moments, and `resume`
each time. Then every scheduled game must be there exactly once, with the same result, the same
Elo, and a record that verifies. Prints how long killed drivers' bots lived on. A few minutes.
"""

import argparse
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

VARIANTS = "anniversary"


def main() -> int:
    """Runs it; 0 if all is well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--until", help="play until the Elo ± is this narrow, round by round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", nargs="*", default=["random", "greedy", "trader"])
    wishes = parser.parse_args()
    dice = random.Random(wishes.seed)
    start = [
        *("tournament", *wishes.bots, "--variants", VARIANTS, "--players", "3-5"),
        *(("--until", wishes.until) if wishes.until else ("--rounds", str(wishes.rounds))),
        *("--seed", str(wishes.seed)),
    ]
    with tempfile.TemporaryDirectory() as folder:
        whole, killed = Path(folder) / "whole", Path(folder) / "killed"
        if arena(whole, *start).wait():
            return 1
        print(f"in one go: {stored(whole)} games", flush=True)
        kill_often(killed, start, wishes.kills, dice)
        return compare(whole, killed)


def arena(home: Path, *words: str) -> subprocess.Popen[bytes]:
    """The command line, running on a home folder of its own."""
    log = home.with_suffix(".log").open("ab")
    command = [sys.executable, "-m", "arena.cli", words[0], "--home", str(home), *words[1:]]
    return subprocess.Popen(command, stdout=log, stderr=log)


def kill_often(home: Path, start: list[str], kills: int, dice: random.Random) -> None:
    """Plays the tournament to its end, through the given number of kills."""
    runs = [arena(home, *start)]
    try:
        for kill in range(1, kills + 1):
            before = stored(home)
            while stored(home) == before and runs[-1].poll() is None:
                time.sleep(0.02)  # until it plays
            time.sleep(dice.uniform(0, 3))
            if runs[-1].poll() is not None:
                sys.exit(f"the tournament ended before kill {kill}; give it more to play")
            if kill % 2:
                seconds = kill_driver(runs[-1])
                print(f"kill {kill}: the driver, at {stored(home)} games; ", end="")
                print(f"its last worker or bot was gone after {seconds:.2f} s", flush=True)
                runs.append(arena(home, "resume"))
            else:
                kill_worker(runs[-1], dice)
                print(f"kill {kill}: a worker, at {stored(home)} games", flush=True)
        if runs[-1].wait():
            sys.exit(f"the last run failed:\n{home.with_suffix('.log').read_text()[-2000:]}")
    finally:
        runs[-1].kill()


def kill_driver(run: subprocess.Popen[bytes]) -> float:
    """Kills the driver; returns after how many seconds its workers and bots were gone."""
    # Not Ray's own processes: its agents, and workers that have not started to work, try to
    # reach the dead daemon for up to a minute, and do nothing else.
    below = {
        pid: stat
        for pid in descendants(run.pid)
        if (stat := about(pid, "stat"))
        and not any(mark in about(pid, "cmdline") for mark in (b"/ray/", b"ray::Da", b"ray::Ru"))
    }
    run.kill()
    run.wait()
    return survival(below)


def kill_worker(run: subprocess.Popen[bytes], dice: random.Random) -> None:
    """Kills one of the run's workers."""
    workers = [pid for pid in descendants(run.pid) if b"ray::RayWorker" in about(pid, "cmdline")]
    os.kill(dice.choice(workers), signal.SIGKILL)


def compare(whole: Path, killed: Path) -> int:
    """Says whether two homes hold the same tournament; 0 if they do."""
    problems = []
    for name, query in {
        "games scheduled": "SELECT count(*) FROM games",
        "games with a result": "SELECT count(*) FROM results",
        "games given up": "SELECT count(*) FROM matches WHERE status <> 'rated'",
        "results": "SELECT game_id, seat, bot_id, coins, place, faults FROM seats ORDER BY 1, 2",
        "Elo": "SELECT pool_id, bot_id, elo, info, games, blocks FROM ratings ORDER BY 1, 2",
        "Elo's history": "SELECT bot_id, pool_id, blocks, elo FROM rating_history ORDER BY 1, 2, 3",
    }.items():
        first, second = rows(whole, query), rows(killed, query)
        if first != second:
            problems.append(name)
        shown = first[0][0] if len(first[0]) == 1 else f"{len(first)} rows"
        print(f"{name}: {'the same' if first == second else 'DIFFERENT'} ({shown})")
    verified = arena(killed, "verify", "--all").wait()
    print(f"verify: exit code {verified}")
    print("all is well" if not problems and not verified else f"NOT well: {problems}")
    return 1 if problems or verified else 0


def rows(home: Path, query: str) -> list[tuple[object, ...]]:
    """What a query finds in a home's ladder."""
    conn = sqlite3.connect(f"file:{home / 'ladder.sqlite'}?mode=ro", uri=True, timeout=60)
    try:
        return conn.execute(query).fetchall()
    finally:
        conn.close()


def stored(home: Path) -> int:
    """Games with a result so far."""
    try:
        return int(str(rows(home, "SELECT count(*) FROM results")[0][0]))
    except sqlite3.OperationalError:  # not there yet
        return 0


def descendants(pid: int) -> list[int]:
    """All processes below one, at this moment."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and (stat := about(int(entry.name), "stat")):
            parent = int(stat.rpartition(b")")[2].split()[1])
            parents.setdefault(parent, []).append(int(entry.name))
    found, waiting = [], [pid]
    while waiting:
        children = parents.get(waiting.pop(), [])
        found += children
        waiting += children
    return found


def about(pid: int, what: str) -> bytes:
    """A file of /proc; empty when the process is gone or only waits to be reaped."""
    try:
        content = Path(f"/proc/{pid}/{what}").read_bytes()
    except OSError:
        return b""
    dead = what == "stat" and content.rpartition(b")")[2].split()[0] == b"Z"
    return b"" if dead else content


def survival(processes: dict[int, bytes], patience: float = 30) -> float:
    """Seconds until the processes (pid → stat) have all ended."""

    def born(stat: bytes) -> bytes | None:
        return stat.rpartition(b")")[2].split()[19] if stat else None

    start = time.monotonic()
    while time.monotonic() - start < patience:
        alive = [pid for pid, was in processes.items() if born(about(pid, "stat")) == born(was)]
        if not alive:
            break
        time.sleep(0.02)
    return time.monotonic() - start


if __name__ == "__main__":
    sys.exit(main())
