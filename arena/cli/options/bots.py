"""The options of the commands that take bots in, let them play single games, or judge one game."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.options.arguments import MOST_ROUNDS, Cmd, KeyFile, Tc, Variant
from arena.cli.options.confinement import NOT_HERE, USUAL_CONDITIONS, HereWithStrangers
from arena.cli.options.groups import Without
from arena.cli.options.play_settings import USUAL_TERMS, PlaySettings


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


@dataclass(frozen=True)
class MatchOptions:
    """The options of `arena match`."""

    variant: Variant = "anniversary"
    rounds: Annotated[
        int,
        typer.Option(
            "--rounds",
            "--deals",
            min=1,
            max=MOST_ROUNDS,
            help="How often to play every rotation of the seats, each game on its own deal.",
        ),
    ] = 1
    no_keep: Annotated[
        bool, typer.Option("--no-keep", help="Do not keep the games for arena replay.")
    ] = False
    terms: Annotated[PlaySettings, Without(*NOT_HERE)] = USUAL_TERMS


@dataclass(frozen=True)
class PlayOptions:
    """The options of `arena play`."""

    variant: Variant = "anniversary"
    players: Annotated[
        int | None,
        typer.Option(help="How many players, including you.", show_default="4, if the game allows"),
    ] = None
    seat: Annotated[
        int | None,
        typer.Option(min=1, metavar="SEAT", help="Your seat; seat 1 begins.", show_default="drawn"),
    ] = None
    name: Annotated[str, typer.Option(help="Your name in the game.")] = "Guest"
    html: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Where to write the replay.", show_default="a file in the home"
        ),
    ] = None
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the game there as JSON.")
    ] = None
    terms: Annotated[PlaySettings, Without("st", *NOT_HERE)] = USUAL_TERMS


Rollouts = Annotated[
    bool,
    typer.Option(
        "--rollouts", help="Judge its decisions, unless that has been done: a minute or two."
    ),
]
