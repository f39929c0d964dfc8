"""The agent on a node, which reports what the node can do, and builds and tries bots there.

It runs in one of Ray's processes. The arena must be installed on the node, from the same source as
the driver's: its sandbox, its interpreter and its compiled modules belong to a machine.
"""

import platform
import shutil
from dataclasses import replace
from functools import partial

from platformdirs import user_cache_path

from arena.home import Home
from arena.referee.clock import TimeControl
from arena.referee.seating import Seating
from arena.registry.executables import MissingRuntime
from arena.registry.transfer import Bundle, unpack
from arena.registry.trial_games import BotFailed, Conversation
from arena.sandbox import kernel
from arena.sandbox.level import Level
from arena.sandbox.needs import Needs
from arena.sandbox.probe import best_level, trials
from arena.sandbox.runtimes import bots_may_read
from arena.source import source_of_games
from arena.text.phrases import first_line
from arena.tournament.cluster.nodes import BotOnNode, CanRun, Demand, NodeReport
from arena.tournament.worker import Worker
from arena.tournament.worker_process import cores, pin


def node_home() -> Home:
    """Return the folder where a node keeps bots; it may be deleted while nothing plays."""
    return Home(user_cache_path("bohnanza-arena", False) / "node")


class Agent:
    """The actor that represents a node."""

    def __init__(self) -> None:
        kernel.die_with_parent()  # so that it never answers for a node that is lost
        self._home = node_home()
        self._level = Level.C

    def report(self, demand: Demand) -> NodeReport:
        """Report what the node can do, and whether that meets the demand."""
        report = NodeReport(source_of_games())
        if report.source != demand.source:  # which rules the node out
            return report
        programs = {name: shutil.which(name) or "" for name in demand.programs}
        unfit = self._unhidden() or _unconfined(demand)
        if unfit:
            return replace(report, unfit=unfit, programs=programs)
        self._level = demand.level or best_level()
        return replace(report, level=self._level, programs=programs)

    def install(self, bundle: Bundle, needs: Needs) -> BotOnNode:
        """Keep and build a bot, and try whether it gets ready with what it may use."""
        try:
            return self._tried(bundle, needs)
        except MissingRuntime as missing:
            return BotOnNode(CanRun.NO, f"{missing.program} is not installed on {platform.node()}.")
        except Exception as error:  # one bot must not take its node down with it
            return BotOnNode(CanRun.NO, first_line(str(error)) or type(error).__name__)

    def _tried(self, bundle: Bundle, needs: Needs) -> BotOnNode:
        spec = unpack(bundle, self._home, self._level)
        tried = BotOnNode(CanRun.YES, "", spec.command, spec.cwd)
        clock = replace(TimeControl.parse("standard"), wall=True)
        conversation = Conversation(replace(spec, needs=needs), clock, self._level)
        try:
            conversation.start()
        except BotFailed as fails:
            why = _with_last_words(str(fails), conversation)
            return replace(tried, runs=CanRun.UNREADY, why=why)
        finally:
            conversation.end()
        return tried

    def _unhidden(self) -> str:
        where = str(self._home.path)
        if bots_may_read(where):
            return f"{where} lies where bots may read. Set XDG_CACHE_HOME to another folder there."
        return ""


def _unconfined(demand: Demand) -> str:
    if demand.level is not None:
        trial = next(each for each in trials() if each.level is demand.level)
        if not trial.holds:
            return f"Level {trial.level} does not hold there: {trial.why}. {trial.remedy}".strip()
    elif best_level() > demand.least:
        whys = " ".join(f"Level {each.level}: {each.why}." for each in trials() if each.why)
        return (
            f"It confines bots only at level {best_level()}, and these play at level "
            f"{demand.least} or better. {whys} On that node, arena doctor says more."
        )
    return ""


def _with_last_words(why: str, conversation: Conversation) -> str:
    last = conversation.stderr().strip().splitlines()[-1:]
    return " ".join([why, *(f"({each})" for each in last)])


class ClusterWorker(Worker):
    """A worker on a node, in one of Ray's processes."""

    def __init__(self, ask_all: bool, level: Level, place: int, places: int) -> None:
        """Start worker `place` of the node's `places`."""
        kernel.die_with_parent()
        # With fewer workers than cores, other users have the rest, and Ray does not say which.
        if len(here := cores()) == places:
            pin(here[place])
        super().__init__(partial(Seating, ask_all=ask_all, level=level))

    def ready(self) -> str:
        """Return the source that it plays by; Ray calls this once the worker has a core."""
        return source_of_games()
