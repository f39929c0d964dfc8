"""What `--help` prints: what a command does, then its options by subject, in two columns.

An option stands in the panel of the class that declares it (`panel`, in `arena/cli/options/`), or
else under "Options". What few people need is left to `--help-all`, and named at the end.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import Annotated, Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from arena.text.table import Column, meanings

NARROWEST, WIDEST = 40, 100
"""The range of line widths: longer ones are hard to read, shorter ones hold no text."""
WIDEST_NAMES = 24
"""Longer values, such as a list of choices, get a line of their own."""
FEW_PARAGRAPHS, FEW_EXAMPLES = 3, 5
"""Those of the plain help; `--help-all` has all of them."""
USUAL_PANEL = "Options"
VALUES = {"int": "N", "float": "NUMBER", "str": "TEXT", "Path": "PATH"}
"""The placeholder for a value of each type, for options that don't name one."""

Run = TypeVar("Run", bound=Callable[..., None])
Row = tuple[str, str]
Panels = dict[str, list[Any]]
"""The parameters of a command, by the title that they stand below."""


def explains(columns: Iterable[Column[Any]]) -> Callable[[Run], Run]:
    """Explain the columns of a table where a command's docstring says `{columns}`."""

    def explained(command: Run) -> Run:
        command.__doc__ = (command.__doc__ or "").replace("{columns}", meanings(columns))
        return command

    return explained


class Rare(str):
    """The title of a panel that only `--help-all` shows."""

    __slots__ = ()


class _Printed:
    """Prints help in our own layout."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options and arguments."""
        found: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for each in found:
            each.process_value = partial(_processed, each)
        return found

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help, as typer's commands do, which leave the formatter empty."""
        typer.echo("\n".join(_lines(self, ctx, every=False)))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return what may follow the command, without typer's braces around what is required."""
        pieces: list[str] = super().collect_usage_pieces(ctx)  # type: ignore[misc]
        return [each.replace("{", "").replace("}", "") for each in pieces]


def _processed(option: Any, context: Any, value: Any) -> Any:
    """Return an option's value; for most, typer would import pydantic, for a tenth of a second."""
    kind, parser = option.type_descriptor.annotation, option.type_descriptor.parameter_info.parser
    if parser and kind is Path and value is not None:
        value = parser(value)
    elif (value is None and option.required) or not (value is option.default or kind is str):
        return type(option).process_value(option, context, value)
    elif value is None and (option.multiple or option.nargs == -1):
        value = ()
    return option.callback(context, option, value) if option.callback else value


class Command(_Printed, TyperCommand):
    """A command."""


class CommandGroup(_Printed, TyperGroup):
    """Several commands under one name."""


class ShowGroup(CommandGroup):
    """A group with a `show`; what it shows, typed in the place of a command, gets a hint."""

    shown = re.compile(".*", re.DOTALL)
    """The words that may be meant for `show`."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command of that name; end with a hint if there is none."""
        found = super().get_command(ctx, cmd_name)
        # The shell parses half a line when it completes one, and must get no error.
        if found is None and not ctx.resilient_parsing and self.shown.fullmatch(cmd_name):
            hint = f"Try: arena {ctx.info_name} show {cmd_name}"
            ctx.fail(f"No such command {cmd_name!r}. {hint}")
        return found


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
    notes += ["required"] if parameter.required and parameter.param_type_name == "option" else []
    return f"{parameter.help} [{'; '.join(notes)}]" if notes else str(parameter.help)


def _lines(command: Any, context: typer.Context, every: bool) -> Iterator[str]:
    """Yield the lines of a command's help; `every`: with all of its options and examples."""
    width = max(NARROWEST, min(get_terminal_size().columns, WIDEST))
    about, panels = command.help.split("\n\n"), _panels(command, context)
    # The first paragraph is the word `Examples:`, in whose place a heading is printed.
    _, *ending = command.epilog.split("\n\n")
    left_out: list[str] = []
    if not every:
        panels, about, ending, left_out = _few(panels, about, ending)
    options = {
        title: [(option_names(each, context, every), explained(each)) for each in shown]
        for title, shown in panels.items()
    }
    usage = " ".join(["Usage:", context.command_path, *command.collect_usage_pieces(context)])
    yield from _wrapped(usage, width)
    for paragraph in about:
        yield from ["", *_wrapped(paragraph, width)]
    for tables in (_commands(command, context), options):
        yield from _tables(tables, width)
    examples = [f"  {each}" for each in ending if _is_example(each)]
    yield from ["", _heading("Examples"), *examples]  # unwrapped, to be copied
    for paragraph in ending[len(examples) :]:
        yield from ["", *_wrapped(paragraph, width)]
    if left_out:
        yield from ["", *_wrapped(f"See --help-all for {' and '.join(left_out)}.", width)]


def _few(
    panels: Panels, about: list[str], ending: list[str]
) -> tuple[Panels, list[str], list[str], list[str]]:
    """Return what the plain help has of these, and what only `--help-all` shows, in words."""
    rare = [title for title in panels if isinstance(title, Rare)]
    names = [each.opts[0] for title in rare for each in panels[title]]
    left = {title: panels[title] for title in panels if title not in rare}
    few = about[:FEW_PARAGRAPHS], [each for each in ending if _is_example(each)][:FEW_EXAMPLES]
    # Paragraphs after the examples, such as the exit codes of `arena`, are left out, too.
    more = ["more"] if (about, ending) != few else []
    return left, *few, [*([", ".join(names)] if names else []), *more]


def _is_example(paragraph: str) -> bool:
    return paragraph.startswith("arena ")


def _panels(command: Any, context: typer.Context) -> Panels:
    """Return the parameters by panel: arguments first, and what every command has last.

    --help-all is mentioned at the end if it shows more.
    """
    panels: Panels = {}
    for each in command.get_params(context):
        if not each.hidden and each.name != "help_all":
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


def _tables(tables: dict[str, list[Row]], width: int) -> Iterator[str]:
    """Yield tables below their headings: names at the left, and the texts beside them."""
    colour = None if "NO_COLOR" in os.environ else "cyan"
    lengths = [len(names) for rows in tables.values() for names, _ in rows]
    # Longer names get a line of their own, so they need not widen the column.
    column = max((each for each in lengths if each <= WIDEST_NAMES), default=0)
    for title, rows in tables.items():
        yield from ["", _heading(title)]
        for names, text in rows:
            lines = [*([""] if len(names) > column else []), *_wrapped(text, width - column - 4)]
            left = typer.style(names, fg=colour) + " " * (column - len(names))
            for line in lines:
                yield f"  {left}  {line}".rstrip()
                left = " " * column


def _heading(title: str) -> str:
    return typer.style(f"{title}:", bold=True)


def _wrapped(text: str, width: int) -> list[str]:
    return wrap(text, width, break_long_words=False, break_on_hyphens=False)
