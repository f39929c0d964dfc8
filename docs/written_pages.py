"""The pages of the site that are written from the code: commands, games, keys of JSON."""

from pathlib import Path
from typing import Any

import typer

from arena.cli.commands import COMMANDS
from arena.cli.games.variants import rulebook_lines
from arena.cli.help import explained, option_names
from arena.cli.options.parsing import usual_count
from arena.rules import PRESETS, compile_rulebook
from arena.rules.compile import counts
from tests.support.commands import command as find_command
from tests.support.json_page import json_page

WIDTH = 96


def write_reference(folder: Path) -> None:
    """Write the pages into a folder that git does not know."""
    write_page(folder / "commands.md", commands_page())
    write_page(folder / "games.md", games_page())
    write_page(folder / "json.md", json_page())


def write_page(path: Path, text: str) -> None:
    """Write a page if it has changed; what has not is not built again."""
    path.parent.mkdir(exist_ok=True)
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def commands_page() -> str:
    """Return the page of commands: each with its arguments, options and examples."""
    parts = [
        "# Commands",
        "",
        "For anyone looking up an option: every command with all its options. Each takes `--json`, "
        "and then prints [these keys](json.md).",
    ]
    for subject, names in COMMANDS.items():
        parts += ["", f"## {subject}"]
        for name in names:
            found = find_command(name)
            parts += _command(f"arena {name}", found)
            for below, each in sorted(getattr(found, "commands", {}).items()):
                parts += _command(f"arena {name} {below}", each)
    return "\n".join(parts) + "\n"


def _command(name: str, command: Any) -> list[str]:
    context = typer.Context(command, info_name=name)
    usage = " ".join(command.collect_usage_pieces(context))
    lines = ["", f"### {name}", "", command.help, "", "```text", f"{name} {usage}", "```", ""]
    for parameter in command.get_params(context):
        if not parameter.hidden and parameter.name not in ("help", "help_all"):
            lines += [f"`{option_names(parameter, context)}`", f": {explained(parameter)}", ""]
    _, *examples = (command.epilog or "").split("\n\n")
    return [*lines, "```sh", *examples, "```"] if examples else lines


def games_page() -> str:
    """Return the page of games: their rulebooks, as `arena variants show` prints them."""
    parts = [
        "# Rules of each game",
        "",
        "For players and authors: every game as the arena plays it, with its usual number of "
        "players; `arena variants show GAME --players N` prints it for other numbers.",
    ]
    for preset in PRESETS:
        book = compile_rulebook(preset.name, usual_count(preset.name))
        title = f"## {preset.name}: {preset.title}"
        parts += [
            "",
            title,
            "",
            f"{preset.book}, for {counts(preset.players)} players.",
            "",
            "```text",
        ]
        parts += [*rulebook_lines(book, WIDTH), "```"]
    return "\n".join(parts) + "\n"
