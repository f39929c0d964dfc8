"""Rows of played games for other programs: read one by one, however many there are."""

from collections.abc import Iterator
from typing import Any

from ladder.pools import Wanted
from ladder.store import Store

RESULTS = {
    "game": int,
    "tournament": int,
    "match": int,
    "round": int,
    "rotation": int,
    "variant": str,
    "players": int,
    "time_class": str,
    "rules_version": str,
    "match_status": str,
    "played_at": str,
    "level": str,
    "seat": int,
    "bot": str,
    "author": str,
    "place": int,
    "won": int,
    "coins": int,
    "place_score": float,
    "win_share": float,
    "forfeited": int,
    "faults": int,
    "fault_kinds": str,
    "decisions": int,
    "time_ms": float,
    "max_ms": float,
}
"""The columns of `results`, with their types. Place and winner are as they count."""


def results(store: Store, wanted: Wanted) -> Iterator[tuple[Any, ...]]:
    """A row for each seat of the games wanted, by game and seat; its columns are RESULTS."""
    yield from store.conn.execute(
        f"""SELECT s.game_id, m.tournament_id, m.id, m.round, g.rotation, p.variant, p.players,
                p.time_class, p.rules_version, m.status, r.played_at, r.level, s.seat, b.label,
                b.author, s.final_place, s.final_winner, s.coins, s.place_score, s.win_share,
                s.forfeited, s.faults, s.fault_kinds, s.decisions, s.time_ms, s.max_ms
            {_FROM} CROSS JOIN seats AS s JOIN bots AS b ON b.id = s.bot_id
            WHERE s.game_id = r.game_id AND {_WANTED} ORDER BY r.game_id, s.seat""",
        wanted.values,
    )


def games(store: Store, wanted: Wanted) -> Iterator[int]:
    """The numbers of the games wanted, in order."""
    query = f"SELECT r.game_id {_FROM} WHERE {_WANTED} ORDER BY r.game_id"
    for (number,) in store.conn.execute(query, wanted.values):
        yield number


def count(store: Store, wanted: Wanted) -> int:
    """Count the games that are wanted."""
    (found,) = store.conn.execute(
        f"SELECT count(*) {_FROM} WHERE {_WANTED}", wanted.values
    ).fetchone()
    return int(found)


# In this order, so that the games come in theirs without being sorted first.
_FROM = """FROM results AS r CROSS JOIN games AS g ON g.id = r.game_id
    CROSS JOIN matches AS m ON m.id = g.match_id CROSS JOIN pools AS p ON p.id = m.pool_id"""
_WANTED = """(:variant IS NULL OR p.variant = :variant)
    AND (:players IS NULL OR p.players IN (SELECT value FROM json_each(:players)))
    AND (:time_class IS NULL OR p.time_class = :time_class)
    AND (:tournament IS NULL OR m.tournament_id = :tournament)
    AND (:since IS NULL OR r.played_at >= :since)"""
