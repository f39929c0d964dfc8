"""The commands that ask the ladder who is best."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.arguments import (
    AuthorFilter,
    Bot,
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

RECOMPUTE = "recompute"
"""Takes the place of a bot's name; a bot of this name goes by its version, `recompute:1`."""

commands = typer.Typer()

Active = Annotated[bool, typer.Option("--active", help="Leave out suspended bots.")]


@commands.command(
    epilog=examples(
        "arena ladder",
        "arena ladder --variant classic --players 4",
        "arena ladder --author ada --sort ms",
        "arena ladder --since 7d --sort change",
        "arena ladder --csv",
        "arena ladder trader",
        "arena ladder --anchor random",
        "arena ladder --anchor reference",
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
            help="Rate this bot 1500, and the others beside it; reference: greedy, as bundled.",
            show_default="the mean, bounds aside, is 1500",
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
    all_: Annotated[
        bool, typer.Option("--all", help="More than the first 50 bots; on a page, all opponents.")
    ] = False,
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

    With a bot: its page, with versions, history, opponents, trades, metrics, and its best and worst
    games. expected is the score against an opponent that the official ratings let expect, and z how
    far the score is from it, in standard errors; --all names all opponents.
    """
    from arena.commands.ladder import standings
    from arena.commands.ladder.standings import Sort
    from arena.options.filters import Filters

    filters = Filters(variant, players, time_class, author, language, tournament, since, active)
    order = Sort(sort, reverse)
    if bot is None:
        standings.ladder(home, filters, anchor, order, all_, csv, json)
        return
    filters.only_of_game(csv)
    if bot == RECOMPUTE:
        from arena.commands.ladder.recompute import recompute

        recompute(home, variant, players, anchor, json)
    else:
        from arena.commands.ladder import bot_page

        bot_page.page(home, bot, variant, players, anchor, all_, json)


@commands.command(
    epilog=examples(
        "arena crosstable",
        "arena crosstable --variant classic --players 4 --top 10",
        "arena crosstable trader greedy random",
        "arena crosstable --games",
        "arena crosstable --csv",
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
        typer.Option(
            min=2, help="At most this many bots, the best.", show_default="50; all as CSV"
        ),
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
    from arena.commands.ladder import crosstable
    from arena.options.filters import Filters

    filters = Filters(variant, players, time_class, author, language, tournament, since, active)
    crosstable.crosstable(home, bots or [], filters, top, games, csv, json)


@commands.command(
    epilog=examples(
        "arena signs", "arena signs --variant classic --players 4", "arena signs --json"
    )
)
def signs(
    variant: VariantFilter = "",
    players: PlayersFilter = "",
    home: Home = None,
    json: Json = False,
) -> None:
    """Show pairs of bots that seem to collude: one gives its coins or its place to the other.

    For each bot and partner that met in five deals or more, at tables of three or more: the gifts
    of the bot to its partner; the coins that its cards brought the partner, less what came back;
    and the partner's place score against the others, beyond its rating, while the bot is there.
    Whatever stands out from what the two do with everybody else is shown, with games to look at. It
    is a sign, not a proof; of a hundred ladders of honest bots, at most five show any.
    """
    from arena.commands.ladder.signs import show_signs

    show_signs(home, variant, players, json)


@commands.command(
    epilog=examples(
        "arena compare trader greedy",
        "arena compare mybot:2 mybot:1",
        "arena compare mybot trader --variant classic --players 4",
    )
)
def compare(
    one: Bot,
    other: Bot,
    variant: VariantFilter = "",
    players: PlayersFilter = "",
    home: Home = None,
    json: Json = False,
) -> None:
    """Tell which of two bots is better, by the games they shared.

    Their mean difference in place score, the unit being a deal with all its rotations, stands with
    an interval that holds at any time: even if you look after every deal and stop when it is
    decided, it misses the truth in at most 5 % of comparisons. Coins ± is a usual
    95 % interval, for one look.
    """
    from arena.commands.ladder import compare

    compare.compare(home, one, other, variant, players, json)


db = typer.Typer(help="Check the database, export what is in it, or make room.")


@db.callback(
    invoke_without_command=True,
    epilog=examples("arena db", "arena db check", "arena db --json"),
)
def db_(ctx: typer.Context, home: Home = None, json: Json = False) -> None:
    """Say where the database is, how large it is, and what is in it."""
    if ctx.invoked_subcommand is None:
        from arena.commands.ladder import db

        db.show(home, json)


@db.command("check", epilog=examples("arena db check", "arena db check --json"))
def db_check(home: Home = None, json: Json = False) -> None:
    """Check everything that the ladder promises: the file, the ledger, the games, the ratings.

    Reads the whole ladder and changes nothing; a tournament may go on meanwhile. Exit code 1 if
    something is wrong. The moves of the games are not replayed; see `arena verify --all`.
    """
    from arena.commands.ladder import db

    db.check(home, json)


@db.command(
    "prune",
    epilog=examples("arena db prune --casual 0", "arena db prune --logs 1000 --casual 100"),
)
def db_prune(
    logs: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Keep this many of the latest logs without a fault; those of faults stay.",
            show_default="all",
        ),
    ] = None,
    casual: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Keep this many of the latest casual games, those of arena match.",
            show_default="all",
        ),
    ] = None,
    home: Home = None,
    json: Json = False,
) -> None:
    """Delete old logs of bots, or casual games. Rated games and their records always stay.

    The file does not shrink; the room is used again. To shrink it: sqlite3 ladder.sqlite VACUUM
    """
    from arena.commands.ladder import db

    if logs is None and casual is None:
        raise typer.BadParameter("Say what to delete: give --logs or --casual.")
    db.prune(home, logs, casual, json)


@db.command(
    "export",
    epilog=examples(
        "arena db export results results.csv",
        "arena db export results anniversary.parquet --variant anniversary --since 2026-05-31",
        "arena db export views views.jsonl.gz --tournament 3",
    ),
)
def db_export(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="results: a row for each seat of each game. views: a row for each question that a "
            "bot was asked, with its view, its choices and what was chosen.",
        ),
    ],
    out: Annotated[
        Path,
        typer.Argument(
            metavar="OUT", help="The file; its suffix is the format, and .gz may follow."
        ),
    ],
    format_: Annotated[
        str,
        typer.Option("--format", help="csv, jsonl or parquet.", show_default="by the suffix"),
    ] = "",
    variant: VariantFilter = "",
    players: PlayersFilter = "",
    tournament: Annotated[str, typer.Option(help="Only games of this tournament.")] = "",
    since: Annotated[
        str, typer.Option(help="Only games played then or later: a day, or a time in UTC.")
    ] = "",
    force: Annotated[
        bool, typer.Option("--force", help="Replace the file if it is there.")
    ] = False,
    home: Home = None,
    json: Json = False,
) -> None:
    """Write results, or views and choices, to a file for other programs.

    The file is there when it is whole. Views are made by replaying the games, a few in a second,
    with some hundred rows each. Parquet needs pyarrow: pip install pyarrow
    """
    from arena.commands.ladder import export

    export.export(
        *(home, kind, out, format_, variant, players, tournament, since, force, json),
    )


@db.command("metadata", epilog=examples("arena db metadata > metadata.json"))
def db_metadata(home: Home = None, json: Json = False) -> None:
    """Print what Datasette is to be told: what tables and columns mean, labels, ready queries.

    Then: datasette ladder.sqlite --metadata metadata.json
    """
    from arena.commands.ladder import db

    db.metadata()
