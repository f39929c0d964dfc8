"""A bot's page, against the same numbers worked out from its games one by one."""

import math
import random
from collections import Counter, defaultdict
from dataclasses import fields, replace
from itertools import combinations, permutations
from statistics import mean

import pytest

from ladder.database.result import GameResult, SeatResult, outcomes
from ladder.database.store import Bot, Store
from ladder.database.trades import packed
from ladder.maintenance.refit import refit
from ladder.queries.bot_profile import BotProfile, bot_page, more_games
from ladder.queries.games import LadderGame, games
from ladder.queries.pools import Wanted, pools
from ladder.queries.standings import Standing, overall, selected
from ladder.statistics.elo import expected
from ladder.tournaments.tournaments import Pool
from tests.ladder.conftest import POOL, WriteLedger, by_chance, play_all

PLUS = Pool("plus", 4, "standard", "5/3/2/280", "1")


@pytest.fixture(autouse=True)
def nobody_is_suspended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ladder.ratings.live.PROBATION", 1_000_000)


@pytest.fixture
def played(store: Store, write: WriteLedger, bots: list[Bot]) -> Store:
    """Three tournaments in two pools, the last two fitted at their ends; 164 games."""
    chance = random.Random(11)
    strength = {bot.id: 12.0 - 2 * number for number, bot in enumerate(bots)}
    trios = [list(each) for each in combinations(bots, 3)]
    for number, (circles, pool) in enumerate(
        [
            (trios * 4, POOL),
            ([bots, bots[::-1]] * 5, PLUS),
            (trios * 6 + [bots[:2] + bots[:1]], POOL),
        ]
    ):
        ledger = write(circles, secret=bytes([number]), pool=pool)
        for game in ledger.unplayed():
            ledger.save(by_chance(game, chance, strength))
        if number:
            refit(store, ledger.tournament.id)
    return store


def rated(store: Store, bot: Bot, pool_id: int | None = None) -> list[LadderGame]:
    ids = {pool.id: (pool.variant, pool.players) for pool in pools(store)}
    return [
        game
        for game in games(store, with_bots=[[bot.id]], limit=1_000)
        if pool_id is None or (game.variant, game.players) == ids[pool_id]
    ]


def pairs(game: LadderGame, bot: Bot) -> list[tuple[int, int, int, float]]:
    """The rated pairs of a bot's seats in a game: seat, other bot, coins more, score."""
    forfeits = any(seat.forfeited for seat in game.seats)
    found = []
    for mine in game.seats:
        for other in game.seats:
            if mine.bot_id != bot.id or other.bot_id == bot.id:
                continue
            if forfeits and mine.forfeited == other.forfeited:
                continue
            if mine.forfeited != other.forfeited:
                score = float(other.forfeited)
            else:
                score = 0.5 if mine.coins == other.coins else float(mine.coins > other.coins)
            found.append((mine.seat, other.bot_id, mine.coins - other.coins, score))
    return found


def test_a_bots_page(played: Store, bots: list[Bot]) -> None:
    for bot in bots:
        page = bot_page(played, bot)
        (row,) = [row for row in overall(played) if row.bot_id == bot.id]
        assert_alike(page.overall, row)
        assert [each.pool.variant for each in page.pools] == ["anniversary", "plus"]
        for each in page.pools:
            rows = selected(played, Wanted(each.pool.variant)).rows
            (row,) = [row for row in rows if row.bot_id == bot.id]
            assert_alike(each.row, row)
            assert each.since == 0
            last = [point for point in page.history if point.pool_id == each.pool.id][-1]
            assert last.elo == row.live


def assert_alike(row: Standing | None, other: Standing) -> None:
    assert row is not None
    for name in (each.name for each in fields(Standing)):
        mine, others = getattr(row, name), getattr(other, name)
        assert mine == (pytest.approx(others) if isinstance(others, float) else others), name


def test_seats(played: Store, bots: list[Bot]) -> None:
    page = bot_page(played, bots[0])
    for row in page.games.seats:
        mine = [
            seat
            for game in rated(played, bots[0], row.pool_id)
            for seat in game.seats
            if (seat.bot_id, seat.seat) == (bots[0].id, row.seat)
        ]
        assert row.games == len(mine)
        assert row.coins == pytest.approx(mean(seat.coins for seat in mine))
    assert {(row.pool_id, row.seat) for row in page.games.seats} == {
        *((1, seat) for seat in range(3)),
        *((2, seat) for seat in range(4)),
    }
    of_all = mean(
        row["place_score"]
        for row in played.rows("SELECT place_score FROM seats WHERE bot_id = ?", [bots[0].id])
    )
    number = sum(row.games for row in page.games.seats)
    assert sum(row.games * row.place_score for row in page.games.seats) / number == pytest.approx(
        of_all
    )


def test_opponents_and_what_was_expected_of_them(
    played: Store, bots: list[Bot], one_deal: bool
) -> None:
    elo = {row.bot_id: row.elo for row in overall(played)}
    for bot in bots:
        page = bot_page(played, bot)
        assert [each.bot_id for each in page.games.opponents] == [
            each.bot_id
            for each in sorted(page.games.opponents, key=lambda each: (-each.games, each.name))
        ]
        met: dict[int, list[tuple[int, int, float]]] = defaultdict(list)
        for game in rated(played, bot):
            for _, other, coins, score in pairs(game, bot):
                met[other].append((game.match_id if one_deal else game.id, coins, score))
        assert met.keys() == {each.bot_id for each in page.games.opponents}
        for each in page.games.opponents:
            found = met[each.bot_id]
            chance = expected(elo[bot.id], elo[each.bot_id])
            surprise: Counter[int] = Counter()
            for deal, _, score in found:
                surprise[deal] += score - chance
            assert (each.games, each.deals) == (len(found), len(surprise))
            assert each.coins == pytest.approx(mean(coins for _, coins, _ in found))
            assert each.score == pytest.approx(mean(score for _, _, score in found))
            assert each.tied == pytest.approx(mean(score == 0.5 for _, _, score in found))
            assert each.expected == pytest.approx(chance)
            variances = (
                sum(value**2 for value in surprise.values()),
                len(found) * chance * (1 - chance),
            )
            assert each.z == pytest.approx(
                sum(surprise.values()) / math.sqrt(max(variances)), abs=1e-9
            )


def test_z_grows_where_one_bot_does_better_against_another_than_the_ratings_say(
    store: Store, write: WriteLedger, bots: list[Bot], one_deal: bool
) -> None:
    """The ant beats the bee, who beats the cat, who beats the ant."""
    ant, bee, cat, _ = bots
    ledger = write([[ant, bee], [bee, cat], [cat, ant]] * 20, pool=replace(POOL, players=2))
    beats = {ant.id: bee.id, bee.id: cat.id, cat.id: ant.id}
    for game in ledger.unplayed():
        lost = [beats[bot] != other for bot, other in zip(game.bots, game.bots[::-1], strict=True)]
        seats = tuple(SeatResult(coins=9 - 5 * each, place=1 + each) for each in lost)
        ledger.save(GameResult(game.game_id, (lost.index(False),), seats, b""))
    found = {each.name: each for each in bot_page(store, ant).games.opponents}
    assert found["bee"].expected == pytest.approx(0.5, abs=1e-6)
    # 40 games, all won: 40 · ½ over √(40 · ½²); on 20 deals of two over √(20 · 1²)
    error = math.sqrt(20 if one_deal else 10)
    assert found["bee"].z == pytest.approx(20 / error, rel=1e-4)
    assert found["cat"].z == pytest.approx(-20 / error, rel=1e-4)


def test_the_best_and_the_worst_games(played: Store, bots: list[Bot]) -> None:
    elo = {row.bot_id: row.elo for row in overall(played)}
    for bot in bots:
        margins = []
        for game in rated(played, bot):
            places = tuple(each.place for each in game.seats)
            forfeited = frozenset(each.seat for each in game.seats if each.forfeited)
            ends = outcomes(places, forfeited, ())
            for mine, (score, *_) in zip(game.seats, ends, strict=True):
                if mine.bot_id == bot.id:
                    others = [each.bot_id for each in game.seats if each is not mine]
                    chance = mean(expected(elo[bot.id], elo[other]) for other in others)
                    margins.append((score - chance, mine.coins, game.id, mine.seat, score))
        page = bot_page(played, bot)
        best = sorted(margins, reverse=True, key=lambda each: (round(each[0], 9), *each[1:]))[:3]
        worst = sorted(margins, key=lambda each: (round(each[0], 9), each[1], -each[2]))[:3]
        for games_, wanted in ((page.games.best, best), (page.games.worst, worst)):
            assert [(each.game_id, each.seat) for each in games_] == [
                (game, seat) for _, _, game, seat, _ in wanted
            ]
            for each, (margin, coins, _, _, score) in zip(games_, wanted, strict=True):
                assert each.score - each.expected == pytest.approx(margin)
                assert (each.coins, each.score) == (coins, pytest.approx(score))
        first = page.games.best[0]
        (game,) = [game for game in rated(played, bot) if game.id == first.game_id]
        assert first.place == game.seats[first.seat].place
        assert list(first.others) == [seat.label for seat in game.seats if seat.seat != first.seat]


def test_metrics_faults_and_the_history_of_the_official_rating(
    played: Store, bots: list[Bot]
) -> None:
    """Of the whole ladder it was fitted twice; then once more after the last tournament."""
    page = bot_page(played, bots[0])
    assert page.overall is not None
    assert page.fault_kinds == {"late": page.overall.faults}
    assert page.overall.faults > 0
    assert [each.matches for each in page.official] == [26, 51]
    assert page.official[-1].elo == page.overall.elo
    assert page.official[0].elo != page.official[1].elo
    values = defaultdict(list)
    for row in played.rows(
        "SELECT key, value FROM metrics JOIN seats USING (game_id, seat) WHERE bot_id = ?",
        [bots[0].id],
    ):
        values[row["key"]].append(row["value"])
    luck, rare = page.metrics
    assert (luck.key, rare.key) == ("luck", "rare")
    assert (rare.games, rare.mean, rare.least, rare.most) == (len(values["rare"]), 2, 2, 2)
    assert luck.mean == pytest.approx(mean(values["luck"]))
    assert (luck.least, luck.most) == (min(values["luck"]), max(values["luck"]))
    plus = bot_page(played, bots[0], wanted=Wanted("plus")).metrics
    assert plus[0].games == 40 < luck.games


def test_a_pool_is_shown_as_last_fitted_while_a_tournament_runs(
    played: Store, write: WriteLedger, bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = bot_page(played, bots[0])
    play_all(write([bots], secret=b"t", pool=PLUS))
    fitted = []
    fit = bot_page.__globals__["official"]
    monkeypatch.setattr(
        "ladder.queries.bot_profile.official",
        lambda *given: fitted.append(given[1].pool_ids) or fit(*given),
    )
    page = bot_page(played, bots[0])
    anniversary, plus = page.pools
    assert (anniversary.since, plus.since) == (0, 1)
    assert plus.row.elo == before.pools[1].row.elo
    assert plus.row.games == before.pools[1].row.games + 4
    assert fitted == [(1, 2)], "both together are fitted anew, as the standings are"
    (row,) = [row for row in overall(played) if row.bot_id == bots[0].id]
    assert_alike(page.overall, row)


def test_versions_and_what_changed(store: Store, write: WriteLedger, bots: list[Bot]) -> None:
    play_all(write([bots[:3]] * 3))
    kept = store.add_bot("ant", hash="ant 2", language="cpp", manifest={"build": "make"})
    store.add_bot("ant", hash="ant 3", language="cpp", manifest={"build": "make"})
    old = bot_page(store, bots[0])
    assert [each.bot.version for each in old.versions] == [1, 2, 3]
    assert [each.changed for each in old.versions] == [(), ("build", "language"), ()]
    assert [each.games for each in old.versions] == [9, 0, 0]
    assert old.overall is not None
    assert old.versions[0].elo == old.overall.elo
    assert old.versions[1].elo is None
    assert old.overall.rank is None, "it is retired"
    assert bot_page(store, kept).overall is None


def test_how_many_more_games_there_are_to_tell_of(played: Store, bots: list[Bot]) -> None:
    row = bot_page(played, bots[0]).overall
    assert row is not None
    wide = replace(row, bound=0, games=100, interval=100.0)
    known = [(1.96 * 400 / math.log(10) / width) ** 2 - 1 / 4 for width in (100, 50)]
    exact = 100 * (known[1] / known[0] - 1)
    assert more_games(wide) == round(exact, -1) == 310
    assert more_games(replace(wide, interval=50.0)) == 0
    assert more_games(replace(wide, interval=50.5, games=100)) == 3
    assert more_games(replace(wide, bound=1)) is None
    assert more_games(replace(wide, interval=1.96 * 2 * 400 / math.log(10))) is None


def test_a_page_of_one_game_or_table_size_only(played: Store, bots: list[Bot]) -> None:
    whole, plus = bot_page(played, bots[1]), bot_page(played, bots[1], wanted=Wanted("plus"))
    assert [each.pool.variant for each in whole.pools] == ["anniversary", "plus"]
    assert [each.pool.variant for each in plus.pools] == ["plus"]
    assert bot_page(played, bots[1], wanted=Wanted(players=[4])) == plus
    assert plus.overall is not None
    assert plus.overall.games == 40
    assert {row.pool_id for row in plus.games.seats} == {2}
    assert sum(plus.fault_kinds.values()) < sum(whole.fault_kinds.values())
    assert {point.pool_id for point in plus.history} == {2}
    nothing = bot_page(played, bots[1], wanted=Wanted("plus", [3]))
    assert_empty(nothing)
    assert nothing.fault_kinds == {}


def assert_empty(page: BotProfile) -> None:
    assert (page.overall, page.pools, page.more_games, page.history) == (None, (), None, ())
    games = page.games
    assert (games.seats, games.opponents, games.best, games.worst) == ((), (), (), ())
    assert (page.official, page.metrics) == ((), ())


def test_a_page_without_games(store: Store, bots: list[Bot]) -> None:
    assert_empty(bot_page(store, bots[3]))


def test_a_long_history_is_thinned_and_ends_now(
    store: Store,
    write: WriteLedger,
    bots: list[Bot],
    one_deal: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ladder.queries.bot_profile.POINTS", 10)
    play_all(write([bots[:3]] * 25))
    deals = 1 if one_deal else 3
    assert [point.blocks for point in bot_page(store, bots[0]).history] == [
        *(deals * match for match in range(3, 25, 3)),
        deals * 25,
    ]


def test_a_bot_has_a_strength_of_its_own_beside_traders(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    """Ant wins where cat and dog sit, who trade, and wins and loses in turn where bee does."""
    ant, cat = bots[0].id, bots[2].id
    circles = [[bots[0], bots[2], bots[3]], [bots[0], bots[1], bots[1]]] * 10
    ledger = write(circles, b"company")
    for number, game in enumerate(ledger.unplayed(limit=1_000)):
        there = dict.fromkeys(permutations(range(3), 2), (3.0 * (cat in game.bots), 0, 0, 0.0))
        won = number % 5 > 0 if cat in game.bots else number % 2 > 0
        seats = tuple(
            SeatResult(coins=9, place=1) if (bot == ant) == won else SeatResult(coins=5, place=3)
            for bot in game.bots
        )
        dealt = packed((*pair, int(row[0]), *row[1:]) for pair, row in there.items())
        ledger.save(replace(GameResult(game.game_id, (0,), seats, b""), trades=dealt))
    found = bot_page(store, bots[0]).games
    assert found.beside_traders is not None
    assert found.beside_others is not None
    assert found.beside_traders.games == found.beside_others.games == 30
    assert 0 < found.beside_traders.interval < 400
    alone = bot_page(store, bots[1]).games
    assert alone.beside_traders is alone.beside_others is None, "bee never met a trader"
