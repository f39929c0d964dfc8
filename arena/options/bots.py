"""The options of the commands that take bots in: `arena submit` and `arena intake`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from arena.options.arguments import Cmd, KeyFile, Tc
from arena.options.confinement import USUAL_CONDITIONS, HereWithStrangers


@dataclass(frozen=True)
class SubmitOptions:
    """The options of `arena submit`."""

    name: Annotated[str, typer.Option(help="Name on the ladder.", show_default="the file's")] = ""
    author: Annotated[str, typer.Option(help="The bot's author.")] = ""
    cmd: Cmd = ""
    tc: Tc = None
    key_file: KeyFile = None
    conditions: HereWithStrangers = USUAL_CONDITIONS


@dataclass(frozen=True)
class IntakeOptions:
    """The options of `arena intake`."""

    keys: Annotated[
        Path | None,
        typer.Option(
            help="A folder with a key for each author; missing keys are made.",
            show_default="the key of --key-file for all",
        ),
    ] = None
    key_file: KeyFile = None
    results: Annotated[
        Path | None,
        typer.Option(
            help="Where the result files go.", show_default="beside each script, in each folder"
        ),
    ] = None
    pages: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Where authors can see what `arena serve` or `arena report` shows; results then "
            "have the addresses of replays.",
        ),
    ] = ""
    tc: Tc = None
    conditions: HereWithStrangers = USUAL_CONDITIONS
