"""Stand-ins for the table and the worker pool, so that tournaments are played in no time."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import blake2b

import pytest

from arena.referee.bot import BotSpec
from arena.referee.game_types import FinishedGame, GameSpec, SeatPlayed
from arena.tournament.lifecycle import play
from arena.tournament.worker import Chunk, MakePlayer, Worker, make_seating
from ladder.database.store import Bot


def spec_of(bot: Bot) -> BotSpec:
    """A bot that nobody will start."""
    return BotSpec(bot.name, bot.version, bot.hash, ("true",), "/")


class FakePlayer:
    """Rolls scores from the deal, the bots and their seeds."""

    def __init__(self, clumsy: str = "") -> None:
        """clumsy: the name of a bot that makes a fault in every game."""
        self._clumsy = clumsy

    def play(self, spec: GameSpec) -> FinishedGame:
        """The same spec has the same result, and seats matter."""
        scores = tuple(
            blake2b(spec.seed + f"{bot.name} {seed} {seat}".encode()).digest()[0] % 12
            for seat, (bot, seed) in enumerate(zip(spec.bots, spec.bot_seeds, strict=True))
        )
        seats = tuple(
            SeatPlayed(decisions=10, faults={"late": 1} if bot.name == self._clumsy else {})
            for bot in spec.bots
        )
        return ended(spec, scores, seats)

    def close(self) -> None:
        """Nothing to end."""


def ended(spec: GameSpec, scores: tuple[int, ...], seats: tuple[SeatPlayed, ...]) -> FinishedGame:
    """The game with these scores, and the places that follow from them."""
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return FinishedGame(spec, {"seed": spec.seed.hex()}, scores, places, winners, seats)


def rolled_games(patch: pytest.MonkeyPatch) -> None:
    """Let the commands roll the results of their games."""
    fake = partial(play, make_worker_pool=lambda options: InProcessPool(FakePlayer))
    patch.setattr("arena.cli.tournaments.run.play", fake)


class Slow(FakePlayer):
    """Takes some time over a game, so that there is something to kill."""

    def play(self, spec: GameSpec) -> FinishedGame:
        time.sleep(0.02)
        return super().play(spec)


class InProcessPool:
    """A worker pool with one worker, in this process."""

    size = 1

    def __init__(self, make_player: MakePlayer = make_seating) -> None:
        self._worker = Worker(make_player)
        self._given: list[tuple[GameSpec, ...]] = []

    def load(self, worker: int) -> int:
        """Return the number of chunks given since the last `wait`."""
        return len(self._given)

    def kind(self, worker: int) -> str:
        """Return "": there is only this machine."""
        return ""

    def able(self, worker: int, bots: Sequence[BotSpec]) -> bool:
        """Return True: there is only this machine."""
        return True

    def give(self, worker: int, games: Sequence[GameSpec]) -> None:
        """Put the games aside until `wait`."""
        self._given.append(tuple(games))

    def wait(self, timeout: float) -> list[Chunk]:
        """Play the games that were given."""
        chunks, self._given = self._given, []
        return [Chunk(0, games, self._worker.play(games)) for games in chunks]

    def close(self, drop: bool) -> None:
        """End the bots."""
        self._worker.close()


class OneByOne(InProcessPool):
    """Brings its games one by one, so that something can happen between any two."""

    def wait(self, timeout: float) -> list[Chunk]:
        if not self._given:
            return []
        game, *others = self._given.pop(0)
        if others:
            self._given.insert(0, tuple(others))
        return [Chunk(0, (game,), self._worker.play((game,)))]


class FragilePool(InProcessPool):
    """A worker pool that loses every chunk for which `dies` says so, before it ends."""

    def __init__(self, dies: Callable[[Sequence[GameSpec]], bool]) -> None:
        super().__init__(FakePlayer)
        self._dies = dies
        self.chunks: list[tuple[GameSpec, ...]] = []

    def give(self, worker: int, games: Sequence[GameSpec]) -> None:
        self.chunks.append(tuple(games))
        super().give(worker, games)

    def wait(self, timeout: float) -> list[Chunk]:
        return [
            Chunk(chunk.worker, chunk.games, lost="killed", running=True)
            if self._dies(chunk.games)
            else chunk
            for chunk in super().wait(timeout)
        ]
