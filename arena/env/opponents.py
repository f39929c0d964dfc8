"""One seat against bundled bots: the Gymnasium environment "Bohnanza-v0".

Make it with `gymnasium.make("Bohnanza-v0", …)` after `import arena.env`; `gymnasium.make_vec` plays
several at once, with `vectorization_mode="async"` on all cores.

The opponents are the bundled bots written in Python, played in this process. They are asked in the
protocol, as by the referee, but without a process and a clock; if an answer is refused, the safest
choice is played. `sensible` is played by `arena.rules.Sensible`.
"""

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

import gymnasium
import numpy as np
import orjson
from gymnasium import spaces

from arena.source import in_the_way

# Before the imports below, which would take a `protocol` beside a user's script for the arena's.
if other := in_the_way():
    raise ImportError(other)

from arena.codec import ChoiceRefused, lines, parse_answer, reader, writer
from arena.env import bundled
from arena.env.rows import rows
from arena.env.spaces import (
    Observation,
    in_words,
    observation,
    observation_space,
    parse_wishes,
    reward_named,
)
from arena.env.table import Table
from arena.rules import Choice, Game, Rulebook, Sensible, compile_rulebook
from protocol.messages import parse_ready, wishes


class BohnanzaEnv(gymnasium.Env):  # type: ignore[misc]
    """Game after game in a seat drawn by lot.

    Observations and actions are as in `bohnanza_v0`.
    """

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
        """Make the environment.

        Args:
            variant: The game with its expansions and options.
            players: The number of seats.
            opponents: The names of all opponents, clockwise from the learner, or one for all.
            wants: The learner's wishes, as for `bohnanza_v0`.
            reward: As for `bohnanza_v0`.
            render_mode: "ansi" or None.

        Raises:
            VariantError: The variant does not exist, or not for that many players.
            ValueError: An opponent, a wish or the reward does not exist.
        """
        self.book = compile_rulebook(variant, players)
        names = [*opponents] * (players - 1 if len(opponents) == 1 else 1)
        if isinstance(opponents, str) or len(names) != players - 1:
            raise ValueError(f"opponents is a list of {players - 1} names, or of one for all.")
        self._players = [opponent(name) for name in names]
        self._talk = any(isinstance(player, BundledOpponent) for player in self._players)
        self._wants = parse_wishes(wants)
        self._reward = reward_named(reward)
        self.render_mode = render_mode
        self.rows = rows(self.book)
        self.actions = self.rows.actions
        self.observation_space = observation_space(self.rows)
        self.action_space = spaces.Discrete(len(self.actions))
        self._chance = Random()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game, and let the others play until the learner is asked."""
        super().reset(seed=seed)
        if seed is not None:
            self._chance = Random(seed)
        players, chance = self.book.players, self._chance
        while True:  # until a game in which the learner is asked anything
            self.seat = chance.randrange(players)
            game = self.book.start(chance.randbytes(16))
            game.wish(self.seat, self._wants)
            self.table = Table(self.actions, game)
            seats = [(self.seat + distance) % players for distance in range(1, players)]
            self._opponents = dict(zip(seats, self._players, strict=True))
            self._untold: list[list[str]] = [[] for _ in range(players)]
            for seat, player in self._opponents.items():
                player.begin(self.book, game, seat, chance.randrange(2**53))
            self._play_on()
            if not game.over:
                return self._observe(), {"seat": self.seat}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act, and let the others play until the learner is asked again or the game is over."""
        table = self.table
        game, masked = table.game, table.masked
        table.step(int(action))
        if table.acted:
            self._hear()
            self._play_on()
        info: dict[str, Any] = {"seat": self.seat}
        if table.masked > masked:
            info["masked"] = True
        reward = 0.0
        if game.over:
            info["coins"] = game.result.scores
            reward = self._reward(game)[self.seat]
        return self._observe(), reward, game.over, False, info

    def action_masks(self) -> Any:
        """Return the mask of legal actions, as learners with masks ask for it."""
        return self._observe()["action_mask"]

    def render(self) -> str | None:
        """Return the fields of all seats as text, or None without a render mode."""
        return in_words(self.table) if self.render_mode == "ansi" else None

    def _play_on(self) -> None:
        game = self.table.game
        while game.asked and game.asked[0] != self.seat:
            seat = game.asked[0]
            events, self._untold[seat] = self._untold[seat], []
            self.table.play(self._opponents[seat].choose(game, seat, events))
            self._hear()

    def _hear(self) -> None:
        """Keep what has just happened for each opponent until its next question."""
        events = self.table.game.told
        if self._talk and events:
            for untold, news in zip(self._untold, writer(self.book).events(events), strict=True):
                untold += news

    def _observe(self) -> Observation:
        seen = observation(self.rows, self.table, self.seat)
        if self.table.game.over:  # vector environments sample from it once more: any mask will do
            seen["action_mask"] = np.ones_like(seen["action_mask"])
        return seen


CLOCK = {"bank_ms": 10_000, "increment_ms": 100, "limit_ms": 2_000}
"""The clock that opponents are told of, which never runs: the standard one."""


@cache
def programs() -> dict[str, str]:
    """Return the modules of the bundled bots in Python that can be played here, by name.

    Bots that ask a language model are left out.
    """
    files = sorted(bundled.FOLDER.glob("*.toml"))
    manifests = [tomllib.loads(file.read_text("utf-8")) for file in files]
    return {
        each["name"]: f"{bundled.__name__}.{each['command'].split()[-1].removesuffix('.py')}"
        for each in manifests
        if not each.get("model")
    }


class SensibleOpponent:
    """The player `sensible` in one seat."""

    def begin(self, book: Rulebook, game: Game, seat: int, seed: int) -> None:
        """Begin a game."""
        self._player = Sensible(book)

    def choose(self, game: Game, seat: int, events: Sequence[str]) -> Choice:
        """Return its choice; `events` are those since its last question, as texts."""
        return self._player.choose(game, seat)


class BundledOpponent:
    """A bundled bot in one seat."""

    def __init__(self, name: str) -> None:
        module, sdk = import_module(programs()[name]), import_module(f"{bundled.__name__}.bohnanza")
        # The bot is the module's one class that plays; it may import others, to build on them.
        (self._kind,) = [
            each
            for each in vars(module).values()
            if isinstance(each, type)
            and issubclass(each, sdk.Bot)
            and each.__module__ == module.__name__
        ]

    def begin(self, book: Rulebook, game: Game, seat: int, seed: int) -> None:
        """Begin a game with a new bot."""
        self._bot: Any = self._kind()  # new: a seed must fix a game, whatever was played before
        ready = parse_ready(self._bot.receive(lines.hello()).encode())
        game.wish(seat, wishes(ready.wants))
        start = lines.game_start(book, seat, CLOCK, seed, True)
        self._bot.receive(orjson.loads(orjson.dumps(start)))
        self._number = 0

    def choose(self, game: Game, seat: int, events: Sequence[str]) -> Choice:
        """Return its choice; `events` are those since its last question, as texts."""
        decision = next(each for each in game.decisions if each.seat == seat)
        question = writer(game.book).question(game, decision)
        self._number += 1
        line = lines.decide(self._number, question, events, CLOCK["bank_ms"], CLOCK["limit_ms"])
        _, answer, _, wants, _ = parse_answer(self._bot.receive(orjson.loads(line)).encode())
        if wants is not None:
            game.wish(seat, wants)
        try:
            return reader(game.book).read(game, seat, question.choices, answer)
        except ChoiceRefused:
            return question.choices[0]


Opponent = SensibleOpponent | BundledOpponent


def opponent(name: str) -> Opponent:
    """Return a player by name.

    Raises:
        ValueError: It cannot be played here.
    """
    if name == "sensible":
        return SensibleOpponent()
    if name not in programs():
        known = ", ".join(["sensible", *programs()])
        raise ValueError(
            f"There is no opponent {name!r:.40} that can play in this process; choose from {known}."
        )
    return BundledOpponent(name)
