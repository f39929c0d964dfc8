"""Random games of OpenSpiel's hearts, to be run by a Python that has `pyspiel`.

python hearts.py GAMES prints JSON: `from_python`, microseconds a decision of whole games driven
from Python, as one trains there; `with_arrays`, each with the tensor of what the player sees and a
mask, as NumPy's arrays; `in_cpp`, of games that OpenSpiel's rollouts play from a deal.
"""

import json
import random
import sys
from time import process_time

import numpy as np
import pyspiel

CARDS = 52
OVER = int(pyspiel.PlayerId.TERMINAL)


def main(games: int) -> None:
    """Prints it. Both count the decisions of players, not the 52 cards dealt before."""
    hearts = pyspiel.load_game("hearts")
    chance = random.Random(1).random
    decisions, began = 0, process_time()
    for _ in range(games):
        state = hearts.new_initial_state()
        steps = 0
        while state.current_player() != OVER:  # who decides, and whether anyone does, as we ask
            actions = state.legal_actions()
            state.apply_action(actions[int(chance() * len(actions))])
            steps += 1
        decisions += steps - CARDS
    seconds = process_time() - began
    print(
        json.dumps(
            {
                "from_python": seconds / decisions * 1e6,
                "with_arrays": _with_arrays(hearts, max(1, games // 20)),
                "in_cpp": _rollouts(hearts, games),
                "length": decisions / games,
            }
        )
    )


def _with_arrays(hearts: "pyspiel.Game", games: int) -> float:
    """Microseconds a decision with what a learner needs; there are fewer games, they are slow."""
    chance = random.Random(1).random
    decisions, began = 0, process_time()
    for _ in range(games):
        state = hearts.new_initial_state()
        while (player := state.current_player()) != OVER:
            if state.is_chance_node():
                may = state.legal_actions()
            else:
                np.array(state.information_state_tensor(player), np.float32)
                may = np.array(state.legal_actions_mask(player), np.int8).nonzero()[0]
                decisions += 1
            state.apply_action(int(may[int(chance() * len(may))]))
    return (process_time() - began) / decisions * 1e6


def _rollouts(hearts: "pyspiel.Game", games: int) -> float:
    """Microseconds a decision of games that a search plays at random from a deal and after it."""
    state = hearts.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    length, played_on = 0, state.clone()
    while not played_on.is_terminal():
        played_on.apply_action(played_on.legal_actions()[0])
        length += 1
    evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
    search = pyspiel.MCTSBot(hearts, evaluator, 2.0, 2, 0, False, 1, False)
    began = process_time()
    search.step(state)  # two evaluations: of this state, and of one a decision later
    return (process_time() - began) / (games * (2 * length - 1)) * 1e6


if __name__ == "__main__":
    main(int(sys.argv[1]))
