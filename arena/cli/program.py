"""The program `arena`: all commands together, and how a failure ends one."""

import gc
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from textwrap import indent
from types import FrameType
from typing import Annotated, Any

import typer

from arena import compiled
from arena.cli.commands import COMMANDS, LazyCommand, examples
from arena.cli.help import CommandGroup, HelpAll, Rare
from arena.cli.options.arguments import HomeOption
from arena.errors import ArenaError

# Characters of one line of an error: a build may write all it has in one.
LONGEST_LINE = 1000


class Commands(CommandGroup):
    """The group of commands; the one place where an exception turns into a line and a code."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for subject, modules in COMMANDS.items():
            for name, module in modules.items():
                self.add_command(LazyCommand(name, module, subject))

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options; those of typer for completion are needed once."""
        options: list[Any] = super().get_params(ctx)
        for each in options:
            if each.name.endswith("_completion"):
                each.rich_help_panel = Rare("Completion")
        return options

    def invoke(self, ctx: Any) -> Any:
        """Run the command; no traceback ever reaches the terminal."""
        from arena.text import harmless

        try:
            result = super().invoke(ctx)
            sys.stdout.flush()  # a closed pipe shows now, not after the end
            return result
        except (KeyboardInterrupt, Exception) as error:
            # Typer's own: an exit, or wrong usage, which it shows with the command's usage line.
            if type(error).__module__.partition(".")[0] in ("click", "typer"):
                if hasattr(error, "message") and error.message:  # it may quote what was typed
                    told = error.message.removesuffix(".") + _meant_as_file()
                    error.message = harmless(told, LONGEST_LINE, keep_lines=True)
                raise
            failure = error
        raise typer.Exit(_tell(failure, ctx.find_root().meta.get("home")))


def _tell(failure: BaseException, home: Path | None) -> int:
    """Print what went wrong in a line; return the exit code."""
    from arena.cli.exit_codes import UNREAD, explain
    from arena.cli.output.console import unread
    from arena.home import locate_home
    from arena.text import harmless

    if isinstance(failure, BrokenPipeError) and unread():
        return UNREAD
    log = None
    # What names the home may be what is wrong; then the error stays unlogged.
    with suppress(OSError, ArenaError):
        log = locate_home(home).log
    line, code = explain(failure, log)
    shown = harmless(line, LONGEST_LINE, keep_lines=True)
    # Indented, so that no line break in what it quotes begins a line that looks like ours.
    with suppress(OSError):
        typer.echo("arena: " + indent(shown, "  ").lstrip(), err=True)
    return code


def main() -> None:
    """Run the `arena` program."""
    _settle_streams()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # or the kernel forgets our children
    # Ratings are fitted with small matrices: on a busy machine, threads only wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")  # it would search all packages for some
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:  # not under nohup
            signal.signal(number, _end)
    try:
        app()
    finally:
        from arena.cli.output.console import forget_unread

        forget_unread()
        gc.freeze()  # or all that was imported is looked through once more, for a tenth of a second


def _meant_as_file() -> str:
    """Say how to name a file that is taken for an option, if one was typed; else end the line."""
    meant = (word for word in sys.argv[1:] if word[:1] == "-" and os.path.lexists(word))
    return next((f". The file is called ./{word}" for word in meant), ".")


def _settle_streams() -> None:
    """Let any command print, whatever its streams are: closed, or for few characters.

    The number of a stream that is closed would go to the next file that is opened, such as the
    database, and what a library writes there would end up in it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
        if (stream := getattr(sys, name)) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
        elif name != "stdin":
            stream.reconfigure(errors="replace")


def _end(number: int, frame: FrameType | None) -> None:
    """Exit as on Ctrl-C, cleaning up temporary files."""
    raise SystemExit(128 + number)


app = typer.Typer(
    cls=Commands,
    name="arena",
    help="Tournaments and an Elo ladder for Bohnanza bots in any programming language.",
    epilog=examples("arena tournament", "arena check .", "arena match . greedy random")
    + "\n\nExit codes: 0 success; 1 a check failed or something cannot be done (the message says "
    "why); 2 a mistake on the command line; 3 `arena sprt` came to no verdict; 70 an error inside "
    "the arena; 128 + n ended by signal n: 130 Ctrl-C, 143 SIGTERM, 129 the terminal closed, 141 "
    "the output closed.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        from arena.source import source_of_games

        code = compiled.state()
        typer.echo(f"arena {source_of_games()} ({code.words})")
        if code.remedy:
            typer.echo(code.remedy)
        raise typer.Exit


@app.callback()
def _root(
    home: HomeOption = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
    help_all: HelpAll = False,
) -> None:
    pass
