"""Arguments and options that several commands share, declared once."""

from pathlib import Path
from typing import Annotated

import typer

# A tournament that is resumed draws all of them again.
MOST_ROUNDS = 100_000


def examples(*lines: str) -> str:
    """The examples at the end of a command's help."""
    return "Examples:\n\n" + "\n\n".join(lines)


def unwrapped(doc: str) -> str:
    """A docstring with a line for each paragraph, for a terminal of any width to wrap."""
    return "\n\n".join(" ".join(each.split()) for each in doc.split("\n\n"))


def complete_bots(ctx: typer.Context, incomplete: str) -> list[str]:
    """Names of bots; loads something only when a shell asks."""
    from arena.cli.completion import bots

    return bots(ctx, incomplete)


def complete_variants(incomplete: str) -> list[str]:
    """Names of variants, with their parts."""
    from arena.cli.completion import variants

    return variants(incomplete)


def _remember_home(ctx: typer.Context, home: Path | None) -> Path | None:
    """Keeps the home for messages, and for the commands of a group that was given one."""
    meta = ctx.find_root().meta
    source = ctx.get_parameter_source("home")
    if meta.get("home") is None or (source and source.name == "COMMANDLINE"):
        meta["home"] = home
    chosen: Path | None = meta["home"]
    return chosen


def _folder(text: str) -> Path:
    if not text:  # an unset variable of a script; Path would quietly take it for "."
        raise typer.BadParameter("it names no folder.")
    return Path(text)


Home = Annotated[
    Path | None,
    typer.Option(
        "--home",
        envvar="ARENA_HOME",
        help="The folder with all data.",
        parser=_folder,
        callback=_remember_home,
        show_default="the user's data folder",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Game = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's id; see `arena games`, also with --casual.")
]
Bot = Annotated[
    str,
    typer.Argument(
        metavar="BOT", help="A bot's name, or name:version.", autocompletion=complete_bots
    ),
]
# Whether one game is meant or several, both spellings are understood.
Variant = Annotated[
    str,
    typer.Option(
        "--variant",
        "-v",
        "--variants",
        help="See `arena variants`.",
        autocompletion=complete_variants,
    ),
]
VariantFilter = Annotated[
    str,
    typer.Option(
        "--variant",
        "-v",
        "--variants",
        help="Only this game; see `arena variants`.",
        autocompletion=complete_variants,
    ),
]
PlayersFilter = Annotated[
    str, typer.Option(help='Only games with this many players: "4", "3,5" or "3-5".')
]
TimeClassFilter = Annotated[
    str, typer.Option(help="Only games of this class: bullet, standard, slow, or a clock.")
]
AuthorFilter = Annotated[str, typer.Option(help="Only bots by this author, or part of the name.")]
LanguageFilter = Annotated[str, typer.Option(help="Only bots in this language.")]
TournamentFilter = Annotated[str, typer.Option(help="Only the games of this tournament.")]
Since = Annotated[
    str, typer.Option(metavar="WHEN", help='Only games since then: "7d", "12h" or "2026-06-30".')
]
Csv = Annotated[
    bool, typer.Option("--csv", help="Print comma-separated values, for a spreadsheet.")
]
Seed = Annotated[
    int | None, typer.Option(help="Makes the run reproducible, and its deals guessable.")
]
Cmd = Annotated[str, typer.Option(help="The command that starts the bot.", show_default="guessed")]
KeyFile = Annotated[
    Path | None,
    typer.Option(
        envvar="ARENA_KEY",
        help="The file with your key; made if it is missing.",
        show_default="one in your configuration folder",
    ),
]
Tc = Annotated[
    str,
    typer.Option(
        help='Clock: bank + increment in seconds ("10+0.1"), or a class: bullet, standard, slow.'
    ),
]
St = Annotated[float | None, typer.Option(help="The most seconds for one decision.")]
Concurrency = Annotated[
    int | None, typer.Option(min=1, help="Games played at once.", show_default="one per core")
]
Address = Annotated[
    str,
    typer.Option(
        metavar="WHERE",
        envvar="RAY_ADDRESS",
        help="Play on the machines of a Ray cluster: auto (the cluster that this machine belongs "
        "to), host:port of its head, or ray://host:10001. local: a cluster of this machine alone, "
        "started for the run.",
        show_default="this machine alone",
    ),
]
NoTalk = Annotated[bool, typer.Option("--no-talk", help="Do not pass on what bots say.")]


# --- on what terms bots run -----------------------------------------------------------------------


def _bubblewrap(path: str | None) -> str | None:
    """Remembered where the sandbox looks for it, here and in all workers."""
    if path is not None:
        import os
        from shutil import which

        if which(path) is None:
            raise typer.BadParameter(f"{path} is not a program.")
        os.environ["ARENA_BWRAP"] = path
    return path


Level = Annotated[
    str | None,
    typer.Option(
        metavar="A|B|C",
        help="How bots are confined; see `arena doctor`.",
        show_default="the best that holds here",
    ),
]
Trusted = Annotated[
    bool,
    typer.Option(
        "--trusted",
        envvar="ARENA_TRUSTED",
        help="Let submitted bots run unconfined if this machine cannot confine them.",
    ),
]
Limits = Annotated[
    str,
    typer.Option(
        help="The most that a bot may use, as in memory=1024,file=64, in MB; also processes and "
        "scratch.",
        show_default="memory=512, processes=64, file=16, scratch=64",
    ),
]
AllowNetwork = Annotated[
    bool,
    typer.Option(
        "--allow-network",
        help="Bots that ask for it may use the network; time is then measured by the wall clock, "
        "and the games are rated separately.",
    ),
]
AllowEnv = Annotated[
    str,
    typer.Option(
        metavar="NAMES", help="Variables of your environment that bots may ask for: KEY,OTHER."
    ),
]
Bwrap = Annotated[
    str | None,
    typer.Option(
        "--bwrap",
        help="A bubblewrap other than the one on the PATH.",
        callback=_bubblewrap,
        expose_value=False,
    ),
]
