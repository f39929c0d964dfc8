"""Games that went wrong for a bot, the newest first."""

from ladder.database.logs import packed
from ladder.database.store import Bot, Store
from ladder.queries.lost_games import faulty_games, faulty_seats, lost_games
from tests.ladder.conftest import WriteLedger, outcome


def test_faulty_and_lost_games(store: Store, bots: list[Bot], write: WriteLedger) -> None:
    ant, bee, cat, _ = bots
    ledger = write([(ant, bee, cat), (ant, bee, cat)])
    for game in ledger.unplayed():
        faulty = [ant.id] if game.game_id in (2, 4) else []
        ledger.save(outcome(game, faulty, [bee.id] if game.game_id == 5 else []))
    with store.transaction() as conn:
        conn.execute(
            "INSERT INTO logs (game_id, seat, for_good, text) "
            "SELECT 4, seat, 1, ? FROM seats WHERE game_id = 4 AND bot_id = ?",
            [packed("oh"), ant.id],
        )
    found = faulty_games(store, ant.id, 9)
    assert [(each.game_id, dict(each.faults), each.stderr) for each in found] == [
        (4, {"late": 1}, "oh"),
        (2, {"late": 1}, ""),
    ]
    assert [each.game_id for each in faulty_games(store, ant.id, 1)] == [4]
    assert len(faulty_games(store, ant.id, 9, 1)) == 2
    assert faulty_games(store, ant.id, 9, 2) == []
    seats = faulty_seats(store, [2, 3, 4, 5], 9)
    assert [(each.game_id, each.faults, each.forfeited) for each in seats] == [
        (5, {"late": 1}, True),
        (4, {"late": 1}, False),
        (2, {"late": 1}, False),
    ]
    assert faulty_seats(store, [2, 3, 4, 5], 1) == seats[:1]
    assert faulty_seats(store, [3, 6], 9) == []
    assert lost_games(store, ant.id, 9) == []  # it has the most coins each time
    assert [each.game_id for each in lost_games(store, cat.id, 9)] == [6, 4, 3, 2, 1]
    with store.transaction() as conn:  # bee and cat share the last place of game 1, all that of 2
        conn.execute("UPDATE seats SET final_place = min(final_place, 2) WHERE game_id = 1")
        conn.execute("UPDATE seats SET final_place = 1 WHERE game_id = 2")
    assert [each.game_id for each in lost_games(store, cat.id, 9)] == [6, 4, 3, 1]
    assert [each.game_id for each in lost_games(store, bee.id, 9)] == [5, 1]
    lost, _ = lost_games(store, bee.id, 9)
    assert (lost.game_id, lost.forfeited, lost.place, lost.players) == (5, True, 3, 3)
