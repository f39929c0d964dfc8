"""Who beats whom, against the same worked out from the games one by one."""

from collections import Counter

import numpy as np
import pytest

from ladder.database.store import Bot, Store
from ladder.queries.crosstable import crosstable
from tests.ladder.queries.test_excerpt import FIRST, NEW, OLD, SECOND, play

Pairs = Counter[tuple[int, int]]


def folded(store: Store, since: str = "") -> tuple[Pairs, Pairs]:
    """By pair of ids: the points, and the rated games."""
    points: Pairs = Counter()
    games: Pairs = Counter()
    rows = store.rows(
        """SELECT s.bot_id AS one, o.bot_id AS other, s.final_place AS place,
               o.final_place AS others, s.forfeited <> o.forfeited AS differ,
               (SELECT max(forfeited) FROM seats WHERE game_id = s.game_id) AS spoilt
           FROM seats AS s JOIN seats AS o ON o.game_id = s.game_id AND o.bot_id <> s.bot_id
           JOIN results AS r ON r.game_id = s.game_id WHERE r.played_at >= ?""",
        [since],
    )
    for row in rows:
        if row["spoilt"] and not row["differ"]:
            continue
        pair = row["one"], row["other"]
        points[pair] += (row["place"] < row["others"]) + (row["place"] == row["others"]) / 2
        games[pair] += 1
    return points, games


def test_a_crosstable_is_what_the_games_say(store: Store, bots: list[Bot]) -> None:
    play(store, ("abc", "acb"), OLD)
    play(store, FIRST, NEW)
    play(store, SECOND, "2026-06-02T00:00:00Z")
    ids = [bot.id for bot in reversed(bots)]
    points, games = folded(store)
    table = crosstable(store, ids, [1])
    for row, one in enumerate(ids):
        for column, other in enumerate(ids):
            assert table.games[row, column] == games[one, other]
            if one != other:
                assert table.score[row, column] == pytest.approx(
                    points[one, other] / games[one, other]
                )
        mine = [pair for pair in games if pair[0] == one]
        share = sum(points[pair] for pair in mine) / sum(games[pair] for pair in mine)
        assert table.overall[row] == pytest.approx(share)
    assert np.isnan(np.diag(table.score)).all()
    part = crosstable(store, ids[:2], [1])
    assert part.score[0, 1] == table.score[0, 1]
    assert part.overall == pytest.approx(table.overall[:2])
    matches = [row["id"] for row in store.rows("SELECT id FROM matches WHERE tournament_id = 1")]
    first = crosstable(store, ids, [1], {1: matches})
    assert first.games.sum() == sum(games.values()) - sum(folded(store, NEW)[1].values())
