"""The table of all commands, each loaded when it is called.

`arena --help` and `arena --version` need the names and one line of each, so no command's file is
imported for them.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from inspect import Parameter, Signature, getdoc, signature
from pathlib import Path
from typing import Any

import typer
from typer.main import get_group

from arena.cli.help import Command, CommandGroup, HelpAll
from arena.cli.options.arguments import ONLY_SHOWN

COMMANDS = {
    "Bots": {
        "new": "bots.new",
        "submit": "bots.submit",
        "check": "bots.submit",
        "watch": "bots.watch",
        "bots": "bots.bot_list",
        "retire": "bots.bot_list",
        "reinstate": "bots.bot_list",
        "disown": "bots.bot_list",
        "intake": "bots.intake",
    },
    "Tournaments": {
        "tournament": "tournaments.tournament",
        "sprt": "tournaments.sprt",
        "bench": "tournaments.bench",
        "resume": "resume",
        "tournaments": "tournaments.tournament_list",
    },
    "The ladder": {
        "ladder": "ladder.ladder",
        "crosstable": "ladder.crosstable",
        "signs": "ladder.signs",
        "compare": "ladder.compare",
        "report": "ladder.report",
        "serve": "ladder.serve",
    },
    "Games": {
        "match": "games.match",
        "play": "games.play",
        "games": "games.game_list",
        "replay": "games.replay",
        "why": "games.why",
        "log": "games.game_list",
        "debug": "games.debug",
        "verify": "games.verify",
        "variants": "games.variants",
    },
    "A league": {"league": "league.run", "season": "league.season"},
    "This machine": {"doctor": "machine.doctor", "db": "machine.db"},
}
"""By subject, in the order in which a newcomer needs them: each command's module below `arena.cli`.

The function there has the command's name; a module of several commands under one has `commands`.
"""


class LazyCommand(Command):
    """A command known by name and summary, whose module is imported when it is called."""

    def __init__(self, name: str, module: str, panel: str | None = None) -> None:
        summary = _summary(name, module)
        super().__init__(name, callback=None, help=summary, rich_help_panel=panel)
        self.module = f"arena.cli.{module}"

    @property
    def loaded(self) -> Any:
        """The command itself, or the group of that name."""
        return load(str(self.name), self.module)

    def make_context(self, *args: Any, **extra: Any) -> Any:
        """Make the context of the loaded command, which runs in the place of this one."""
        return self.loaded.make_context(*args, **extra)


@cache
def load(name: str, module: str) -> Any:
    """Import a command, or the group of that name."""
    found = import_module(module)
    command, app = getattr(found, name), getattr(found, "commands", None)
    # Typer makes a command only within a group, so a single one gets a group of its own.
    if app is None:
        app = typer.Typer(cls=CommandGroup)
        app.command(name)(command)
    else:
        app.callback(invoke_without_command=True)(command)
    for each in app.registered_commands:
        each.cls = Command
    # A group's own function is typer's callback; a command alone in its group has none.
    for each in filter(None, [*app.registered_commands, app.registered_callback]):
        each.help, each.epilog = help_of(each.callback)
        each.callback = runnable(each.callback)
    group = get_group(app)
    # A single command is taken out of the group that was made for it above.
    return group.commands.get(name, group)


def _summary(name: str, module: str) -> str:
    """Read the first paragraph of a command's help, which is quicker than to import its module."""
    # The function is named after the command, so its docstring is the first after "def name(".
    file = Path(__file__).parent / f"{module.replace('.', '/')}.py"
    doc = file.read_text("utf-8").partition(f"\ndef {name}(")[2].split('"""')[1]
    return unwrapped(doc.partition("\n\n")[0])


def runnable(command: Callable[..., Any]) -> Callable[..., None]:
    """Return what typer is to call: the command, unless it is a group and one below it is named."""
    from arena.cli.options.groups import spread

    spread_out = spread(command)
    shown = signature(spread_out).parameters.values()

    def run(context: typer.Context, help_all: bool, **values: Any) -> None:
        if context.invoked_subcommand is not None:
            return
        if ONLY_SHOWN:  # but --help was the value of another option
            context.fail("--help shows the help, and is no value.")
        spread_out(**values)

    context = Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context)
    every = Parameter("help_all", Parameter.KEYWORD_ONLY, annotation=HelpAll, default=False)
    run.__signature__ = Signature([context, *shown, every])  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in (context, *shown, every)}
    return run


def help_of(command: Callable[..., Any]) -> tuple[str, str]:
    """Return what a command's docstring says, and its examples, which come after the options."""
    # What --json prints is left to a page of the site; see docs/json.md.
    shown, _, _ = (getdoc(command) or "").partition("\n\nJSON:\n")
    text, _, lines = shown.partition("\n\nExamples:\n")
    return unwrapped(text), examples(*map(str.strip, lines.splitlines()))


def examples(*lines: str) -> str:
    """Return the examples at the end of a help."""
    return "Examples:\n\n" + "\n\n".join(lines)


def unwrapped(doc: str) -> str:
    """Return a docstring with one line for each paragraph, which a terminal of any width wraps."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in doc.split("\n\n"))
