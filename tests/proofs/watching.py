"""While 30 people watch a tournament, the server takes hardly any of the machine from it.

With and without them in turn, on the same deals: the processor time that the server takes while the
same games are played. The spectators are threads of this program, which take what they are told and
look at none of it. Games a second are printed, too, but differ by a sixth from run to run.
"""

import argparse
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from websockets.sync.client import connect

from tests.bench.rounds import Row, in_turn, line
from tests.proofs.kill import arena

TAKES = "10 min"

MOST = 1.0
"""Percent of all cores."""
BEGUN = 60
"""Games until the clock starts: by then the server is up, and all look on."""
FRAMES = 10
"""That each spectator must be told meanwhile; otherwise nobody watched."""
LOOK_S = 0.05


def main() -> int:
    """Runs it; 0 if all is well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=600, help="that are timed")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--spectators", type=int, default=30)
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        made = folder / "made"  # with bots that are kept and built
        if arena(made, "tournament", "--games", "4").wait():
            raise SystemExit(made.with_suffix(".log").read_text())
        for file in made.glob("ladder.sqlite*"):
            file.unlink()

        def measure(spectators: int) -> float:
            """The server's share of all cores."""
            home = folder / "home"
            shutil.copytree(made, home)
            try:
                found = speed(home, wishes.games, spectators)
            finally:
                shutil.rmtree(home)
            pace, share = found
            print(f"{spectators} look on: {pace:.2f} games/s, the server {share:.2%}", flush=True)
            return share

        found = in_turn(
            wishes.rounds,
            {"alone": lambda: measure(0), "watched": lambda: measure(wishes.spectators)},
        )
    more = [
        100 * (one - other) for one, other in zip(found["watched"], found["alone"], strict=True)
    ]
    row = Row("of the machine's processor time", "%", more, most=MOST)
    print(line(row))
    return 0 if row.holds else 1


def speed(home: Path, games: int, spectators: int) -> tuple[float, float]:
    """Between a tournament's first games and so many more: its games a second, and the server's
    share of all cores."""
    run = arena(home, "tournament", "--seed", "1", "--games", str(2 * (BEGUN + games)))
    try:
        until_stored(home, run, 1)
        with served(home) as (address, server), looking_on(address, spectators) as told:
            until_stored(home, run, BEGUN)
            if spectators and not all(told):
                raise SystemExit("The tournament was faster than its spectators: try again.")
            before, used, began = [*told], processor_s(server), time.monotonic()
            until_stored(home, run, BEGUN + games)
            took, used = time.monotonic() - began, processor_s(server) - used
            if any(now - then < FRAMES for now, then in zip(told, before, strict=True)):
                raise SystemExit("Some spectators were told next to nothing.")
        return games / took, used / took / (os.cpu_count() or 1)
    finally:
        run.send_signal(signal.SIGINT)
        run.wait()


def processor_s(number: int) -> float:
    """Processor seconds of a process, so far."""
    fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def until_stored(home: Path, run: "subprocess.Popen[bytes]", games: int) -> None:
    """Wait until this many games have a result."""
    while stored(home) < games:
        if run.poll() is not None:
            raise SystemExit(home.with_suffix(".log").read_text()[-2000:])
        time.sleep(LOOK_S)


def stored(home: Path) -> int:
    """Games with a result."""
    try:
        conn = sqlite3.connect(f"{(home / 'ladder.sqlite').as_uri()}?mode=ro", uri=True)
        try:
            return int(conn.execute("SELECT count(*) FROM results").fetchone()[0])
        finally:
            conn.close()
    except sqlite3.OperationalError:  # there is none yet
        return 0


@contextmanager
def served(home: Path) -> Iterator[tuple[str, int]]:
    """The address of a server of the ladder, and its process."""
    command = [sys.executable, "-m", "arena", "serve", "--home", str(home), "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        try:
            told = b"".join(iter(server.stdout.readline, b"}\n"))
            yield str(json.loads(told + b"}")["address"]), server.pid
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


@contextmanager
def looking_on(address: str, spectators: int) -> Iterator[list[int]]:
    """So many spectators; how many messages each has been told."""
    told = [0] * spectators

    def take(number: int) -> None:
        for _ in lines[number]:
            told[number] += 1

    with ExitStack() as stack:
        line = f"{address.replace('http', 'ws')}watch"
        headers = {"Origin": address.rstrip("/")}
        open_line = partial(connect, line, additional_headers=headers)
        lines = [stack.enter_context(open_line()) for _ in range(spectators)]
        threads = [threading.Thread(target=take, args=(at,)) for at in range(spectators)]
        for each in threads:
            each.start()
        yield told
    for each in threads:
        each.join()
