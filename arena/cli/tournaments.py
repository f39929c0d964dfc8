"""The commands that play tournaments and look after them."""

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from arena.options.arguments import Home, Json, bots_argument, examples
from arena.options.confinement import Resumed
from arena.options.groups import spread
from arena.options.sprt import SprtOptions
from arena.options.terms import ModelOptions
from arena.options.tournament import BenchOptions, TournamentOptions

commands = typer.Typer()

Tournament = Annotated[
    str, typer.Argument(metavar="ID", help="A tournament's id; see `arena tournaments`.")
]


@commands.command(
    epilog=examples(
        "arena tournament",
        "arena tournament trader greedy random --variants anniversary --players 4 --rounds 50",
        "arena tournament --variants all --concurrency 8 --games 5000",
        "arena tournament trader greedy random --rounds 5 --seed 7",
        "arena tournament --time 10m",
        "arena tournament mybot trader greedy --until 50",
        "arena tournament --reference",
        "arena tournament mybot trader greedy random --format gauntlet",
        "arena tournament --variants plus --players 4 --format knockout",
        "arena tournament --address auto",
        "arena tournament llm@small llm@large greedy trader --models models.toml --budget 5",
    )
)
@spread
def tournament(
    bots: Annotated[
        list[str] | None,
        bots_argument(
            "[BOTS]...",
            "Names or paths.",
            "all active submitted bots, or the bundled ones if there are none",
        ),
    ] = None,
    *,
    options: TournamentOptions,
    home: Home = None,
    json: Json = False,
) -> None:
    """Play a tournament, rate it and print the standings. Ctrl-C stops it; `resume` continues it.

    Give at most one of --rounds, --games, --time and --until; a knockout ends by itself,
    later with --legs.
    """
    from arena.tournament.worker_process import start_early

    with start_early(
        elsewhere=bool(options.terms.conditions.address)
    ) as waiting:  # beside these imports
        from arena.commands.tournaments.tournament import tournament

        tournament(home, bots or [], options, json, waiting)


@commands.command(
    epilog=examples(
        "arena sprt mybot trader",
        "arena sprt mybot:2 mybot:1 --non-regression",
        "arena sprt mybot greedy elo0=0 elo1=50 alpha=.05 beta=.05",
        "arena sprt mybot trader --variant rio_grande_duel --units 2000 --seed 7",
        "arena sprt mybot trader --players 5 --others greedy,first",
    )
)
@spread
def sprt(
    bot_a: Annotated[str, bots_argument("A", "Is this bot better ...")],
    bot_b: Annotated[str, bots_argument("B", "... than this one?")],
    *,
    options: SprtOptions,
    home: Home = None,
    json: Json = False,
) -> None:
    """Find out whether bot A is better than bot B, in as few games as it takes. Not rated.

    Every deal is played twice, with A and B in each other's seats. A bot that remembers the cards
    could use them the second time, so this is for bots that you trust. Exit code 0: there is a
    verdict (H1, H0, or identical play); 3: inconclusive after --units, or nothing but forfeits.
    `arena resume` continues it.
    """
    from arena.commands.tournaments.tournament import sprt

    sprt(home, (bot_a, bot_b), options, json)


@commands.command(
    epilog=examples(
        "arena bench llm@large --models models.toml --budget 10",
        "arena bench llm@large --models models.toml --html bench.html",
        "arena bench mybot --games 200 --json",
        "arena bench llm@large --tournament 7 --html bench.html",
    )
)
@spread
def bench(
    bot: Annotated[str, bots_argument("PLAYER", "A bot, or with a model llm@large.")],
    *,
    options: BenchOptions,
    home: Home = None,
    json: Json = False,
) -> None:
    """Measure one player against the reference field: its rating, its trades, its talk, its cost.

    A gauntlet against random, greedy and trader, as bundled, with greedy rated 1500. As a table, as
    JSON, or as a page, with the settings and hashes needed to repeat it.
    """
    from arena.commands.tournaments.bench import bench

    bench(home, bot, options, json)


@commands.command(epilog=examples("arena resume", "arena resume 3", "arena resume --address auto"))
@spread
def resume(
    tournament: Annotated[
        str | None,
        typer.Argument(
            metavar="[ID]",
            help="A tournament's id; see `arena tournaments`.",
            show_default="the latest unfinished one",
        ),
    ] = None,
    *,
    asking: ModelOptions,
    conditions: Resumed,
    home: Home = None,
    json: Json = False,
) -> None:
    """Continue a tournament that was stopped by Ctrl-C, a crash or a power cut."""
    from arena.tournament.worker_process import start_early

    with start_early(elsewhere=bool(conditions.address)) as waiting:  # beside these imports
        from arena.commands.resume import resume

        resume(home, tournament, asking, conditions, json, waiting)


class Tournaments(TyperGroup):
    """The commands under `tournaments`; a tournament's id in their place gets a hint."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name; ends with a hint when it is a number."""
        if cmd_name.isdecimal() and not ctx.resilient_parsing:
            ctx.fail(f"No such command {cmd_name!r}. Try: arena tournaments show {cmd_name}")
        return super().get_command(ctx, cmd_name)


stored = typer.Typer(cls=Tournaments, help="List the tournaments, show one, or end one for good.")
commands.add_typer(stored, name="tournaments")


@stored.callback(
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
        from arena.commands.tournaments import listing

        listing.show_all(home, json)


@stored.command("show", epilog=examples("arena tournaments show 3"))
def tournaments_show(tournament: Tournament, home: Home = None, json: Json = False) -> None:
    """Show a tournament's settings, its progress and the command that repeats it."""
    from arena.commands.tournaments import listing

    listing.show(home, tournament, json)


@stored.command(
    "abandon", epilog=examples("arena tournaments abandon 3", "arena tournaments abandon 3 --yes")
)
def tournaments_abandon(
    tournament: Tournament,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    home: Home = None,
    json: Json = False,
) -> None:
    """End a stopped tournament for good: what was played stays, the rest is never played."""
    from arena.commands.tournaments import listing

    listing.abandon(home, tournament, yes, json)
