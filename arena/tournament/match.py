"""Single matches, played in this process without a ladder: for `arena match` and tests."""

from collections.abc import Iterator, Sequence
from itertools import count

from arena.errors import ArenaError
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game_spec import FinishedGame, GameSpec
from arena.tournament.deals import Draws, deal_seed, new_secret, seeds_of_game
from arena.tournament.worker import GamePlayer


class MatchVoid(ArenaError):
    """A game could not be played, through the arena's own fault."""


def play_match(
    variant: str,
    bots: Sequence[BotSpec],
    matches: int,
    time: TimeControl,
    seating: GamePlayer,
    talk: bool = True,
    seed: int | None = None,
) -> Iterator[FinishedGame]:
    """Yield each game as it ends: for each match all rotations of the seats, each on a new deal.

    Args:
        variant: The game.
        bots: One for each seat.
        matches: The number of matches.
        time: The bots' time control.
        seating: Plays the games, and keeps its bots running afterwards.
        talk: Whether bots may talk.
        seed: Makes the deals reproducible.

    Raises:
        VariantError: There is no such game.
        MatchVoid: A game could not be played.
    """
    secret = new_secret(seed)
    numbers = count(1)
    for match in range(matches):
        circle = tuple(Draws(secret, "circle", match).shuffled(bots))
        hashes = [bot.hash for bot in circle]
        for rotation in range(len(circle)):
            played = seating.play(
                GameSpec(
                    id=str(next(numbers)),
                    variant=variant,
                    players=len(circle),
                    seed=deal_seed(secret, match, rotation),
                    bots=circle[rotation:] + circle[:rotation],
                    bot_seeds=seeds_of_game(
                        secret, match, hashes, rotation, rotation, swapped=False
                    ),
                    time=time,
                    talk=talk,
                )
            )
            if played.void:
                raise MatchVoid(played.void)
            yield played
