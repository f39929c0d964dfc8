"""`arena bots`, `retire`, `reinstate`, `disown`: the bots of the ladder."""

from __future__ import annotations

from typing import Literal

from arena.cli.home import NoHome, opened, reading
from arena.cli.options.arguments import COMMON, ONLY_SHOWN, BotArgument, Common, option
from arena.cli.output.console import answer, picked, print_json
from arena.cli.output.tables import show
from arena.errors import UsageError
from arena.text import harmless
from arena.text.phrases import listed
from ladder.database.store import Bot
from ladder.queries.standings import Standing
from protocol import Json

if not ONLY_SHOWN:
    from arena.registry.bundled import bundled_manifests
    from arena.registry.owners import disown as set_free
    from arena.tournament.tables import BotRow, bots_table, plays_next
    from ladder.queries.bot_profile import more_games
    from ladder.queries.standings import overall


def bots(
    all_: bool = option("Include retired and superseded versions.", "--all", default=False),
    common: Common = COMMON,
) -> None:
    """List the bots, submitted and bundled.

    Examples:
        arena bots
        arena bots --all --json

    JSON:
        # The second: a bundled bot that has not played.
        [{**ListedBot, "elo": float | null, "interval": float | null, "bound": int | null,
            "more_games": int | null, "next": str}
            | {"name": str, "author": str, "language": str, "bundled": bool}]
    """
    rows: dict[int, Standing] = {}
    plays: dict[int, str] = {}
    try:
        with reading(common.home) as store:
            bots = [bot for bot in store.bots() if all_ or bot.status != "retired"]
            rows = {row.bot_id: row for row in overall(store, with_retired=all_)}
            when = plays_next(store)
            plays = {bot.id: when(bot) for bot in bots}
    # The bundled bots can be listed before anything has been played.
    except NoHome:
        bots = []
    known = {bot.name for bot in bots}
    waiting = [each for name, (_, each) in bundled_manifests().items() if name not in known]
    if common.json:
        fresh = [
            {"name": each.name, "author": each.author, "language": each.language, "bundled": True}
            for each in waiting
        ]
        print_json([_listed(bot, rows.get(bot.id), plays[bot.id]) for bot in bots] + fresh)
        return
    table = [
        BotRow(
            *(bot.label, bot.language, bot.author, bot_status(bot), bot.added_at[:10]),
            *(rows.get(bot.id), plays[bot.id]),
        )
        for bot in bots
    ]
    table += [
        BotRow(each.name, each.language, each.author, "bundled, not yet played") for each in waiting
    ]
    show(bots_table(table))


def _listed(bot: Bot, row: Standing | None, plays: str) -> Json:
    more = more_games(row) if row else None
    return bot_data(bot) | elo_of(row) | {"more_games": more, "next": plays}


def elo_of(row: Standing | None) -> Json:
    """Return a bot's Elo for --json, null where no game shows it."""
    names = ("elo", "interval", "bound")
    return dict.fromkeys(names) if row is None or row.unknown else picked(row, *names)


def retire(bot: BotArgument, common: Common) -> None:
    """Keep a bot out of future tournaments; its games and rating stay.

    Examples:
        arena retire crusher
        arena retire crusher:2

    JSON:
        ListedBot
    """
    _set_status(bot, "retired", common)


def reinstate(bot: BotArgument, common: Common) -> None:
    """Let a retired or suspended bot play again.

    Examples:
        arena reinstate crusher

    JSON:
        ListedBot
    """
    _set_status(bot, "active", common)


def disown(bot: BotArgument, common: Common) -> None:
    """Release a bot whose key is lost.

    This also releases its author's other bots that came with that key. Whoever submits the next
    version of a released bot then owns it.

    Examples:
        arena disown crusher

    JSON:
        [ListedBot]  # all versions
    """
    with opened(common.home) as (_, store, resolver):
        released = resolver.find(bot, idle=True)
        if released.bundled:
            raise UsageError(f"{released.label} is bundled: it has no owner to release it from.")
        freed = set_free(store, released)
        told = f"{released.name} has no owner; the author of the next version will own it."
        if freed:
            labels = listed([each.label for each in freed])
            told = f"Released: {labels}. The author of the next version will own it."
        answer(common.json, [bot_data(store.bot(each.id)) for each in freed], told)


def _set_status(word: str, status: Literal["active", "retired"], common: Common) -> None:
    """Retire or reinstate a bot."""
    with opened(common.home) as (_, store, resolver):
        bot = store.set_status(resolver.find(word, idle=True).id, status)
    answer(common.json, bot_data(bot), f"{bot.label} is {bot.status}.")


def bot_status(bot: Bot) -> str:
    """Return a bot's status in words."""
    bundled = "bundled, " if bot.bundled else ""
    reason = f" ({harmless(bot.reason)})" if bot.reason else ""
    return f"{bundled}{bot.state}{reason}"


def bot_data(bot: Bot) -> Json:
    """Return a bot as --json prints it.

    JSON:
        ListedBot = {
            "name": str, "version": int, "author": str, "language": str, "status": str,
            "reason": str, "hash": str, "owner": str, "added_at": str, "bundled": bool,
        }
    """
    names = ("name", "version", "author", "language", "status", "reason", "hash", "owner")
    return picked(bot, *names, "added_at", "bundled")
