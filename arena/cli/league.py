"""The commands of a league that plays on for ever: its runs, its seasons, the bots handed in."""

from typing import Annotated

import typer

from arena.options.arguments import MOST_ROUNDS, Home, Json, examples
from arena.options.confinement import Resumed
from arena.options.groups import spread
from arena.options.tournament import LeagueOptions

commands = typer.Typer()
standing = typer.Typer(help="Show the league, or let it play on.")
commands.add_typer(standing, name="league")
season = typer.Typer(help="List the seasons of the league, or run one from its opening to its end.")
commands.add_typer(season, name="season")

Name = Annotated[str, typer.Argument(metavar="NAME", help="A season's name.")]


@standing.callback(
    invoke_without_command=True,
    epilog=examples("arena league", "arena league run --games 500", "arena league run --hours 8"),
)
def league(ctx: typer.Context, home: Home = None, json: Json = False) -> None:
    """Show the league: its games, its season, and which bots are in it since when."""
    if ctx.invoked_subcommand is None:
        from arena.commands.league import listing

        listing.show(home, json)


@standing.command(
    "run",
    epilog=examples(
        "arena league run",
        "arena league run --games 500",
        "arena league run --hours 8 --variants anniversary,plus --players 4",
        "arena league run --per-author 3",
    ),
)
@spread
def run(
    *,
    options: LeagueOptions,
    home: Home = None,
    json: Json = False,
) -> None:
    """Let the league play on, for ever or for a while. Ctrl-C stops it; run it again to go on.

    All active submitted bots play, and the arena's greedy, random and trader beside them, each as
    often as any other: with 25 submitted bots one seat in nine is theirs, and they answer quickly.
    Their strength is known, so Elo compares with leagues that have a like field.

    Bots submitted meanwhile join, and are placed by their first games; a new version plays beside
    the old one. Retired and suspended bots leave, reinstated ones come back. With --per-author, an
    author's latest bots beyond that number wait until another is retired. The first run founds the
    league; with other games or another clock, it founds a new one.
    """
    from arena.commands.league.run import run

    run(home, options, json)


@season.callback(
    invoke_without_command=True,
    epilog=examples(
        "arena season",
        "arena season open spring",
        "arena season freeze",
        "arena season final --top 8",
        "arena season close",
        "arena season show spring --json",
    ),
)
def seasons(ctx: typer.Context, home: Home = None, json: Json = False) -> None:
    """List the seasons: named stretches of the league, each decided by a final."""
    if ctx.invoked_subcommand is None:
        from arena.commands.league import season

        season.show_all(home, json)


@season.command("open", epilog=examples("arena season open spring"))
def season_open(name: Name, home: Home = None, json: Json = False) -> None:
    """Open a season: the league's games count for it from now on."""
    from arena.commands.league import season

    season.open_(home, name, json)


@season.command("freeze", epilog=examples("arena season freeze"))
def season_freeze(home: Home = None, json: Json = False) -> None:
    """Freeze the season: no more bots may join, and the secret of the final is drawn.

    The league plays on with those that are in; bots submitted meanwhile join after the season. The
    SHA-256 of the secret is announced, the secret itself once the final is over.
    """
    from arena.commands.league import season

    season.freeze(home, json)


@season.command("thaw", epilog=examples("arena season thaw"))
def season_thaw(home: Home = None, json: Json = False) -> None:
    """Open the frozen season again, as long as its final has not begun.

    Bots come and go as before. The next freeze draws another secret.
    """
    from arena.commands.league import season

    season.thaw(home, json)


@season.command("final", epilog=examples("arena season final", "arena season final --top 8"))
@spread
def season_final(
    top: Annotated[
        int | None,
        typer.Option(
            min=2,
            help="Only this many: the best of the league at the freeze.",
            show_default="all",
        ),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MOST_ROUNDS,
            help="Length in rounds, in which everybody meets everybody.",
            show_default="about 250 games in all",
        ),
    ] = None,
    reference: Annotated[
        bool,
        typer.Option(
            "--reference",
            help="Let reference bots take the seats for which there are too few finalists. Without "
            "it, games with more players than finalists are not played.",
        ),
    ] = False,
    *,
    conditions: Resumed,
    home: Home = None,
    json: Json = False,
) -> None:
    """Play the final of the frozen season, or continue it. Ctrl-C stops it.

    Each bot plays with its newest version at the freeze. The standings of the season are the
    official ratings of the finalists, by the games of the final alone.
    """
    from arena.commands.league.season import final

    final(home, top, rounds, reference, conditions, json)


@season.command("close", epilog=examples("arena season close"))
def season_close(home: Home = None, json: Json = False) -> None:
    """Close the season: its standings are kept for good, and its secret is shown."""
    from arena.commands.league import season

    season.close(home, json)


@season.command("show", epilog=examples("arena season show spring"))
def season_show(name: Name, home: Home = None, json: Json = False) -> None:
    """Show the standings of a season: of its final, or of the league in the season so far."""
    from arena.commands.league import season

    season.show(home, name, json)
