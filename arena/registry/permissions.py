"""Permissions: what a bot asks for, held against the most that the operator allows."""

from dataclasses import replace

from arena.errors import ArenaError, UsageError
from arena.referee.bot import BotSpec
from arena.sandbox.needs import LIMITS, Needs


def granted(bot: BotSpec, cap: Needs) -> BotSpec:
    """Return the bot limited to `cap`. Raises ArenaError if it cannot play with that."""
    if bot.needs.model and cap.model and not bot.model:
        raise UsageError(name_a_model(bot.name))
    if why := missing_permissions(bot.needs, cap):
        raise ArenaError(f"{bot.name} {why}")
    return replace(bot, needs=bot.needs.capped(cap))


def on_trial(bot: BotSpec, cap: Needs) -> BotSpec:
    """Return the bot limited to `cap`, for its check.

    A bot that asks a language model is checked without one: its questions get no answers. Raises
    ArenaError if it cannot play with what `cap` allows.
    """
    able = granted(replace(bot, needs=replace(bot.needs, model=False)), cap)
    return replace(able, needs=replace(able.needs, model=bot.needs.model))


def name_a_model(name: str) -> str:
    """Return the message for a bot that needs a language model but was named without one."""
    return f"{name} plays with a language model. Name one of yours, as in {name}@small."


def missing_permissions(needs: Needs, cap: Needs) -> str:
    """Say which permissions a bot lacks and which options grant them; "" if it lacks none."""
    options = {}
    if needs.network and not cap.network:
        options["the network"] = "--allow-network"
    if missing := [name for name in needs.pass_env if name not in cap.pass_env]:
        # All of them, as one --allow-env takes the place of another.
        named = f"{', '.join(missing)} from your environment"
        options[named] = f"--allow-env {','.join(needs.pass_env)}"
    if needs.model and not cap.model:
        options["a language model"] = "--models models.toml"
    if not options:
        return ""
    return f"asks for {' and '.join(options)}, and plays only with {' '.join(options.values())}."


def reduced_limits(needs: Needs, cap: Needs) -> str:
    """Say which limits a bot gets less of than it asks for, with the way out; "" if none."""
    capped = needs.capped(cap)
    short = [
        (word, getattr(needs, key), getattr(capped, key))
        for word, key in LIMITS.items()
        if getattr(needs, key) > getattr(capped, key)
    ]
    if not short:
        return ""
    asks = ", ".join(f"{word}={asked}" for word, asked, _ in short)
    gets = ", ".join(f"{word}={got}" for word, _, got in short)
    return f"asks for {asks}, and gets {gets}. To give it more: --limits {asks.replace(' ', '')}"
