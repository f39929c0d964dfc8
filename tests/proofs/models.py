"""The bot `llm` plays every rulebook without a forfeit, whatever its model and provider do.

A fake provider fails in 15 % of its replies, in every way that it knows: `--failing .3` for more.
Two seats are played by models; in the last games the arena is killed again and again, and goes on.
No request may be answered twice, and no budget exceeded by more than one request.

Promise: README.md, language models at the table, nothing paid twice.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from arena.home import open_home
from arena.llm.gateway import gateway
from arena.llm.settings import read_models
from arena.referee.clock import CLASSES
from arena.referee.game import GameSpec
from arena.referee.seating import Seating
from arena.registry.bundled import prepare
from arena.rules import catalogue, table_sizes
from tests.support.fake_provider import FakeProvider

TAKES = "2 min"
ROOT = Path(__file__).parents[2]
MOST_VOIDS = 20


def every_rulebook(folder: Path, provider: FakeProvider, names: list[str]) -> int:
    """Play one game of each; the number of seats that went wrong."""
    home = open_home(folder / "home")
    models = read_models(provider.models(folder, "small", "large"))
    llm, other = prepare(home, "llm").spec, prepare(home, "greedy").spec
    players = [
        replace(llm, name=f"llm@{name}", program=llm.hash, hash=name, model=name) for name in models
    ]
    wrong = 0
    sums: Counter[str] = Counter()
    with (
        gateway(models, home.tape) as place,
        closing(Seating(gateway=str(place))) as seating,
    ):
        for variant in names or list(catalogue()):
            for size in table_sizes(variant):
                bots = (*players, *[other] * (size - 2))
                seeds = tuple(range(size))
                spec = GameSpec("proof", variant, size, b"proof", bots, seeds, CLASSES["standard"])
                began, voids = time.monotonic(), 0
                while (played := seating.play(spec)).void:
                    voids += 1
                    assert voids < MOST_VOIDS and not played.halt, played.void
                bad = sum(bool(seat.faults or seat.forfeit) for seat in played.seats[:2])
                wrong += bad
                found = Counter[str]()
                for seat in played.seats[:2]:
                    found.update({key: int(seat.metrics.get(key, 0)) for key in SHOWN})
                sums.update(found, voids=voids)
                print(
                    f"{variant} with {size}: {played.scores[:2]} coins, {dict(found)}, "
                    f"{voids} void, {time.monotonic() - began:.0f} s"
                    + (f"  WRONG {[seat.faults for seat in played.seats]}" if bad else "")
                )
    print(f"All: {dict(sums)}; replies that failed: {dict(provider.faulty)}")
    return wrong


BUDGET = 100_000
"""Tokens of each run but the last."""
SHOWN = ("tokens_in", "tokens_out", "rethinks", "fallbacks")


def kills(folder: Path, provider: FakeProvider, times: int, seed: int) -> int:
    """Kill a run again and again; the requests that were answered twice, or too expensive."""
    models = provider.models(folder, "small", "large", max_tokens=200)
    chance, provider.slow_s = random.Random(seed), 0.03
    words = ["tournament", "llm@small", "llm@large", "greedy", "--players", "3", "--games", "6"]
    words += ["--variants", "anniversary", "--models", str(models)]
    wrong = ends = 0
    while ends <= times * 4:
        limit = BUDGET if ends < times else sys.maxsize
        budget = ["--budget", f"{BUDGET}tokens"] if ends < times else []
        while provider.under_way:  # of the run before: they are not this one's
            time.sleep(0.01)
        before, asked = len(provider.tokens), len(provider.requests)
        run = subprocess.Popen(
            [sys.executable, "-m", "arena", "--home", str(folder / "killed"), *words, *budget],
            cwd=ROOT,
            env=dict(os.environ),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        goal = asked + chance.randint(1, 150) if ends < times else sys.maxsize
        while run.poll() is None and len(provider.requests) < goal:
            time.sleep(0.01)
        if run.poll() is None:
            run.send_signal(chance.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
            run.wait()
        ends += 1
        spent = provider.tokens[before:]
        over = sum(spent) - max(spent, default=0) >= limit
        twice = sum(count - 1 for count in provider.asked.values())
        wrong += over + twice
        print(
            f"run {ends}: exit code {run.returncode}, {len(spent)} answers, {twice} twice"
            + (f"  OVER BUDGET: {sum(spent)} tokens" if over else "")
        )
        if run.returncode == 0:
            return wrong
        words = ["resume", "1"]
    return wrong + 1


def main() -> int:
    """Print a line for each game and run; 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("variants", nargs="*", help="some alone")
    parser.add_argument("--failing", type=float, default=0.15)
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        with FakeProvider(given.failing) as provider:
            wrong = every_rulebook(Path(folder), provider, given.variants)
        with FakeProvider() as provider:
            wrong += kills(Path(folder), provider, given.kills, given.seed)
    print(f"{wrong} went wrong." if wrong else "Nothing went wrong.")
    return int(wrong > 0)
