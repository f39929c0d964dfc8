"""When another match of language models may begin: not beyond the budget, nor beyond the goal.

Only whole matches are rated. So one begins only if the budget covers it and those under way, and,
where precise ratings are the goal, only if those under way may not do.
"""

from collections.abc import Collection, Iterable
from contextlib import closing, suppress
from math import sqrt
from typing import Any

from arena.llm.budget import Expected
from arena.referee.llm_player import GatewayLink
from arena.tournament.plan import Plan
from arena.tournament.round_scheduler import width
from ladder.database.store import Store
from ladder.queries.usage import uses_foreseen


class Spending:
    """What a run of a tournament may begin, asked of the gateway with each match."""

    def __init__(self, store: Store, tournament_id: int, plan: Plan, gateway: str) -> None:
        self._store = store
        self._tournament_id = tournament_id
        self._plan = plan
        self._looked = (0, 0.0)  # the rated games, and how wide the widest ± was then
        self._gateway = gateway
        self._begun = False
        self.why = ""
        """Why the budget covers no further match; "" if it does."""

    def admits(self, match: int, running: Collection[int]) -> bool:
        """Return True if this match of the ledger may begin beside the running games."""
        if not running and not self._begun:  # so that each run gets on, however little it may spend
            self._begun = True
            return True
        if running and self._may_do(match):
            return False
        short = asked(self._gateway, self._expected(match), map(str, running))["short"]
        self.why = short or ""
        # None: nobody knows yet what a match costs, so the first ones are played one by one.
        return short == "" or (short is None and not running)

    def _expected(self, match: int) -> Expected:
        """Return what the gateway is asked: games to end by player, up to and with this match."""
        number = self._tournament_id
        uses = uses_foreseen(self._store, number)
        expected = {}
        for row in self._store.rows(_TO_END, [number, match]):
            use = uses.get(row["id"])
            known = (use.games, use.tokens, use.cost) if use else (0, 0.0, 0.0)
            expected[row["name"]] = (row["games"], *known)
        return expected

    def _may_do(self, match: int) -> bool:
        """Return True if the matches before may make the ratings precise enough, once they end."""
        goal, number = self._plan.size.interval, self._tournament_id
        rated, begun = self._store.conn.execute(_BEGUN, [number, match]).fetchone()
        if goal is None or not rated:
            return False
        if rated != self._looked[0]:
            self._looked = (rated, width(self._store, number, self._plan))
        # Information grows with the games, and ± goes with its root.
        return self._looked[1] <= goal * sqrt(begun / rated)


def asked(place: str, expected: Expected | None = None, running: Iterable[str] = ()) -> Any:
    """Ask the gateway at a place what it is asked before games begin; return its reply."""
    with closing(GatewayLink(place)) as link:
        return link.ask({"expected": expected or {}, "running": [*running]})


def paid(place: str) -> dict[str, dict[str, float]]:
    """Return the tokens and the cost of a run's answers by player, as far as is known."""
    with suppress(OSError):
        found = asked(place)["paid"]
        return {player: {"tokens": each[0], "cost": each[1]} for player, each in found.items()}
    return {}


_TO_END = """
SELECT b.id, b.name, count(*) AS games FROM matches AS m
JOIN games AS g ON g.match_id = m.id
JOIN pairings AS p ON p.match_id = m.id JOIN bots AS b ON b.id = p.bot_id
WHERE m.tournament_id = ? AND m.number <= ? AND m.status = 'open'
    AND json_extract(b.manifest, '$.with_model') IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM results AS r WHERE r.game_id = g.id)
GROUP BY b.id
"""
_BEGUN = """
SELECT count(*) FILTER (WHERE m.status = 'rated'), count(*) FROM matches AS m
WHERE m.tournament_id = ? AND m.number < ? AND m.status IN ('rated', 'whole', 'open')
"""
