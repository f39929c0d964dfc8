"""Standings and pages, against the same numbers worked out from the games one by one."""

import math
import zlib
from dataclasses import replace

import pytest

from arena.text.standings import standings
from arena.tournament.estimate import information, milliseconds
from ladder.database.errors import DamagedRecord, UnknownGame
from ladder.database.result import final_places, final_winners, outcomes
from ladder.database.store import SUPERSEDED, Bot, Store
from ladder.maintenance.refit import refit
from ladder.queries.bot_profile import bot_page
from ladder.queries.collusion import signs
from ladder.queries.compare import compare
from ladder.queries.games import count, game, games, logs, record
from ladder.queries.pools import PoolInfo, Wanted, pools
from ladder.queries.standings import UNKNOWN, Standing, live, overall, scope, selected, widest
from ladder.ratings.official import fit, keep
from ladder.ratings.scope import Official, Scope, interval
from ladder.tournaments.tournaments import Pool, place_scores
from tests.ladder.conftest import POOL, WriteLedger, outcome, play_all


@pytest.fixture
def played(store: Store, write: WriteLedger, bots: list[Bot]) -> Store:
    """Three matches of ant, bee and cat; cat forfeits its very first game, dog never plays."""
    ledger = write([bots[:3]] * 3)
    for number, scheduled in enumerate(ledger.unplayed()):
        ledger.save(outcome(scheduled, forfeit=[bots[0].id] if number == 0 else []))
    return store


def in_pool(store: Store, pool: PoolInfo) -> list[Standing]:
    """The standings of one pool."""
    return selected(store, Wanted(pool.variant, [pool.players])).rows


def test_a_pool_standings_adds_up(played: Store, one_deal: bool) -> None:
    (pool,) = pools(played)
    assert (pool.label, pool.bots, pool.matches) == ("anniversary, 3 players, standard", 3, 3)
    table = overall(played)
    assert [row.rank for row in table] == [1, 2, 3]
    assert [row.elo for row in table] == sorted((row.elo for row in table), reverse=True)
    ant = next(row for row in table if row.name == "ant")
    assert (ant.games, ant.faults, ant.forfeits) == (9, 1, 1)
    assert ant.blocks == (3 if one_deal else 9)
    assert ant.place_score == pytest.approx(8 / 9)
    assert ant.win_share == pytest.approx(8 / 9)
    assert ant.coins == pytest.approx(11)
    assert ant.ms_per_decision == pytest.approx(0.5)
    (elo,) = played.conn.execute(
        "SELECT elo FROM ratings WHERE bot_id = ?", [ant.bot_id]
    ).fetchone()
    assert ant.live == elo
    rating = fit(played, Scope.of([pool.id], []))[ant.bot_id]
    assert (ant.elo, ant.interval, ant.bound) == (rating.elo, rating.interval, rating.bound)


def test_bots_that_play_alike_share_a_rank(
    store: Store, write: WriteLedger, bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rounding alone makes their fits differ, by some 1e-13 Elo points."""
    play_all(write([bots]))
    elo = dict(zip((bot.id for bot in bots), (1700.0, 1500.0, 1500 + 2e-13, 1300.0), strict=True))
    alike = {bot: Official(elo[bot], 90, 0, 0, 1, 4, 0.5) for bot in elo}
    monkeypatch.setattr("ladder.ratings.official.fit", lambda *_: alike)
    ranks = {"ant": 1, "bee": 2, "cat": 2, "dog": 4}
    assert {row.name: row.rank for row in overall(store)} == ranks
    play_all(write([bots], b"t", replace(POOL, variant="plus")))
    for kept in (False, True):
        if kept:
            refit(store, 1)
        for bot in bots:
            page = bot_page(store, bot)
            found = [page.overall, *(each.row for each in page.pools)]
            assert {row and row.rank for row in found} == {ranks[bot.name]}


def test_a_tournaments_standings_have_all_that_played_whatever_became_of_them(
    played: Store, bots: list[Bot]
) -> None:
    refit(played, 1)
    fits = played.rows("SELECT count(*) AS n FROM fits")
    played.set_status(bots[0].id, "retired")
    of_it = Wanted(tournament_id=1)
    names = {"ant", "bee", "cat"}
    assert {row.name for row in selected(played, of_it).rows} == names
    assert {row.name for row in overall(played, tournament_id=1)} == names
    assert {row.name for row in live(played, 1)} == names
    assert {row.name for row in selected(played).rows} == {"bee", "cat"}
    assert {row.name for row in overall(played, with_retired=True)} == names
    keep(played, [scope(played, [1], 1)])
    assert played.rows("SELECT count(*) AS n FROM fits") == fits, "a kept fit is of them all"
    played.db["stays"].insert({"tournament_id": 1, "bot_id": bots[0].id, "since_match": 0})
    assert {row.name for row in selected(played, of_it).rows} == {"bee", "cat"}, "of a league"


def test_standings_call_a_replaced_version_what_the_list_of_bots_does(
    played: Store, bots: list[Bot]
) -> None:
    played.set_status(bots[0].id, "retired", SUPERSEDED)
    played.set_status(bots[1].id, "retired", "too slow")
    found = selected(played, Wanted(), with_retired=True)
    (_, column, *_) = standings(found).columns
    badges = {link.text: link.badge for link in map(column.cell, found.rows)}
    assert badges == {"ant:1": "superseded", "bee:1": "retired", "cat:1": ""}


def test_of_bots_that_only_forfeited_nothing_is_known(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    """They were once 1500 ± 0, all of rank 1, and good enough for --until."""

    def forfeited(matches: int, secret: bytes) -> None:
        ledger = write([bots[:3]] * matches, secret=secret)
        for scheduled in ledger.unplayed():
            ledger.save(outcome(scheduled, forfeit=[bot.id for bot in bots]))
        for bot in bots:
            store.set_status(bot.id, "active")

    forfeited(9, b"s")
    rows = overall(store)
    assert len(rows) == 3
    for row in rows:
        assert row.unknown
        assert (row.rank, row.first_rank, row.ahead) == (None, None, None)
        assert row.interval == pytest.approx(UNKNOWN)
        page = bot_page(store, store.bot(row.bot_id))
        assert (page.overall, page.more_games) == (row, None)
    assert widest(store, 1) == pytest.approx(UNKNOWN)
    forfeited(3, b"t")
    assert widest(store, 1) == 0, "after 30 games they are not waited for"
    play_all(write([[bots[0], bots[3], bots[3]], [bots[1], bots[3], bots[3]]], secret=b"u"))
    assert [(row.rank, row.name, row.unknown) for row in overall(store)] == [
        (1, "ant", False), (1, "bee", False), (3, "dog", False), (None, "cat", True),
    ]  # fmt: skip
    refit(store, 3)
    assert bot_page(store, bots[3]).overall == overall(store)[2]


def test_games_under_older_rules_are_told_of_and_can_be_asked_for(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    """One match under newer rules once made all others disappear without a word."""
    ant, bee = bots[:2]
    for rules, circles in {"9": [bots[:3]] * 2, "10": [bots[1:]]}.items():
        play_all(write(circles, secret=rules.encode(), pool=replace(POOL, rules_version=rules)))
    older = Wanted(rules="9")
    assert {row.name for row in selected(store).rows} == {"bee", "cat", "dog"}
    assert {row.name for row in selected(store, older).rows} == {"ant", "bee", "cat"}
    assert selected(store).not_counted == signs(store).not_counted == {"9": 6}
    assert selected(store, Wanted(since="2999-01-01T00:00:00Z")).not_counted == {}
    for wanted in (older, Wanted(tournament_id=1), Wanted("classic")):
        assert selected(store, wanted).not_counted == {}
    page = bot_page(store, ant)
    assert (page.overall, page.not_counted) == (None, {"9": 6})
    assert bot_page(store, bots[3]).not_counted == {}
    asked = bot_page(store, ant, wanted=older)
    assert asked.overall is not None
    assert (asked.overall.games, asked.not_counted) == (6, {})
    assert (compare(store, ant, bee).together, compare(store, ant, bee).not_counted) == (
        None, {"9": 6},
    )  # fmt: skip
    assert compare(store, ant, bee, older).together is not None
    assert len(games(store, older)) == count(store, older) == 6


def test_the_view_of_standings_says_the_same(played: Store) -> None:
    assert {row["elo"] for row in played.rows("SELECT elo FROM standings")} == {None}
    refit(played, 1)
    rows = {row["bot_id"]: row for row in played.rows("SELECT * FROM standings")}
    for row in overall(played):
        seen = rows[row.bot_id]
        for column in (
            "elo",
            "interval",
            "live",
            "games",
            "place_score",
            "win_share",
            "coins",
        ):
            assert seen[column] == pytest.approx(getattr(row, column))
        error = interval(seen["coins_error"], row.blocks - 1)
        assert row.coins_interval == pytest.approx(error)


def test_overall_weighs_pools_the_same_and_shows_the_coverage(
    played: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    play_all(write([[bots[0], bots[3]]], b"t", Pool("classic", 2, "standard", "n", "1")))
    here, there = pools(played)
    one, two = (
        next(row for row in in_pool(played, pool) if row.name == "ant") for pool in (here, there)
    )
    rows = {row.name: row for row in overall(played)}
    assert rows["ant"].live == pytest.approx((one.live + two.live) / 2)
    assert rows["ant"].coins == pytest.approx((one.coins + two.coins) / 2)
    assert rows["ant"].games == one.games + two.games == 11
    assert (rows["ant"].pools, rows["ant"].of, rows["bee"].pools) == (2, 2, 1)
    assert {row.name for row in selected(played, Wanted("classic")).rows} == {"ant", "dog"}
    assert {row.of for row in selected(played, Wanted(players=[2])).rows} == {1}


def test_a_few_games_in_another_pool_unrank_nobody(
    played: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    """One gauntlet in another game once left nobody but its four bots with a rank."""

    def play(circle: list[Bot], variant: str) -> None:
        pool = Pool(variant, len(circle), "standard", "n", "1")
        play_all(write([circle], variant.encode(), pool))

    def ranks() -> dict[str, int | None]:
        return {row.name: row.rank for row in overall(played)}

    play(bots[2:], "classic")
    assert ranks() == {"ant": 1, "bee": 2, "cat": 3, "dog": 4}
    play(bots[:2], "plus")
    assert None not in ranks().values(), "a tournament that was stopped: no bot has all pools"
    for variant in ("high_bohn", "rio_grande"):
        play(bots[:2], variant)
    assert ranks() == {"ant": 1, "bee": 2, "cat": 3, "dog": None}, "one pool, where others have 4"
    assert [row.name for row in overall(played)][-1] == "dog"


def test_a_running_tournament_is_shown_by_live_elo(
    played: Store, write: WriteLedger, bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "ladder.ratings.official.fit", lambda *_: pytest.fail("fitted while playing")
    )
    write([bots[1:]], secret=b"t")
    rows = live(played, 1)
    assert [(row.rank, row.label, row.games) for row in rows] == [
        (1, "ant:1", 9), (2, "bee:1", 9), (3, "cat:1", 9),
    ]  # fmt: skip
    assert [row.live for row in rows] == sorted((row.live for row in rows), reverse=True)
    assert [row.name for row in live(played, 2)] == ["bee", "cat"]


def test_games_are_listed_and_read_back(played: Store, bots: list[Bot]) -> None:
    listed = games(played, limit=4)
    assert [entry.id for entry in listed] == [9, 8, 7, 6]
    assert games(played, before=6, limit=1)[0].id == 5
    assert games(played, with_bots=[[bots[3].id]]) == []
    assert games(played, Wanted("classic")) == []
    first = game(played, 1)
    assert [(seat.label, seat.forfeited) for seat in first.seats] == [
        ("ant:1", True),
        ("bee:1", False),
        ("cat:1", False),
    ]
    assert [seat.won for seat in first.seats] == [False, True, False], "the ant forfeited"
    assert [seat.place for seat in first.seats] == [3, 1, 2]
    assert [seat.place for seat in game(played, 2).seats] == [2, 3, 1]
    assert [seat.label for seat in game(played, 2).seats if seat.won] == ["ant:1"]
    assert record(played, 1) == b'{"game": 1}'
    assert logs(played, 1) == {}
    with pytest.raises(UnknownGame, match="no game 77"):
        record(played, 77)


@pytest.mark.parametrize("stored", [b"", b"no record", zlib.compress(b"{}")[:-3], "text", 7])
def test_a_damaged_record_is_named(played: Store, stored: object) -> None:
    with played.transaction() as database:
        database.execute("UPDATE records SET record = ? WHERE game_id = 1", [stored])
    with pytest.raises(DamagedRecord, match="record of game 1 is damaged"):
        record(played, 1)


def test_place_scores_and_win_shares_share_ties_and_put_forfeiters_last() -> None:
    scores, shares, *_ = zip(*outcomes((1, 1, 3, 4), frozenset(), (0,)), strict=True)
    assert scores == pytest.approx((2.5 / 3, 2.5 / 3, 1 / 3, 0))
    assert shares == (0.5, 0.5, 0, 0)
    scores, shares, *_ = zip(*outcomes((1, 1, 3, 4), frozenset({0}), (0,)), strict=True)
    assert scores == pytest.approx((0, 1, 2 / 3, 1 / 3))
    assert shares == (0, 1, 0, 0)


def test_forfeiters_come_last_and_win_nothing() -> None:
    assert final_places([1, 2, 3]) == [1, 2, 3]
    assert final_places([1, 2, 3], {0}) == [3, 1, 2]
    assert final_places([1, 2, 2, 4], {0, 3}) == [3, 1, 1, 3]
    assert final_places([1, 2], {0, 1}) == [1, 1]
    assert final_winners((0,), [1, 2, 3], {2}) == (0,)
    assert final_winners((0, 1), [1, 1, 3], {0}) == (1,)
    assert final_winners((0,), [1, 2, 2], {0}) == (1, 2), "the next by coins, as in win shares"
    assert final_winners((0,), [1, 2], {0, 1}) == ()


def test_the_widest_interval_is_that_of_the_standings(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    ledger = write([bots[:3], [bots[0], *bots[2:]]] * 8)
    assert widest(store, 1) == pytest.approx(1.96 * 2 * 400 / math.log(10)), "nothing is known"
    for number, scheduled in enumerate(ledger.unplayed()):
        ledger.save(outcome(scheduled, forfeit=[min(scheduled.bots)] if number % 11 == 0 else []))
    intervals = {row.name: row.interval for row in overall(store, tournament_id=1)}
    assert widest(store, 1) == pytest.approx(max(intervals.values()))
    unsure = max(intervals, key=intervals.__getitem__)
    store.set_status(store.find_bot(unsure).id, "suspended")
    assert widest(store, 1) < intervals[unsure]
    with store.transaction() as conn:
        conn.execute("UPDATE entrants SET filler = 1")
    assert widest(store, 1) == 0


def test_a_bound_prolongs_a_tournament_only_for_a_while(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    """The ant always wins and the cat always loses: that never gets much surer."""
    ledger = write([bots[:3]] * 10)
    widths = []
    for scheduled in ledger.unplayed():
        ledger.save(outcome(scheduled))
        if scheduled.rotation == 2:  # the last of its match
            widths.append(widest(store, 1))
    rows = {row.name: row for row in overall(store)}
    assert (rows["ant"].bound, rows["bee"].bound, rows["cat"].bound) == (1, 0, -1)
    assert widths[-2] > rows["bee"].interval
    assert widths[-1] == rows["bee"].interval < rows["ant"].interval


def test_what_has_been_measured(played: Store, bots: list[Bot]) -> None:
    ids = [bot.id for bot in bots]
    assert milliseconds(played, POOL, ids) == 30
    assert milliseconds(played, POOL, ids[:2]) is None, "the cat played in all games"
    assert milliseconds(played, replace(POOL, players=4), ids) is None
    known = information(played, POOL, ids)
    assert {bot: games for bot, (_, games) in known.items()} == dict.fromkeys(ids[:3], 9)
    assert all(info > 0 for info, _ in known.values())


def test_a_formats_results_are_mean_place_scores(played: Store, bots: list[Bot]) -> None:
    first, *others = (match.scores for match in place_scores(played, 1))
    ant, bee, cat, _ = (bot.id for bot in bots)
    assert first == pytest.approx({ant: 2 / 3, bee: 2 / 3, cat: 1 / 6})
    assert others == [{ant: 1, bee: 0.5, cat: 0}] * 2
    assert {(match.round, match.variant, match.players) for match in place_scores(played, 1)} == {
        (1, POOL.variant, POOL.players)
    }
    assert place_scores(played, 2) == []


def test_ratings_under_older_rules_are_left_out_where_there_are_newer_ones(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    def play(pool: Pool) -> int:
        return play_all(write([bots[:3]], secret=repr(pool).encode(), pool=pool)).tournament.id

    old = play(replace(POOL, rules_version="9"))
    play(replace(POOL, variant="classic", rules_version="9"))
    assert {(pool.variant, pool.rules_version) for pool in pools(store)} == {
        ("anniversary", "9"), ("classic", "9"),
    }  # fmt: skip
    play(replace(POOL, rules_version="10"))
    assert {(pool.variant, pool.rules_version) for pool in pools(store)} == {
        ("anniversary", "10"), ("classic", "9"),
    }  # fmt: skip
    (of_the_old,) = pools(store, Wanted(tournament_id=old))
    assert of_the_old.rules_version == "9"
