"""The commands of a league that plays on for ever: its runs, its seasons, the bots handed in."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.arguments import (
    MOST_ROUNDS,
    Address,
    AllowEnv,
    AllowNetwork,
    Bwrap,
    Concurrency,
    Home,
    Json,
    KeyFile,
    Level,
    Limits,
    NoTalk,
    Seed,
    St,
    Trusted,
    complete_variants,
    examples,
)

commands = typer.Typer()
app = typer.Typer(help="Show the league, or let it play on.")
season = typer.Typer(
    help="List the seasons of the league, and lead one from its opening to its end."
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="A season's name.")]


@app.callback(
    invoke_without_command=True,
    epilog=examples("arena league", "arena league run --games 500", "arena league run --hours 8"),
)
def league(ctx: typer.Context, home: Home = None, json: Json = False) -> None:
    """Show the league: its games, its season, and which bots are in it since when."""
    if ctx.invoked_subcommand is None:
        from arena.commands.league import league

        league.show(home, json)


@app.command(
    "run",
    epilog=examples(
        "arena league run",
        "arena league run --games 500",
        "arena league run --hours 8 --variants anniversary,plus --players 4",
        "arena league run --per-author 3",
    ),
)
def run(
    games: Annotated[
        int | None, typer.Option(min=1, help="Stop after this many games.", show_default="never")
    ] = None,
    hours: Annotated[
        float | None, typer.Option(min=0.001, help="Stop after so long.", show_default="never")
    ] = None,
    variants: Annotated[
        str | None,
        typer.Option(
            "--variants",
            "-v",
            "--variant",
            help='Games, separated by commas; "all": every game and expansion.',
            autocompletion=complete_variants,
            show_default="those of the league; a new one: classic, rio_grande, anniversary",
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(help='Players in a game: "4", "3,5" or "3-5".', show_default="as usual"),
    ] = None,
    seed: Seed = None,
    concurrency: Concurrency = None,
    address: Address = "",
    level: Level = None,
    trusted: Trusted = False,
    limits: Limits = "",
    allow_network: AllowNetwork = False,
    allow_env: AllowEnv = "",
    bwrap: Bwrap = None,
    tc: Annotated[
        str | None,
        typer.Option(
            help='Clock: bank + increment in seconds ("10+0.1"), or a class: bullet, standard, '
            "slow.",
            show_default="standard",
        ),
    ] = None,
    st: St = None,
    no_talk: NoTalk = False,
    per_author: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="The most bots of one author in the league, versions aside; 0: any number. It "
            "holds until you say otherwise.",
            show_default="as it was; a new one: any number",
        ),
    ] = None,
    home: Home = None,
    json: Json = False,
) -> None:
    """Let the league play on, for ever or for a while. Ctrl-C stops it; run it again to go on.

    All active submitted bots play, and the arena's greedy, random and trader beside them. Bots
    submitted meanwhile come in, and find their place in their first games; a new version plays
    beside the one before. Retired and suspended bots leave, reinstated ones come back. With
    --per-author, who hands in more bots has those wait that came last, until it retires another.
    The first run founds the league. With other games or another clock, it founds another.
    """
    from arena.commands.league.run import run as play_on
    from arena.options.confinement import conditions
    from arena.options.league import Wishes

    on = conditions(level, trusted, limits, allow_network, allow_env, address)
    wishes = Wishes(
        variants, players, games, hours, seed, concurrency, tc, st, not no_talk, on, per_author
    )
    play_on(home, wishes, json)


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
    """Freeze the season: no more bots come in, and the secret of the final is drawn.

    The league plays on between those that are in. What is submitted meanwhile comes in after the
    season. The SHA-256 of the secret is announced, the secret itself once the final is over.
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
def season_final(
    top: Annotated[
        int | None,
        typer.Option(
            min=2,
            help="At most this many: the first of the league as of the freeze.",
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
    concurrency: Concurrency = None,
    address: Address = "",
    level: Level = None,
    trusted: Trusted = False,
    bwrap: Bwrap = None,
    home: Home = None,
    json: Json = False,
) -> None:
    """Play the final of the frozen season, or go on with it. Ctrl-C stops it.

    Each bot plays in the newest version that was frozen in. The standings of the season are the
    official ratings by the games of the final alone.
    """
    from arena.commands.league import season
    from arena.options.confinement import Conditions

    season.final(home, top, rounds, concurrency, Conditions(level, trusted, address=address), json)


@season.command("close", epilog=examples("arena season close"))
def season_close(home: Home = None, json: Json = False) -> None:
    """Close the season: its standings are kept for good, and its secret is shown."""
    from arena.commands.league import season

    season.close(home, json)


@season.command("show", epilog=examples("arena season show spring"))
def season_show(name: Name, home: Home = None, json: Json = False) -> None:
    """Show the standings of a season: its final's, or the league's in the season so far."""
    from arena.commands.league import season

    season.show(home, name, json)


@commands.command(
    epilog=examples(
        "arena intake checkouts/",
        "arena intake checkouts/ --keys keys/ --results results/",
        "arena intake checkouts/ --json",
    )
)
def intake(
    folder: Annotated[
        str,
        typer.Argument(
            metavar="FOLDER", help="Holds a script, or a folder with a bot.toml, for each bot."
        ),
    ],
    keys: Annotated[
        Path | None,
        typer.Option(
            help="A folder with a key for each author; what is missing is made.",
            show_default="the key of --key-file for all",
        ),
    ] = None,
    key_file: KeyFile = None,
    results: Annotated[
        Path | None,
        typer.Option(
            help="Where the result files go.", show_default="beside each script, in each folder"
        ),
    ] = None,
    tc: Annotated[
        str, typer.Option(help='Clock of the check: as in "10+0.1", or bullet, standard, slow.')
    ] = "standard",
    level: Level = None,
    trusted: Trusted = False,
    limits: Limits = "",
    allow_network: AllowNetwork = False,
    allow_env: AllowEnv = "",
    home: Home = None,
    json: Json = False,
) -> None:
    """Submit every bot of a folder of checkouts that has changed, and tell each author what came.

    Each entry of FOLDER is one bot. With --keys, its name there names its key: ada for ada and
    ada.py, and for any more bots of that author, as ada+second or ada+third.py. A bot that is
    refused does not stop the others. What came of it is written into NAME.arena-result.txt and
    .json, with the bot's standing and its lost games once it has played; exit code 1 if any was
    refused.
    Run it as often as you like, also while the league plays.
    """
    from arena.commands.bots import intake
    from arena.options.confinement import conditions

    on = conditions(level, trusted, limits, allow_network, allow_env)
    intake.intake(home, folder, keys, key_file, results, tc, on, json)
