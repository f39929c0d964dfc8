"""Counts of how often each bot of a tournament has been drawn, for drawing its next match."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from ladder.database.store import Store
from ladder.ratings.calibration import Game

_COUNTED = """
SELECT p.variant, p.players, b.bot_id, count(DISTINCT m.id) AS matches
FROM matches AS m JOIN pools AS p ON p.id = m.pool_id JOIN pairings AS b ON b.match_id = m.id
WHERE m.tournament_id = :tournament AND m.number >= :since AND m.number < :until AND {which}
GROUP BY p.variant, p.players, b.bot_id
"""


class DrawCount(NamedTuple):
    """Numbers of games and matches that bots have been drawn for."""

    games: Counter[tuple[Game, int]]
    """The games of one variant and size, by it and the bot."""
    in_all: Counter[int]
    """The games of all variants and sizes, by bot."""
    waiting: Counter[int]
    """The matches that are not settled, by bot."""


@dataclass(slots=True)
class Turns:
    """Counts of a tournament's draws, updated along its ledger. Dropped matches do not count."""

    store: Store
    tournament_id: int
    _settled: Counter[tuple[Game, int]] = field(default_factory=Counter)
    _number: int = 0

    def before(self, cursor: int, end: int) -> DrawCount:
        """Count the draws of a ledger that is settled up to `cursor` and written up to `end`."""
        if cursor < self._number:  # asked about an earlier place than before: count anew
            self._settled, self._number = Counter(), 0
        self._settled += self._counted(self._number, cursor, "m.status = 'rated'")
        self._number = cursor
        ahead = self._counted(cursor, end, "m.status <> 'dropped'")
        # A match has as many games as players.
        games = Counter({key: n * key[0][1] for key, n in (self._settled + ahead).items()})
        return DrawCount(games, _by_bot(games), _by_bot(ahead))

    def ahead(self, cursor: int) -> int:
        """Return the number of matches from the cursor on that were not dropped."""
        matches: int = self.store.value(
            "SELECT count(*) FROM matches "
            "WHERE tournament_id = ? AND number >= ? AND status <> 'dropped'",
            [self.tournament_id, cursor],
        )
        return matches

    def _counted(self, since: int, until: int, which: str) -> Counter[tuple[Game, int]]:
        rows = self.store.conn.execute(
            _COUNTED.format(which=which),
            {"tournament": self.tournament_id, "since": since, "until": until},
        )
        return Counter({((variant, n), bot): matches for variant, n, bot, matches in rows})


def _by_bot(counted: Counter[tuple[Game, int]]) -> Counter[int]:
    total: Counter[int] = Counter()
    for (_, bot), number in counted.items():
        total[bot] += number
    return total
