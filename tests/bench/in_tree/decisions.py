"""Microseconds a decision of the smallest bots, through the referee and its sandbox.

Wishes: `bot`, the path of a program; `variant`; `games`.
"""

import json
import sys
from pathlib import Path

from playing import play  # beside this file

from arena.referee.bot import BotSpec
from arena.referee.seating import Seating


def main(bot: str, variant: str, games: int) -> None:
    """Prints JSON: the cost, decisions a game, the level."""
    spec = BotSpec("bot", 1, "bot", (bot,), str(Path(bot).parent))
    seating = Seating()
    try:
        play(seating, spec, variant, range(1))
        decisions, seconds, _ = play(seating, spec, variant, range(1, 1 + games))
    finally:
        seating.close()
    told = {"cost": seconds / decisions * 1e6, "length": decisions / games}
    print(json.dumps(told | {"level": str(seating.level)}))


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
