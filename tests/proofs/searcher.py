"""The bot that the page about the rules prints beats greedy in a real tournament.

It searches one ply, behind the protocol and on its clock. `--keep` writes down what came out, for
the page to quote. Ends with status 1 if its lead is not beyond its interval, or if it was at fault.

Promise: docs/library.md, how the bot printed there does.
"""

import argparse
import json
import subprocess
import sys
from hashlib import sha256
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from tempfile import TemporaryDirectory
from typing import Any

import orjson

from tests.support.carried import block, make_bot

TAKES = "15 min"

KEPT = Path(__file__).parents[1] / "golden" / "searcher.json"
VARIANTS = "anniversary,classic,rio_grande"


def digest() -> str:
    """Of the program that the page prints."""
    return sha256(block("python bot").encode()).hexdigest()


def sentence(kept: dict[str, Any]) -> str:
    """What the page says of it."""
    return (
        f"In a tournament of {kept['games']} four-player games in {kept['pools']} pools, on the "
        f"{kept['clock']} clock, it earned {kept['lead']:.1f} ± {kept['error']:.1f} coins a "
        "game more than `greedy`, without a fault"
    )


def run(folder: Path, games: int, clock: str) -> list[dict[str, Any]]:
    """Play the tournament; a row for each seat of each game."""
    bot, out = make_bot(folder), folder / "results.jsonl"
    arena = [sys.executable, "-m", "arena", "--home", str(folder / "home")]
    pools = ["--variants", VARIANTS, "--players", "4"]
    for words in (
        ["submit", str(bot)],
        ["tournament", "searcher", "greedy", *pools, "--games", str(games), "--tc", clock],
        ["db", "export", "results", str(out)],
    ):
        subprocess.run([*arena, *words], check=True)
    return [json.loads(line) for line in out.read_text("utf-8").splitlines()]


def summed_up(rows: list[dict[str, Any]], clock: str) -> dict[str, Any]:
    """The lead of the page's bot over the mean of the greedys, game by game."""
    by_game: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        by_game.setdefault(row["game"], []).append(row)
    leads = []
    for seats in by_game.values():
        coins = {
            name: [row["coins"] for row in seats if row["bot"].startswith(f"{name}:")]
            for name in ("searcher", "greedy")
        }
        leads.append(fmean(coins["searcher"]) - fmean(coins["greedy"]))
    return {
        "program": digest(),
        "games": len(leads),
        "pools": len({(row["variant"], row["players"]) for row in rows}),
        "clock": clock,
        "lead": round(fmean(leads), 2),
        "error": round(1.96 * stdev(leads) / sqrt(len(leads)), 2),
        "faults": sum(row["faults"] for row in rows if row["bot"].startswith("searcher:")),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=96)
    parser.add_argument("--tc", default="bullet", help="the clock, or its class")
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    with TemporaryDirectory() as name:
        found = summed_up(run(Path(name), given.games, given.tc), given.tc)
    print(json.dumps(found), sentence(found), sep="\n")
    if given.keep:
        KEPT.write_bytes(orjson.dumps(found, option=orjson.OPT_INDENT_2) + b"\n")
    return 0 if found["lead"] > found["error"] and not found["faults"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
