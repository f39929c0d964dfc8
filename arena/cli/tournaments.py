"""The commands that play tournaments and look after them."""

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from arena.cli.arguments import (
    MOST_ROUNDS,
    Address,
    AllowEnv,
    AllowNetwork,
    Bwrap,
    Concurrency,
    Home,
    Json,
    Level,
    Limits,
    NoTalk,
    Seed,
    St,
    Tc,
    Trusted,
    Variant,
    complete_bots,
    complete_variants,
    examples,
)
from arena.tournament.formats import FORMATS

# What a machine may play in a year.
MOST_GAMES = 10_000_000
MOST_UNITS = 1_000_000

commands = typer.Typer()

Tournament = Annotated[
    str, typer.Argument(metavar="ID", help="A tournament's id; see `arena tournaments`.")
]


@commands.command(
    epilog=examples(
        "arena tournament",
        "arena tournament trader greedy random --variants anniversary --players 4 --rounds 50",
        "arena tournament --variants all --seed 7 --concurrency 8 --games 5000",
        "arena tournament --time 10m",
        "arena tournament mybot trader greedy --until 50",
        "arena tournament --reference",
        "arena tournament mybot trader greedy random --format gauntlet",
        "arena tournament --variants plus --players 4 --format knockout",
        "arena tournament --address auto",
    )
)
def tournament(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[BOTS]...",
            help="Names or paths.",
            autocompletion=complete_bots,
            show_default="all active submitted bots, or the bundled ones if there are none",
        ),
    ] = None,
    variants: Annotated[
        str,
        typer.Option(
            "--variants",
            "-v",
            "--variant",
            help='Games, separated by commas; "all": every game and expansion.',
            autocompletion=complete_variants,
            show_default="classic, rio_grande, anniversary",
        ),
    ] = "classic,rio_grande,anniversary",
    players: Annotated[
        str | None,
        typer.Option(
            help='Players in a game: "4", "3,5" or "3-5".',
            show_default='3-5 where the game allows it; otherwise, and with "all", any',
        ),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MOST_ROUNDS,
            help="Length in rounds: passes through the whole schedule.",
            show_default="about 250 games in all",
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_GAMES, help="Length in games, rounded up to a whole match."),
    ] = None,
    time: Annotated[
        str | None,
        typer.Option(
            help='Length in time: "90s", "10m" or "1h30m"; matches that have begun are finished.'
        ),
    ] = None,
    until: Annotated[
        float | None,
        typer.Option(
            min=1,
            help="Length by precision: until the Elo ± of every bot is no wider than this. "
            "Takes very long if a bot wins or loses every game.",
        ),
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
    tc: Tc = "standard",
    st: St = None,
    no_talk: NoTalk = False,
    reference: Annotated[
        bool,
        typer.Option(
            "--reference",
            help="Let the reference field play as well: random, greedy and trader, as bundled. "
            "Ratings beside it compare over years: arena ladder --anchor reference",
        ),
    ] = False,
    format_: Annotated[
        str,
        typer.Option(
            "--format",
            "--type",
            help="Who meets whom. "
            + "; ".join(f"{name}: {each.summary}" for name, each in FORMATS.items())
            + ".",
        ),
    ] = next(iter(FORMATS)),
    same_author: Annotated[
        bool,
        typer.Option("--same-author", help="Bots of one author may meet; else no two of them do."),
    ] = False,
    home: Home = None,
    json: Json = False,
) -> None:
    """Play a tournament, rate it and print the standings. Ctrl-C stops it; `resume` continues it.

    Give at most one of --rounds, --games, --time and --until; a knockout ends by itself.
    """
    from arena.tournament.worker_process import early

    with early(elsewhere=bool(address)) as waiting:  # beside these imports
        from arena.commands.tournaments import tournament
        from arena.options.confinement import conditions
        from arena.options.tournament import TournamentOptions

        tournament.tournament(
            home,
            bots or [],
            TournamentOptions(
                variants=variants,
                players=players,
                rounds=rounds,
                games=games,
                time=time,
                until=until,
                seed=seed,
                concurrency=concurrency,
                tc=tc,
                st=st,
                talk=not no_talk,
                format=format_,
                reference=reference,
                same_author=same_author,
                conditions=conditions(level, trusted, limits, allow_network, allow_env, address),
            ),
            json,
            waiting,
        )


@commands.command(
    epilog=examples(
        "arena sprt mybot trader",
        "arena sprt mybot:2 mybot:1 --non-regression",
        "arena sprt mybot greedy elo0=0 elo1=50 alpha=.05 beta=.05",
        "arena sprt mybot trader --variant rio_grande_duel --units 2000 --seed 7",
        "arena sprt mybot trader --players 5 --others greedy,first",
    )
)
def sprt(
    bot_a: Annotated[
        str,
        typer.Argument(metavar="A", help="Is this bot better ...", autocompletion=complete_bots),
    ],
    bot_b: Annotated[
        str,
        typer.Argument(metavar="B", help="... than this one?", autocompletion=complete_bots),
    ],
    bounds: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[BOUNDS]...", help="As fastchess has them: elo0=0 elo1=20 alpha=.05 beta=.05"
        ),
    ] = None,
    elo0: Annotated[
        float | None,
        typer.Option(help="H0: A is better by this, in normalised Elo.", show_default="0"),
    ] = None,
    elo1: Annotated[
        float | None,
        typer.Option(help="H1: A is better by this, in normalised Elo.", show_default="20"),
    ] = None,
    alpha: Annotated[
        float | None,
        typer.Option(help="How often H1 may be accepted wrongly.", show_default="0.05"),
    ] = None,
    beta: Annotated[
        float | None,
        typer.Option(help="How often H0 may be accepted wrongly.", show_default="0.05"),
    ] = None,
    non_regression: Annotated[
        bool,
        typer.Option("--non-regression", help="Is A not worse? Means elo0=-20 elo1=0."),
    ] = False,
    units: Annotated[
        int,
        typer.Option(
            min=16,
            max=MOST_UNITS,
            help="Without a verdict after this many units of two games, it is inconclusive.",
        ),
    ] = 5000,
    variant: Variant = "anniversary",
    players: Annotated[
        int | None,
        typer.Option(help="Players in a game.", show_default="4, or what is nearest to it"),
    ] = None,
    others: Annotated[
        str,
        typer.Option(
            metavar="BOTS",
            help="Who holds the other seats, separated by commas.",
            show_default="bundled bots: greedy, random, trader",
        ),
    ] = "",
    seed: Seed = None,
    concurrency: Concurrency = None,
    address: Address = "",
    level: Level = None,
    trusted: Trusted = False,
    limits: Limits = "",
    allow_network: AllowNetwork = False,
    allow_env: AllowEnv = "",
    bwrap: Bwrap = None,
    tc: Tc = "standard",
    st: St = None,
    no_talk: NoTalk = False,
    home: Home = None,
    json: Json = False,
) -> None:
    """Find out whether bot A is better than bot B, in as few games as it takes. Not rated.

    Every deal is played twice, A and B exchanging their seats. Exit code 0: there is a verdict
    (H1, H0, or identical play); 3: inconclusive after --units, or nothing but forfeits. `arena
    resume` continues it.
    """
    from arena.commands.tournaments import sprt
    from arena.options.confinement import conditions
    from arena.options.sprt import SprtOptions

    sprt.sprt(
        home,
        (bot_a, bot_b),
        SprtOptions(
            words=tuple(bounds or ()),
            elo0=elo0,
            elo1=elo1,
            alpha=alpha,
            beta=beta,
            non_regression=non_regression,
            units=units,
            variant=variant,
            players=players,
            others=others,
            seed=seed,
            concurrency=concurrency,
            tc=tc,
            st=st,
            talk=not no_talk,
            conditions=conditions(level, trusted, limits, allow_network, allow_env, address),
        ),
        json,
    )


@commands.command(epilog=examples("arena resume", "arena resume 3", "arena resume --address auto"))
def resume(
    tournament: Annotated[
        str | None,
        typer.Argument(
            metavar="[ID]",
            help="A tournament's id; see `arena tournaments`.",
            show_default="the latest unfinished one",
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
    """Continue a tournament that was stopped by Ctrl-C, a crash or a power cut."""
    from arena.tournament.worker_process import early

    with early(elsewhere=bool(address)) as waiting:  # beside these imports
        from arena.commands.resume import resume
        from arena.options.confinement import Conditions

        conditions = Conditions(level, trusted, address=address)
        resume(home, tournament, concurrency, conditions, json, waiting)


class Tournaments(TyperGroup):
    """The commands under `tournaments`; a tournament's id in their place gets a hint."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name; ends with a hint when it is a number."""
        if cmd_name.isdecimal() and not ctx.resilient_parsing:
            ctx.fail(f"No such command {cmd_name!r}. Try: arena tournaments show {cmd_name}")
        return super().get_command(ctx, cmd_name)


app = typer.Typer(cls=Tournaments, help="List the tournaments, show one, or end one for good.")


@app.callback(
    invoke_without_command=True,
    epilog=examples(
        "arena tournaments",
        "arena tournaments --json",
        "arena tournaments show 3",
        "arena tournaments abandon 3",
    ),
)
def tournaments(ctx: typer.Context, home: Home = None, json: Json = False) -> None:
    """List the tournaments, newest first: their state, games, bots and settings.

    A narrow terminal leaves out settings, when, variants and bots, in that order.
    """
    if ctx.invoked_subcommand is None:
        from arena.commands.tournaments import listing as tournaments

        tournaments.show_all(home, json)


@app.command("show", epilog=examples("arena tournaments show 3"))
def tournaments_show(tournament: Tournament, home: Home = None, json: Json = False) -> None:
    """Show a tournament's settings, its progress and the command that repeats it."""
    from arena.commands.tournaments import listing as tournaments

    tournaments.show(home, tournament, json)


@app.command(
    "abandon", epilog=examples("arena tournaments abandon 3", "arena tournaments abandon 3 --yes")
)
def tournaments_abandon(
    tournament: Tournament,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    home: Home = None,
    json: Json = False,
) -> None:
    """End a stopped tournament for good: what was played stays, the rest is never played."""
    from arena.commands.tournaments import listing as tournaments

    tournaments.abandon(home, tournament, yes, json)
