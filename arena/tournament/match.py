"""Single matches in this process, without ladder or Ray: for `arena match`, checks and tests."""

from collections.abc import Iterator, Sequence
from itertools import count

from arena.errors import ArenaError
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game import FinishedGame, GameSpec
from arena.referee.seating import Seating
from arena.tournament.deals import Draws, deal_seed, new_secret, seeds_of_game
from arena.tournament.worker import GamePlayer


class MatchVoid(ArenaError):
    """A game could not be played, through the arena's fault."""


def play_match(
    variant: str,
    bots: Sequence[BotSpec],
    matches: int,
    time: TimeControl,
    talk: bool = True,
    seed: int | None = None,
    seating: GamePlayer | None = None,
) -> Iterator[FinishedGame]:
    """The games of as many matches, each as it ends: all rotations of the seats, each dealt anew.

    bots: one for each seat. seed: the same one gives the same deals.
    seating: to keep bots running for longer; else one is made, and closed at the end.
    Raises arena.rules.VariantError, MatchVoid.
    """
    secret = new_secret(seed)
    made = Seating() if seating is None else None
    playing = seating or made
    assert playing is not None
    numbers = count(1)
    try:
        for match in range(matches):
            circle = tuple(Draws(secret, "circle", match).shuffled(bots))
            hashes = [bot.hash for bot in circle]
            for rotation in range(len(circle)):
                played = playing.play(
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
    finally:
        if made:
            made.close()
