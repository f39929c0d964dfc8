"""Granting a bot what it asks for, or less."""

from dataclasses import replace

from arena.errors import ArenaError, UsageError
from arena.referee.bot import BotSpec
from arena.sandbox.needs import LIMITS, Needs


def granted(bot: BotSpec, cap: Needs) -> BotSpec:
    """The bot with no more than it may use. Raises ArenaError if it cannot play without more."""
    if bot.needs.model and cap.model and not bot.model:
        raise UsageError(nameless(bot.name))
    if why := lacks(bot.needs, cap):
        raise ArenaError(f"{bot.name} {why}")
    return replace(bot, needs=bot.needs.capped(cap))


def on_trial(bot: BotSpec, cap: Needs) -> BotSpec:
    """The bot for a check; one that asks a language model is tried with one that says nothing.

    Raises ArenaError if it cannot play without more than it may use.
    """
    able = granted(replace(bot, needs=replace(bot.needs, model=False)), cap)
    return replace(able, needs=replace(able.needs, model=bot.needs.model))


def nameless(name: str) -> str:
    """Say of a bot that asks a model, but was named without one, how it is named."""
    return f"{name} plays with a language model. Name one of yours, as in {name}@small."


def lacks(needs: Needs, cap: Needs) -> str:
    """Say what a bot asks for and is not granted, with the way out; nothing if it has all."""
    asks, options = [], []
    if needs.network and not cap.network:
        asks.append("the network")
        options.append("--allow-network")
    if missing := [name for name in needs.pass_env if name not in cap.pass_env]:
        asks.append(f"{', '.join(missing)} from your environment")
        options.append(f"--allow-env {','.join(needs.pass_env)}")
    if needs.model and not cap.model:
        asks.append("a language model")
        options.append("--models models.toml")
    if not asks:
        return ""
    return f"asks for {' and '.join(asks)}, and plays only with {' '.join(options)}."


def held_to(needs: Needs, cap: Needs) -> str:
    """Say what a bot asks for and is granted less of, with the way out; nothing if it has all."""
    given = needs.capped(cap)
    short = [
        (word, getattr(needs, key), getattr(given, key))
        for word, key in LIMITS.items()
        if getattr(needs, key) > getattr(given, key)
    ]
    if not short:
        return ""
    asks = ", ".join(f"{word}={asked}" for word, asked, _ in short)
    gets = ", ".join(f"{word}={got}" for word, _, got in short)
    return f"asks for {asks}, and gets {gets}. To give it more: --limits {asks.replace(' ', '')}"
