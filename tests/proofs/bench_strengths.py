"""Measure how strong the fixed bots of a suite are, each as the player at its tables.

    poe prove bench_strengths --minutes 30 --games played.txt standard-2 quick-2

Fills in the strengths of suites that are new; those released never change. The bots are asked in
this process, as `poe calibrate` does, and greedy is at 0 in both strengths. All suites named must
have the same bots and tables; a game that several have is played once for all. The
games are added to a file as they come, and all that it holds count: so it goes on where it was.

Promise: docs/tournament.md, the number to quote.
"""

import argparse
import json
import signal
from collections import defaultdict
from collections.abc import Sequence
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

from sensible_bot import SensibleBot  # isort: skip  (found by in_process)

TAKES = "30 min"

BETWEEN = "sensible"
"""Where no other trades, trader loses to greedy once in several hundred games, but to this bot, and
this bot to greedy, about once in thirty: so the distance between the two is known from a sixth of
the games, if this one plays as players do."""
OFTEN = {BETWEEN: (5, 8, 0), "trader": (1, 1, 2)}
"""How often a bot plays at a table of none, one and two traders; the others once at each."""
FOLDER = Path(suites.__file__).parent
Game = tuple[tuple[str, int], list[str], list[int]]
"""Which, who sat where, and the places by seat."""
Task = tuple[tuple[str, int], tuple[str, ...], int, bytes]
"""A game, its bots, its number, and the secret of the deals."""


def played(task: Task) -> Game:
    """One game, whose bots sit in any order."""
    game, bots, number, secret = task
    match = match_of(game, number)
    names = Draws(secret, "circle", match).shuffled(bots)
    seeds = bot_seeds(secret, match, names)
    seated = [SensibleBot() if name == BETWEEN else KINDS[name]() for name in names]
    result = play(compile_rulebook(*game), seated, deal_seed(secret, match), seeds).result
    return game, [*names], [*result.places]


def met(names: list[str], places: list[int], traders: Sequence[str]) -> list[Meeting]:
    """The pairs that count: BETWEEN is a player, so only its own do."""
    found = meetings(names, places, (), traders)
    return [pair for pair in found if BETWEEN not in names or BETWEEN in pair[:2]]


def strengths(deals: dict[tuple[str, int], list[list[Meeting]]], bots: list[str]) -> dict[str, Any]:
    """What a suite's file says of its bots."""
    found: dict[str, Any] = {"deals": sum(map(len, deals.values()))}
    unknown = [bot for bot in (*bots, BETWEEN) if bot != ORIGIN]
    sides = ((1.0, 0.0), (0.0, 1.0))
    for (variant, players), each in sorted(deals.items()):
        fit = two_strengths(each, unknown, {ORIGIN: Known((0, 0), (0, 0))})
        of_game = {ORIGIN: [[0, 0], [0, 0]]}
        for at, bot in enumerate(unknown[:-1]):
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
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("suites", nargs="+")
    parser.add_argument("--games", type=Path, required=True, help="the file of the games")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    files = [FOLDER / f"{name}.json" for name in given.suites]
    chosen = [Suite.read(file.read_text("utf-8")) for file in files]
    first = chosen[0]
    games = sorted({game for suite in chosen for game in suite.games})
    secret, end = new_secret(), monotonic() + 60 * given.minutes
    seated = {
        (*table, bot): OFTEN.get(bot, (1, 1, 1))[sum(each in first.traders for each in table)]
        for (table, _), bot in product(first.tables, (*first.bots, BETWEEN))
    }
    rotation = [
        each
        for turn in range(max(seated.values()))
        for each in product((table for table, times in seated.items() if turn < times), games)
    ]
    tasks = ((game, table, number, secret) for number, (table, game) in enumerate(cycle(rotation)))
    with (
        suppress(KeyboardInterrupt),
        given.games.open("a", buffering=1) as file,
        get_context("fork").Pool(
            given.workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)
        ) as worker_pool,
    ):
        for each in worker_pool.imap_unordered(played, tasks):
            if monotonic() > end:
                break
            file.write(json.dumps(each) + "\n")
    deals = defaultdict[tuple[str, int], list[list[Meeting]]](list)
    for line in given.games.read_text().splitlines():
        (variant, players), names, places = json.loads(line)
        deals[variant, players].append(met(names, places, first.traders))
    found = strengths(deals, [*first.bots])
    for file in files:
        file.write_text(filled(file.read_text("utf-8"), found), "utf-8")
    print(json.dumps(found))
