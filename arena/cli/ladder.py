"""The commands that ask the ladder who is best."""

from typing import Annotated

import typer

from arena.cli.arguments import (
    Home,
    Json,
    PlayersFilter,
    VariantFilter,
    complete_bots,
    examples,
)

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
    from arena.commands import ladder

    ladder.ladder(home, bot, variant, players, anchor, json)


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
