"""A tournament of stand-ins on a fresh ladder: it is played in no time, and stopped at will."""

import os
import signal
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from arena.tournament.draw_audit import DrawAudit
from arena.tournament.driver import Options
from arena.tournament.lifecycle import create, play
from arena.tournament.plan import Plan
from arena.tournament.run_events import Event, GameFinished, Notice, NoticeKind, RunOutcome
from arena.tournament.worker import WorkerPool
from ladder.database.store import Store
from tests.support.fake_worker_pool import FakePlayer, InProcessPool, spec_of

Rated = list[dict[str, Any]]
VOID = (NoticeKind.GAME_AGAIN, NoticeKind.GAME_GIVEN_UP)


def notices(events: Iterable[Event], *kinds: NoticeKind) -> list[Notice]:
    """The notices of these kinds among the events."""
    return [event for event in events if isinstance(event, Notice) and event.kind in kinds]


class FakeTournament:
    """A fresh ladder with five bots, and a tournament in it; `entrants` of them are no fillers."""

    def __init__(self, folder: Path, plan: Plan, entrants: int = 5) -> None:
        folder.mkdir(exist_ok=True)
        self.store = Store(folder / "ladder.sqlite", synchronous="NORMAL")
        self.bots = [self.store.add_bot(name, hash=name) for name in "abcde"]
        self.plan = plan
        self.tournament = create(self.store, plan, self.bots[:entrants], self.bots[entrants:])
        self.events: list[Event] = []

    def play(
        self,
        worker_pool: Callable[[], WorkerPool] = lambda: InProcessPool(FakePlayer),
        then: Callable[[Event], None] = lambda event: None,
    ) -> RunOutcome:
        def report(event: Event) -> None:
            self.events.append(event)
            then(event)

        return play(
            self.store, self.tournament, spec_of, Options(), report, lambda options: worker_pool()
        )

    def happened(self, *kinds: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kinds)]

    def notices(self, *kinds: NoticeKind) -> list[Notice]:
        return notices(self.events, *kinds)

    @property
    def rated(self) -> Rated:
        """Everything that must not depend on how the tournament was played."""
        return self.store.rows(
            "SELECT b.name, h.pool_id, h.blocks, h.elo, h.info FROM rating_history AS h "
            "JOIN bots AS b ON b.id = h.bot_id ORDER BY 1, 2, 3"
        )

    @property
    def stored(self) -> tuple[int, int]:
        """Games in the ledger, and games with a result."""
        (row,) = self.store.rows(
            "SELECT (SELECT count(*) FROM games) AS g, (SELECT count(*) FROM results) AS r"
        )
        return row["g"], row["r"]


def wrong(arena: FakeTournament, tournament: int = 1) -> list[str]:
    """What of the ledger does not follow from the secret."""
    redraw = DrawAudit(arena.store, tournament)
    found = list(redraw.wrong())
    assert redraw.skipped == ""
    return found


def after(games: int, what: Callable[[], None]) -> Callable[[Event], None]:
    """Does something once a number of games are finished."""
    seen = iter(range(1, 10**6))

    def then(event: Event) -> None:
        if isinstance(event, GameFinished) and next(seen) == games:
            what()

    return then


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


class Dead(BaseException):
    """As if the driver were killed."""


def die() -> None:
    raise Dead
