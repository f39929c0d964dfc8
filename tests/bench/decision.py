"""Where the time of a decision goes: four small C bots in one game, beside a ping-pong from C.

    python -m tests.bench.decision [--variant anniversary] [--games 200] [--core 0]

Prints decisions a game, microseconds a decision, its ratio to the ping-pong and to the same four
bots asked from C without rules, and the share of each part. All are measured in turn, and medians
of ratios are shown.

Promise: FIGURES.md, a decision beside a ping-pong.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import orjson

from arena.codec import lines, writer
from arena.referee.bot import BotSpec
from arena.referee.process import BotProcess
from arena.referee.seating import Seating
from arena.rules import compile_rulebook
from tests.bench.in_tree.playing import play
from tests.bench.peers import compiled
from tests.bench.replaying import LEVELS, Games
from tests.bench.rounds import pinned, ratios

ROUNDS = 7


def ping_pong(folder: Path, core: int, *bot: Path) -> float:
    """Microseconds of a round trip from C; with a bot and a question, to four of it in turn."""
    words = [folder / "pingpong", str(core), "20000", *bot]
    return float(subprocess.run(words, capture_output=True, text=True, check=True).stdout)


def question(folder: Path, variant: str) -> Path:
    """A file with a question from the middle of a game."""
    book = compile_rulebook(variant, 4)
    words, game = writer(book), book.start(b"question")
    told: list[list[str]] = [[]]
    for _ in range(120):
        decision = game.decisions[0]
        told = words.events(game.play(decision.seat, game.choices(decision.seat)[0]))
    line = lines.decide(31, words.question(game, game.decisions[0]), told[0], 9400, 2000)
    file = folder / "question"
    file.write_bytes(line)
    return file


def parts(records: list[Any]) -> dict[str, float]:
    """Microseconds a decision of each part, from playing the records again with more and more."""
    games = Games(records)
    rounds = [[0.0, *(games.cost(level) for level in range(len(LEVELS)))] for _ in range(ROUNDS)]
    return {
        name: median(costs[level + 1] - costs[level] for costs in rounds)
        for level, name in enumerate(LEVELS)
    }


def pipe(folder: Path) -> float:
    """Microseconds of one question to the small bot and back, through the referee's process."""
    process = BotProcess([str(folder / "picker")], str(folder))
    filler = "x" * 1100
    line = orjson.dumps(
        {"type": "decide", "id": 1, "choices": [{"do": "pass"}] * 2, "view": {"hand": filler}}
    )
    try:

        def run() -> float:
            began = perf_counter()
            for _ in range(10_000):
                process.post(line + b"\n", 1000)
                process.collect()
            return (perf_counter() - began) * 100

        return median(run() for _ in range(ROUNDS))
    finally:
        process.end()


def main(argv: list[str] | None = None, show: Callable[[str], None] = print) -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--variant", default="anniversary")
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--core", type=int, default=0)
    given = options.parse_args(argv)
    with pinned(given.core), tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # the bots may be somebody else
        for program in ("pingpong", "picker"):
            compiled(program, folder)
        bot = BotSpec("picker", 1, "picker", (str(folder / "picker"),), name)
        seating = Seating()
        asked = (folder / "picker", question(folder, given.variant))
        base, bare, cost, lengths = [], [], [], []
        try:
            play(seating, bot, given.variant, range(3))
            for number in range(ROUNDS):
                base.append(ping_pong(folder, given.core))
                bare.append(ping_pong(folder, given.core, *asked))
                share = max(1, given.games // ROUNDS)
                first = 3 + number * share
                decisions, seconds, records = play(
                    seating, bot, given.variant, range(first, first + share)
                )
                cost.append(seconds / decisions * 1e6)
                lengths.append(decisions / share)
        finally:
            seating.close()

        def ratio(to: list[float]) -> float:
            return median(ratios(cost, to))

        show(f"{given.variant}, 4 players")
        show(f"decisions a game    {median(lengths):8.1f}")
        show(f"C ping-pong         {median(base):8.2f} µs")
        show(f"C asking these bots {median(bare):8.2f} µs")
        show(f"decision            {median(cost):8.2f} µs")
        show(f"  to ping-pong      {ratio(base):8.2f} ×")
        show(f"  to C asking these {ratio(bare):8.2f} ×")
        shares = parts(records) | {"pipe, smallest bot": pipe(folder)}
        for part, microseconds in shares.items():
            show(f"  {part:18}{microseconds:8.2f} µs")
        show(f"  {'the rest':18}{median(cost) - sum(shares.values()):8.2f} µs")


if __name__ == "__main__":
    main()
