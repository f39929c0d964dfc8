"""`arena bots`, `retire`, `reinstate`, `disown`: the bots of the ladder."""

from pathlib import Path
from typing import Literal

from arena.commands.home import NoHome, opened, reading
from arena.printing.console import print_json, say
from arena.printing.tables import print_table
from arena.registry.bundled import bundled_manifests
from arena.registry.manifest import read_manifest
from arena.registry.owners import disown as set_free
from arena.text import harmless
from arena.text.phrases import listed
from ladder.database.store import Bot
from protocol import Json


def show(home: Path | None, everything: bool, json: bool) -> None:
    """List the bots of the ladder, and the bundled ones that have not played yet."""
    try:
        with reading(home) as store:
            bots = [bot for bot in store.bots() if everything or bot.status != "retired"]
    except NoHome:
        bots = []
    known = {bot.name for bot in bots}
    waiting = [
        read_manifest(file) for name, file in bundled_manifests().items() if name not in known
    ]
    if json:
        fresh = [
            {"name": each.name, "author": each.author, "language": each.language, "bundled": True}
            for each in waiting
        ]
        print_json([bot_data(bot) for bot in bots] + fresh)
        return
    rows = [
        (
            bot.label,
            harmless(bot.language),
            harmless(bot.author),
            bot_status(bot),
            bot.added_at[:10],
        )
        for bot in bots
    ]
    rows += [
        (each.name, each.language, harmless(each.author), "bundled, not yet played", "")
        for each in waiting
    ]
    print_table(("bot", "language", "author", "status", "since"), rows, left=range(5))


def set_status(
    home: Path | None, word: str, status: Literal["active", "retired"], json: bool
) -> None:
    """Retire or reinstate a bot."""
    with opened(home) as (_, store, resolver):
        bot = store.set_status(resolver.find(word, idle=True).id, status)
    if json:
        print_json(bot_data(bot))
    else:
        say(f"{bot.label} is {bot.status}.")


def disown(home: Path | None, word: str, json: bool) -> None:
    """Set a bot free for the author who submits its next version."""
    with opened(home) as (_, store, resolver):
        bot = resolver.find(word, idle=True)
        freed = set_free(store, bot)
        if json:
            print_json([bot_data(store.bot(each.id)) for each in freed])
        elif freed:
            labels = listed([each.label for each in freed])
            say(f"Released: {labels}. The author of the next version will own it.")
        else:
            say(f"{bot.name} has no owner; the author of the next version will own it.")


def bot_status(bot: Bot) -> str:
    bundled = "bundled, " if bot.bundled else ""
    reason = f" ({harmless(bot.reason)})" if bot.reason else ""
    return f"{bundled}{bot.status}{reason}"


def bot_data(bot: Bot) -> Json:
    names = ("name", "version", "author", "language", "status", "reason", "hash", "owner")
    return {name: getattr(bot, name) for name in (*names, "added_at", "bundled")}
