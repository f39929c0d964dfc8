"""The command line: names, options and help of every command; what they do is in `arena/commands`.

Imports nothing heavy at the top: `arena --help` answers at once, and Ray starts only where a
tournament is played.
"""

import sys
from pathlib import Path
from textwrap import indent
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import arena
from arena.cli_arguments import (
    MOST_ROUNDS,
    AllowEnv,
    AllowNetwork,
    Bot,
    Bwrap,
    Cmd,
    Game,
    Home,
    Json,
    Level,
    Limits,
    NoTalk,
    PlayersFilter,
    Seed,
    St,
    Tc,
    Trusted,
    Variant,
    VariantFilter,
    complete_bots,
    complete_variants,
    examples,
)
from arena.cli_tournaments import (
    RESUME_EXAMPLES,
    TOURNAMENT_EXAMPLES,
    resume,
    tournament,
    tournaments_app,
)

# Characters of one line of an error: a build may write all it has in one.
LONGEST_LINE = 1000


class Commands(TyperGroup):
    """The group of commands; the one place where an exception turns into a line and a code."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; no traceback ever reaches the terminal."""
        from arena.text import harmless

        failure: BaseException
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()  # a closed pipe shows now, not after the end
            return result
        except KeyboardInterrupt as error:
            failure = error
        except Exception as error:
            if type(error).__module__.partition(".")[0] in ("click", "typer"):
                if hasattr(error, "message"):  # it may quote what was typed
                    error.message = harmless(error.message, LONGEST_LINE, keep_lines=True)
                raise  # an exit, or wrong usage, shown with the command's usage line
            failure = error
        from arena.commands.console import unread
        from arena.commands.failures import UNREAD, explain
        from arena.home import locate_home

        if isinstance(failure, BrokenPipeError) and unread():
            raise typer.Exit(UNREAD)
        line, code = explain(failure, locate_home(ctx.find_root().meta.get("home")).log)
        shown = harmless(line, LONGEST_LINE, keep_lines=True)
        # Indented, so that no line break in what it quotes begins a line that looks like ours.
        typer.echo("arena: " + indent(shown, "  ").lstrip(), err=True)
        raise typer.Exit(code)


class Variants(TyperGroup):
    """The commands under `variants`; a game's name in their place gets a hint."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name; ends with a hint when there is none."""
        found = super().get_command(ctx, cmd_name)
        if found is None and not ctx.resilient_parsing:
            ctx.fail(f"No such command {cmd_name!r}. Try: arena variants show {cmd_name}")
        return found


def main() -> None:
    """The entry point of the `arena` program."""
    try:
        app()
    finally:
        from arena.commands.console import forget_unread

        forget_unread()


app = typer.Typer(
    cls=Commands,
    name="arena",
    help="Tournaments and an Elo ladder for Bohnanza bots in any programming language.",
    epilog=examples(
        "arena tournament", "arena check mybot.py", "arena match mybot.py greedy random"
    )
    + "\n\nExit codes: 0 success; 1 a check failed or something cannot be done (the message says "
    "why); 2 a mistake on the command line; 70 an error inside the arena; 128 + n ended "
    "by signal n: 130 Ctrl-C, 143 SIGTERM, 129 the terminal closed, 141 the output closed.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
variants_app = typer.Typer(
    cls=Variants, help="List the games that can be played, or print a rulebook."
)
app.add_typer(variants_app, name="variants")
app.add_typer(tournaments_app, name="tournaments")
app.command(epilog=TOURNAMENT_EXAMPLES)(tournament)
app.command(epilog=RESUME_EXAMPLES)(resume)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"arena {arena.__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


# --- bots ----------------------------------------------------------------------------------------


@app.command(
    epilog=examples(
        "arena submit mybot.py",
        "arena submit target/release/mybot --name crusher --author Ada",
        "arena submit my-folder/",
        "arena submit thinker.py --tc slow",
        'arena submit bot.jar --cmd "java -Xmx200m -jar bot.jar"',
        "arena submit inbox/ada.py --author Ada --key-file keys/ada",
    )
)
def submit(
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH", help="A script, an executable, or a folder with a bot.toml."
        ),
    ],
    name: Annotated[str, typer.Option(help="Name on the ladder.", show_default="the file's")] = "",
    author: Annotated[str, typer.Option(help="The bot's author.")] = "",
    cmd: Cmd = "",
    tc: Tc = "standard",
    key_file: Annotated[
        Path | None,
        typer.Option(
            envvar="ARENA_KEY",
            help="The file with your key; made if it is missing.",
            show_default="one in your configuration folder",
        ),
    ] = None,
    level: Level = None,
    trusted: Trusted = False,
    limits: Limits = "",
    allow_network: AllowNetwork = False,
    allow_env: AllowEnv = "",
    home: Home = None,
    json: Json = False,
) -> None:
    """Submit a bot: copy it, build it, check it, and enter it on the ladder.

    Submitting the same name again makes the next version.
    A bot's name and its author's belong to the key that they first came with.
    """
    from arena.commands import bots
    from arena.commands.conditions import conditions

    on = conditions(level, trusted, limits, allow_network, allow_env)
    bots.submit(home, path, name, author, cmd, tc, key_file, on, json)


@app.command(
    epilog=examples(
        "arena check mybot.py",
        "arena check ./my-folder",
        "arena check greedy --json",
        'arena check Bean.kt --cmd "java -jar bean.jar"',
    )
)
def check(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT", help="A bot's name, or a path.", autocompletion=complete_bots
        ),
    ],
    cmd: Cmd = "",
    tc: Tc = "standard",
    level: Level = None,
    limits: Limits = "",
    allow_network: AllowNetwork = False,
    allow_env: AllowEnv = "",
    home: Home = None,
    json: Json = False,
) -> None:
    """Check a bot without submitting it: every kind of question, and a game against itself.

    Give a bot by its name, as in greedy, mine or mine:2, or by a path:
    a script, an executable, a .toml or a folder with a bot.toml.
    A known name comes first; ./mine is always a path.
    """
    from arena.commands import bots
    from arena.commands.conditions import conditions

    on = conditions(level, True, limits, allow_network, allow_env)
    bots.check(home, bot, cmd, tc, on, json)


@app.command("bots", epilog=examples("arena bots", "arena bots --all --json"))
def bots_(
    all_: Annotated[bool, typer.Option("--all", help="Include retired versions.")] = False,
    home: Home = None,
    json: Json = False,
) -> None:
    """List the bots, submitted and bundled."""
    from arena.commands import bots

    bots.show(home, all_, json)


@app.command(epilog=examples("arena retire crusher", "arena retire crusher:2"))
def retire(bot: Bot, home: Home = None, json: Json = False) -> None:
    """Keep a bot out of future tournaments; its games and rating stay."""
    from arena.commands import bots

    bots.set_status(home, bot, "retired", json)


@app.command(epilog=examples("arena reinstate crusher"))
def reinstate(bot: Bot, home: Home = None, json: Json = False) -> None:
    """Let a retired or suspended bot play again."""
    from arena.commands import bots

    bots.set_status(home, bot, "active", json)


@app.command(epilog=examples("arena disown crusher"))
def disown(bot: Bot, home: Home = None, json: Json = False) -> None:
    """Set a bot free whose key is lost, with its author's others that came with the same key.

    Whoever submits its next version owns it then.
    """
    from arena.commands import bots

    bots.disown(home, bot, json)


# --- variants ------------------------------------------------------------------------------------


@variants_app.callback(
    invoke_without_command=True,
    epilog=examples("arena variants", "arena variants show anniversary --players 4"),
)
def variants(ctx: typer.Context, json: Json = False) -> None:
    """List the games that can be played, with their options and expansions."""
    if ctx.invoked_subcommand is None:
        from arena.commands import variants

        variants.show_all(json)


@variants_app.command("show", epilog=examples("arena variants show rio_grande --players 6"))
def variants_show(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="A game, alone or with its parts: classic+cheap_third_field.",
            autocompletion=complete_variants,
        ),
    ],
    players: Annotated[
        int | None,
        typer.Option(
            help="Players in the game.", show_default="4, or the nearest that the game allows"
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Print a compiled rulebook: deck, beanometers, turn and rules."""
    from arena.commands import variants
    from arena.commands.options import usual_count

    variants.show(name, usual_count(name) if players is None else players, json)


# --- playing -------------------------------------------------------------------------------------


@app.command(
    epilog=examples(
        "arena match trader greedy random",
        "arena match ./mybot.py greedy greedy random --variant classic --rounds 5 --seed 1",
    )
)
def match(
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOTS...", help="Names or paths.", autocompletion=complete_bots),
    ],
    variant: Variant = "anniversary",
    rounds: Annotated[
        int,
        typer.Option(
            "--rounds",
            "--deals",
            min=1,
            max=MOST_ROUNDS,
            help="Deals, each played once in every rotation of the seats.",
        ),
    ] = 1,
    seed: Seed = None,
    tc: Tc = "standard",
    st: St = None,
    no_talk: NoTalk = False,
    level: Level = None,
    limits: Limits = "",
    allow_network: AllowNetwork = False,
    allow_env: AllowEnv = "",
    home: Home = None,
    json: Json = False,
) -> None:
    """Play a few unrated games between bots.

    Give a bot by its name, as in greedy, mine or mine:2, or by a path.
    A known name comes first; ./mine is always a path.
    """
    from arena.commands import match
    from arena.commands.conditions import conditions

    on = conditions(level, True, limits, allow_network, allow_env)
    match.run(home, bots, variant, rounds, seed, tc, st, not no_talk, on, json)


# --- looking -------------------------------------------------------------------------------------


@app.command(
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


@app.command(
    epilog=examples(
        "arena games", "arena games --bot trader --faults --limit 50", "arena games --tournament 3"
    )
)
def games(
    bot: Annotated[str, typer.Option(help="Only games of this bot.")] = "",
    variant: VariantFilter = "",
    players: PlayersFilter = None,
    tournament: Annotated[str, typer.Option(help="Only games of this tournament.")] = "",
    faults: Annotated[bool, typer.Option("--faults", help="Only games with a fault.")] = False,
    limit: Annotated[int, typer.Option(min=1, help="How many, newest first.")] = 20,
    home: Home = None,
    json: Json = False,
) -> None:
    """List the games played; * marks a winner, !2 means two faults.

    A narrow terminal leaves out decisions, round, tournament and variant, in that order.
    """
    from arena.commands import games

    games.games(home, bot, variant, players, tournament, faults, limit, json)


@app.command(epilog=examples("arena replay 17", "arena replay 17 --seat 2"))
def replay(
    game: Game,
    seat: Annotated[
        int | None, typer.Option(help="Only what this seat saw.", show_default="all cards")
    ] = None,
    home: Home = None,
    json: Json = False,
) -> None:
    """Retell a game turn by turn: hands, offers, trades, harvests and coins."""
    from arena.commands import replay

    replay.replay(home, game, seat, json)


@app.command(
    epilog=examples(
        "arena debug 17 --seat 2 --at 57",
        'arena debug 17 --seat 2 --at 57 --cmd "python3 -X dev mybot.py"',
    )
)
def debug(
    game: Game,
    seat: Annotated[int, typer.Option(help="The seat whose questions to take.")],
    at: Annotated[
        int | None, typer.Option(help="The id of the last question.", show_default="all questions")
    ] = None,
    cmd: Annotated[
        str,
        typer.Option(help="Start this program and ask it.", show_default="print the lines"),
    ] = "",
    home: Home = None,
    json: Json = False,
) -> None:
    """Put a seat's questions from a stored game to a bot again, or print them."""
    from arena.commands import debug

    debug.run(home, game, seat, at, cmd, json)


@app.command(epilog=examples("arena verify --all", "arena verify 17 18"))
def verify(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAMES]...", help="Their ids; see `arena games`.")
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Every stored game.")] = False,
    home: Home = None,
    json: Json = False,
) -> None:
    """Replay stored games from their records and compare the results."""
    from arena.commands import verify

    if not games and not all_:
        raise typer.BadParameter("Name some games by their ids, or give --all.")
    verify.verify(home, games or [], json)


# --- this machine --------------------------------------------------------------------------------


@app.command(epilog=examples("arena doctor", "arena doctor --json"))
def doctor(bwrap: Bwrap = None, home: Home = None, json: Json = False) -> None:
    """Say what this machine can do: how it confines bots, what is missing, and what mends that."""
    from arena.commands import doctor

    doctor.run(home, json)


if __name__ == "__main__":
    main()
