"""Counts of how often each bot of a tournament has been drawn, for drawing its next match."""

from collections import Counter
from dataclasses import dataclass, field

from ladder.database.store import Store

Game = tuple[str, int]
"""A variant and its number of players."""

_COUNTED = """
SELECT p.variant, p.players, b.bot_id, count(DISTINCT m.id) AS matches
FROM matches AS m JOIN pools AS p ON p.id = m.pool_id JOIN pairings AS b ON b.match_id = m.id
WHERE m.tournament_id = :tournament AND m.number >= :since AND m.number < :until AND {which}
GROUP BY p.variant, p.players, b.bot_id
"""


@dataclass(slots=True)
class Turns:
    """Counts of a tournament's draws, updated along its ledger. Dropped matches do not count."""

    store: Store
    tournament_id: int
    _settled: Counter[tuple[Game, int]] = field(default_factory=Counter)
    _number: int = 0

    def before(self, cursor: int, end: int) -> "Count":
        """Count the draws of a ledger that is settled up to `cursor` and written up to `end`."""
        if cursor < self._number:
            self._settled, self._number = Counter(), 0
        self._settled += self._counted(self._number, cursor, "m.status = 'rated'")
        self._number = cursor
        ahead = self._counted(cursor, end, "m.status <> 'dropped'")
        return Count(self._settled + ahead, ahead)

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


class Count:
    """Numbers of games and matches that bots have been drawn for."""

    def __init__(
        self, matches: Counter[tuple[Game, int]], unsettled: Counter[tuple[Game, int]]
    ) -> None:
        self._matches = matches
        self._in_all: Counter[int] = Counter()
        for (game, bot), number in matches.items():
            self._in_all[bot] += number * game[1]
        self._waiting: Counter[int] = Counter()
        for (_, bot), number in unsettled.items():
            self._waiting[bot] += number

    def games(self, game: Game, bot: int) -> int:
        """Return the bot's games of one variant and size: a match has as many as players."""
        return self._matches[game, bot] * game[1]

    def in_all(self, bot: int) -> int:
        """Return the bot's games of all variants and sizes."""
        return self._in_all[bot]

    def waiting(self, bot: int) -> int:
        """Return the bot's matches that are not settled."""
        return self._waiting[bot]
