"""The commands of `arena`, for tests that read their options."""

from typing import Any

from typer.main import get_command

from arena.cli import app


def command(name: str) -> Any:
    """Return the command of that name, such as "match" or "db export"."""
    found: Any = get_command(app)
    for word in name.split():
        found = found.commands[word]
        found = getattr(found, "loaded", found)
    return found
