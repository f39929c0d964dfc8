"""Observations and action masks as spaces and arrays."""

from typing import Any

import numpy as np
from gymnasium import spaces

from arena.env.rows import Rows
from arena.env.table import Table

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


def in_words(table: Table) -> str:
    """Tell in words who acts, and the fields and coins of all seats."""
    game, actions = table.game, table.actions
    lines = [f"turn {game.turn}: " + ("over" if game.over else f"seat {table.seat} acts")]
    for seat, fields in enumerate(game.fields):
        grown = ", ".join([actions.describe(cards) for cards in fields])
        lines.append(f"seat {seat}: {grown}; {len(game.coins[seat])} coins")
    return "\n".join(lines)
