"""What decisions with trades cost in each variant: `python -m tests.bench.costs`.

Games between the bundled Python bots are recorded once and played again in one process, each
variant in turn with anniversary; medians of the ratios are shown, for the rules alone and for all
that the arena does for a decision (rules, view, events, encoding, reading the answer).

Promise: FIGURES.md, a decision and its costs.
"""

import argparse
import sys
from functools import partial
from statistics import median
from typing import Any

import orjson

from arena.referee.bot import BotSpec
from arena.referee.seating import Seating
from arena.registry.bundled import FOLDER
from arena.rules import catalogue, table_sizes
from tests.bench.programs.replaying import LEVELS, Games, spec
from tests.bench.rounds import in_turn, ratios

BESIDE = "anniversary"
BOTS = ("trader", "greedy", "trader", "random_bot")
RULES, ALL = 0, len(LEVELS) - 1


def recorded(seating: Seating, variant: str, games: int) -> Games:
    """This many games of the variant at a table of four, or of the nearest size it allows."""
    players = min(table_sizes(variant), key=lambda size: abs(size - len(BOTS)))
    folder = FOLDER / "python"
    bots = [BotSpec(name, 1, name, (sys.executable, f"{name}.py"), str(folder)) for name in BOTS]
    records: list[Any] = []
    for game in range(games):
        who = [bots[(game + seat) % len(bots)] for seat in range(players)]
        played = seating.play(spec(game, variant, who, "slow"))
        assert not any(seat.faults for seat in played.seats), played.seats
        records.append(orjson.loads(orjson.dumps(played.record)))
    return Games(records)


def main() -> int:
    """Print the table; status 1 if a variant costs more than `--most` times as much."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--games", type=int, default=12, help="games of each variant")
    arguments.add_argument("--rounds", type=int, default=7, help="measurements of each")
    arguments.add_argument("--most", type=float, default=2.0, help="times as much, at most")
    arguments.add_argument("--variant", help="one variant instead of all")
    options = arguments.parse_args()
    wanted = (BESIDE, options.variant) if options.variant else catalogue()
    seating = Seating()
    try:
        games = {variant: recorded(seating, variant, options.games) for variant in wanted}
    finally:
        seating.close()
    beside, slow = games[BESIDE], []
    print(f"{'':34} {'rules':>14} {'all':>14}   µs a decision, beside {BESIDE}")
    for variant, each in games.items():
        shown, most = "", 0.0
        for level in (RULES, ALL):
            pair = {"base": beside.cost, "cost": each.cost}
            costs = in_turn(options.rounds, {name: partial(pair[name], level) for name in pair})
            ratio = median(ratios(costs["cost"], costs["base"]))
            shown += f"  {median(costs['cost']):6.1f} {ratio:5.2f} ×"
            most = max(most, ratio)
        print(f"{variant:34} {shown}", flush=True)
        if most > options.most:
            slow.append(variant)
    if slow:
        print(f"more than {options.most} times as much: {', '.join(slow)}")
    return 1 if slow else 0


if __name__ == "__main__":
    raise SystemExit(main())
