"""A tournament's ledger: each game once, ratings in ledger order, voids and suspensions."""

import random
import re
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

import ladder
from ladder.database.errors import SeedUsed
from ladder.database.store import Bot, Store
from ladder.maintenance.checks import check
from ladder.queries.games import games, sources
from ladder.statistics.elo import Rating, rate_game
from ladder.tournaments.ledger import Dropped, Ledger
from ladder.tournaments.tournaments import NewMatch, tournament
from tests.ladder.conftest import POOL, WriteLedger, outcome


def elo(store: Store) -> dict[str, float]:
    return {row["name"]: row["live"] for row in store.rows("SELECT name, live FROM standings")}


def test_the_schedule_is_read_back_in_order(write: WriteLedger, bots: list[Bot]) -> None:
    ant, bee, cat, dog = bots
    ledger = write([[ant, bee, cat], [dog, cat, bee]])
    games = ledger.unplayed()
    assert [(game.match_number, game.rotation) for game in games] == [
        (match, rotation) for match in range(2) for rotation in range(3)
    ]
    assert [game.bots for game in games[:3]] == [
        (ant.id, bee.id, cat.id),
        (bee.id, cat.id, ant.id),
        (cat.id, ant.id, bee.id),
    ]
    assert games[0].pool == POOL
    assert ledger.unplayed(after=(0, 1), limit=2) == games[2:4]


def test_each_game_says_which_source_played_it(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    ledger = write([bots[:3], bots[1:]])
    names = ["1.0+aa", "1.0+aa", "1.0+bb", "", "1.0+aa", "1.1+aa"]
    for game, name in zip(ledger.unplayed(), names, strict=True):
        ledger.save(replace(outcome(game), source=name))
    assert [game.source for game in reversed(games(store))] == names
    assert sources(store, 1) == sources(store) == {"": 1, "1.0+aa": 3, "1.0+bb": 1, "1.1+aa": 1}
    assert [finding.name for finding in check(store) if not finding.ok] == []


def test_inserted_rows_are_not_counted_by_a_cursor() -> None:
    """In a Turkish locale, where an i is no small letter of I, Python before 3.13 says -1."""
    counted = re.compile(r"\"INSERT(?:(?!\n    def |\n\n).)*\.rowcount", re.S)
    files = Path(ladder.__file__).parent.rglob("*.py")
    assert [file for file in files if counted.search(file.read_text("utf-8"))] == []


def test_a_result_counts_once(store: Store, write: WriteLedger, bots: list[Bot]) -> None:
    ledger = write([bots[:3]])
    games = ledger.unplayed()
    saved = [ledger.save(outcome(game))[0] for game in games + games]
    assert [each.stored for each in saved] == [True] * 3 + [False] * 3
    assert [row["games"] for row in store.rows("SELECT games FROM ratings")] == [3, 3, 3]
    assert ledger.counts().played == 3
    assert ledger.unplayed() == []


@pytest.mark.parametrize("together", [2, 7, 100])
def test_games_that_come_together_are_rated_as_one_by_one(
    store: Store, write: WriteLedger, bots: list[Bot], together: int
) -> None:
    """With doubles among them, and a suspension in the middle that drops some of the same batch."""
    seen = []
    for size, secret in ((1, b"1"), (together, b"2")):
        ledger = write([bots[:3]] * 9, secret=secret)
        games = ledger.unplayed() * 2
        order = random.Random(1)
        order.shuffle(games)
        cat = bots[2].id
        results = [outcome(game, [cat] if game.match_number == 0 else []) for game in games]
        batches = [results[at : at + size] for at in range(0, len(results), size)]
        saved = [each for batch in batches for each in ledger.save(*batch)]
        seen.append(
            (
                [each.suspended for each in saved if each.suspended],
                store.rows(
                    "SELECT number, status FROM matches WHERE tournament_id = ? ORDER BY number",
                    [ledger.tournament.id],
                ),
                store.rows("SELECT bot_id, elo, games, faults FROM ratings ORDER BY bot_id"),
            )
        )
        assert store.find_bot("cat").status == "suspended"
        with store.transaction() as conn:  # for the second time
            for table in ("ratings", "rating_history", "trade_sums"):
                conn.execute(f"DELETE FROM {table}")
        store.set_status(cat, "active")
    assert seen[0] == seen[1]
    assert {row["status"] for row in seen[0][1]} == {"rated", "dropped"}
    assert ledger.save() == []


@pytest.mark.parametrize("end", ["a later game", "the next run"])
def test_stored_games_can_be_rated_later(
    store: Store, write: WriteLedger, bots: list[Bot], end: str
) -> None:
    """Ratings and their history are as if each match had been rated at once."""
    tables = ("ratings", "rating_history", "pair_scores")
    seen = []
    for later in (False, True):
        ledger = write([bots[:3], bots[1:], bots[:3]], secret=b"ab"[later : later + 1])
        *games, last = ledger.unplayed()
        for game in games:
            ledger.save(outcome(game), settle=not later)
        rated = store.column(
            "SELECT status FROM matches WHERE tournament_id = ? ORDER BY number",
            [ledger.tournament.id],
        )
        assert rated == [*["whole" if later else "rated"] * 2, "open"]
        if end == "the next run":
            ledger = Ledger(store, ledger.tournament.id)
            ledger.begin()
        ledger.save(outcome(last), outcome(games[0]))
        seen.append(
            {
                table: [
                    {key: value for key, value in row.items() if key != "match_id"}
                    for row in store.rows(f"SELECT * FROM {table}")
                ]
                for table in tables
            }
        )
        with store.transaction() as conn:
            for table in tables:
                conn.execute(f"DELETE FROM {table}")
    assert all(seen[0].values())
    assert seen[0] == seen[1]


def test_a_batch_is_stored_whole_or_not_at_all(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    ledger = write([bots[:3]])
    first, second, third = ledger.unplayed()
    broken = replace(outcome(second), record=None)  # type: ignore[arg-type]
    with pytest.raises(sqlite3.IntegrityError):
        ledger.save(outcome(first), broken, outcome(third))
    assert ledger.unplayed() == [first, second, third]
    assert ledger.counts().played == 0


def test_nothing_is_rated_before_the_match_is_whole(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    ledger = write([bots[:3]])
    first, second, third = ledger.unplayed()
    ledger.save(outcome(third))
    ledger.save(outcome(first))
    assert elo(store) == {}
    ledger.save(outcome(second))
    ratings = {bot.id: Rating() for bot in bots}
    for game in (first, second, third):
        ratings |= rate_game(ratings, game.bots, [seat.place for seat in outcome(game).seats])
    assert elo(store) == {bot.name: ratings[bot.id].elo for bot in bots[:3]}


def test_sums_are_those_of_the_seats(
    store: Store, write: WriteLedger, bots: list[Bot], one_deal: bool
) -> None:
    """Counted here seat by seat, deal by deal; the ladder asks SQL."""
    ant, bee, cat, dog = bots
    for circles in ([[ant, bee, cat], [bee, cat, dog]], [[dog, ant, cat], [cat, bee, ant]]):
        ledger = write(circles, secret=bytes([len(circles[0]), circles[0][0].id]))
        for game in ledger.unplayed():
            result = outcome(game, faulty=[cat.id] * (game.rotation == 1), forfeit=[dog.id])
            late = replace(result.seats[game.rotation], max_ms=5.0 + game.rotation, time_ms=9.0)
            seats = [*result.seats[: game.rotation], late, *result.seats[game.rotation + 1 :]]
            ledger.save(replace(result, seats=tuple(seats)))
    of_deals: dict[int, dict[tuple[int, int], list[dict[str, float]]]] = {}
    for seat in store.rows("SELECT * FROM seats JOIN games ON games.id = game_id"):
        deals = of_deals.setdefault(seat["bot_id"], {})
        deals.setdefault((seat["match_id"], seat["deal"]), []).append(seat)
    rows = store.rows("SELECT * FROM ratings ORDER BY bot_id")
    assert [row["bot_id"] for row in rows] == sorted(of_deals)
    for row in rows:
        deals = list(of_deals[row["bot_id"]].values())
        seats = [seat for deal in deals for seat in deal]
        means = [sum(seat["coins"] for seat in deal) / len(deal) for deal in deals]
        expected = {
            "games": len(seats),
            "blocks": len(deals),
            "block_coins": sum(means),
            "block_coins_sq": sum(mean * mean for mean in means),
            "faulty_games": sum(1 for seat in seats if seat["faults"] or seat["forfeited"]),
            "forfeits": sum(seat["forfeited"] for seat in seats),
            "max_ms": max(seat["max_ms"] for seat in seats),
        } | {
            name: sum(seat[name] for seat in seats)
            for name in ("place_score", "win_share", "coins", "faults", "decisions", "time_ms")
        }
        assert {name: row[name] for name in expected} == pytest.approx(expected)
    assert [bool(row["forfeits"]) for row in rows] == [False, False, False, True]


def test_the_same_deals_do_not_count_twice(write: WriteLedger, bots: list[Bot]) -> None:
    write([bots[:3]], secret=b"one")
    with pytest.raises(SeedUsed, match="Tournament 1 has played"):
        write([bots[:3]], secret=b"one")


def test_a_game_that_fails_three_times_is_given_up_with_its_match(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    ledger = write([bots[:3], bots[1:]])
    broken, *others = ledger.unplayed()
    for game in others:
        ledger.save(outcome(game))
    assert elo(store) == {}
    assert not ledger.void(broken.game_id, "worker lost").quarantined
    assert not ledger.void(broken.game_id, "worker lost").quarantined
    assert tournament(store, ledger.tournament.id).finished_at is None
    assert ledger.void(broken.game_id, "worker lost").quarantined
    assert tournament(store, ledger.tournament.id).finished_at is not None
    assert set(elo(store)) == {"bee", "cat", "dog"}
    assert not ledger.save(outcome(broken))[0].stored
    assert ledger.void(others[0].game_id, "another of the match").quarantined
    counts = ledger.counts()
    assert (counts.to_play, counts.played, counts.quarantined) == (0, 5, 1)


def faulty_run(
    store: Store, write: WriteLedger, bots: list[Bot], order: int, faults: int = 3
) -> Ledger:
    """Nine matches of ant, bee and cat; in the given number of first games cat makes a fault."""
    ant, bee, cat, dog = bots

    def instead(dropped: Dropped, suspended: frozenset[int]) -> NewMatch:
        assert cat.id in suspended
        seed = b"new" + dropped.number.to_bytes(2, "big") + bytes([order])
        circle = (ant.id, bee.id, dog.id)
        return NewMatch(dropped.round, dropped.pool, seed, circle, dropped.match_id)

    ledger = write([[ant, bee, cat]] * 9, secret=bytes([order]), redraw=instead)
    games = ledger.unplayed()
    if order:
        random.Random(order).shuffle(games)
    for game in games:
        faulty = [cat.id] if game.match_number * 3 + game.rotation < faults else []
        ledger.save(outcome(game, faulty=faulty))
    while games := ledger.unplayed():
        for game in games:
            ledger.save(outcome(game))
    return ledger


def test_a_bot_of_many_faults_is_suspended_and_others_play_on(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    """More than 10% faulty games after at least 20: 3 of 21, when the seventh match is rated."""
    ledger = faulty_run(store, write, bots, order=0)
    cat = store.find_bot("cat")
    assert (cat.status, cat.reason) == ("suspended", "faults in 3 of 21 games")
    dropped = store.rows("SELECT number FROM matches WHERE status = 'dropped' ORDER BY 1")
    assert [row["number"] for row in dropped] == [7, 8]
    new = store.rows("SELECT instead_of, status FROM matches WHERE number >= 9")
    assert [row["status"] for row in new] == ["rated", "rated"]
    assert tournament(store, ledger.tournament.id).finished_at is not None
    again = store.set_status(cat.id, "active")
    assert (again.judged_games, again.faulty_games, again.reason) == (0, 0, "")


def test_two_faulty_games_of_twenty_one_are_borne(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    faulty_run(store, write, bots, order=0, faults=2)
    assert store.find_bot("cat").status == "active"


def test_games_that_failed_by_our_fault_are_held_against_nobody(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    """Two voids in each of 27 games; in the last match a third, after two faults of cat there."""
    cat = bots[2]
    ledger = write([bots[:3]] * 9)
    games = ledger.unplayed()
    for game in games:
        for _ in range(2):
            ledger.void(game.game_id, "a worker was lost")
    *rated, second, third, broken = games
    for game in rated:
        ledger.save(outcome(game))
    for game in (second, third):
        ledger.save(outcome(game, faulty=[cat.id]))
    assert ledger.void(broken.game_id, "a worker was lost").quarantined
    for name in ("ant", "bee", "cat"):
        bot = store.find_bot(name)
        assert (bot.status, bot.judged_games, bot.faulty_games) == ("active", 24, 0)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_a_suspension_comes_at_the_same_match_whatever_the_order(
    store: Store, write: WriteLedger, bots: list[Bot], order: int
) -> None:
    faulty_run(store, write, bots, order)
    rated = store.rows("SELECT number FROM matches WHERE status = 'rated' ORDER BY number")
    assert [row["number"] for row in rated] == [0, 1, 2, 3, 4, 5, 6, 9, 10]


def test_a_bot_suspended_by_hand_leaves_the_ledger(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    ledger = write([bots[:3], bots[1:], bots[:3]])
    for game in ledger.unplayed(limit=3):
        ledger.save(outcome(game))
    store.set_status(bots[0].id, "suspended", "by hand")
    ledger.begin()
    assert {game.match_number for game in ledger.unplayed()} == {1}
    assert ledger.counts().dropped == 3


def test_ratings_do_not_depend_on_which_game_ends_first(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    """The same games in any order give the same Elo, to the last bit."""
    ant, bee, cat, dog = bots
    circles = [[ant, bee, cat], [bee, cat, dog], [dog, ant, cat], [ant, dog, bee]] * 2
    histories = []
    for seed in range(4):
        ledger = write(circles, secret=bytes([seed]))
        games = ledger.unplayed()
        if seed:
            random.Random(seed).shuffle(games)
        for game in games:
            ledger.save(outcome(game))
        histories.append(
            store.rows("SELECT bot_id, blocks, elo FROM rating_history ORDER BY bot_id, blocks")
        )
        with store.transaction() as conn:
            conn.execute("DELETE FROM ratings")
            conn.execute("DELETE FROM rating_history")
    assert histories[0] == histories[1] == histories[2] == histories[3]
    assert len(histories[0]) == 3 * len(circles)
