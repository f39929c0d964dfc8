"""The options of the commands that take bots in, let them play single games, or judge one game."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.options.arguments import MOST_ROUNDS, Cmd, KeyFile, Tc, Variant, option
from arena.cli.options.confinement import NOT_HERE, USUAL_CONDITIONS, HereWithStrangers
from arena.cli.options.groups import Without
from arena.cli.options.play_settings import USUAL_TERMS, PlaySettings


@dataclass(frozen=True)
class SubmitOptions:
    """The options of `arena submit`."""

    name: str = option("Name on the ladder.", default="", metavar="NAME", show_default="the file's")
    author: str = option("The bot's author.", default="", metavar="NAME")
    cmd: Cmd = ""
    tc: Tc = None
    key_file: KeyFile = None
    conditions: HereWithStrangers = USUAL_CONDITIONS


@dataclass(frozen=True)
class IntakeOptions:
    """The options of `arena intake`."""

    keys: Path | None = option(
        "A folder with a key for each author; missing keys are created.",
        metavar="FOLDER",
        show_default="the key of --key-file for all",
    )
    key_file: KeyFile = None
    results: Path | None = option(
        "Where the result files go.",
        metavar="FOLDER",
        show_default="beside each script, in each folder",
    )
    pages: str = option(
        "Where authors can see what `arena serve` or `arena report` shows; results then "
        "have the addresses of replays.",
        default="",
        metavar="URL",
    )
    tc: Tc = None
    conditions: HereWithStrangers = USUAL_CONDITIONS


@dataclass(frozen=True)
class MatchOptions:
    """The options of `arena match`."""

    panel = "What is played"

    variant: Variant = "anniversary"
    rounds: int = option(
        "How often to play every rotation of the seats, each game on its own deal.",
        "--rounds",
        "--deals",
        default=1,
        min=1,
        max=MOST_ROUNDS,
    )
    terms: Annotated[PlaySettings, Without(*NOT_HERE)] = USUAL_TERMS


@dataclass(frozen=True)
class PlayOptions:
    """The options of `arena play`."""

    panel = "The game"

    variant: Variant = "anniversary"
    players: int | None = option(
        "How many players, including you.", show_default="4, if the game allows"
    )
    seat: int | None = option(
        "Your seat; seat 1 begins.", min=1, metavar="SEAT", show_default="drawn"
    )
    name: str = option("Your name in the game.", default="Guest", metavar="NAME")
    html: Path | None = option(
        "Where to write the replay.", metavar="FILE", show_default="a file in the home"
    )
    terms: Annotated[PlaySettings, Without("st", *NOT_HERE)] = USUAL_TERMS


Rollouts = Annotated[
    bool,
    typer.Option(
        "--rollouts", help="Judge its decisions, unless that has been done: a minute or two."
    ),
]
