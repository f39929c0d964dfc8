"""Signs of collusion in a ladder: what is measured, game by game, and what is shown of it."""

import random
from collections import defaultdict
from itertools import combinations, permutations
from statistics import fmean

import pytest

from ladder.database.result import GameResult, SeatResult
from ladder.database.store import Bot, Store
from ladder.database.trades import packed
from ladder.queries.collusion import _by_deal, _read, signs
from ladder.queries.pools import Wanted
from ladder.tournaments.ledger import Scheduled
from ladder.tournaments.tournaments import Pool
from tests.ladder.conftest import POOL, WriteLedger

FOUR = Pool("anniversary", 4, "standard", "5/3/2/280", "1")


@pytest.fixture
def bots(store: Store) -> list[Bot]:
    return [store.add_bot(name, hash=name) for name in ("ant", "bee", "cat", "dog", "eel", "fly")]


def played(
    game: Scheduled, chance: random.Random, feeder: int = 0, fed: int = 0, forfeit: bool = False
) -> GameResult:
    """A game of luck, in which the feeder, if there, makes the fed ten gifts worth nine coins.

    These coins then count for the fed.
    """
    rows, coins = [], [chance.randint(5, 15) for _ in game.bots]
    made = {pair: chance.randint(2, 6) for pair in combinations(range(len(game.bots)), 2)}
    for giver, receiver in permutations(range(len(game.bots)), 2):
        feeds = (game.bots[giver], game.bots[receiver]) == (feeder, fed)
        fed_back = (game.bots[receiver], game.bots[giver]) == (feeder, fed)
        gifts = 10 if feeds else chance.randint(0, 1)
        trades = made[min(giver, receiver), max(giver, receiver)] + 10 * (feeds or fed_back)
        rows.append((giver, receiver, trades, gifts, 10, chance.random() * 2 + 9 * feeds))
        coins[receiver] += 9 * feeds
    places = [1 + sum(other > own for other in coins) for own in coins]
    seats = tuple(
        SeatResult(coins=own, place=place, forfeited=forfeit and not seat)
        for seat, (own, place) in enumerate(zip(coins, places, strict=True))
    )
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return GameResult(game.game_id, winners, seats, b"", dealings=packed(rows))


def play(
    write: WriteLedger,
    bots: list[Bot],
    deals: int,
    feeder: int = 0,
    fed: int = 0,
    pool: Pool = FOUR,
) -> list[Scheduled]:
    """Deals at all tables in turn; one game of thirty has a forfeit."""
    chance = random.Random(deals)
    tables = list(combinations(bots, pool.players))
    circles = [chance.sample(tables[number % len(tables)], pool.players) for number in range(deals)]
    ledger = write(circles, secret=pool.variant.encode() + bytes([pool.players]), pool=pool)
    games = ledger.unplayed(limit=10_000)
    for number, game in enumerate(games):
        ledger.save(played(game, chance, feeder, fed, forfeit=number % 30 == 9))
    return games


def test_a_pair_that_colludes_is_found_by_trades_and_coins(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    """45 matches of six bots, 180 games: the pair has met in 18, so in 72 games."""
    play(write, bots, 45, feeder=bots[4].id, fed=bots[1].id)
    seen = signs(store)
    assert {(sign.kind, sign.bot_id, sign.partner_id) for sign in seen.found} == {
        ("feeds", bots[4].id, bots[1].id),
        ("trades", bots[1].id, bots[4].id),
    }
    (feeds,) = [sign for sign in seen.found if sign.kind == "feeds"]
    assert (feeds.deals, feeds.games, seen.pairs) == (72, 72, 30)
    assert feeds.value == pytest.approx(10, abs=0.5)
    assert feeds.half < feeds.excess < feeds.value
    assert feeds.gifts == 10
    assert 0.3 < feeds.gifts_to_others < 0.7
    assert len(feeds.look_at) == 3
    for game in feeds.look_at:
        (row,) = store.rows(
            "SELECT count(*) AS both FROM seats WHERE game_id = ? AND bot_id IN (?, ?)",
            [game, bots[4].id, bots[1].id],
        )
        assert row["both"] == 2


def test_honest_games_show_nothing(store: Store, write: WriteLedger, bots: list[Bot]) -> None:
    play(write, bots, 45)
    seen = signs(store)
    assert seen.found == ()
    assert seen.games == 180 - 6, "games with a forfeit are left out"
    assert signs(store, Wanted("classic")).games == 0


def test_a_ladder_without_games_or_with_few_or_of_two_players(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    assert signs(store).games == 0
    two = Pool("rio_grande_duel", 2, "standard", "5/3/2/280", "1")
    play(write, bots, 60, feeder=bots[0].id, fed=bots[1].id, pool=two)
    assert signs(store).games == 0
    play(write, bots, 2)
    seen = signs(store)
    assert (seen.found, seen.pairs) == ((), 0)
    assert seen.games > 0


@pytest.mark.parametrize("pool", [POOL, FOUR])
def test_what_is_measured_is_what_plain_loops_find(
    store: Store, write: WriteLedger, bots: list[Bot], pool: Pool, one_deal: bool
) -> None:
    play(write, bots, 12, feeder=bots[0].id, fed=bots[1].id, pool=pool)
    ids = [bot.id for bot in bots]
    feeds, trades = defaultdict(list), defaultdict(list)
    for row in store.rows("SELECT id, match_id, deal FROM games"):
        seats = store.rows("SELECT * FROM seats WHERE game_id = ? ORDER BY seat", [row["id"]])
        if any(seat["forfeited"] for seat in seats):
            continue
        (stored,) = store.rows("SELECT numbers FROM dealings WHERE game_id = ?", [row["id"]])
        coins = {
            pair: int.from_bytes(stored["numbers"][8 * at + 6 : 8 * at + 8], "little") / 100
            for at, pair in enumerate(permutations(range(pool.players), 2))
        }
        made = {
            pair: int.from_bytes(stored["numbers"][8 * at : 8 * at + 2], "little")
            for at, pair in enumerate(permutations(range(pool.players), 2))
        }
        for one, other in permutations(range(pool.players), 2):
            at = row["match_id"], row["deal"]
            key = at, seats[one]["bot_id"], seats[other]["bot_id"]
            feeds[key].append(coins[one, other])
            trades[key].append(made[one, other])
    games = _read(store, 1, pool.players, ids)
    for kind, expected in (("trades", trades), ("feeds", feeds)):
        measured = _by_deal(games, kind)  # type: ignore[arg-type]
        got = sorted(
            (ids[one], ids[other], value)
            for one, other, value in zip(
                measured.first, measured.second, measured.value, strict=True
            )
        )
        wanted = sorted((key[1], key[2], fmean(values)) for key, values in expected.items())
        assert [each[:2] for each in got] == [each[:2] for each in wanted]
        assert [each[2] for each in got] == pytest.approx([each[2] for each in wanted])
