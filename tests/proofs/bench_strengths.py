"""Measure how strong the fixed bots of a suite are, each as the player at its tables.

    poe prove bench_strengths --minutes 30 standard-2 quick-2

Fills in the strengths of suites that are new; those released never change. The bots are asked in
this process, as `poe calibrate` does, and greedy is at 0 in both strengths. All suites named must
have the same bots and tables; a game that several have is played once for all.

Promise: docs/tournament.md, the number to quote.
"""

import argparse
import json
import signal
from collections import defaultdict
from contextlib import suppress
from itertools import cycle, product
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Any

from arena.rules import compile_rulebook
from arena.tournament import suites
from arena.tournament.deals import Draws, bot_seeds, deal_seed, new_secret
from arena.tournament.suites import Suite
from ladder.ratings.calibration import ORIGIN
from ladder.ratings.two_strengths import Known, Meeting, meetings, two_strengths
from tests.support.calibrate import KINDS, match_of
from tests.support.in_process import play

TAKES = "30 min"

OFTEN = (1, 6, 2, 1)
"""How often a table is played, by how many of its bots are traders. Where no other trades, a trader
loses to greedy once in several hundred games: that strength takes the most of them."""
FOLDER = Path(suites.__file__).parent
Task = tuple[tuple[str, int], tuple[str, ...], tuple[str, ...], int, bytes]
"""A game, its bots, the traders among these, its number, and the secret of the deals."""


def played(task: Task) -> tuple[tuple[str, int], list[Meeting]]:
    """One game, whose bots sit in any order."""
    game, bots, traders, number, secret = task
    match = match_of(game, number)
    names = Draws(secret, "circle", match).shuffled(bots)
    seeds = bot_seeds(secret, match, names)
    seated = [KINDS[name]() for name in names]
    result = play(compile_rulebook(*game), seated, deal_seed(secret, match), seeds).result
    return game, [*meetings(names, result.places, (), traders)]


def strengths(deals: dict[tuple[str, int], list[list[Meeting]]], bots: list[str]) -> dict[str, Any]:
    """What a suite's file says of its bots."""
    found: dict[str, Any] = {"deals": sum(map(len, deals.values()))}
    unknown = [bot for bot in bots if bot != ORIGIN]
    sides = ((1.0, 0.0), (0.0, 1.0))
    for (variant, players), each in sorted(deals.items()):
        fit = two_strengths(each, unknown, {ORIGIN: Known((0, 0), (0, 0))})
        of_game = {ORIGIN: [[0, 0], [0, 0]]}
        for at, bot in enumerate(unknown):
            by = [[0.0] * 2 * at + [*side] + [0.0] * 2 * (len(unknown) - at - 1) for side in sides]
            elo = [round(fit.elo(side) - 1500) for side in by]
            of_game[bot] = [elo, [round(fit.interval(side)) for side in by]]
        found[f"{variant}-{players}"] = of_game
    return found


def filled(text: str, found: dict[str, Any]) -> str:
    """A suite's file with these strengths, a line for each game."""
    data = json.loads(text)
    games = [f"{variant}-{players}" for variant, players in data["games"]]
    data["strengths"] = {"deals": found["deals"], **{game: found[game] for game in games}}
    head = ",\n".join(
        f" {json.dumps(key)}: {json.dumps(value)}"
        for key, value in data.items()
        if key != "strengths"
    )
    lines = ",\n".join(
        f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in data["strengths"].items()
    )
    return f'{{\n{head},\n "strengths": {{\n{lines}\n }}\n}}\n'


def main() -> None:
    """Play, and write the files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("suites", nargs="+")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    files = [FOLDER / f"{name}.json" for name in given.suites]
    chosen = [Suite.read(file.read_text("utf-8")) for file in files]
    first = chosen[0]
    games = sorted({game for suite in chosen for game in suite.games})
    secret, end = new_secret(), monotonic() + 60 * given.minutes
    seated = [(*table, bot) for (table, _), bot in product(first.tables, first.bots)]
    often = [OFTEN[sum(bot in first.traders for bot in table)] for table in seated]
    rotation = [
        each
        for turn in range(max(often))
        for each in product(
            (table for table, times in zip(seated, often, strict=True) if turn < times), games
        )
    ]
    tasks = (
        (game, table, tuple(first.traders), number, secret)
        for number, (table, game) in enumerate(cycle(rotation))
    )
    deals = defaultdict[tuple[str, int], list[list[Meeting]]](list)
    with (
        suppress(KeyboardInterrupt),
        get_context("fork").Pool(
            given.workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)
        ) as worker_pool,
    ):
        for game, met in worker_pool.imap_unordered(played, tasks, 4):
            deals[game].append(met)
            if monotonic() > end:
                break
    found = strengths(deals, [*first.bots])
    for file in files:
        file.write_text(filled(file.read_text("utf-8"), found), "utf-8")
    print(json.dumps(found))
