"""All seats of a game, one after the other: a PettingZoo environment (AEC).

An agent is shown `observation`, a row of bytes whose parts `env.unwrapped.rows.parts` names, and
`action_mask`; `env.unwrapped.actions.names` names the actions. A masked action is not an error: the
safest is played instead, and the agent's info says so in `masked`.
"""

from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from arena.env.spaces import Learning, Observation, observation, observation_space, parse_options
from arena.env.table import Table


def env(**options: Any) -> Any:
    """Return the environment of `raw_env` in the usual wrapper, which reports misuse."""
    return wrappers.OrderEnforcingWrapper(raw_env(**options))


class raw_env(Learning, AECEnv):  # type: ignore[misc]
    """One game after another; agents are "seat_0" and so on, and seat 0 begins."""

    metadata: ClassVar[dict[str, Any]] = Learning.metadata | {
        "name": "bohnanza_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        variant: str = "anniversary",
        players: int = 4,
        wants: Iterable[str] = (),
        reward: str = "places",
        render_mode: str | None = None,
    ) -> None:
        """Make the environment.

        Args:
            variant: The game with its expansions and options.
            players: The number of seats.
            wants: A list of wishes of all seats, as in the protocol.
            reward: Given at the end: "places", from -1 (behind all others) to 1, or "coins", a
                seat's own less the mean of the others'.
            render_mode: "ansi" to return the table as text, "human" to print it, or None.

        Raises:
            VariantError: The variant does not exist, or not for that many players.
            ValueError: A wish, the reward or the way to render does not exist.
        """
        super().__init__()
        self._learn(variant, players, wants, reward, render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            each: observation_space(self.rows) for each in self.possible_agents
        }
        self.action_spaces = {
            each: spaces.Discrete(len(self.actions)) for each in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """Return the space of observations, one object for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of actions, alike for all agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; a seed fixes it and those that follow without one.

        With `options={"game": game}` it goes on from that game instead.
        """
        if seed is not None:
            self._chance = Random(seed)
        dealt = self.book.start(self._chance.randbytes(16), [self._wants] * self.book.players)
        # PettingZoo wants other options to be passed over.
        _, begun = parse_options(self.book, {"game": (options or {}).get("game")})
        game = dealt if begun is None else begun.copy()
        self.table = Table(self.actions, game)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.seat]
        self._show()

    def observe(self, agent: str) -> Observation:
        """Return the agent's observation, even while it does not act."""
        return observation(self.rows, self.table, self._seat[agent])

    def step(self, action: int | None) -> None:
        """Let the selected agent act; with None, once the game is over, it leaves."""
        agent = self.agent_selection
        if action is None or self.terminations[agent]:
            self._was_dead_step(action)
            return
        table = self.table
        masked = table.masked
        table.step(action)
        self.infos[agent] = {"masked": True} if table.masked > masked else {}
        self._show()
        if table.seat >= 0:
            self.agent_selection = self.possible_agents[table.seat]
            return
        scores = table.game.result.scores
        earned = self._reward(table.game)
        # Only the end is rewarded, so what PettingZoo would accumulate is that one reward.
        for each, coins, reward in zip(self.possible_agents, scores, earned, strict=True):
            self.rewards[each] = self._cumulative_rewards[each] = reward
            self.terminations[each] = True
            self.infos[each] = self.infos[each] | {"coins": coins}
        self.agent_selection = self.agents[0]

    def close(self) -> None:
        """No-op: nothing is held open."""
