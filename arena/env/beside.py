"""One seat beside bundled bots: the Gymnasium environment "Bohnanza-v0".

Made by `gymnasium.make("Bohnanza-v0", …)` after `import arena.env`; `gymnasium.make_vec` plays
several at once, with `vectorization_mode="async"` on all cores.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import gymnasium
from gymnasium import spaces

from arena.env.opponents import Others, opponent
from arena.env.rewards import reward_named
from arena.env.rows import rows
from arena.env.spaces import Shown, in_words, shown, shown_space
from arena.env.table import Table
from arena.rules import compile_rulebook


class Beside(gymnasium.Env):  # type: ignore[misc]
    """Game after game in a seat drawn by lot. What is shown and done is as in `bohnanza_v0`."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(
        self,
        variant: str = "anniversary",
        players: int = 4,
        opponents: Sequence[str] = ("sensible",),
        wants: Iterable[str] = (),
        reward: str = "places",
        render_mode: str | None = None,
    ) -> None:
        """Make it. Raises VariantError, or ValueError for what else does not exist.

        `opponents`: names, of all the others in their order from the own seat, or one for all;
        `wants`: wishes of the own seat; `reward`: as for `bohnanza_v0`.
        """
        self.book = compile_rulebook(variant, players)
        names = [*opponents] * (players - 1 if len(opponents) == 1 else 1)
        if isinstance(opponents, str) or len(names) != players - 1:
            raise ValueError(f"opponents: a list of {players - 1} names, or of one for all.")
        self._opponents = [opponent(name) for name in names]
        self._wants = tuple(wants)
        self.book.start(b"", [self._wants] * players)  # refuses what nobody can wish
        self._reward = reward_named(reward)
        self.render_mode = render_mode
        self.rows = rows(self.book)
        self.actions = self.rows.actions
        self.observation_space = shown_space(self.rows)
        self.action_space = spaces.Discrete(len(self.actions))
        self._chance = Random()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Shown, dict[str, Any]]:
        """Deal a new game, and let the others play until the own seat is asked."""
        super().reset(seed=seed)
        if seed is not None:
            self._chance = Random(seed)
        players, chance = self.book.players, self._chance
        while True:
            self.seat = chance.randrange(players)
            game = self.book.start(chance.randbytes(16))
            game.wish(self.seat, self._wants)
            self.table = Table(self.actions, game)
            seats = [(self.seat + distance) % players for distance in range(1, players)]
            self._others = Others(self.book, self._opponents, seats)
            self._others.begin(game, [chance.randrange(2**53) for _ in seats])
            self._play_on()
            if not game.over:
                return self._shown(), {"seat": self.seat}

    def step(self, action: int) -> tuple[Shown, float, bool, bool, dict[str, Any]]:
        """Act, and let the others play until the own seat is asked again, or the game is over."""
        table = self.table
        game, masked = table.game, table.masked
        table.step(int(action))
        if table.acted:
            self._others.hear(game.told)
            self._play_on()
        info: dict[str, Any] = {"seat": self.seat}
        if table.masked > masked:
            info["masked"] = True
        reward = 0.0
        if game.over:
            info["coins"] = game.result.scores
            reward = self._reward(game)[self.seat]
        return self._shown(), reward, game.over, False, info

    def action_masks(self) -> Any:
        """Which actions may be done now, as learners with masks ask for it."""
        return self._shown()["action_mask"]

    def render(self) -> str | None:
        """The fields of all seats, as text."""
        return in_words(self.table) if self.render_mode == "ansi" else None

    def _play_on(self) -> None:
        game = self.table.game
        while game.asked and game.asked[0] != self.seat:
            seat = game.asked[0]
            self.table.play(self._others.choose(game, seat))
            self._others.hear(game.told)

    def _shown(self) -> Shown:
        return shown(self.rows, self.table, self.seat)
