"""`arena doctor --address`: what the nodes of a Ray cluster can do."""

import time
from dataclasses import asdict

import typer

import arena
from arena.cluster.link import ClusterLost, Link, NoCluster
from arena.cluster.nodes import Demand, Node, State
from arena.commands.console import print_json, say
from arena.commands.failures import NO
from arena.rules.rulebook import RULES_VERSION
from arena.text import harmless
from arena.text.phrases import counted
from protocol import Json

PATIENCE_S = 90.0
"""Each node tries its levels of confinement: seconds, or more where it is busy."""


def show(address: str, programs: dict[str, list[str]], json: bool) -> None:
    """Print what each node says; exit code 1 if none can play.

    programs: those that bundled bots need, with the names of these bots. Raises NoCluster.
    """
    link = Link(address)
    try:
        nodes = _asked(link, Demand(arena.__version__, RULES_VERSION, programs=tuple(programs)))
    except ClusterLost as lost:
        raise NoCluster(address, str(lost)) from None
    finally:
        link.close(drop=True)
    if json:
        print_json({"address": address, "nodes": [_data(node) for node in nodes]})
    else:
        cores = sum(node.cores for node in nodes if node.usable)
        say(f"arena {arena.__version__}, {len(nodes)} nodes, {cores} cores for games")
        for node in nodes:
            say(f"{'ok' if node.usable else '--'}  {_about(node)}", wrap=True)
            for program, bots in programs.items():
                if node.usable and not node.programs[program]:
                    say(f"    {program} is not installed; {', '.join(bots)} cannot play there")
    if not any(node.usable for node in nodes):
        raise typer.Exit(NO)


def _asked(link: Link, demand: Demand) -> list[Node]:
    """What is known of the nodes once all have answered."""
    link.ask("start", demand, False, 0, False)
    state, end = State(), time.monotonic() + PATIENCE_S
    while not state.settled and time.monotonic() < end:
        state = link.ask("wait", 1.0).state or state
    return sorted(state.nodes.values(), key=lambda node: node.name)


def _about(node: Node) -> str:
    name = harmless(node.name, 60)
    if not node.asked:
        return f"{name}: it has not answered within {PATIENCE_S:.0f} s. Is it very busy?"
    if node.unfit:
        return f"{name} is left out. {harmless(node.unfit, 600)}"
    return f"{name}: {counted(node.cores, 'core')}, level {node.level}"


def _data(node: Node) -> Json:
    told = asdict(node)
    return {key: told[key] for key in ("name", "cores", "level", "unfit", "programs")} | {
        "usable": node.usable
    }
