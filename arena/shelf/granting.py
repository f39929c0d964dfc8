"""What a bot asks for and what it is given."""

from dataclasses import replace

from arena.errors import ArenaError
from arena.referee.bot import BotSpec
from arena.sandbox.needs import Needs


def granted(bot: BotSpec, cap: Needs) -> BotSpec:
    """The bot with no more than it may use. Raises ArenaError if it cannot play without more."""
    if why := lacks(bot.needs, cap):
        raise ArenaError(f"{bot.name} {why}")
    return replace(bot, needs=bot.needs.capped(cap))


def lacks(needs: Needs, cap: Needs) -> str:
    """What a bot asks for and is not given, with the way out; nothing if it is given all."""
    if needs.network and not cap.network:
        return "uses the network, and plays only with --allow-network."
    missing = [name for name in needs.pass_env if name not in cap.pass_env]
    if missing:
        return (
            f"asks for {', '.join(missing)} of your environment, and plays only with "
            f"--allow-env {','.join(needs.pass_env)}."
        )
    return ""
