"""`arena ladder`: the standings, the page of one bot, or a refit of all ratings."""

import typer

from arena.cli.help import explains
from arena.cli.ladder.bot_page import show_bot
from arena.cli.ladder.standings import standings
from arena.cli.options.arguments import Common, Csv, argument, option
from arena.cli.options.filters import Filters, OfGame, Sort
from arena.text.standings import STANDINGS

RECOMPUTE = "recompute"
"""Takes the place of a bot's name; a bot of this name goes by its version, `recompute:1`."""


@explains(STANDINGS.values())
def ladder(
    bot: str | None = argument("BOT", "Only this bot.", default=None),
    *,
    filters: Filters,
    sort: Sort,
    all_: bool = option(
        "Show more than the first 50 bots; on a page, all opponents.", "--all", default=False
    ),
    csv: Csv = False,
    common: Common,
) -> None:
    """Show the standings, or everything about one bot.

    {columns}

    Where the bundled random, greedy or trader has played, Elo is on their scale: greedy has 1500.
    It holds in this company: a program that never trades had 1128 ± 93 beside traders, and 1523 ±
    80 beside its like. To compare with other ladders: `arena bench`.

    The reference bots play in every league; --reference adds them to a tournament.

    --variant, --players and --time-class choose the pools, and --rules those of older rules, which
    do not count where there are newer ones. --tournament and --since choose their games: ratings
    are then fitted to these alone; with --since, change says how far live Elo has moved. --author
    and --language choose whom to show; ratings and ranks are still among all.

    --csv and --json have everything that a narrow terminal leaves out. `arena ladder recompute`
    computes the official ratings again, from the games alone.

    With a bot: its page, with versions, history, opponents, trades, and best and worst games.

    Examples:
        arena ladder
        arena ladder --variant classic --players 4
        arena ladder --author ada --sort ms
        arena ladder --since 7d --sort change
        arena ladder --csv
        arena ladder trader
        arena ladder recompute

    JSON:
        # The standings; the page of a bot; what `recompute` has found.
        Standings | BotPage | {**Recomputed, "trades": Filled}
    """
    if bot is None:
        standings(filters, sort, all_, csv, common)
        return
    game = filters.only_of_game(csv)
    if bot != RECOMPUTE:
        show_bot(bot, game, all_, common)
        return
    if game != OfGame():
        raise typer.BadParameter(
            "All ratings are computed again together. Leave out --variant, --players and --rules."
        )
    from arena.cli.ladder.recompute import recompute  # numpy takes a while to import

    recompute(common)
