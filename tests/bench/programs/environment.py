"""Random steps in an environment, as one trains with it.

Each step with a row of what the seat sees and a mask, both as NumPy's arrays, and an action drawn
from the mask: by the environment's own verbs, and by PettingZoo's loop and wrapper.
"""

import random
from time import process_time
from typing import Any

from figures import if_compiled, some, tell

from arena.env import bohnanza_v0

WARM = 2_000


def main() -> None:
    wrapped = bohnanza_v0.env(variant="anniversary", players=4)
    wrapped.reset(seed=1)
    speeds = [_speed(env, some(20_000)) for env in (wrapped.unwrapped, wrapped)]
    unit = "thousand steps/s"
    tell(
        ("PettingZoo's environment", speeds[0], unit, if_compiled("≥ 30")),
        ("PettingZoo's environment in its wrapper", speeds[1], unit, ""),
    )


def _speed(env: Any, steps: int) -> float:
    chance = random.Random(1).random
    _play(env, WARM, chance)
    began = process_time()
    return _play(env, steps, chance) / (process_time() - began) / 1e3


def _play(env: Any, steps: int, chance: Any) -> int:
    """Whole games, until there are as many steps; how many there were."""
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
    main()
