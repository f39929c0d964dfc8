"""An excerpt of the ladder: the rated matches of one tournament, those since a time, or both.

A match is since a time if one of its games was played since: it could not be rated before.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ladder.store import Store


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Some of the rated matches."""

    matches: Mapping[int, Sequence[int]]
    """By pool, for each of which there are some: the ids, in order."""

    @property
    def ids(self) -> str:
        """The ids of all its matches, in order, as a JSON list."""
        return json.dumps(sorted(match for each in self.matches.values() for match in each))


def excerpt(
    store: Store, pool_ids: Iterable[int], tournament_id: int | None, since: str | None
) -> Excerpt:
    """The matches of some pools that a tournament or a time leaves; `since` is as in the tables."""
    query = _OF_A_TOURNAMENT if since is None else _SINCE
    found: dict[int, list[int]] = {}
    for row in store.rows(query, {"tournament": tournament_id, "since": since}):
        found.setdefault(row["pool_id"], []).append(row["id"])
    return Excerpt({pool: sorted(found[pool]) for pool in pool_ids if pool in found})


_OF_A_TOURNAMENT = """
SELECT m.pool_id, m.id FROM matches AS m
WHERE m.status = 'rated' AND (:tournament IS NULL OR m.tournament_id = :tournament)
"""

_SINCE = """
SELECT DISTINCT m.pool_id, m.id
FROM results AS r JOIN games AS g ON g.id = r.game_id JOIN matches AS m ON m.id = g.match_id
WHERE r.played_at >= :since AND m.status = 'rated'
    AND (:tournament IS NULL OR m.tournament_id = :tournament)
"""

SUMS = """
SELECT e.*, r.elo, r.elo - h.elo AS change
FROM (
    SELECT pool_id, bot_id, sum(games) AS games, count(*) AS blocks,
        sum(place_score) AS place_score, sum(win_share) AS win_share, sum(coins) AS coins,
        sum(coins / games) AS block_coins, sum(coins / games * (coins / games)) AS block_coins_sq,
        sum(faults) AS faults, sum(faulty_games) AS faulty_games, sum(forfeits) AS forfeits,
        sum(decisions) AS decisions, sum(time_ms) AS time_ms, max(max_ms) AS max_ms
    FROM (
        SELECT m.pool_id, s.bot_id, count(*) AS games,
            sum(s.place_score) AS place_score, sum(s.win_share) AS win_share,
            1.0 * sum(s.coins) AS coins, sum(s.faults) AS faults,
            sum(s.faults > 0 OR s.forfeited) AS faulty_games, sum(s.forfeited) AS forfeits,
            sum(s.decisions) AS decisions, sum(s.time_ms) AS time_ms, max(s.max_ms) AS max_ms
        FROM json_each(:matches) AS chosen
        JOIN matches AS m ON m.id = chosen.value
        JOIN games AS g ON g.match_id = m.id
        JOIN seats AS s ON s.game_id = g.id
        GROUP BY m.id, g.deal, s.bot_id
    ) GROUP BY pool_id, bot_id
) AS e
JOIN ratings AS r ON r.pool_id = e.pool_id AND r.bot_id = e.bot_id
LEFT JOIN rating_history AS h ON h.pool_id = e.pool_id AND h.bot_id = e.bot_id
    AND h.blocks = r.blocks - e.blocks
"""
"""As the rows of `ratings`, but of the chosen matches (`Excerpt.ids`) alone, with the live Elo of
today and by how much it has moved since before these matches; NULL if they are all it has."""
