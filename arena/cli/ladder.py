"""The commands that ask the ladder who is best, and show it in a browser."""

from pathlib import Path
from typing import Annotated

import typer

from arena.options.arguments import (
    Bot,
    Csv,
    Home,
    Json,
    OfTournament,
    bots_argument,
    complete_bots,
    examples,
)
from arena.options.filters import Filters, OfGame, Sort
from arena.options.groups import spread

RECOMPUTE = "recompute"
"""Takes the place of a bot's name; a bot of this name goes by its version, `recompute:1`."""

commands = typer.Typer()


@commands.command(
    epilog=examples(
        "arena ladder",
        "arena ladder --variant classic --players 4",
        "arena ladder --author ada --sort ms",
        "arena ladder --since 7d --sort change",
        "arena ladder --csv",
        "arena ladder trader",
        "arena ladder --anchor random",
        "arena ladder recompute",
    )
)
@spread
def ladder(
    bot: Annotated[str | None, typer.Argument(metavar="[BOT]", help="Only this bot.")] = None,
    *,
    filters: Filters,
    anchor: Annotated[
        str | None,
        typer.Option(
            metavar="BOT",
            help="Rate this bot 1500, and the others relative to it.",
            show_default="greedy; where no reference bot has played, the mean, bounds aside",
            autocompletion=complete_bots,
        ),
    ] = None,
    sort: Sort,
    all_: Annotated[
        bool,
        typer.Option("--all", help="Show more than the first 50 bots; on a page, all opponents."),
    ] = False,
    csv: Csv = False,
    home: Home = None,
    json: Json = False,
) -> None:
    """Show the standings, or everything about one bot.

    Elo is the official rating, fitted to all games at once; to next, how far above the next bot;
    ahead, the chance of being stronger than it; ranks, the range it could plausibly have; live, a
    running Elo; place, the share of opponents beaten; wins, the share of games won; coins, the mean
    per game; ms, the time for a decision. Every ± is a 95 % interval.

    Where the bundled random, greedy or trader has played, Elo is on their scale: their strengths
    are known from many games, and greedy has 1500. Ladders of the same games can then be compared
    if they have like fields, for a bot's strength depends on its company: one program that never
    trades had 1128 ± 93 beside traders, and 1523 ± 80 beside its like. The reference bots play in
    every league; --reference adds them to a tournament.

    --variant, --players and --time-class choose the pools, and --rules those of older rules, which
    do not count where there are newer ones. --tournament and --since choose their
    games: ratings are then fitted to these alone, and change says how far live Elo has moved since.
    --author, --language and --active choose whom to show: ratings and ranks stay those among all.

    A narrow terminal leaves out ms, coins ±, place, live and pools, then more. --csv and --json
    have everything. `arena ladder recompute` computes the official ratings again, from the games
    alone.

    With a bot: its page, with versions, history, opponents, trades, metrics, and its best and worst
    games. expected is the score that the official ratings predict against an opponent, and z how
    far the score is from it, in standard errors; --all lists every opponent.
    """
    if bot is None:
        from arena.commands.ladder import standings

        standings.ladder(home, filters, anchor, sort, all_, csv, json)
        return
    game = filters.only_of_game(csv)
    if bot != RECOMPUTE:
        from arena.commands.ladder import bot_page

        bot_page.page(home, bot, game, anchor, all_, json)
        return
    from arena.commands.ladder.recompute import recompute

    if game != OfGame() or anchor:
        raise typer.BadParameter(
            "All ratings are computed again together. Leave out --variant, --players, --rules and "
            "--anchor."
        )
    recompute(home, json)


@commands.command(
    epilog=examples(
        "arena crosstable",
        "arena crosstable --variant classic --players 4 --top 10",
        "arena crosstable trader greedy random",
        "arena crosstable --games",
        "arena crosstable --csv",
    )
)
@spread
def crosstable(
    bots: Annotated[list[str] | None, bots_argument("[BOTS]...", "Only between these.")] = None,
    *,
    filters: Filters,
    top: Annotated[
        int | None,
        typer.Option(
            min=2, help="Show only this many bots, the best.", show_default="50; all as CSV"
        ),
    ] = None,
    games: Annotated[
        bool, typer.Option("--games", help="Show how many games they shared, instead of the score.")
    ] = False,
    csv: Csv = False,
    home: Home = None,
    json: Json = False,
) -> None:
    """Show who beats whom: the percentage of shared games in which one finished ahead of the other.

    A tie counts half. Bots come in the order of the standings, and columns are numbered like the
    rows; all is the score against everybody. Games with a forfeit count as they do for ratings.
    """
    from arena.commands.ladder import crosstable

    crosstable.crosstable(home, bots or [], filters, top, games, csv, json)


@commands.command(
    epilog=examples(
        "arena signs", "arena signs --variant classic --players 4", "arena signs --json"
    )
)
@spread
def signs(
    *,
    game: OfGame,
    home: Home = None,
    json: Json = False,
) -> None:
    """Show pairs of bots that seem to collude: they trade with each other more than usual.

    Looks at any two bots that met in 20 or more games with three or more players: their trades with
    each other, and the coins that one's cards earned the other. Whatever stands out from what the
    two do with everybody else is shown, with games to look at. It is a sign, not proof; at most one
    in a hundred ladders of honest bots shows any.
    """
    from arena.commands.ladder.signs import show_signs

    show_signs(home, game, json)


@commands.command(
    epilog=examples(
        "arena compare trader greedy",
        "arena compare mybot:2 mybot:1",
        "arena compare mybot trader --variant classic --players 4",
    )
)
@spread
def compare(
    one: Bot,
    other: Bot,
    *,
    game: OfGame,
    home: Home = None,
    json: Json = False,
) -> None:
    """Tell which of two bots is better, by the games they shared.

    Their mean difference in place score comes with an interval that holds at any time: even if you
    look after every game and stop when it is decided, it misses the truth in at most 5 % of
    comparisons. Coins ± is an ordinary 95 % interval, good for one look.
    """
    from arena.commands.ladder import compare

    compare.compare(home, one, other, game, json)


@commands.command(
    epilog=examples(
        "arena report pages",
        "arena report --bot mybot mybot-pages",
        "arena report --tournament 3 tournament-3",
        "arena report --replays all pages",
    )
)
def report(
    out: Annotated[
        Path,
        typer.Argument(metavar="OUT", help="The folder: a new one, or one of an earlier report."),
    ],
    bot: Annotated[
        str,
        typer.Option(
            metavar="BOT",
            help="For this bot's author: begin with what went wrong.",
            autocompletion=complete_bots,
        ),
    ] = "",
    tournament: OfTournament = "",
    replays: Annotated[
        str,
        typer.Option(
            metavar="N|all",
            help="How many games can be replayed; of those listed, or all of them.",
            show_default="30",
        ),
    ] = "",
    home: Home = None,
    json: Json = False,
) -> None:
    """Write the ladder as a folder of pages for a browser: standings, bots, games and replays.

    The folder needs no server and no network: open its index.html, or put it on any web space.
    With --bot it begins with that bot, its faults and crashes first, and replays the games with
    faults, those that went worst, and those it lost. Another run writes only what has changed;
    Ctrl-C leaves a folder that the next run completes.
    """
    from arena.commands.ladder import report

    report.report(home, out, bot, tournament, replays, json)


@commands.command(
    epilog=examples(
        "arena serve",
        "arena serve --play",
        "arena serve --play --host 0.0.0.0",
        "arena serve --play --public-url https://beans.example.org",
        "arena serve --delay 60",
        "arena serve --port 8080",
        "arena serve --json",
    )
)
def serve(
    host: Annotated[
        str,
        typer.Option(help="The address to listen on; warns if other machines can reach it."),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port to listen on; 0 for any that is free.")
    ] = 8000,
    public_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="The address of a server in front of this one, by which browsers reach it.",
            show_default="none",
        ),
    ] = None,
    play: Annotated[
        bool, typer.Option("--play", help="Let people play in the browser, alone or together.")
    ] = False,
    concurrency: Annotated[
        int, typer.Option(min=1, max=100, help="Games of people at once, with --play.")
    ] = 4,
    delay: Annotated[
        float,
        typer.Option(
            min=0,
            max=3600,
            metavar="SECONDS",
            help="Show games that are being played so much later, on the page to watch.",
        ),
    ] = 0.0,
    open_hands: Annotated[
        bool, typer.Option("--open-hands", help="Let spectators see all cards.")
    ] = False,
    home: Home = None,
    json: Json = False,
) -> None:
    """Show the ladder in a browser, as it is now, until Ctrl-C.

    The same pages as `arena report` writes, with every replay. A bot's page is also at its name:
    /bots/anna. Nothing can be changed there.

    While a tournament is played, its progress and its standings update by themselves, and there is
    a page to watch its games, with a large one for a projector: quick games are played back one
    after the other, slow ones shown as they are played. Spectators see what all seats see.

    --play adds a page for playing: unrated games against bots of the ladder, or the bundled ones.
    Several people can share a table, each with a link of their own, which works on other machines
    with --host 0.0.0.0; a bot plays on for anyone who is away. A game that nobody looks at any more
    ends after five minutes, or sooner if there is no room for another.

    Behind a reverse proxy that has a name of its own, say it: --public-url.
    """
    from arena.commands.ladder import serve

    serve.serve(home, host, port, play, json, delay, open_hands, concurrency, public_url)
