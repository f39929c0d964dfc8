"""`arena db` and its commands: the file, whether it keeps its promises, room in it, a copy."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import typer

from arena.commands.exit_codes import NO
from arena.commands.home import existing, reading
from arena.errors import UsageError
from arena.printing.console import console, counting, is_terminal, note, print_json, say
from arena.printing.data_files import require_place
from arena.printing.tables import print_table
from arena.text.phrases import counted
from ladder.database import unrated
from ladder.database.layout import back_up, sizes
from ladder.database.logs import prune as prune_logs
from ladder.database.metadata import metadata as about
from ladder.database.migrations import SCHEMA_VERSION
from ladder.database.store import Store
from ladder.maintenance.checks import Finding
from ladder.maintenance.checks import check as checks
from ladder.maintenance.checks.check import Progress, quiet


def show(home: Path | None, json: bool) -> None:
    """Show where the database is, its size, and the rows of each table."""
    path = existing(home).database
    with reading(home) as store:
        rows = sizes(store.conn)
    size = path.stat().st_size
    if json:
        print_json({"path": str(path), "bytes": size, "schema": SCHEMA_VERSION, "rows": rows})
        return
    say(f"{path}: {size / 1e6:,.1f} MB, schema {SCHEMA_VERSION}", wrap=True)
    say()
    print_table(("table", "rows"), [(name, f"{count:,}") for name, count in rows.items()])


def check(home: Path | None, json: bool) -> None:
    """Check everything that the ladder promises; exit code 1 if something is wrong."""
    found: list[Finding] = []
    with reading(home) as store, _progress(json) as progress:
        for finding in checks(store, progress):
            found.append(finding)
            if not json:
                _show(finding)
    wrong = [finding for finding in found if not finding.ok]
    if json:
        print_json({"ok": not wrong, "checks": [asdict(each) | {"ok": each.ok} for each in found]})
    else:
        say(f"\n{len(wrong)} of {len(found)} checks failed." if wrong else "\nAll is well.")
    if wrong:
        raise typer.Exit(NO)


def prune(home: Path | None, logs: int | None, casual_games: int | None, json: bool) -> None:
    """Delete all but so many of the latest logs and casual games; None keeps all."""
    deleted = {}
    with Store(existing(home).database, tell=note) as store:
        if logs is not None:
            with store.transaction() as conn:
                deleted["logs"] = prune_logs(conn, logs)
        if casual_games is not None:
            deleted["casual_games"] = unrated.prune(store, casual_games)
    if json:
        print_json({"deleted": deleted})
        return
    for name, count in deleted.items():
        what = {"logs": "log", "casual_games": "casual game"}[name]
        say(f"{counted(count, f'{what} was', f'{what}s were')} deleted.")


def metadata() -> None:
    """JSON for Datasette, the same for every ladder of this schema."""
    print_json(about())


def backup(home: Path | None, file: Path, force: bool, json: bool) -> None:
    """Copy the ladder into a file."""
    if file.is_file() and file.samefile(existing(home).database):
        raise UsageError(f"{file} is the ladder itself. Name another file.")
    require_place(file, force)
    with reading(home) as store, counting(0, json, "pages") as progress:
        rows = back_up(store, file, progress)
    size = file.stat().st_size
    if json:
        print_json({"file": str(file), "bytes": size, "rows": rows})
        return
    say(f"{file}: {size / 1e6:,.1f} MB, {rows:,} rows, checked.", wrap=True)


def _show(finding: Finding) -> None:
    width = 14
    if finding.ok:
        say(f"{finding.name:<{width}}ok: {finding.promise}")
        return
    say(f"{finding.name:<{width}}WRONG", style="red")
    for sentence in finding.wrong:
        say(f"  {sentence}")
    more = finding.count - len(finding.wrong)
    if more:
        say(f"  {more} more like this.")
    say(f"  {finding.way_out}", wrap=True)


@contextmanager
def _progress(json: bool) -> Iterator[Progress]:
    """Show on a terminal how far a check is; a large ladder takes minutes."""
    if json or not is_terminal():
        yield quiet
        return
    with console(stderr=True).status("Checking …") as status:
        yield lambda name, done, of: status.update(f"{name}: {done:,} of {of:,} rows")
