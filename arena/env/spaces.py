"""What the environments share: spaces and arrays of what a learner observes, and its reward."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from arena.env.rows import Rows, rows
from arena.env.table import Table
from arena.rules import compile_rulebook
from arena.rules.game import Book, Game, wishes
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


def parse_options(
    book: Book, options: dict[str, Any] | None, seat: int | None = None
) -> tuple[int | None, Game | None]:
    """Return the seat and the game that the options of a reset name.

    Raises:
        ValueError: There is no such option, or its value does not fit.
    """
    given = dict(options or {})
    named, game = given.pop("seat", None), given.pop("game", None)
    if given:
        raise ValueError(f"There is no option {next(iter(given))!r:.40}; choose from seat, game.")
    if game is not None and (game.book is not book or game.over):
        raise ValueError(f"The option game is a game of {book.variant} that is not over.")
    return (seat if named is None else book.seat_of(named)), game


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


class Learning:
    """What all environments have: a rulebook, its rows and actions, and how its games are shown."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "human"], "render_fps": 2}
    table: Table

    def _learn(
        self, variant: str, players: int, wants: Iterable[str], reward: str, mode: str | None
    ) -> None:
        """Prepare for games of a variant. Raises VariantError, ValueError."""
        modes = self.metadata["render_modes"]
        if mode is not None and mode not in modes:
            known = ", ".join(modes)
            raise ValueError(f"There is no render_mode {mode!r:.40}; choose from {known}.")
        self.render_mode = mode
        self.book = compile_rulebook(variant, players)
        self.rows = rows(self.book)
        self.actions = self.rows.actions
        self._wants = parse_wishes(wants)
        self._reward = reward_named(reward)
        self._chance = Random()

    def _begun(self) -> Table:
        table: Table | None = getattr(self, "table", None)
        if table is None:
            raise gymnasium.error.ResetNeeded("There is no game yet: call reset() first.")
        return table

    def render(self) -> str | None:
        """Return the whole table as text, hands too, print it, or do nothing, by `render_mode`."""
        game = self._begun().game
        if self.render_mode == "human":
            print(game, end="\n\n")
        return str(game) if self.render_mode == "ansi" else None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
