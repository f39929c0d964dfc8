"""The progress of a test between two bots: its settled swap units, read in ledger order.

The verdict is that of the first unit that reaches one. So it never depends on how far later games
have come, on the machine, or on interruptions. See decision 7 (`docs/decisions/07-two-bots.md`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from ladder.database.store import Store
from ladder.statistics.elo import score
from ladder.statistics.sprt import Bounds, Unit, UnitCounts, Verdict
from ladder.tournaments.tournaments import tournament


@dataclass(frozen=True, slots=True)
class FaultCounts:
    """A bot's faults and forfeits in the games that count."""

    bot_id: int
    label: str
    games: int
    faults: int
    forfeits: int


@dataclass(slots=True)
class Contest:
    """The test of one tournament, read on as its units are settled."""

    store: Store
    tournament_id: int
    bots: tuple[int, int]
    """The ids of A and B."""
    bounds: Bounds
    most: int
    """The number of units after which the test is inconclusive."""
    tally: UnitCounts = field(default_factory=UnitCounts)
    verdict: Verdict | None = None
    _next: int = 0
    """The number of the first match that has not been read."""

    @classmethod
    def of(cls, store: Store, tournament_id: int, settings: Mapping[str, Any]) -> "Contest":
        """Return the test that a tournament's settings describe."""
        options = dict(settings["options"])
        most = options.pop("units")
        one, other = settings["bots"]
        return cls(store, tournament_id, (one, other), Bounds(**options), most)

    def read_on(self, until: int | None = None) -> None:
        """Read the units before match number `until`; None: all that are settled."""
        if until is None:
            until = tournament(self.store, self.tournament_id).rated_until
        if self.verdict is not None or until <= self._next:
            return
        for unit in self._units(self._next, until):
            self.tally.add(unit)
            self.verdict = self.tally.verdict(self.bounds)
            if self.verdict is None and self.tally.units >= self.most:
                self.verdict = Verdict.INCONCLUSIVE
            if self.verdict is not None:
                break
        self._next = until

    @property
    def llr(self) -> float:
        """The log-likelihood ratio so far."""
        return self.tally.llr(self.bounds)

    def conduct(self) -> list[FaultCounts]:
        """Return each bot's faults in settled games, A and B first."""
        rows = self.store.rows(
            """SELECT s.bot_id, b.label, count(*) AS games,
                   sum(s.faults) AS faults, sum(s.forfeited) AS forfeits
               FROM matches AS m JOIN games AS g ON g.match_id = m.id
               JOIN seats AS s ON s.game_id = g.id JOIN bots AS b ON b.id = s.bot_id
               WHERE m.tournament_id = ? AND m.number < ? AND m.status = 'whole'
               GROUP BY 1 ORDER BY s.bot_id = ? DESC, s.bot_id = ? DESC, 2""",
            [self.tournament_id, self._next, *self.bots],
        )
        return [FaultCounts(**row) for row in rows]

    def _units(self, first: int, until: int) -> Iterator[Unit]:
        # Settled units stay "whole", as only rated matches become "rated".
        rows = self.store.rows(
            """SELECT m.number, g.rotation, s.bot_id, s.coins, s.place, s.forfeited
               FROM matches AS m JOIN games AS g ON g.match_id = m.id
               JOIN seats AS s ON s.game_id = g.id
               WHERE m.tournament_id = ? AND m.number >= ? AND m.number < ? AND m.status = 'whole'
               ORDER BY m.number, g.rotation, s.seat""",
            [self.tournament_id, first, until],
        )
        for _, unit in groupby(rows, key=lambda row: row["number"]):
            games = [list(game) for _, game in groupby(unit, key=lambda row: row["rotation"])]
            yield _unit(games, *self.bots)


def _unit(games: Sequence[Sequence[Mapping[str, int]]], one: int, other: int) -> Unit:
    """Make a unit of two games, each given as the rows of its seats in order."""
    lead = points = draws = 0
    lost = False
    for game in games:
        places = [row["place"] for row in game]
        forfeited = {seat for seat, row in enumerate(game) if row["forfeited"]}
        bots = [row["bot_id"] for row in game]
        a, b = bots.index(one), bots.index(other)
        beaten = {
            seat: sum(score(seat, other_seat, places, forfeited) for other_seat in range(len(game)))
            for seat in (a, b)
        }
        lost = lost or not forfeited.isdisjoint((a, b))
        # Twice each number, which is whole then: a tie counts a half.
        lead += int(2 * (beaten[a] - beaten[b]))
        met = score(a, b, places, forfeited)
        points += int(2 * met)
        draws += met == 0.5
    # In their exchanged seats, a bot and its copy get the same coins seat by seat.
    first, second = ([(row["coins"], row["forfeited"]) for row in game] for game in games)
    return Unit(lead, points, draws, first == second, lost)
