"""Usage of language models in the games of a ladder: tokens, cost and fallbacks by player."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from ladder.database.store import Store

KEYS = (
    *("tokens_in", "tokens_cached", "tokens_out"),
    *("cost", "model_seconds", "rethinks", "fallbacks"),
)
"""The metrics that the arena stores for it; see `arena.referee.seating`."""


@dataclass(frozen=True, slots=True)
class Use:
    """The language-model usage of a player: means over its games."""

    games: int
    tokens: float
    """Tokens in and out."""
    tokens_out: float
    """Tokens in answers."""
    cached: float
    """Tokens in that the provider had cached."""
    cost: float
    seconds: float
    rethinks: float
    fallbacks: float


def uses(
    store: Store,
    pools: Sequence[int] = (),
    tournament_id: int | None = None,
    matches: Mapping[int, Sequence[int]] | None = None,
) -> dict[int, Use]:
    """Return the usage of each player with a language model, by bot id.

    Args:
        store: The ladder.
        pools: The ids of the pools covered; empty: all.
        tournament_id: The tournament covered; None: all.
        matches: The ids of the matches covered, by pool; None: all.
    """
    if not (bots := with_models(store)):
        return {}
    rows = store.rows(
        f"""WITH played AS (
               SELECT s.bot_id, s.game_id, s.seat FROM seats AS s
               JOIN games AS g ON g.id = s.game_id JOIN matches AS m ON m.id = g.match_id
               WHERE s.bot_id IN (SELECT value FROM json_each(:bots))
                   AND (:pools IS NULL OR m.pool_id IN (SELECT value FROM json_each(:pools)))
                   AND (:matches IS NULL OR m.id IN (SELECT value FROM json_each(:matches)))
                   AND (:tournament IS NULL OR m.tournament_id = :tournament)),
           counts AS (SELECT bot_id, count(*) AS games FROM played GROUP BY bot_id)
           SELECT p.bot_id, c.games, t.key, sum(t.value) / c.games AS mean
           FROM played AS p JOIN counts AS c ON c.bot_id = p.bot_id
           JOIN metrics AS t ON t.game_id = p.game_id AND t.seat = p.seat
           WHERE t.key IN ({", ".join(repr(key) for key in KEYS)})
           GROUP BY p.bot_id, t.key""",
        {
            "bots": json.dumps(bots),
            "pools": json.dumps(list(pools)) if pools else None,
            "matches": None if matches is None else json.dumps([*chain(*matches.values())]),
            "tournament": tournament_id,
        },
    )
    means: dict[int, dict[str, float]] = {}
    games: dict[int, int] = {}
    for row in rows:
        means.setdefault(row["bot_id"], {})[row["key"]] = row["mean"]
        games[row["bot_id"]] = row["games"]
    return {bot: _use(games[bot], found) for bot, found in means.items()}


def with_models(store: Store) -> list[int]:
    """Return the ids of the players with a language model."""
    return store.column(
        "SELECT id FROM bots WHERE json_extract(manifest, '$.with_model') IS NOT NULL ORDER BY id"
    )


def _use(games: int, mean: dict[str, float]) -> Use:
    return Use(
        games=games,
        tokens=mean.get("tokens_in", 0.0) + mean.get("tokens_out", 0.0),
        tokens_out=mean.get("tokens_out", 0.0),
        cached=mean.get("tokens_cached", 0.0),
        cost=mean.get("cost", 0.0),
        seconds=mean.get("model_seconds", 0.0),
        rethinks=mean.get("rethinks", 0.0),
        fallbacks=mean.get("fallbacks", 0.0),
    )
