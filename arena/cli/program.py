"""The program `arena`: all commands together, and how a failure ends one."""

import gc
import inspect
import os
import sys
from textwrap import indent
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import arena
from arena import compiled
from arena.cli import bots, games, ladder, league, machine, pages, tournaments, variants
from arena.cli.arguments import examples, unwrapped

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
        from arena.commands.exit_codes import UNREAD, explain
        from arena.home import locate_home
        from arena.printing.console import unread

        if isinstance(failure, BrokenPipeError) and unread():
            raise typer.Exit(UNREAD)
        line, code = explain(failure, locate_home(ctx.find_root().meta.get("home")).log)
        shown = harmless(line, LONGEST_LINE, keep_lines=True)
        # Indented, so that no line break in what it quotes begins a line that looks like ours.
        typer.echo("arena: " + indent(shown, "  ").lstrip(), err=True)
        raise typer.Exit(code)


def main() -> None:
    """The entry point of the `arena` program."""
    # Ratings are fitted with small matrices: on a busy machine, threads only wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        app()
    finally:
        from arena.printing.console import forget_unread

        forget_unread()
        gc.freeze()  # or all that was imported is looked through once more, for a tenth of a second


app = typer.Typer(
    cls=Commands,
    name="arena",
    help="Tournaments and an Elo ladder for Bohnanza bots in any programming language.",
    epilog=examples(
        "arena tournament", "arena check mybot.py", "arena match mybot.py greedy random"
    )
    + "\n\nExit codes: 0 success; 1 a check failed or something cannot be done (the message says "
    "why); 2 a mistake on the command line; 3 `arena sprt` came to no verdict; 70 an error inside "
    "the arena; 128 + n ended by signal n: 130 Ctrl-C, 143 SIGTERM, 129 the terminal closed, 141 "
    "the output closed.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.add_typer(variants.app, name="variants", rich_help_panel="Games")
app.add_typer(tournaments.app, name="tournaments", rich_help_panel="Tournaments")
app.add_typer(league.app, name="league", rich_help_panel="A league")
app.add_typer(league.season, name="season", rich_help_panel="A league")
app.add_typer(ladder.db, name="db", rich_help_panel="The ladder")
for room, title in (
    (tournaments, "Tournaments"),
    (league, "A league"),
    (ladder, "The ladder"),
    (pages, "The ladder"),
    (bots, "Bots"),
    (games, "Games"),
    (machine, "This machine"),
):
    for command in room.commands.registered_commands:
        command.rich_help_panel = title
    app.registered_commands += room.commands.registered_commands
for group in (app, variants.app, tournaments.app, league.app, league.season, ladder.db):
    for command in group.registered_commands:
        command.help = unwrapped(inspect.getdoc(command.callback) or "")


def _version(asked: bool) -> None:
    if asked:
        code = compiled.state()
        typer.echo(f"arena {arena.__version__} ({code.words})")
        if code.remedy:
            typer.echo(code.remedy)
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass
