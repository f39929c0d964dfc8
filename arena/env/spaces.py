"""Spaces and arrays of what a learner observes, and its reward at the end of a game."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from gymnasium import spaces

from arena.env.rows import Rows
from arena.env.table import Table
from arena.rules.game import Game, wishes
from arena.rules.state import BIDS, NO_COUNTER, WISHES

Observation = dict[str, Any]


def observation_space(rows: Rows) -> spaces.Dict:
    """Return the space of a seat's row and of the mask of its actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (rows.length,), np.uint8),
            "action_mask": spaces.Box(0, 1, (len(rows.actions),), np.int8),
        }
    )


def observation(rows: Rows, table: Table, seat: int) -> Observation:
    """Return an observation of that space; a seat that does not act has an empty mask."""
    mask = table.mask() if table.seat == seat else bytearray(len(rows.actions))
    return {
        "observation": np.frombuffer(rows.row(table, seat), np.uint8),
        "action_mask": np.frombuffer(mask, np.int8),
    }


def parse_wishes(wants: Iterable[str]) -> frozenset[str]:
    """Return wishes as the rules have them, with `windows` spelled out.

    Raises:
        ValueError: A wish does not exist.
    """
    if isinstance(wants, str):
        return wishes(wants)  # raises: one word is no list
    names = {*wants}
    if "windows" in names:
        names = names - {"windows"} | (WISHES - {BIDS, NO_COUNTER})
    return wishes(names)


def in_words(table: Table) -> str:
    """Describe who acts, and the fields and coins of all seats."""
    game, actions = table.game, table.actions
    lines = [f"turn {game.turn}: " + ("over" if game.over else f"seat {table.seat} acts")]
    for seat, fields in enumerate(game.fields):
        grown = ", ".join([actions.describe(cards) for cards in fields])
        lines.append(f"seat {seat}: {grown}; {len(game.coins[seat])} coins")
    return "\n".join(lines)


def by_places(game: Game) -> list[float]:
    """Reward each seat from -1 (behind all others) to 1 (ahead of all); ties share."""
    scores = game.result.scores
    others = len(scores) - 1
    return [sum((own > each) - (own < each) for each in scores) / others for own in scores]


def by_coins(game: Game) -> list[float]:
    """Reward each seat with its coins less the mean of the others'."""
    scores = game.result.scores
    others = len(scores) - 1
    return [own - (sum(scores) - own) / others for own in scores]


REWARDS: dict[str, Callable[[Game], list[float]]] = {"places": by_places, "coins": by_coins}


def reward_named(name: str) -> Callable[[Game], list[float]]:
    """Return a reward by name.

    Raises:
        ValueError: There is none of that name.
    """
    reward = REWARDS.get(name)
    if reward is None:
        raise ValueError(f"There is no reward {name!r:.40}; choose from {', '.join(REWARDS)}.")
    return reward
