"""Measurements of games and ratings, for estimates of what is still to be played."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from ladder.store import Store
from ladder.tournaments import Pool

MATCHES_LOOKED_AT = 50
"""The newest ones; machines and bots change."""


def milliseconds(store: Store, pool: Pool, bots: Sequence[int]) -> float | None:
    """The mean length of a pool's games between only these bots; None if there are none."""
    (row,) = store.rows(
        """SELECT avg(time_ms) AS mean FROM results WHERE game_id IN (
               SELECT g.id FROM games AS g JOIN (
                   SELECT m.id FROM matches AS m JOIN pools AS p ON p.id = m.pool_id
                   WHERE p.variant = :variant AND p.players = :players AND m.status = 'rated'
                       AND NOT EXISTS (SELECT 1 FROM pairings AS who WHERE who.match_id = m.id
                           AND who.bot_id NOT IN (SELECT value FROM json_each(:bots)))
                   ORDER BY m.id DESC LIMIT :most
               ) AS latest ON latest.id = g.match_id)""",
        {
            "variant": pool.variant,
            "players": pool.players,
            "bots": json.dumps(list(bots)),
            "most": MATCHES_LOOKED_AT,
        },
    )
    return None if row["mean"] is None else float(row["mean"])


def information(store: Store, pool: Pool, bots: Sequence[int]) -> dict[int, tuple[float, int]]:
    """Return the information behind the Elo of each bot in the pool, and the games it took."""
    rows = store.rows(
        """SELECT r.bot_id, r.info, r.games FROM ratings AS r JOIN pools AS p ON p.id = r.pool_id
           WHERE p.variant = :variant AND p.players = :players AND p.time_class = :time_class
               AND p.negotiation = :negotiation AND p.rules_version = :rules_version
               AND r.bot_id IN (SELECT value FROM json_each(:bots))""",
        asdict(pool) | {"bots": json.dumps(list(bots))},
    )
    return {row["bot_id"]: (row["info"], row["games"]) for row in rows}
