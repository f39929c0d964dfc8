"""`arena doctor`: what this machine or a cluster can do, what is missing, and how to fix it."""

from __future__ import annotations

import os
import platform
import resource
import shutil
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass

import typer

from arena import compiled
from arena.cli.exit_codes import NO
from arena.cli.options.arguments import COMMON, ONLY_SHOWN, Address, Common
from arena.cli.output.console import note, picked, print_json, prose, say
from arena.home import Home, locate_home
from arena.sandbox.level import Level
from arena.sandbox.probe import best_level, trials
from arena.sandbox.runtimes import bots_may_read
from arena.source import source_of_games
from arena.text import harmless
from arena.text.phrases import counted
from ladder.database.errors import OldSQLite
from ladder.database.store import require_sqlite

if not ONLY_SHOWN:
    from arena.registry.bundled import bundled_manifests
    from arena.tournament.cluster.client import ClusterClient, ClusterLost, NoCluster
    from arena.tournament.cluster.nodes import ClusterState, Demand, Node
    from arena.tournament.worker_process import LEAST_FILES, core_count


LITTLE_SPACE_MB = 500
LEVELS = {
    Level.A: "bots in namespaces of their own (bubblewrap)",
    Level.B: "bots confined by Landlock and seccomp",
    Level.C: "limits alone, for bots that you trust",
}


@dataclass(frozen=True)
class ReportLine:
    """One line of the report. `remedy`: how to fix it, if it is not well."""

    what: str
    well: bool
    text: str
    remedy: str = ""


def doctor(address: Address = "", common: Common = COMMON) -> None:
    """Check this machine: how it confines bots, what is missing, and how to fix it.

    Examples:
        arena doctor
        arena doctor --json
        arena doctor --address auto

    JSON:
        {"level": str, "source": str, "findings": [ReportLine]} | {  # with --address
            "address": str,
            "nodes": [{
                "name": str, "cores": int, "source": str, "level": str | null, "unfit": str,
                "programs": {str: str}, "usable": bool,
            }],
        }
    """
    if address:
        _show_nodes(address, _programs(), common.json)
        return
    code = compiled.state()
    found = [
        *(*_levels(), _home(locate_home(common.home)), _sqlite(), _open_files()),
        ReportLine("rules", not code.remedy, code.words, code.remedy),
        *_runtimes(),
    ]
    best = best_level()
    if common.json:
        findings = [asdict(finding) for finding in found]
        print_json({"level": best, "source": source_of_games(), "findings": findings})
    else:
        say(
            f"arena {source_of_games()}, Python {platform.python_version()}, "
            f"{platform.system()} {platform.release()}, {core_count()} cores"
        )
        for finding in found:
            say(f"{'ok' if finding.well else '--'}  {finding.what:<10} {finding.text}")
            if finding.remedy:
                say(f"{'':<15}{finding.remedy}")
        if best is Level.C:
            say("\nBots cannot be confined here: let only those you trust play (--trusted).")
        else:
            say(f"\nBots are confined at level {best}.")
    if best is Level.C or not _sqlite().well:
        raise typer.Exit(NO)


def _levels() -> Iterator[ReportLine]:
    for trial in trials():
        text = f"{LEVELS[trial.level]}{f': {trial.why}' if trial.why else ''}"
        yield ReportLine(f"level {trial.level}", trial.holds, text, trial.remedy)


def _home(home: Home) -> ReportLine:
    # The home may be missing yet: then the folder counts in which it would be made.
    nearest = next(each for each in (home.path, *home.path.parents) if each.exists())
    elsewhere = "Name another one: --home DIR, or ARENA_HOME."
    if bots_may_read(str(home.path)):
        return ReportLine("home", False, f"{home.path} lies where bots may read", elsewhere)
    if not os.access(nearest, os.W_OK):
        return ReportLine("home", False, f"{home.path} cannot be written to", elsewhere)
    free_mb = shutil.disk_usage(nearest).free // 1_000_000
    text = f"{home.path}, {free_mb / 1000:.1f} GB free"
    enough = free_mb >= LITTLE_SPACE_MB
    return ReportLine("home", enough, text, "" if enough else "Make room there.")


def _sqlite() -> ReportLine:
    try:
        require_sqlite()
    except OldSQLite as old:
        return ReportLine("SQLite", False, sqlite3.sqlite_version, str(old))
    return ReportLine("SQLite", True, sqlite3.sqlite_version)


def _open_files() -> ReportLine:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    # No limit is -1.
    few = 0 <= most < LEAST_FILES
    text = "no limit" if most < 0 else f"at most {most}"
    return ReportLine(
        "open files", not few, text, f"Raise it: ulimit -n {LEAST_FILES}" if few else ""
    )


def _runtimes() -> Iterator[ReportLine]:
    for program, bots in _programs().items():
        path = shutil.which(program)
        text = path or f"not installed; {', '.join(bots)} cannot play"
        yield ReportLine(program, path is not None, text)


def _programs() -> dict[str, list[str]]:
    """Return the programs that bundled bots are built and run with, and which bots need each."""
    needed: dict[str, set[str]] = {}
    for name, (_, manifest) in bundled_manifests().items():
        for command in (manifest.command, *manifest.build):
            if "/" not in command[0] and not command[0].startswith("python"):
                needed.setdefault(command[0], set()).add(name)
    return {program: sorted(bots) for program, bots in sorted(needed.items())}


# --- the nodes of a cluster -----------------------------------------------------------------------


PATIENCE_S = 90.0
"""Time for each node to try its levels of confinement; a busy one needs more than seconds."""


def _show_nodes(address: str, programs: dict[str, list[str]], json: bool) -> None:
    """Print what each node says; exit code 1 if none can play.

    programs: those that bundled bots need, with the names of these bots. Raises NoCluster.
    """
    note(f"Connecting to the cluster: --address {address} …")  # which may take half a minute
    link = ClusterClient(address)
    try:
        nodes = _asked(link, Demand(source_of_games(), programs=tuple(programs)))
    except ClusterLost as lost:
        raise NoCluster(address, str(lost)) from None
    finally:
        link.close(drop=True)
    if json:
        shown = ("name", "cores", "source", "level", "unfit", "programs", "usable")
        print_json({"address": address, "nodes": [picked(node, *shown) for node in nodes]})
    else:
        cores = sum(node.cores for node in nodes if node.usable)
        say(f"arena {source_of_games()}, {len(nodes)} nodes, {cores} cores for games")
        for node in nodes:
            prose(f"{'ok' if node.usable else '--'}  {_about_node(node)}")
            for program, bots in programs.items():
                if node.usable and not node.programs[program]:
                    say(f"    {program} is not installed; {', '.join(bots)} cannot play there")
    if not any(node.usable for node in nodes):
        raise typer.Exit(NO)


def _asked(link: ClusterClient, demand: Demand) -> list[Node]:
    """Ask all nodes, and return their reports once all have answered."""
    link.ask("start", demand, False, 0)
    state, end = ClusterState(), time.monotonic() + PATIENCE_S
    while not state.settled and time.monotonic() < end:
        state = link.ask("wait", 1.0).state or state
    return sorted(state.nodes.values(), key=lambda node: node.name)


def _about_node(node: Node) -> str:
    name = harmless(node.name, 60)
    if not node.asked:
        return f"{name}: it has not answered within {PATIENCE_S:.0f} s. Is it very busy?"
    if node.unfit:
        return f"{name} is left out. {harmless(node.unfit, 600)}"
    return f"{name}: {counted(node.cores, 'core')}, level {node.level}"
