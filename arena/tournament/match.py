"""Single matches, played without a ladder: for `arena match` and tests."""

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import Any

from arena.errors import ArenaError
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game_types import FinishedGame, GameSpec
from arena.text.phrases import first_line
from arena.tournament.deals import Draws, deal_seed, new_secret, seeds_of_game
from arena.tournament.process_pool import ProcessPool
from arena.tournament.worker import MakePlayer

Play = Callable[[Iterable[GameSpec]], Iterable[FinishedGame]]
"""Plays games, and returns each in its turn."""
Short = Callable[[Collection[str]], str | None]
"""Says why no game may begin beside those that run, by id; "" if one may, None if it is unknown."""


class MatchVoid(ArenaError):
    """A game could not be played: through the arena's own fault, or for want of money."""


def play_match(
    variant: str,
    bots: Sequence[BotSpec],
    matches: int,
    time: TimeControl,
    play: Play,
    talk: bool = True,
    seed: int | None = None,
) -> Generator[FinishedGame, None, None]:
    """Yield the games in turn: for each match all rotations of the seats, each on a new deal.

    Args:
        variant: The game.
        bots: One for each seat.
        matches: The number of matches.
        time: The bots' time control.
        play: Plays the games.
        talk: Whether bots may talk.
        seed: Makes the deals reproducible.

    Raises:
        VariantError: There is no such game.
        MatchVoid: A game could not be played.
    """
    for played in play(_specs(variant, bots, matches, time, talk, new_secret(seed))):
        if played.void:
            raise MatchVoid(played.void)
        yield played


def _specs(
    variant: str,
    bots: Sequence[BotSpec],
    matches: int,
    time: TimeControl,
    talk: bool,
    secret: bytes,
) -> Iterator[GameSpec]:
    for match in range(matches):
        circle = tuple(Draws(secret, "circle", match).shuffled(bots))
        hashes = [bot.hash for bot in circle]
        for rotation in range(len(circle)):
            yield GameSpec(
                id=str(1 + match * len(circle) + rotation),
                variant=variant,
                players=len(circle),
                seed=deal_seed(secret, match, rotation),
                bots=circle[rotation:] + circle[:rotation],
                bot_seeds=seeds_of_game(secret, match, hashes, rotation, rotation, swapped=False),
                time=time,
                talk=talk,
            )


def one_by_one(make: MakePlayer, specs: Iterable[GameSpec]) -> Iterator[FinishedGame]:
    """Play games in this process, each as it is asked for."""
    with closing(make()) as player:
        yield from map(player.play, specs)


def side_by_side(
    make: MakePlayer, most: int, short: Short, specs: Iterable[GameSpec]
) -> Iterator[FinishedGame]:
    """Play up to `most` games at once, each in a process of its own, and yield them in turn."""
    games, running, done = [*specs], set[str](), dict[str, FinishedGame]()
    begun = yielded = 0
    pool = ProcessPool(min(most, len(games)), partial(_Player, make))
    try:
        while yielded < len(games):
            for worker in range(pool.size):
                if begun == len(games) or pool.load(worker):
                    continue
                why = short(running) if begun else ""  # one is played, however little may be spent
                # Those that run may cost less than expected: only without any is it final.
                if running and why != "":
                    break
                if why:
                    raise MatchVoid(why)
                running.add(games[begun].id)
                pool.give(worker, games[begun : begun + 1])
                begun += 1
            for chunk in pool.wait(0.2):
                if chunk.lost:
                    raise MatchVoid(f"The worker of a game was lost: {first_line(chunk.lost)}.")
                played: Any = chunk.outcomes
                done |= {each.spec.id: each for each in played}
                running -= done.keys()
            # In turn, whichever ends first: what is printed and kept depends on no bot's speed.
            while yielded < begun and games[yielded].id in done:
                yield done.pop(games[yielded].id)
                yielded += 1
    finally:
        # Somebody who stops reading does not wait for games that nobody will see.
        pool.close(drop=yielded < len(games))


class _Player:
    """The work of such a process."""

    def __init__(self, make: MakePlayer) -> None:
        self._player = make()

    def play(self, games: Sequence[GameSpec]) -> tuple[FinishedGame, ...]:
        """Play the games, and return them whole."""
        return tuple(map(self._player.play, games))

    def close(self) -> None:
        """End the bots."""
        self._player.close()
