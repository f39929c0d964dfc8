"""A node's steward: says what the node can do; keeps, builds and tries the bots that play there.

It runs on the node, in a process of Ray's. The arena must be installed there, of the driver's
source: its sandbox, its interpreter and what is compiled belong to a machine.
"""

import os
import platform
import shutil
from dataclasses import replace
from functools import partial

from platformdirs import user_cache_path

from arena.home import Home
from arena.referee.clock import TimeControl
from arena.referee.seating import Seating
from arena.registry.bundle import Parcel, unpack
from arena.registry.programs import MissingRuntime
from arena.registry.trial_games import Conversation, Fails
from arena.replay.verification import Checker
from arena.sandbox import kernel
from arena.sandbox.level import Level
from arena.sandbox.needs import Needs
from arena.sandbox.policy import READABLE
from arena.sandbox.probe import best_level, trials
from arena.sandbox.runtimes import own_python, runtime, within
from arena.source import source_of_games
from arena.text.phrases import first_line
from arena.tournament.cluster.nodes import BotThere, Demand, Report, Runs
from arena.tournament.worker import Worker
from arena.tournament.worker_process import cores, pin


def node_home() -> Home:
    """The folder where a node keeps the bots sent to it; may be deleted while nothing plays."""
    return Home(user_cache_path("bohnanza-arena", False) / "node")


class Steward:
    """One for each node."""

    def __init__(self) -> None:
        kernel.die_with_parent()  # else it would answer for a node that is lost
        self._home = node_home()
        self._level = Level.C

    def report(self, demand: Demand) -> Report:
        """Report what the node can do, and whether that is enough."""
        found = Report(source_of_games())
        if found.source != demand.source:
            return found  # which says enough
        programs = {name: shutil.which(name) or "" for name in demand.programs}
        if demand.replays:
            return found
        unfit = self._unhidden() or _unconfined(demand)
        if unfit:
            return replace(found, unfit=unfit, programs=programs)
        self._level = demand.level or best_level()
        return replace(found, level=self._level, programs=programs)

    def take_in(self, parcel: Parcel, needs: Needs) -> BotThere:
        """Keeps and builds a bot, and tries whether it gets ready. needs: what it is granted."""
        try:
            return self._tried(parcel, needs)
        except MissingRuntime as missing:
            return BotThere(
                Runs.NO,
                f"{missing.program} is not installed on {platform.node()}.",
            )
        except Exception as error:  # one bot must not take its node down with it
            return BotThere(Runs.NO, first_line(str(error)) or type(error).__name__)

    def _tried(self, parcel: Parcel, needs: Needs) -> BotThere:
        spec = unpack(parcel, self._home, self._level)
        there = BotThere(Runs.YES, "", spec.command, spec.cwd)
        clock = replace(TimeControl.parse("standard"), wall=True)
        talk = Conversation(replace(spec, needs=needs), clock, self._level)
        try:
            talk.start()
        except Fails as fails:
            return replace(there, runs=Runs.UNREADY, why=_with_last_words(str(fails), talk))
        finally:
            talk.end()
        return there

    def _unhidden(self) -> str:
        where = str(self._home.path)
        if within(os.path.realpath(where), [*READABLE, *runtime(own_python())]):
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


def _with_last_words(why: str, talk: Conversation) -> str:
    last = talk.stderr().strip().splitlines()[-1:]
    return " ".join([why, *(f"({each})" for each in last)])


class ClusterWorker(Worker):
    """A worker on a node, in a process of Ray's."""

    def __init__(self, ask_all: bool, level: Level, place: int, places: int, keep: bool) -> None:
        """place, places: which of how many workers of the node. keep: to one core."""
        kernel.die_with_parent()
        # With fewer places than cores, the others belong to somebody else; nobody says which.
        if keep and len(here := cores()) == places:
            pin(here[place])
        super().__init__(partial(Seating, ask_all=ask_all, level=level))

    def ready(self) -> str:
        """Answers once it has been given a core: the source that it plays by."""
        return source_of_games()


class ClusterChecker(Checker):
    """A worker on a node that replays stored games; it is asked as one that plays."""

    def __init__(self) -> None:
        kernel.die_with_parent()

    def ready(self) -> str:
        """Answers once it has been given a core: the source that it replays by."""
        return source_of_games()
