"""The compact row of a match, against the games it is made from."""

import struct

from ladder.pair_scores import note_all_pairs, packed
from ladder.store import Bot, Store
from tests.ladder.conftest import WriteLedger, outcome


def test_rotations_add_up_by_position() -> None:
    """Bots 7, 8, 9: 7 wins, 7 wins, 8 and 9 share the first place."""
    games = [
        [(0, 7, 1, 0), (0, 8, 2, 0), (0, 9, 3, 0)],
        [(1, 8, 3, 0), (1, 9, 2, 0), (1, 7, 1, 0)],
        [(2, 9, 1, 0), (2, 7, 3, 0), (2, 8, 1, 0)],
    ]
    bots, scores = packed(row for game in games for row in game)
    assert struct.unpack("<3I", bots) == (7, 8, 9)
    assert list(scores) == [4, 3, 4, 3, 3, 3]


def test_only_what_is_rated_counts() -> None:
    """Bot 5 is there twice; in the third game bot 6, the first by coins, forfeits."""
    games = [
        [(0, 5, 1, 0), (0, 5, 2, 0), (0, 6, 3, 0)],
        [(1, 5, 2, 0), (1, 6, 3, 0), (1, 5, 1, 0)],
        [(2, 6, 1, 1), (2, 5, 2, 0), (2, 5, 3, 0)],
    ]
    _, scores = packed(row for game in games for row in game)
    assert list(scores) == [0, 0, 6, 3, 6, 3]


def test_ids_may_be_large() -> None:
    bots, _ = packed([(0, 70_000, 1, 0), (0, 3, 2, 0), (1, 3, 1, 0), (1, 70_000, 2, 0)])
    assert struct.unpack("<2I", bots) == (70_000, 3)


def test_every_rated_match_has_its_row_and_it_can_be_made_again(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    ledger = write([bots[:3], bots[1:], bots[2::-1]])
    for number, game in enumerate(ledger.unplayed()[:8]):
        ledger.save(outcome(game, forfeit=[bots[2].id] if number == 4 else []))
    noted = store.rows("SELECT * FROM pair_scores")
    assert [row["match_id"] for row in noted] == [1, 2], "the third is not whole"
    assert list(noted[0]["scores"]) == [6, 3] * 3
    assert list(noted[1]["scores"]) == [6, 3, 4, 2, 4, 3], "cat forfeits one to both"
    with store.transaction() as conn:
        note_all_pairs(conn)
    assert store.rows("SELECT * FROM pair_scores") == noted
