"""Official ratings in the ladder: kept, up to date, and the same from the games alone."""

import subprocess
import sys

import pytest

from ladder.database.errors import LadderError
from ladder.database.store import Bot, Store
from ladder.maintenance.refit import recompute, refit
from ladder.queries.standings import overall
from ladder.ratings.fitting import fitted, read
from ladder.ratings.official import keep, official
from ladder.ratings.scope import Scope
from tests.ladder.conftest import WriteLedger, outcome


@pytest.fixture
def played(store: Store, write: WriteLedger, bots: list[Bot]) -> Store:
    """Twelve matches of three of four bots, each with an upset."""
    circles = [bots[:3], bots[1:], [bots[0], *bots[2:]]] * 4
    play(write, circles, b"s", upset=[bots[0].id])
    return store


def play(write: WriteLedger, circles: list[list[Bot]], secret: bytes, upset: list[int]) -> None:
    ledger = write(circles, secret=secret)
    for number, game in enumerate(ledger.unplayed()):
        ledger.save(outcome(game, forfeit=upset if number % 12 == 0 else []))


def fits(store: Store) -> int:
    return int(store.rows("SELECT count(*) AS fits FROM fits")[0]["fits"])


def test_the_rows_of_pair_scores_are_read_as_they_were_written(
    played: Store, bots: list[Bot], one_deal: bool
) -> None:
    (deals,) = read(played, [1])
    each = 1 if one_deal else 3
    assert len(deals.bots) == 12 * each
    assert deals.bots[: 2 * each : each].tolist() == [
        [bot.id for bot in bots[:3]],
        [bot.id for bot in bots[1:]],
    ]
    assert deals.scores[:each].sum(0).tolist() == [2, 2, 2], "one game was the ant's forfeit"
    assert deals.games[:each].sum(0).tolist() == [3, 3, 2]
    assert deals.games.max() == 3 / each
    assert deals.scores[each : 2 * each].sum(0).tolist() == [3, 3, 3]


def test_ranks_and_chances_are_those_of_the_fit(played: Store, bots: list[Bot]) -> None:
    ids = [bot.id for bot in bots]
    ratings = fitted(played, read(played, [1]), ids)
    order = sorted(ids, key=lambda bot: -ratings[bot].elo)
    assert all(ratings[bot].ahead >= 0.5 for bot in order[:-1])  # type: ignore[operator]
    assert ratings[order[-1]].ahead is None
    for rank, bot in enumerate(order, start=1):
        first, last = ratings[bot].first_rank, ratings[bot].last_rank
        assert first is not None
        assert last is not None
        assert 1 <= first <= rank <= last <= 4
    assert ratings[order[-1]].first_rank == 4, "the dog always loses"
    fewer = fitted(played, read(played, [1]), ids[1:])
    assert (fewer[ids[0]].first_rank, fewer[ids[0]].ahead) == (None, None)
    assert fewer[ids[0]].elo == ratings[ids[0]].elo
    assert max(rating.last_rank or 0 for rating in fewer.values()) == 3


def test_what_was_kept_is_shown_as_long_as_it_is_up_to_date(
    played: Store, write: WriteLedger, bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = overall(played)
    refit(played, 1)
    assert fits(played) == 1, "the pool, the tournament and the ladder are the same here"
    with monkeypatch.context() as patched:
        patched.setattr("ladder.ratings.official.fit", lambda *_: pytest.fail("fitted again"))
        assert overall(played) == at_once
        refit(played, 1)
    play(write, [bots[:3]], b"t", upset=[])
    assert overall(played) != at_once
    refit(played, 2)
    assert fits(played) == 3, "the second tournament has fewer bots than the ladder"
    played.set_status(bots[1].id, "retired")
    ranks = {row.name: (row.first_rank, row.last_rank) for row in overall(played)}
    assert all(last is not None and last <= 3 for _, last in ranks.values())


def test_a_ladder_without_games_has_no_ratings(store: Store, bots: list[Bot]) -> None:
    assert official(store, Scope.of([], [])) == {}
    assert overall(store) == []
    assert recompute(store).fits == 0


def test_recomputing_gives_the_same_and_mends_what_is_wrong(played: Store) -> None:
    refit(played, 1)
    same = recompute(played)
    assert (same.matches, same.fits, same.compared) == (12, 1, 4)
    assert same.difference <= 1e-9
    right = overall(played)
    with played.transaction() as conn:
        conn.execute("UPDATE pair_scores SET scores = x'000300030003'")
        conn.execute("UPDATE official_ratings SET elo = elo + 1")
    mended = recompute(played)
    assert mended.difference == pytest.approx(1)
    assert overall(played) == right


def test_what_cannot_be_kept_is_said(played: Store) -> None:
    played.conn.execute("PRAGMA query_only = 1")
    with pytest.raises(LadderError):
        refit(played, 1)
    assert len(overall(played)) == 4


def test_the_same_scope_is_kept_once(played: Store) -> None:
    scope = Scope.of([1], [2, 1])
    keep(played, [scope, Scope.of([1], [1, 2])])
    assert fits(played) == 1


def test_storing_games_and_reading_standings_start_nothing_heavy(played: Store) -> None:
    refit(played, 1)
    program = (
        "import sys\n"
        "import ladder.tournaments.ledger, ladder.maintenance.refit, ladder.queries.standings\n"
        "from ladder.database.store import Store\n"
        f"store = Store({played.path!r})\n"
        "assert len(ladder.queries.standings.overall(store)) == 4\n"
        "assert not {'numpy', 'scipy', 'sqlite_utils'} & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_sqlite_utils_shares_the_connection(played: Store) -> None:
    with played.transaction() as conn:
        conn.execute("UPDATE bots SET author = 'Ada' WHERE name = 'ant'")
        assert [bot["name"] for bot in played.db["bots"].rows_where("author = 'Ada'")] == ["ant"]
    assert played.db is played.db
    assert played.db.conn is played.conn
