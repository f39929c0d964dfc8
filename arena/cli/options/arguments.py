"""Arguments and options that several commands share, and the names that a shell completes."""

import os
import sys
from collections.abc import Iterable
from dataclasses import MISSING, dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from arena.text.phrases import whole_number

ONLY_SHOWN = "_ARENA_COMPLETE" in os.environ or bool({"--help", "--help-all"} & {*sys.argv})
"""True if the shell asks for completions, or a person for help.

No command runs then, so their files skip the imports that only the work needs, and nobody waits for
them.
"""
MOST_ROUNDS = 100_000
"""A resumed tournament draws all of them again."""


def complete_bots(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the bots of the home folder and the bundled ones; versions after a colon.

    The shell waits for this at every press of Tab, so nothing heavy is loaded, and it shows nothing
    else, so errors are silent: names that cannot be read are not completed. Where there are no
    names, the shell completes paths.
    """
    import sqlite3

    from arena.home import locate_home

    try:
        kept = _kept(locate_home(ctx.params.get("home")).database)
        name, colon, _ = incomplete.partition(":")
        names = kept[name] if colon else [*dict.fromkeys([*kept, *_bundled()])]
    except (OSError, KeyError, ValueError, sqlite3.Error):
        return []
    return [name for name in names if name.startswith(incomplete)]


def complete_variants(incomplete: str) -> list[str]:
    """Complete games, and after a plus the parts that go with one; the last of several."""
    from arena.rules import PRESETS

    *before, last = incomplete.split(",")
    game, *parts = last.split("+")
    known = {preset.name: preset.parts for preset in PRESETS}
    if parts:
        whole = "+".join([game, *parts[:-1]])
        names = [f"{whole}+{part}" for part in known.get(game, ()) if part not in parts[:-1]]
    else:
        names = [*known]
    return [",".join([*before, name]) for name in names if name.startswith(last)]


def _kept(database: Path) -> dict[str, list[str]]:
    """Return `name:version` of all bots on the ladder, by name, without creating a ladder."""
    import sqlite3
    from contextlib import closing

    if not database.is_file():
        return {}
    names: dict[str, list[str]] = {}
    # A person waits at the prompt: rather no names than a long wait for a busy ladder.
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True, timeout=0.5)) as ladder:
        for name, version in ladder.execute("SELECT name, version FROM bots ORDER BY 1, 2"):
            names.setdefault(name, []).append(f"{name}:{version}")
    return names


def _bundled() -> list[str]:
    import tomllib

    import bots

    files = Path(bots.__file__).parent.glob("*/*.toml")
    return [str(tomllib.loads(file.read_text("utf-8"))["name"]) for file in files]


def _remember_home(ctx: typer.Context, home: Path | None) -> Path | None:
    """Remember the home, for messages and for the commands of a group."""
    meta = ctx.find_root().meta
    # Groups come before their commands, whose default or variable must not replace a typed home.
    source = ctx.get_parameter_source("home")
    if meta.get("home") is None or (source and source.name == "COMMANDLINE"):
        meta["home"] = home
    chosen: Path | None = meta["home"]
    return chosen


def _folder(text: str) -> Path:
    if not text:  # an unset variable of a script; Path would quietly take it for "."
        raise typer.BadParameter("it names no folder.")
    return Path(text)


HomeOption = Annotated[
    Path | None,
    typer.Option(
        "--home",
        metavar="FOLDER",
        envvar="ARENA_HOME",
        help="The folder of all data.",
        parser=_folder,
        callback=_remember_home,
        show_default="the user's",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@dataclass(frozen=True)
class Common:
    """What nearly every command takes: where its data is, and how it answers."""

    home: HomeOption = None
    json: JsonOption = False


COMMON = Common()

Csv = Annotated[
    bool, typer.Option("--csv", help="Print comma-separated values, for a spreadsheet.")
]
Game = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's id; see `arena games`, also with --casual.")
]


def option(
    help: str, *names: str, default: Any = None, choices: Iterable[str] = (), **more: Any
) -> Any:
    """Declare an option, a field of a group or a parameter of a command.

    names: its names, if they differ from that of the field or parameter. choices: shown in the help
    and completed by the shell; the command itself has to refuse others.
    """
    more["help"] = help
    if choices:
        more |= {"metavar": "|".join(choices), "autocompletion": lambda: [*choices]}
    # A field, which groups need, as they are dataclasses; `_read` in groups.py makes typer's of it.
    return field(default=default, metadata={"kind": typer.Option, "names": names, "more": more})


def argument(metavar: str, help: str, default: Any = MISSING, **more: Any) -> Any:
    """Declare an argument, a field of a group or a parameter of a command."""
    more |= {"metavar": metavar, "help": help}
    return field(default=default, metadata={"kind": typer.Argument, "names": (), "more": more})


def bots_argument(
    metavar: str, help: str, otherwise: str | bool = True, default: Any = MISSING
) -> Any:
    """Declare an argument that names bots; `otherwise`: the default, in words."""
    return argument(metavar, help, default, autocompletion=complete_bots, show_default=otherwise)


BotArgument = Annotated[
    str,
    typer.Argument(
        metavar="BOT", help="A bot's name, or name:version.", autocompletion=complete_bots
    ),
]


def variant_option(help: str) -> Any:
    """Declare --variant; --variants is understood, too."""
    return typer.Option(
        *("--variant", "-v", "--variants"),
        metavar="NAME",
        help=help,
        autocompletion=complete_variants,
    )


Variant = Annotated[str, variant_option("The game; see `arena variants`.")]
TournamentId = Annotated[
    str, typer.Argument(metavar="ID", help="A tournament's id; see `arena tournaments`.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")]
OfTournament = Annotated[str, typer.Option(metavar="ID", help="Only the games of this tournament.")]


def variants_option(otherwise: str, default: str | None = None) -> Any:
    """Declare --variants; `otherwise`: the default, in words."""
    return option(
        'Games, separated by commas; "all": every game and expansion.',
        *("--variants", "-v", "--variant"),
        default=default,
        metavar="NAMES",
        autocompletion=complete_variants,
        show_default=otherwise,
    )


def players_option(otherwise: str) -> Any:
    """Declare --players; `otherwise`: the default, in words."""
    help = 'Players in a game: "4", "3,5" or "3-5".'
    return option(help, metavar="N", show_default=otherwise)


USUAL_TC = "standard"
Tc = Annotated[
    str | None,
    typer.Option(
        metavar="CLOCK",
        help="bullet (2+0.02), standard (10+0.1), slow (300+5), or another bank + increment in "
        "seconds.",
        show_default=USUAL_TC,
    ),
]
Cmd = Annotated[
    str,
    typer.Option(
        metavar="COMMAND", help="The command that starts the bot.", show_default="guessed"
    ),
]
KeyFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        envvar="ARENA_KEY",
        help="The file with your key; created if it is missing.",
        show_default="one in your configuration folder",
    ),
]
Concurrency = Annotated[
    int | None,
    typer.Option(min=1, max=1024, help="Games played at once.", show_default="one per core"),
]
Address = Annotated[
    str,
    typer.Option(
        metavar="WHERE",
        envvar="RAY_ADDRESS",
        help="Use the machines of a Ray cluster: auto (the cluster that this machine belongs to), "
        "host:port of its head, or ray://host:10001. local: a cluster of this machine alone, "
        "started for the run.",
        show_default="this machine alone",
    ),
]


def seat_option(help: str, otherwise: str | bool = True, default: Any = None) -> Any:
    """Declare --seat; `otherwise`: the default, in words."""
    return option(help, default=default, parser=seat_number, metavar="SEAT", show_default=otherwise)


def seat_number(text: str) -> int:
    """Read a seat as people count, from 1, as the rest of the arena does, from 0."""
    number = whole_number(text)
    if not number:
        raise typer.BadParameter(f"{text!r} is not a seat. Seats are numbered from 1.")
    return number - 1
