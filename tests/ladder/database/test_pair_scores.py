"""The compact rows of a match, against the games they are made from."""

import struct
from typing import Any

from ladder.database.pair_scores import Encounter, ids, met, note_all_pairs, packed
from ladder.database.store import Bot, Store
from tests.ladder.conftest import WriteLedger, outcome


def pairs(scores: bytes) -> list[tuple[int, ...]]:
    return list(struct.iter_unpack("<BBBh", scores))


def added(rows: list[dict[str, Any]]) -> list[tuple[int, ...]]:
    """By pair of positions, the sums over some rows: twice the score, games, ties."""
    return [
        tuple(map(sum, zip(*(pair[:3] for pair in same), strict=True)))
        for same in zip(*(pairs(row["scores"]) for row in rows), strict=True)
    ]


def test_rotations_add_up_by_position() -> None:
    """Bots 7, 8, 9: 7 wins, 7 wins, 8 and 9 share the first place."""
    games = [
        [(0, 7, 1, 0, 20), (0, 8, 2, 0, 15), (0, 9, 3, 0, 9)],
        [(1, 8, 3, 0, 8), (1, 9, 2, 0, 9), (1, 7, 1, 0, 12)],
        [(2, 9, 1, 0, 11), (2, 7, 3, 0, 10), (2, 8, 1, 0, 11)],
    ]
    bots, scores = packed(row for game in games for row in game)
    assert ids(bots) == (7, 8, 9)
    assert pairs(scores) == [(4, 3, 0, 8), (4, 3, 0, 13), (3, 3, 1, 5)]
    assert list(met(8, bots, scores)) == [Encounter(7, 1, 3, 0, -8), Encounter(9, 1.5, 3, 1, 5)]


def test_only_what_is_rated_counts() -> None:
    """Bot 5 is there twice; in the third game bot 6, the first by coins, forfeits."""
    games = [
        [(0, 5, 1, 0, 9), (0, 5, 2, 0, 8), (0, 6, 3, 0, 7)],
        [(1, 5, 2, 0, 8), (1, 6, 3, 0, 7), (1, 5, 1, 0, 9)],
        [(2, 6, 1, 1, 9), (2, 5, 2, 0, 8), (2, 5, 3, 0, 7)],
    ]
    bots, scores = packed(row for game in games for row in game)
    assert pairs(scores) == [(0, 0, 0, 0), (6, 3, 0, 3), (6, 3, 0, 0)]
    assert list(met(5, bots, scores)) == [Encounter(6, 3, 3, 0, 3), Encounter(6, 3, 3, 0, 0)]
    assert list(met(6, bots, scores)) == [Encounter(5, 0, 3, 0, -3), Encounter(5, 0, 3, 0, 0)]


def test_numbers_may_be_large() -> None:
    """An id takes four bytes; coins beyond two bytes, which no game brings, are as many as fit."""
    bots, scores = packed(
        [(0, 70_000, 1, 0, 99_999), (0, 3, 2, 0, 0), (1, 3, 1, 0, 1), (1, 70_000, 2, 0, 0)]
    )
    assert ids(bots) == (70_000, 3)
    assert pairs(scores) == [(2, 2, 0, 32_767)]


def test_every_rated_match_has_its_row_and_it_can_be_made_again(
    store: Store, write: WriteLedger, bots: list[Bot], one_deal: bool
) -> None:
    ledger = write([bots[:3], bots[1:], bots[2::-1]])
    for number, game in enumerate(ledger.unplayed()[:8]):
        ledger.save(outcome(game, forfeit=[bots[2].id] if number == 4 else []))
    noted = store.rows("SELECT * FROM pair_scores")
    first, second = ([row for row in noted if row["match_id"] == match] for match in (1, 2))
    assert first + second == noted, "the third is not whole"
    deals = [0] if one_deal else [0, 1, 2]
    assert [row["deal"] for row in first] == [row["deal"] for row in second] == deals
    assert added(first) == [(6, 3, 0)] * 3
    assert added(second) == [(6, 3, 0), (4, 2, 0), (4, 3, 0)], "cat one to both"
    assert {row["bots"] for row in first} == {struct.pack("<3I", *(bot.id for bot in bots[:3]))}
    with store.transaction() as conn:
        note_all_pairs(conn)
    assert store.rows("SELECT * FROM pair_scores") == noted
