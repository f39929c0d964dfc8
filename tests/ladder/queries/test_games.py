"""How many games were played, and over which time."""

from ladder.database.store import Bot, Store
from ladder.queries.games import Span, span
from tests.ladder.conftest import WriteLedger, play_all


def test_the_span_of_the_games_is_from_the_first_to_the_last(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    assert span(store) == Span(0, None, None)
    play_all(write([bots[:3]]))
    days = [f"2026-06-0{day}T00:00:00Z" for day in (1, 2, 3)]
    for game, day in zip(store.column("SELECT game_id FROM results"), days, strict=True):
        store.conn.execute("UPDATE results SET played_at = ? WHERE game_id = ?", [day, game])
    assert span(store) == Span(3, days[0], days[2])
    assert span(store, days[1]) == Span(2, days[1], days[2])
