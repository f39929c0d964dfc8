"""A game between scripts: the same deal each time, for players that are no processes."""

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game import GameSpec


def one_game(bot: BotSpec, seats: int, time: TimeControl) -> GameSpec:
    """Anniversary, with the same bot in each seat."""
    return GameSpec(
        id="",
        variant="anniversary",
        players=seats,
        seed=b"a deal",
        bots=(bot,) * seats,
        bot_seeds=(0,) * seats,
        time=time,
    )
