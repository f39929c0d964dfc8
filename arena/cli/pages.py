"""The commands that show the ladder in a browser."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.arguments import Home, Json, TournamentFilter, complete_bots, examples

commands = typer.Typer()


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
            help="For the author of this bot: what went wrong first.",
            autocompletion=complete_bots,
        ),
    ] = "",
    tournament: TournamentFilter = "",
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
    from arena.commands.pages import report

    report.report(home, out, bot, tournament, replays, json)


@commands.command(
    epilog=examples(
        "arena serve",
        "arena serve --play",
        "arena serve --port 8080",
        "arena serve --json",
    )
)
def serve(
    host: Annotated[
        str,
        typer.Option(help="The address to listen on; others than this machine's are warned of."),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port to listen on; 0 for any that is free.")
    ] = 8000,
    play: Annotated[
        bool, typer.Option("--play", help="Let visitors play against bots, in the browser.")
    ] = False,
    home: Home = None,
    json: Json = False,
) -> None:
    """Show the ladder in a browser, as it is now, until Ctrl-C.

    The same pages as `arena report` writes, with every replay. Nothing can be changed there.
    While a tournament is played, its progress and its standings update by themselves. With --play
    there is one page more, to play a game: up to four at once, unrated, against bots that are
    named as on the ladder.
    """
    from arena.commands.pages import serve

    serve.serve(home, host, port, play, json)
