"""Microseconds a decision of the smallest bots, by variant, through the referee and its sandbox.

Wishes: `bot`, the path of a program; `variants`, or null for all; `games` of each variant;
`rounds`, in each of which every variant has its turn.
"""

import json
import sys
from pathlib import Path

from playing import play  # beside this file

from arena.referee.bot import BotSpec
from arena.referee.seating import Seating
from arena.rules import catalogue


def main(bot: str, variants: list[str] | None, games: int, rounds: int) -> None:
    """Prints JSON: the costs by variant and round, decisions a game, the level."""
    spec = BotSpec("bot", 1, "bot", (bot,), str(Path(bot).parent))
    names = variants or list(catalogue())
    costs: dict[str, list[float]] = {name: [] for name in names}
    lengths = {}
    seating = Seating()
    try:
        for name in names:
            play(seating, spec, name, range(1))
        for number in range(rounds):
            for name in names:
                first = 1 + number * games
                decisions, seconds, _ = play(seating, spec, name, range(first, first + games))
                costs[name].append(seconds / decisions * 1e6)
                lengths[name] = decisions / games
    finally:
        seating.close()
    print(json.dumps({"costs": costs, "lengths": lengths, "level": str(seating.level)}))


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
