"""What `--help` prints: what a command does, then its options by subject, in two columns.

An option stands in the panel of the class that declares it (`panel`, in `arena/cli/options/`), or
else under "Options". What few people need is left to `--help-all`, and named at the end.
"""

import os
import re
from collections.abc import Iterable, Iterator
from shutil import get_terminal_size
from textwrap import wrap
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

WIDEST = 100
"""Longer lines are hard to read, on however wide a terminal."""
WIDEST_NAMES = 24
"""What is longer, such as a list of choices, has a line of its own."""
FEW_PARAGRAPHS, FEW_EXAMPLES = 3, 5
"""Those of the plain help; `--help-all` has all of them."""
USUAL_PANEL = "Options"
VALUES = {"int": "N", "float": "NUMBER", "str": "TEXT", "Path": "PATH"}
"""How a value is called by its type, where an option does not say."""

Row = tuple[str, str]


class Rare(str):
    """The title of a panel that only `--help-all` shows."""

    __slots__ = ()


class _Printed:
    """A command that prints its help in our way."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help, as typer's commands do, which leave the formatter empty."""
        typer.echo("\n".join(_lines(self, ctx, every=False)))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return what may follow the command, without typer's braces around what is required."""
        pieces: list[str] = super().collect_usage_pieces(ctx)  # type: ignore[misc]
        return [each.replace("{", "").replace("}", "") for each in pieces]


class Command(_Printed, TyperCommand):
    """A command."""


class CommandGroup(_Printed, TyperGroup):
    """Several commands under one name."""


def _show_all(context: typer.Context, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        typer.echo("\n".join(_lines(context.command, context, every=True)))
        raise typer.Exit


HelpAll = Annotated[
    bool,
    typer.Option(
        "--help-all", is_eager=True, callback=_show_all, help="Show all options and examples."
    ),
]


def option_names(parameter: Any, context: typer.Context, every: bool = True) -> str:
    """Return how a parameter is given: `--variants, -v TEXT`; `every`: with its other spellings."""
    if parameter.param_type_name == "argument":
        return str(parameter.metavar or parameter.name.upper())
    long = [name for name in parameter.opts if name.startswith("--")]
    short = [name for name in parameter.opts if name not in long]
    names = ", ".join([*(long if every else long[:1]), *short])
    if parameter.is_flag:
        return names
    kind = parameter.display_type(context).strip("<>").removesuffix(" range")
    return f"{names} {parameter.metavar or VALUES.get(kind, kind)}"


def explained(parameter: Any) -> str:
    """Return what a parameter is for, and what holds where it is not given."""
    usual, default = parameter.show_default, parameter.default
    if usual is True and default not in (None, "", False):
        usual = getattr(default, "value", default)
    notes = [] if isinstance(usual, bool) else [f"default: {usual}"]
    notes += [f"env: {parameter.envvar}"] if parameter.envvar else []
    return " ".join([parameter.help, *([f"[{'; '.join(notes)}]"] if notes else [])])


def _lines(command: Any, context: typer.Context, every: bool) -> Iterator[str]:
    """Yield the lines of a command's help; `every`: with all of its options and examples."""
    width = min(get_terminal_size().columns, WIDEST)
    pieces = command.collect_usage_pieces(context)
    panels = _panels(command, context)
    rare = [] if every else [title for title in panels if isinstance(title, Rare)]
    left_out = [name for title in rare for each in panels.pop(title) for name in each.opts[:1]]
    options = {
        title: [(option_names(each, context, every), explained(each)) for each in shown]
        for title, shown in panels.items()
    }
    yield from _wrapped(" ".join(["Usage:", context.command_path, *pieces]), width)
    paragraphs = command.help.split("\n\n")
    if not every and paragraphs[FEW_PARAGRAPHS:]:
        del paragraphs[FEW_PARAGRAPHS:]
        left_out.append("more explanation")
    for paragraph in paragraphs:
        yield from ["", *_wrapped(paragraph, width)]
    for tables in (_commands(command, context), options):
        names = [len(name) for rows in tables.values() for name, _ in rows]
        column = max((each for each in names if each <= WIDEST_NAMES), default=0)
        for title, rows in tables.items():
            yield from ["", _heading(title), *_table(rows, column, width)]
    yield from _ending(command.epilog or "", width, every)
    if left_out:
        yield from ["", *_wrapped(f"See --help-all for {', '.join(left_out)}.", width)]


def _panels(command: Any, context: typer.Context) -> dict[str, list[Any]]:
    """Return the parameters by panel: arguments first, and what every command has last."""
    panels: dict[str, list[Any]] = {}
    for each in command.get_params(context):
        if not each.hidden:
            is_argument = each.param_type_name == "argument"
            title = "Arguments" if is_argument else each.rich_help_panel or USUAL_PANEL
            panels.setdefault(title, []).append(each)
    usual = panels.pop(USUAL_PANEL)
    return panels | {USUAL_PANEL: usual}


def _commands(group: Any, context: typer.Context) -> dict[str, list[Row]]:
    """Return the commands of a group by panel, each in a few words; none for a command."""
    panels: dict[str, list[Row]] = {}
    for name in group.list_commands(context) if isinstance(group, TyperGroup) else ():
        each = group.commands[name]
        few_words = re.split(r"[.:;](?:\s|$)", each.help, maxsplit=1)[0]
        panels.setdefault(each.rich_help_panel or "Commands", []).append((name, few_words))
    return panels


def _table(rows: Iterable[Row], column: int, width: int) -> Iterator[str]:
    """Yield lines with the names at the left, of so many characters, and the texts beside them."""
    colour = None if "NO_COLOR" in os.environ else "cyan"
    for names, text in rows:
        lines = [*([""] if len(names) > column else []), *_wrapped(text, width - column - 4)]
        left = typer.style(names, fg=colour) + " " * (column - len(names))
        for line in lines:
            yield f"  {left}  {line}".rstrip()
            left = " " * column


def _ending(epilog: str, width: int, every: bool) -> Iterator[str]:
    """Yield the examples, each in one line that can be copied, and what comes after them."""
    _, *paragraphs = epilog.split("\n\n")
    examples = [each for each in paragraphs if each.startswith("arena ")]
    yield from ["", _heading("Examples")]
    yield from (f"  {each}" for each in (examples if every else examples[:FEW_EXAMPLES]))
    for each in paragraphs[len(examples) :]:
        yield from ["", *_wrapped(each, width)]


def _heading(title: str) -> str:
    return typer.style(f"{title}:", bold=True)


def _wrapped(text: str, width: int) -> list[str]:
    return wrap(text, width, break_long_words=False, break_on_hyphens=False)
