"""The command that looks at this machine."""

from typing import Annotated

import typer

from arena.cli.arguments import (
    Bwrap,
    Home,
    Json,
    examples,
)

commands = typer.Typer()


@commands.command(
    epilog=examples("arena doctor", "arena doctor --json", "arena doctor --address auto")
)
def doctor(
    address: Annotated[
        str,
        typer.Option(
            metavar="WHERE",
            envvar="RAY_ADDRESS",
            help="Ask the machines of a Ray cluster instead; see `arena tournament --help`.",
        ),
    ] = "",
    bwrap: Bwrap = None,
    home: Home = None,
    json: Json = False,
) -> None:
    """Say what this machine can do: how it confines bots, what is missing, and what mends that."""
    from arena.commands import doctor

    doctor.run(home, json, address)
