"""Random steps in an environment, as one trains with it. Wishes: `variant`, `steps`.

Each step with a row of what the seat sees and a mask, both as NumPy's arrays, and an action drawn
from the mask.
"""

import json
import random
import sys
from time import process_time
from typing import Any

from arena.env import bohnanza_v0

PLAYERS = 4
WARM = 2_000


def main(variant: str, steps: int) -> None:
    """Prints JSON: microseconds a step; `wrapped` by PettingZoo's loop and wrapper, and `raw`."""
    env = bohnanza_v0.env(variant=variant, players=PLAYERS)
    env.reset(seed=1)
    costs = {}
    for name, play in (("raw", raw), ("wrapped", wrapped)):
        chance = random.Random(1).random
        play(env, WARM, chance)
        began = process_time()
        done = play(env, steps, chance)
        costs[name] = (process_time() - began) / done * 1e6
    print(json.dumps(costs))


def raw(env: Any, steps: int, chance: Any) -> int:
    """Whole games, until there are as many steps, by the environment's own verbs."""
    env, done = env.unwrapped, 0
    while done < steps:
        env.reset()
        while True:
            seen, _, over, _, _ = env.last()
            if over:
                break
            may = seen["action_mask"].nonzero()[0]
            env.step(may[int(chance() * len(may))])
            done += 1
    return done


def wrapped(env: Any, steps: int, chance: Any) -> int:
    """The same as PettingZoo's pages have it."""
    done = 0
    while done < steps:
        env.reset()
        for _ in env.agent_iter():
            seen, _, over, _, _ = env.last()
            if over:
                env.step(None)
            else:
                may = seen["action_mask"].nonzero()[0]
                env.step(may[int(chance() * len(may))])
                done += 1
    return done


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
