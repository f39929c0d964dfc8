"""`arena db` and its commands: the file, whether it keeps its promises, room in it, a copy."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer

from arena.cli.commands import LazyCommand
from arena.cli.exit_codes import NO
from arena.cli.help import CommandGroup
from arena.cli.home import existing, reading
from arena.cli.options.arguments import COMMON, Common, Force, argument
from arena.cli.output.console import answer, console, counting, is_terminal, print_json, prose, say
from arena.cli.output.diagnostics import more_like_this
from arena.cli.output.output_files import require_place
from arena.cli.output.tables import print_table
from arena.errors import UsageError
from arena.text.table import plain
from ladder.database.migrations import SCHEMA_VERSION
from ladder.maintenance.backup import back_up, sizes
from ladder.maintenance.checks import Finding
from ladder.maintenance.checks import check as checks
from ladder.maintenance.checks.check import Progress, quiet

LATER = {"export": "machine.export", "merge": "machine.merge"}


class Database(CommandGroup):
    """The commands under `db`; two of them have slow imports."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, module in LATER.items():
            self.add_command(LazyCommand(name, module))

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names in the order of the help."""
        return ["check", "export", "backup", "merge"]


commands = typer.Typer(cls=Database)


def db(common: Common) -> None:
    """Check, copy, merge or export the database.

    Examples:
        arena db
        arena db check
        arena db --json

    JSON:
        {"path": str, "bytes": int, "schema": int, "rows": {str: int}}
    """
    path = existing(common.home).database
    with reading(common.home) as store:
        rows = sizes(store.conn)
    size = path.stat().st_size
    if common.json:
        print_json({"path": str(path), "bytes": size, "schema": SCHEMA_VERSION, "rows": rows})
        return
    prose(f"{path}: {size / 1e6:,.1f} MB, schema {SCHEMA_VERSION}")
    say()
    counts = [(name, f"{count:,}") for name, count in rows.items()]
    print_table(plain("Rows", ("table", "rows"), counts))


@commands.command("check")
def db_check(common: Common) -> None:
    """Check the whole ladder: the file, the ledger, the games, the ratings.

    Reads the whole ladder and changes nothing; a tournament may be running. Exit code 1 if
    something is wrong. The moves of the games are not replayed; see `arena verify --all`.

    Examples:
        arena db check
        arena db check --json

    JSON:
        {"ok": bool, "checks": [{**Finding, "ok": bool}]}
    """
    found: list[Finding] = []
    with reading(common.home) as store, _progress(common.json) as progress:
        for finding in checks(store, progress):
            found.append(finding)
            if not common.json:
                _show(finding)
    wrong = [finding for finding in found if not finding.ok]
    if common.json:
        print_json({"ok": not wrong, "checks": [asdict(each) | {"ok": each.ok} for each in found]})
    else:
        say(f"\n{len(wrong)} of {len(found)} checks failed." if wrong else "\nAll is well.")
    if wrong:
        raise typer.Exit(NO)


@commands.command("backup")
def db_backup(
    file: Path = argument("FILE", "The copy."),
    force: Force = False,
    common: Common = COMMON,
) -> None:
    """Copy the ladder into one file, safely while a tournament is played, and check the copy.

    The copy has all games, ratings and records. Bots' files are not in it: they are in the folder
    `bots` beside the ladder, and never change. To use a copy, put it into a folder as
    ladder.sqlite, and name that with --home.

    Examples:
        arena db backup /media/stick/ladder.sqlite
        arena db backup ladder-today.sqlite --force

    JSON:
        {"file": str, "bytes": int, "rows": int}
    """
    if file.is_file() and file.samefile(existing(common.home).database):
        raise UsageError(f"{file} is the ladder itself. Name another file.")
    require_place(file, force)
    with reading(common.home) as store, counting(0, common.json, "pages") as progress:
        rows = back_up(store, file, progress)
    size = file.stat().st_size
    data = {"file": str(file), "bytes": size, "rows": rows}
    answer(common.json, data, f"{file}: {size / 1e6:,.1f} MB, {rows:,} rows, checked.")


def _show(finding: Finding) -> None:
    width = 14
    if finding.ok:
        say(f"{finding.name:<{width}}ok: {finding.promise}")
        return
    say(f"{finding.name:<{width}}WRONG", style="red")
    for sentence in (*finding.wrong, *more_like_this(finding.count - len(finding.wrong))):
        say(f"  {sentence}")
    prose(f"  {finding.way_out}")


@contextmanager
def _progress(json: bool) -> Iterator[Progress]:
    """Show a check's progress on a terminal; a large ladder takes minutes."""
    if json or not is_terminal():
        yield quiet
        return
    with console(stderr=True).status("Checking …") as status:
        yield lambda name, done, of: status.update(f"{name}: {done:,} of {of:,} rows")
