"""What language models took in the games that are asked for."""

from dataclasses import replace

from ladder.database.store import Bot, Store
from ladder.queries.standings import excerpt
from ladder.queries.usage import uses
from tests.ladder.conftest import WriteLedger, outcome


def test_only_the_games_of_the_chosen_matches_count(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    llm = store.add_bot("llm@small", hash="x", manifest={"with_model": {"name": "small"}})
    for at, tokens in (("2026-01-01T00:00:00Z", 100.0), ("2026-06-01T00:00:00Z", 300.0)):
        ledger = write([(llm, *bots[:2])], secret=at.encode())
        for game in ledger.unplayed():
            played = outcome(game)
            seats = tuple(
                replace(seat, metrics={"tokens_in": tokens} if bot == llm.id else {})
                for bot, seat in zip(game.bots, played.seats, strict=True)
            )
            ledger.save(replace(played, seats=seats))
            with store.transaction() as conn:
                row = [at, game.game_id]
                conn.execute("UPDATE results SET played_at = ? WHERE game_id = ?", row)
    assert uses(store)[llm.id].tokens == 200
    late = excerpt(store, [1], None, "2026-05-01T00:00:00Z")
    assert uses(store, matches=late)[llm.id].tokens == 300
