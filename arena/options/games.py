"""The options of the commands that play single games, or judge the decisions of one."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from arena.options.arguments import MOST_ROUNDS, Variant
from arena.options.confinement import NOT_HERE
from arena.options.groups import Without
from arena.options.terms import USUAL_TERMS, Terms


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
    terms: Annotated[Terms, Without(*NOT_HERE)] = USUAL_TERMS


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
    terms: Annotated[Terms, Without("st", *NOT_HERE)] = USUAL_TERMS


Rollouts = Annotated[
    bool,
    typer.Option(
        "--rollouts", help="Judge its decisions, unless that has been done: a minute or two."
    ),
]
