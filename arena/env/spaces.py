"""What a learner is shown, as spaces and arrays, and what it earns at the end of a game."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from gymnasium import spaces

from arena.env.rows import Rows
from arena.env.table import Table
from arena.rules.game import Game, wishes
from arena.rules.state import BIDS, NO_COUNTER, WISHES

Shown = dict[str, Any]


def shown_space(rows: Rows) -> spaces.Dict:
    """The row of a seat, and which actions it may do now."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (rows.length,), np.uint8),
            "action_mask": spaces.Box(0, 1, (len(rows.actions),), np.int8),
        }
    )


def shown(rows: Rows, table: Table, seat: int) -> Shown:
    """Return an observation of that space; a seat that does not act has an empty mask."""
    mask = table.mask() if table.seat == seat else bytearray(len(rows.actions))
    return {
        "observation": np.frombuffer(rows.row(table, seat), np.uint8),
        "action_mask": np.frombuffer(mask, np.int8),
    }


def wished(wants: Iterable[str]) -> frozenset[str]:
    """Return wishes as the rules have them, `windows` spelled out. Raises ValueError for others."""
    names = wants if isinstance(wants, str) else {*wants}
    if "windows" in names and not isinstance(names, str):
        names = names - {"windows"} | (WISHES - {BIDS, NO_COUNTER})
    return wishes(names)


def in_words(table: Table) -> str:
    """Tell in words who acts, and the fields and coins of all seats."""
    game, actions = table.game, table.actions
    lines = [f"turn {game.turn}: " + ("over" if game.over else f"seat {table.seat} acts")]
    for seat, fields in enumerate(game.fields):
        grown = ", ".join([actions.describe(cards) for cards in fields])
        lines.append(f"seat {seat}: {grown}; {len(game.coins[seat])} coins")
    return "\n".join(lines)


def by_places(game: Game) -> list[float]:
    """Reward each seat from -1 (behind all others) to 1 (before all); those who tie share."""
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
    """A reward by its name. Raises ValueError if there is none of that name."""
    reward = REWARDS.get(name)
    if reward is None:
        raise ValueError(f"There is no reward {name!r:.40}; there are {', '.join(REWARDS)}.")
    return reward
