"""Usage of language models in the games of a ladder: tokens, cost and fallbacks by player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from ladder.database.result import OF_MODEL
from ladder.database.store import Store

_METRICS = {
    "tokens": ("tokens_in", "tokens_out"),
    "tokens_out": ("tokens_out",),
    "cached": ("tokens_cached",),
    "cost": ("cost",),
    "seconds": ("model_seconds",),
    "rethinks": ("rethinks",),
    "fallbacks": ("fallbacks",),
}
"""By field of `Use`, the metrics that it sums; `arena.referee.seating` stores them."""


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
           SELECT p.bot_id, c.games, {", ".join(map(_mean, _METRICS))}
           FROM played AS p JOIN counts AS c ON c.bot_id = p.bot_id
           JOIN metrics AS t ON t.game_id = p.game_id AND t.seat = p.seat
           WHERE t.key IN ({_names(*chain(*_METRICS.values()))})
           GROUP BY p.bot_id""",
        {
            "bots": bots,
            "pools": list(pools) or None,
            "matches": None if matches is None else [*chain(*matches.values())],
            "tournament": tournament_id,
        },
    )
    return {row.pop("bot_id"): Use(**row) for row in rows}


def uses_foreseen(store: Store, tournament_id: int) -> dict[int, Use]:
    """Return the usage of each player that a tournament's own games show, or else games like it."""
    pools = store.column(
        "SELECT DISTINCT pool_id FROM matches WHERE tournament_id = ?", [tournament_id]
    )
    # The last that knows a player counts, from games of any kind to the tournament's own.
    return uses(store) | uses(store, pools) | uses(store, tournament_id=tournament_id)


def models_returned(store: Store, tournament_id: int, bot_id: int) -> dict[str, int]:
    """Count a player's answers in a tournament, by the model that its provider says gave them."""
    return store.mapping(
        """SELECT substr(t.key, 1 + length(:start)), CAST(total(t.value) AS INTEGER)
           FROM matches AS m JOIN games AS g ON g.match_id = m.id
           JOIN seats AS s ON s.game_id = g.id AND s.bot_id = :bot
           JOIN metrics AS t ON t.game_id = s.game_id AND t.seat = s.seat
           WHERE m.tournament_id = :of AND substr(t.key, 1, length(:start)) = :start
           GROUP BY t.key ORDER BY t.key""",
        {"of": tournament_id, "bot": bot_id, "start": OF_MODEL},
    )


def _mean(field: str) -> str:
    """Return the mean of a field's metrics; a game without a report counts as 0."""
    metrics = _names(*_METRICS[field])
    return f"total(t.value) FILTER (WHERE t.key IN ({metrics})) / c.games AS {field}"


def _names(*keys: str) -> str:
    return ", ".join(f"'{key}'" for key in keys)


def with_models(store: Store) -> list[int]:
    """Return the ids of the players with a language model."""
    return store.column(
        "SELECT id FROM bots WHERE json_extract(manifest, '$.with_model') IS NOT NULL ORDER BY id"
    )
