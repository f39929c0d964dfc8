"""The commands that ask the ladder who is best."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.arguments import (
    Bot,
    Home,
    Json,
    PlayersFilter,
    VariantFilter,
    complete_bots,
    examples,
)

RECOMPUTE = "recompute"
"""Takes the place of a bot's name; a bot of this name goes by its version, `recompute:1`."""

commands = typer.Typer()


@commands.command(
    epilog=examples(
        "arena ladder",
        "arena ladder --variant classic --players 4",
        "arena ladder trader",
        "arena ladder --anchor random",
        "arena ladder recompute",
    )
)
def ladder(
    bot: Annotated[str | None, typer.Argument(metavar="[BOT]", help="Only this bot.")] = None,
    variant: VariantFilter = "",
    players: PlayersFilter = None,
    anchor: Annotated[
        str | None,
        typer.Option(
            metavar="BOT",
            help="Rate this bot 1500, and the others beside it.",
            show_default="the mean is 1500",
            autocompletion=complete_bots,
        ),
    ] = None,
    home: Home = None,
    json: Json = False,
) -> None:
    """Show the standings, or everything about one bot.

    Elo ± is the official rating with its 95 % interval, fitted to all games at once; ahead, the
    chance of being stronger than the next bot; ranks, those a bot may have; live, an Elo that moves
    game by game. `arena ladder recompute` makes the official ratings anew from the games alone.

    A narrow terminal leaves out ms, faults, ranks, coins, pools, place, wins, live, games, ahead
    and ±, in that order.
    """
    from arena.commands import ladder, page

    if bot is None:
        ladder.ladder(home, variant, players, anchor, json)
    elif bot == RECOMPUTE:
        ladder.refitted(home, variant, players, anchor, json)
    else:
        page.page(home, bot, variant, players, anchor, json)


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
    players: PlayersFilter = None,
    home: Home = None,
    json: Json = False,
) -> None:
    """Tell which of two bots is better, by the games they shared.

    Their mean difference in place score, the unit being a deal with all its rotations, stands with
    an interval that holds whenever you look: it ever leaves the truth in at most 5 % of
    comparisons, even if you look after every deal and stop when it is decided. Coins ± is a usual
    95 % interval, for one look.
    """
    from arena.commands import compare

    compare.compare(home, one, other, variant, players, json)


db = typer.Typer(help="Check the database, or export what is in it.")


@db.callback(
    invoke_without_command=True,
    epilog=examples("arena db", "arena db check", "arena db --json"),
)
def db_(ctx: typer.Context, home: Home = None, json: Json = False) -> None:
    """Say where the database is, how large it is, and what is in it."""
    if ctx.invoked_subcommand is None:
        from arena.commands import db

        db.show(home, json)


@db.command("check", epilog=examples("arena db check", "arena db check --json"))
def db_check(home: Home = None, json: Json = False) -> None:
    """Check everything that the ladder promises: the file, the ledger, the games, the ratings.

    Reads the whole ladder and changes nothing; a tournament may go on meanwhile. Exit code 1 if
    something is wrong. The moves of the games are not replayed; see `arena verify --all`.
    """
    from arena.commands import db

    db.check(home, json)


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
    players: PlayersFilter = None,
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
    from arena.commands import export

    export.export(
        *(home, kind, out, format_, variant, players, tournament, since, force, json),
    )
