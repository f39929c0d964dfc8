"""The command that looks at this machine."""

import typer

from arena.cli.arguments import (
    Bwrap,
    Home,
    Json,
    examples,
)

commands = typer.Typer()


@commands.command(epilog=examples("arena doctor", "arena doctor --json"))
def doctor(bwrap: Bwrap = None, home: Home = None, json: Json = False) -> None:
    """Say what this machine can do: how it confines bots, what is missing, and what mends that."""
    from arena.commands import doctor

    doctor.run(home, json)
