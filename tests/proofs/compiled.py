"""A compiled arena is the same arena: every variant is the same to the byte.

Builds, if that was not done, and plays random games of every variant and number of players twice:
from the source and compiled. Every question, event, record and result must be the same bytes.
Prints the time that both take; status 1 where something differs.

Promise: README.md, the compiled build.
"""

import argparse
import json
import os
import subprocess
import sys
from hashlib import blake2b
from random import Random
from time import process_time

import orjson

from arena import compiled
from arena.codec import reader, writer
from arena.compiled.build import build
from arena.rules import compile_rulebook, plain_choice
from tests.support.golden import play as golden
from tests.support.lawful import pools
from tests.support.random_play import ALL_WANTS, random_choice

TAKES = "5 min"


def played(variant: str, players: int, games: int) -> str:
    """A hash of the golden game as recorded, and of all that is said in further ones."""
    whole = blake2b(golden(variant, players), digest_size=12)
    book = compile_rulebook(variant, players)
    words, reads = writer(book), reader(book)
    for seed in range(games):
        rng = Random(seed)
        game = book.start(seed, [ALL_WANTS] * players)
        while asked := game.decisions:
            decision = rng.choice(asked)
            question = words.question(game, decision)
            whole.update(orjson.dumps(question.json))
            said = orjson.loads(orjson.dumps(plain_choice(random_choice(game, decision, rng))))
            choice = reads.read(game, decision.seat, question.choices, said)
            told = words.events(game.play(decision.seat, choice))
            whole.update(orjson.dumps([said, told]))
        whole.update(orjson.dumps(game.result._asdict()))
    return whole.hexdigest()


def both_ways(games: int) -> list[tuple[bool, float, dict[str, str]]]:
    """Whether compiled, seconds, and the hashes: of the source, and of what was compiled."""
    ways = []
    for pure in ("1", ""):
        run = [sys.executable, "-m", __spec__.name, "--games", str(games), "--one-way"]
        done = subprocess.run(
            run, env=os.environ | {compiled.PURE: pure}, stdout=subprocess.PIPE, check=True
        )
        ways.append(json.loads(done.stdout))
    return ways


def main() -> int:
    """Compare, or print one way for the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5, help="random games of each")
    parser.add_argument("--one-way", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one_way:
        hashes = {f"{name} {size}": played(name, size, options.games) for name, size in pools()}
        print(json.dumps([compiled.state().compiled, process_time(), hashes]))
        return 0
    if not compiled.state().compiled:
        build()
    (pure, slow, source), (built, quick, other) = both_ways(options.games)
    assert built and not pure
    differ = [name for name, each in source.items() if other[name] != each]
    print(f"{len(source)} variants and table sizes; differ: {', '.join(differ) or 'none'}")
    print(f"source {slow:.1f} s, compiled {quick:.1f} s: {quick / slow:.2f}")
    return 1 if differ else 0


if __name__ == "__main__":
    raise SystemExit(main())
