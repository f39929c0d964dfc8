"""The commands about this machine, and the database that it keeps."""

from pathlib import Path
from typing import Annotated

import typer

from arena.options.arguments import Address, Bwrap, Home, Json, examples
from arena.options.filters import OfGames
from arena.options.groups import spread

commands = typer.Typer()


@commands.command(
    epilog=examples("arena doctor", "arena doctor --json", "arena doctor --address auto")
)
def doctor(
    address: Address = "",
    bwrap: Bwrap = None,
    home: Home = None,
    json: Json = False,
) -> None:
    """Check this machine: how it confines bots, what is missing, and how to fix it."""
    from arena.commands.machine import doctor

    doctor.run(home, json, address)


db = typer.Typer(help="Check, copy or merge the database, export what is in it, or free space.")
commands.add_typer(db, name="db")


@db.callback(
    invoke_without_command=True,
    epilog=examples("arena db", "arena db check", "arena db --json"),
)
def db_(ctx: typer.Context, home: Home = None, json: Json = False) -> None:
    """Say where the database is, how large it is, and what is in it."""
    if ctx.invoked_subcommand is None:
        from arena.commands.machine import db

        db.show(home, json)


@db.command("check", epilog=examples("arena db check", "arena db check --json"))
def db_check(home: Home = None, json: Json = False) -> None:
    """Check everything that the ladder promises: the file, the ledger, the games, the ratings.

    Reads the whole ladder and changes nothing; a tournament may go on meanwhile. Exit code 1 if
    something is wrong. The moves of the games are not replayed; see `arena verify --all`.
    """
    from arena.commands.machine import db

    db.check(home, json)


@db.command(
    "prune",
    epilog=examples("arena db prune --casual 0", "arena db prune --logs 1000 --casual 100"),
)
def db_prune(
    logs: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Keep this many of the latest logs without a fault; those of faults stay.",
            show_default="all",
        ),
    ] = None,
    casual: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Keep this many of the latest casual games, those of arena match.",
            show_default="all",
        ),
    ] = None,
    home: Home = None,
    json: Json = False,
) -> None:
    """Delete bots' old logs, or casual games. Rated games and their records always stay.

    The file does not shrink; the space is reused. To shrink it: sqlite3 ladder.sqlite VACUUM
    """
    from arena.commands.machine import db

    if logs is None and casual is None:
        raise typer.BadParameter("Say what to delete: give --logs or --casual.")
    db.prune(home, logs, casual, json)


@db.command(
    "export",
    epilog=examples(
        "arena db export results results.csv",
        "arena db export results anniversary.parquet --variant anniversary --since 2026-05-31",
        "arena db export views views.jsonl.gz --tournament 3",
        "arena db export steps steps.parquet --variant anniversary --players 4",
        "arena db export tape answers.jsonl",
    ),
)
@spread
def db_export(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="results: a row for each seat of each game. views: a row for each question that a "
            "bot was asked, with its view, its choices and what was chosen. steps: a row for each "
            "action as the environments of arena.env number them, with observation and mask. tape: "
            "everything that language models have answered.",
        ),
    ],
    out: Annotated[
        Path,
        typer.Argument(
            metavar="OUT", help="The file; its suffix gives the format, and .gz may follow."
        ),
    ],
    format_: Annotated[
        str,
        typer.Option("--format", help="csv, jsonl or parquet.", show_default="by the suffix"),
    ] = "",
    *,
    games: OfGames,
    everyone: Annotated[
        bool, typer.Option("--everyone", help="Steps as every seat saw them, not only who acted.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
    home: Home = None,
    json: Json = False,
) -> None:
    """Write results, views and choices, or steps to a file for other programs.

    The file appears once it is complete. Views and steps are made by replaying the games, a few a
    second, with several hundred rows each. Parquet needs pyarrow: pip install pyarrow
    """
    from arena.commands.machine import export

    export.export(home, kind, out, format_, games, everyone, force, json)


@db.command(
    "backup",
    epilog=examples(
        "arena db backup /media/stick/ladder.sqlite", "arena db backup ladder-today.sqlite --force"
    ),
)
def db_backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy.")],
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
    home: Home = None,
    json: Json = False,
) -> None:
    """Copy the ladder into one file, safely while a tournament is played, and check the copy.

    The copy has all games, ratings and records. Bots' files are not in it: they are in the folder
    `bots` beside the ladder, and never change. To use a copy, put it into a folder as
    ladder.sqlite, and name that with --home.
    """
    from arena.commands.machine import db

    db.backup(home, file, force, json)


@db.command(
    "merge",
    epilog=examples(
        "arena db merge /mnt/second/arena-home", "arena db merge ladder-of-the-lab.sqlite --json"
    ),
)
def db_merge(
    other: Annotated[
        Path, typer.Argument(metavar="OTHER", help="Another arena's home, or its ladder.sqlite.")
    ],
    skip_conflicts: Annotated[
        bool,
        typer.Option(
            "--skip-conflicts", help="Leave out games that cannot be right, and merge the rest."
        ),
    ] = False,
    home: Home = None,
    json: Json = False,
) -> None:
    """Bring in the bots, tournaments and games of another ladder, and rate them here.

    Every game counts once, as if it had been played here: merging again brings only what has been
    played since. The other ladder is only read, and may be in use; it may be a stranger's. Each
    game is replayed before it comes, and those that cannot be right are named: then nothing is
    merged, and the exit code is 1. What is here stays: a name that is here gets a number. Either
    all of it happens or nothing, even if this is killed. Casual games are not merged.
    """
    from arena.commands.machine.merge import merge

    merge(home, other, skip_conflicts, json)


@db.command("metadata", epilog=examples("arena db metadata > metadata.json"))
def db_metadata(home: Home = None, json: Json = False) -> None:
    """Print metadata for Datasette: what tables and columns mean, labels, ready-made queries.

    Then: datasette ladder.sqlite --metadata metadata.json
    """
    from arena.commands.machine import db

    db.metadata()
