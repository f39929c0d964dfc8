"""Single matches in this process, without ladder or Ray: for `arena match`, checks and tests."""

from collections.abc import Iterator, Sequence
from itertools import count

from arena.errors import ArenaError
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game import GameSpec, Played
from arena.referee.seating import Seating
from arena.tournament.deals import Draws, bot_seeds, deal_seed, new_secret
from arena.tournament.worker import Player


class MatchVoid(ArenaError):
    """A game could not be played, through the arena's fault."""


def play_match(
    variant: str,
    bots: Sequence[BotSpec],
    deals: int,
    time: TimeControl,
    talk: bool = True,
    seed: int | None = None,
    seating: Player | None = None,
) -> Iterator[Played]:
    """The games of as many matches as deals, each as it ends: all rotations of each deal.

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
        for deal in range(deals):
            circle = tuple(Draws(secret, "circle", deal).shuffled(bots))
            seeds = bot_seeds(secret, deal, [bot.hash for bot in circle])
            for rotation in range(len(circle)):
                played = playing.play(
                    GameSpec(
                        id=str(next(numbers)),
                        variant=variant,
                        players=len(circle),
                        seed=deal_seed(secret, deal),
                        bots=circle[rotation:] + circle[:rotation],
                        bot_seeds=seeds[rotation:] + seeds[:rotation],
                        lane=rotation,
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
