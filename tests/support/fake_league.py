"""A league of stand-ins on a fresh ladder, in which bots come and go at fixed places."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from arena.referee.clock import TimeControl
from arena.tournament.admission import Admission
from arena.tournament.driver import Options
from arena.tournament.league import LEAGUE
from arena.tournament.lifecycle import create, play
from arena.tournament.plan import Plan
from arena.tournament.run_events import Event, GameFinished, RunOutcome
from arena.tournament.size import Size
from ladder.database.store import Bot, Store
from tests.support.fake_tournament import Rated
from tests.support.fake_worker_pool import FakePlayer, OneByOne, spec_of

GAMES = (("anniversary", 3), ("classic", 4))
Happens = Mapping[int, Callable[[Store], object]]
"""What people do, by the number of games that have been played by then."""


class FakeLeague:
    """A fresh ladder with a few bots and a league of them; `c` makes a fault in every game."""

    def __init__(self, folder: Path, bots: str = "abcdef", happens: Happens | None = None) -> None:
        folder.mkdir(exist_ok=True)
        self.store = Store(folder / "ladder.sqlite", synchronous="NORMAL")
        found = [submit(self.store, name) for name in bots]
        plan = Plan(GAMES, Size(endless=True), TimeControl.parse("standard"), format=LEAGUE, seed=7)
        self.league = create(self.store, plan, found)
        self.events: list[Event] = []
        self._happens = happens or {}

    def play(
        self,
        games: int,
        then: Callable[[Event], None] = lambda event: None,
        unable: Callable[[Bot], str] = lambda bot: "",
        per_author: int | None = None,
    ) -> RunOutcome:
        """Plays until so many games are stored in all."""
        admission = Admission(self.store, self.league, (), unable, self.events.append, per_author)

        def report(event: Event) -> None:
            self.events.append(event)
            if isinstance(event, GameFinished):
                if event.done in self._happens:
                    self._happens[event.done](self.store)
                    admission.look()
                then(event)

        options = Options(games=games - self.stored)
        pool = OneByOne(partial(FakePlayer, clumsy="c"))
        made = (report, lambda _: pool)
        return play(self.store, self.league, spec_of, options, *made, meanwhile=admission)

    @property
    def stored(self) -> int:
        """Games with a result."""
        return int(self.store.rows("SELECT count(*) AS n FROM results")[0]["n"])

    @property
    def drawn(self) -> Rated:
        """Everything that must not depend on how the league was played."""
        return self.store.rows(
            "SELECT m.number, m.status, m.pool_id, p.position, p.bot_id, hex(m.deal_seed) AS deal "
            "FROM matches AS m JOIN pairings AS p ON p.match_id = m.id ORDER BY 1, 5"
        ) + self.store.rows("SELECT * FROM rating_history ORDER BY bot_id, pool_id, blocks")


def submit(store: Store, name: str, content: str = "") -> Bot:
    """A bot by an author of its own."""
    return store.add_bot(name, author=f"author of {name}", hash=name + content)
