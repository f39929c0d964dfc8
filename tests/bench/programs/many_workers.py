"""A tournament on hundreds of workers: what the driver, its pool and the head can keep busy.

All three are the real ones, the head in a process of its own, and each of the two processes has a
core to itself, as on a cluster, where nobody plays beside them. In Ray's place is a stand-in whose
workers "play" each game in 0.3 s and answer with a result of the usual size. It takes the processor
time that Ray was measured to take: 0.5 ms for a call of an actor with its answer, 1.4 µs for each
reference that is waited for.
"""

import multiprocessing
import os
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

from figures import some, tell

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game_types import GameSpec
from arena.sandbox.level import Level
from arena.tournament.cluster.client import ClusterClient, ClusterSetup
from arena.tournament.cluster.cluster_pool import ClusterPool
from arena.tournament.cluster.head import Agent, Head
from arena.tournament.cluster.nodes import BotOnNode, CanRun, Demand, NodeReport
from arena.tournament.cluster.process import serve
from arena.tournament.driver import Driver, Options
from arena.tournament.interrupts import Interrupts
from arena.tournament.lifecycle import create
from arena.tournament.plan import Plan
from arena.tournament.run_events import Event, GameFinished
from arena.tournament.size import Size
from arena.tournament.worker_process import cores, pin
from ladder.database.result import GameResult, SeatResult
from ladder.database.store import Bot, Store

CORES = 64
"""Of each node."""
GAME = 0.3
CALL, WAIT = 0.5e-3, 1.4e-6
RECORD, TRADES = os.urandom(3400), bytes(8 * 4 * 3)
BEFORE, GAMES = 80, 80
"""Games of each worker before it is measured, as chunks still grow, and while: five chunks, as they
come back in waves, so that it counts little where a wave is cut."""
SOURCE = "as here"
CORE, *_, OTHER_CORE = cores() * 2 or [None] * 2


def main(folder: Path) -> None:
    pin(CORE)
    for workers, busy, stored in ((512, "≥ 95", ""), (1024, "≥ 90", "≥ 3000")):
        with Store(folder / f"{workers}.sqlite") as store:
            game = measured(store, workers)
        playing = 1 - game.idle / game.wall / workers
        figures.extend(
            (
                (f"{workers} workers", 1 / game.wall, "games/s", stored),
                ("  of their time they play", playing * 100, "%", busy),
                ("  driver's processor time a game", game.driver * 1e3, "ms", "≤ 0.3"),
                ("  head's, with Ray's", game.head * 1e3, "ms", "≤ 0.3"),
            )
        )


class Enough(Exception):
    """All is measured."""


class Meter:
    """Measures the games from one number on to another."""

    def __init__(self, workers: int, seconds: Callable[[], tuple[float, float, float]]) -> None:
        """`seconds`: processor time of driver and head, and how long workers have waited."""
        self._seconds = seconds
        self._first = workers * some(BEFORE)
        self._games = workers * some(GAMES)

    def report(self, event: Event) -> None:
        if isinstance(event, GameFinished) and event.done == self._first:
            self._start = time.monotonic(), *self._seconds()
        if isinstance(event, GameFinished) and event.done == self._first + self._games:
            end = time.monotonic(), *self._seconds()
            self.wall, self.driver, self.head, self.idle = (
                (late - early) / self._games for early, late in zip(self._start, end, strict=True)
            )
            raise Enough


def measured(store: Store, workers: int) -> Meter:
    """What a game takes."""
    plan = Plan(
        games=(("anniversary", 4),), size=Size(rounds=10**5), time=TimeControl.parse("standard")
    )
    tournament = create(store, plan, [store.add_bot(name, hash=name) for name in "abcdefgh"])
    client = Client(workers)
    meter = Meter(workers, lambda: (time.process_time(), *client.ask("seconds")))
    with Interrupts(lambda: None) as interrupts:
        driver = Driver(store, tournament, spec_of, Options(), meter.report, interrupts)
        setup = ClusterSetup(client, Demand(SOURCE))
        try:
            driver.run(lambda options: ClusterPool(setup, bundle_of))
        except Enough:
            return meter
    raise SystemExit("The tournament ended too soon.")


def spec_of(bot: Bot) -> BotSpec:
    return BotSpec(bot.name, bot.version, bot.hash, ("true",), "/")


def bundle_of(bot: BotSpec) -> Any:
    return SimpleNamespace(hash=bot.hash, label=bot.label, manifest={})


class Client(ClusterClient):
    """The client of a process with the real head."""

    def __init__(self, workers: int) -> None:
        head = HeadWithMeter(FakeRay(workers), lambda node_id, soft: node_id)
        context = multiprocessing.get_context("fork")
        self._pipe, theirs = context.Pipe()
        self._send_to(self._pipe)
        self._head = context.Process(target=beside, args=(theirs, head), daemon=True)
        self._head.start()

    def close(self, drop: bool = False) -> None:
        self._head.kill()
        self._head.join()

    drop = close


def beside(pipe: Connection, head: Head) -> None:
    """Serve as the head, on the core that the driver leaves."""
    pin(OTHER_CORE)
    serve(pipe, head)


class HeadWithMeter(Head):
    """A head that says what processor time it has used, and how long its workers have waited."""

    @staticmethod
    def seconds() -> tuple[float, float]:
        return time.process_time(), FakeWorker.waited


class Reference:
    """An answer that will be there at some time."""

    def __init__(self, due: float, answer: Any) -> None:
        self.due, self.answer = due, answer


class FakeRay:
    """What the head uses of Ray."""

    exceptions = SimpleNamespace(RayError=ZeroDivisionError, ActorUnavailableError=OSError)

    def __init__(self, workers: int) -> None:
        usual = {"Resources": {"CPU": CORES}, "Alive": True}
        self._nodes = [
            {"NodeID": f"node{number}", "NodeManagerHostname": f"host{number}", **usual}
            for number in range(workers // CORES)
        ]

    def nodes(self) -> list[dict[str, Any]]:
        return self._nodes

    def put(self, what: Any) -> Any:
        return what

    def remote(self, kind: type) -> Any:
        actor = FakeAgent if kind is Agent else FakeWorker
        made = SimpleNamespace(remote=lambda *arguments: actor())
        return SimpleNamespace(options=lambda **options: made)

    def wait(
        self, references: Sequence[Reference], num_returns: int = 1, timeout: float = 0
    ) -> tuple[list[Reference], list[Reference]]:
        take(WAIT * len(references))
        first = min(each.due for each in references)
        time.sleep(max(0.0, min(timeout, first - time.monotonic())))
        now = time.monotonic()
        return [each for each in references if each.due <= now][:num_returns], []

    def get(self, reference: Reference) -> Any:
        return reference.answer

    def kill(self, actor: Any) -> None:
        """Nothing runs."""


class FakeAgent:
    """A node on which every bot runs."""

    def __init__(self) -> None:
        self.report = answering(lambda demand: NodeReport(SOURCE, Level.A))
        self.install = answering(lambda bundle, needs: BotOnNode(CanRun.YES, "", ("true",), "/"))


class FakeWorker:
    """Plays one chunk after the other."""

    waited = 0.0
    """Seconds that all of them had nothing to play, since the first chunk of each."""

    def __init__(self) -> None:
        self.ready = answering(lambda: SOURCE)
        self.play = SimpleNamespace(remote=self._play)
        self._free = 0.0

    def _play(self, games: Sequence[GameSpec]) -> Reference:
        take(CALL)
        seconds, now = GAME * len(games), time.monotonic()
        FakeWorker.waited += max(0.0, now - self._free) if self._free else 0.0
        self._free = max(self._free, now) + seconds
        return Reference(self._free, tuple(map(result, games)))


def answering(answer: Callable[..., Any]) -> Any:
    """A method that has its answer at once."""
    return SimpleNamespace(remote=lambda *arguments: Reference(0.0, answer(*arguments)))


def result(game: GameSpec) -> GameResult:
    """A result of the usual size, by the deal."""
    coins = [game.seed[seat] % 12 for seat in range(game.players)]
    places = [1 + sum(other > own for other in coins) for own in coins]
    return GameResult(
        game_id=int(game.id),
        winners=tuple(seat for seat, place in enumerate(places) if place == 1),
        seats=tuple(
            SeatResult(coins=own, place=place, decisions=120, time_ms=80, max_ms=3)
            for own, place in zip(coins, places, strict=True)
        ),
        record=RECORD,
        time_ms=GAME * 1000,
        level=Level.A,
        source=SOURCE,
        trades=TRADES,
    )


def take(seconds: float) -> None:
    """Take processor time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


if __name__ == "__main__":
    figures: list[Any] = []
    with TemporaryDirectory() as folder:
        main(Path(folder))
    tell(*figures)
