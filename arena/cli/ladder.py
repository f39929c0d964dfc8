"""The commands that ask the ladder who is best."""

from typing import Annotated

import typer

from arena.cli.arguments import (
    AuthorFilter,
    Csv,
    Home,
    Json,
    LanguageFilter,
    PlayersFilter,
    Since,
    TimeClassFilter,
    TournamentFilter,
    VariantFilter,
    complete_bots,
    examples,
)

commands = typer.Typer()

Active = Annotated[bool, typer.Option("--active", help="Leave out suspended bots.")]


@commands.command(
    epilog=examples(
        "arena ladder",
        "arena ladder --variant classic --players 4",
        "arena ladder --author ada --sort ms",
        "arena ladder --since 7d --sort change",
        "arena ladder --csv > standings.csv",
        "arena ladder trader",
        "arena ladder --anchor random",
        "arena ladder recompute",
    )
)
def ladder(
    bot: Annotated[str | None, typer.Argument(metavar="[BOT]", help="Only this bot.")] = None,
    variant: VariantFilter = "",
    players: PlayersFilter = "",
    time_class: TimeClassFilter = "",
    tournament: TournamentFilter = "",
    since: Since = "",
    author: AuthorFilter = "",
    language: LanguageFilter = "",
    active: Active = False,
    anchor: Annotated[
        str | None,
        typer.Option(
            metavar="BOT",
            help="Rate this bot 1500, and the others beside it.",
            show_default="the mean is 1500",
            autocompletion=complete_bots,
        ),
    ] = None,
    sort: Annotated[
        str,
        typer.Option(
            metavar="COLUMN",
            help="elo, live, change, games, place, wins, coins, faults, ms or name.",
        ),
    ] = "elo",
    reverse: Annotated[bool, typer.Option("--reverse", help="Turn the order round.")] = False,
    all_: Annotated[bool, typer.Option("--all", help="More than the first 50 bots.")] = False,
    csv: Csv = False,
    home: Home = None,
    json: Json = False,
) -> None:
    """Show the standings, or everything about one bot.

    Elo ± is the official rating with its 95 % interval, fitted to all games at once; ranks, those a
    bot may have; ahead, the chance of being stronger than the next bot; live, an Elo that moves
    game by game; place, the share of opponents beaten; wins, the share of games won; coins, the
    mean of a game; ms, the time for a decision.

    --variant, --players and --time-class choose the pools. --tournament and --since choose their
    games: ratings are then fitted to these alone, and change says how far live Elo has moved since.
    --author, --language and --active choose whom to show: ratings and ranks stay those among all.

    A narrow terminal leaves out ms, coins ±, place, pools and live, then more. --csv and --json
    have everything. `arena ladder recompute` makes the official ratings anew from the games alone.
    """
    from arena.commands import ladder
    from arena.commands.filters import Filters
    from arena.commands.standings import Sort

    filters = Filters(variant, players, time_class, author, language, tournament, since, active)
    ladder.ladder(home, bot, filters, anchor, Sort(sort, reverse), all_, csv, json)


@commands.command(
    epilog=examples(
        "arena crosstable",
        "arena crosstable --variant classic --players 4 --top 10",
        "arena crosstable trader greedy random",
        "arena crosstable --games",
        "arena crosstable --csv > crosstable.csv",
    )
)
def crosstable(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[BOTS]...", help="Only between these.", autocompletion=complete_bots
        ),
    ] = None,
    variant: VariantFilter = "",
    players: PlayersFilter = "",
    time_class: TimeClassFilter = "",
    tournament: TournamentFilter = "",
    since: Since = "",
    author: AuthorFilter = "",
    language: LanguageFilter = "",
    active: Active = False,
    top: Annotated[
        int | None,
        typer.Option(min=2, help="Only so many bots, the best.", show_default="50; all as CSV"),
    ] = None,
    games: Annotated[
        bool, typer.Option("--games", help="How many games they shared, instead of the score.")
    ] = False,
    csv: Csv = False,
    home: Home = None,
    json: Json = False,
) -> None:
    """Show who beats whom, in percent: the share of shared games in which it came before the other.

    A tie counts half. Bots come in the order of the standings, and a column has the number of its
    row; all is the score against everybody. Games with a forfeit count as for ratings.
    """
    from arena.commands import crosstable
    from arena.commands.filters import Filters

    filters = Filters(variant, players, time_class, author, language, tournament, since, active)
    crosstable.crosstable(home, bots or [], filters, top, games, csv, json)
