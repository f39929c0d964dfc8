"""One seat against bundled bots: the Gymnasium environment "Bohnanza-v0".

Make it with `gymnasium.make("Bohnanza-v0", …)` after `import arena.env`; `gymnasium.make_vec` plays
several at once, with `vectorization_mode="async"` on all cores.

An opponent is a bundled bot written in Python, played in this process, the folder of a bot in any
language, or a function from an observation to an action, such as a trained net. Bots are asked in
the protocol, as by the referee, but without a clock or a sandbox; if an answer is refused, the
safest choice is played. `sensible` is played by `arena.rules.Sensible`.
"""

import shlex
import subprocess
import tomllib
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any, SupportsIndex

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
from arena.env.spaces import Learning, Observation, observation, observation_space, parse_options
from arena.env.table import Table
from arena.rules import Choice, Game, Rulebook, Sensible
from protocol.messages import parse_ready, wishes

Policy = Callable[[Observation], SupportsIndex]
"""A function from an observation, with its mask, to the number of an action."""


class BohnanzaEnv(Learning, gymnasium.Env):  # type: ignore[misc]
    """Game after game in one seat, by default drawn by lot.

    Observations and actions are as in `bohnanza_v0`.
    """

    def __init__(
        self,
        variant: str = "anniversary",
        players: int = 4,
        opponents: Sequence[str | Policy | PathLike[str]] = ("sensible",),
        wants: Iterable[str] = (),
        reward: str = "places",
        render_mode: str | None = None,
        seat: int | None = None,
    ) -> None:
        """Make the environment.

        Args:
            variant: The game with its expansions and options.
            players: The number of seats.
            opponents: All opponents, clockwise from the learner, or one for all: the name of a
                bundled bot, a bot's folder as a `Path`, or a function that is given an observation
                and returns an action.
            wants: The learner's wishes, as for `bohnanza_v0`.
            reward: As for `bohnanza_v0`.
            render_mode: "ansi" to return the table as text, "human" to print it, or None.
            seat: The learner's seat in each game; None to draw it.

        Raises:
            VariantError: The variant does not exist, or not for that many players.
            ValueError: An opponent, a wish, the reward, the seat or the way to render does not
                exist.
        """
        self._learn(variant, players, wants, reward, render_mode)
        names = [*opponents] * (players - 1 if len(opponents) == 1 else 1)
        if isinstance(opponents, str) or len(names) != players - 1:
            raise ValueError(f"opponents is a list of {players - 1} names, or of one for all.")
        self._players = [opponent(name) for name in names]
        self._talk = any(isinstance(player, BundledOpponent) for player in self._players)
        self._seat = None if seat is None else self.book.seat_of(seat)
        self.observation_space = observation_space(self.rows)
        self.action_space = spaces.Discrete(len(self.actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game, and let the others play until the learner is asked.

        Args:
            seed: Fixes this game and those that follow without one.
            options: For this game, the learner's `seat`, and a `game` to go on from instead of a
                new one.

        Raises:
            ValueError: An option does not exist, or its value does not fit.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._chance = Random(seed)
        chosen, begun = parse_options(self.book, options, self._seat)
        players, chance = self.book.players, self._chance
        while True:  # until a game in which the learner is asked anything
            drawn = chance.randrange(players)
            self.seat = drawn if chosen is None else chosen
            dealt = self.book.start(chance.randbytes(16))
            game = dealt if begun is None else begun.copy()
            game.wish(self.seat, self._wants)
            self.table = Table(self.actions, game)
            seats = [(self.seat + distance) % players for distance in range(1, players)]
            self._opponents = dict(zip(seats, self._players, strict=True))
            self._untold: list[list[str]] = [[] for _ in range(players)]
            for seat, player in self._opponents.items():
                player.begin(self.book, game, seat, chance.randrange(2**53))
            self._play_on()
            if not game.over:
                self._show()
                return self._observe(), {"seat": self.seat}
            if begun is not None and chosen is not None:
                raise ValueError(f"Seat {chosen} is not asked again before this game ends.")

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act, and let the others play until the learner is asked again or the game is over."""
        table = self._begun()
        game, masked = table.game, table.masked
        table.step(action)
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
        self._show()
        return self._observe(), reward, game.over, False, info

    def action_masks(self) -> Any:
        """Return the mask of legal actions, as learners with masks ask for it."""
        self._begun()
        return self._observe()["action_mask"]

    def close(self) -> None:
        """End the programs of opponents."""
        for player in self._players:
            player.close()

    def _play_on(self) -> None:
        table = self.table
        game = table.game
        while game.asked and game.asked[0] != self.seat:
            seat = game.asked[0]
            player = self._opponents[seat]
            if isinstance(player, PolicyOpponent):
                table.step(player.policy(observation(self.rows, table, seat)))
                if not table.acted:
                    continue
            else:
                events, self._untold[seat] = self._untold[seat], []
                table.play(player.choose(game, seat, events))
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


class _Opponent:
    """A player in one seat."""

    def begin(self, book: Rulebook, game: Game, seat: int, seed: int) -> None:
        """Begin a game, of which it may be told nothing."""

    def choose(self, game: Game, seat: int, events: Sequence[str]) -> Choice:
        """Return its choice; `events` are those since its last question, as texts."""
        raise NotImplementedError

    def close(self) -> None:
        """End what is held open, if anything is."""


class SensibleOpponent(_Opponent):
    """The player `sensible` in one seat."""

    def begin(self, book: Rulebook, game: Game, seat: int, seed: int) -> None:
        """Begin a game."""
        self._player = Sensible(book)

    def choose(self, game: Game, seat: int, events: Sequence[str]) -> Choice:
        """Return its choice."""
        return self._player.choose(game, seat)


class PolicyOpponent(_Opponent):
    """A function in one seat, which is asked for one action after the other."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy


class BundledOpponent(_Opponent):
    """A bundled bot in one seat."""

    _bot: Any = None

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

    def _new(self) -> Any:
        return self._kind()

    def begin(self, book: Rulebook, game: Game, seat: int, seed: int) -> None:
        """Begin a game with a new bot."""
        self.close()
        self._bot = self._new()  # new: a seed must fix a game, whatever was played before
        ready = parse_ready(self._bot.receive(lines.hello()).encode())
        game.wish(seat, wishes(ready.wants))
        start: Any = lines.game_start(book, seat, CLOCK, seed, True)
        # As it would arrive at a program: lists where the arena has tuples, and all its own.
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


class Program:
    """A bot's program, as it is asked in the protocol."""

    def __init__(self, command: str, folder: Path) -> None:
        self._process = subprocess.Popen(
            shlex.split(command),
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def receive(self, message: dict[str, Any]) -> str:
        """Tell it a message, and return the answer if the message asks for one."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(orjson.dumps(message).decode() + "\n")
        self._process.stdin.flush()
        if message["type"] not in ("hello", "decide"):
            return ""
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("A bot has ended in the middle of a game: try `arena check` on it.")
        return line.strip()

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()


class FolderOpponent(BundledOpponent):
    """A bot in a folder, as a program of its own, without a sandbox."""

    def __init__(self, folder: Path) -> None:
        try:
            manifest = tomllib.loads((folder / "bot.toml").read_text("utf-8"))
            self._command, self._folder = manifest["command"], folder
        except (OSError, ValueError, KeyError) as error:
            raise ValueError(f"{folder} has no bot.toml with a command: {error}.") from None

    def _new(self) -> Program:
        return Program(self._command, self._folder)

    def close(self) -> None:
        """End its program."""
        if self._bot is not None:
            self._bot.close()
        self._bot = None

    def __getstate__(self) -> dict[str, Any]:
        if self._bot is not None:
            raise TypeError("A bot's program cannot be copied in the middle of a game.")
        return vars(self)


def opponent(name: str | Policy | PathLike[str]) -> _Opponent:
    """Return a player by name, folder or function.

    Raises:
        ValueError: It cannot be played here.
    """
    if callable(name):
        return PolicyOpponent(name)
    if not isinstance(name, str):
        return FolderOpponent(Path(name))
    if name == "sensible":
        return SensibleOpponent()
    if name not in programs():
        known = ", ".join(["sensible", *programs()])
        raise ValueError(
            f"There is no opponent {name!r:.40} that can play in this process; choose from {known}."
        )
    return BundledOpponent(name)
