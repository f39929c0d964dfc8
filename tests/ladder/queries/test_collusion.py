"""Signs of collusion in a ladder: who is named, and which games are shown."""

import random
from dataclasses import replace
from itertools import combinations

import pytest

from ladder.database.result import GameResult, SeatResult
from ladder.database.store import Bot, Store
from ladder.maintenance.refit import recompute
from ladder.queries.collusion import signs
from ladder.queries.pools import Wanted
from ladder.queries.standings import selected
from ladder.ratings.official import suspected
from ladder.tournaments.ledger import Scheduled
from ladder.tournaments.tournaments import Pool
from tests.ladder.conftest import WriteLedger

FOUR = Pool("anniversary", 4, "standard", "5/3/2/280", "1")


@pytest.fixture
def bots(store: Store) -> list[Bot]:
    return [store.add_bot(name, hash=name) for name in ("ant", "bee", "cat", "dog", "eel", "fly")]


def played(
    game: Scheduled, chance: random.Random, feeder: int = 0, fed: int = 0, forfeit: bool = False
) -> GameResult:
    """A game of luck, in which the feeder, if the fed is there, loses its coins to it."""
    coins = [chance.randint(5, 15) for _ in game.bots]
    if feeder in game.bots and fed in game.bots:
        coins[game.bots.index(fed)] += 5
        coins[game.bots.index(feeder)] = chance.randint(0, 4)
    places = [1 + sum(other > own for other in coins) for own in coins]
    seats = tuple(
        SeatResult(coins=own, place=place, forfeited=forfeit and not seat)
        for seat, (own, place) in enumerate(zip(coins, places, strict=True))
    )
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return GameResult(game.game_id, winners, seats, b"")


def play(
    write: WriteLedger,
    bots: list[Bot],
    deals: int,
    feeder: int = 0,
    fed: int = 0,
    pool: Pool = FOUR,
) -> None:
    """Deals at all tables in turn; one game of thirty has a forfeit."""
    chance = random.Random(deals)
    tables = list(combinations(bots, pool.players))
    circles = [chance.sample(tables[number % len(tables)], pool.players) for number in range(deals)]
    ledger = write(circles, secret=pool.variant.encode() + bytes([pool.players]), pool=pool)
    for number, game in enumerate(ledger.unplayed(limit=10_000)):
        ledger.save(played(game, chance, feeder, fed, forfeit=number % 30 == 9))


def test_a_feeder_is_named_with_games_in_which_it_came_last(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    """45 matches of six bots, 180 games: the pair has met in 18, so in 72 games."""
    play(write, bots, 45, feeder=bots[4].id, fed=bots[1].id)
    seen = signs(store)
    (sign,) = seen.found
    assert (sign.bot_id, sign.partner_id) == (bots[4].id, bots[1].id)
    assert (seen.games, seen.pairs) == (180, 30)
    assert 60 < sign.deals <= 72
    assert sign.score < 0.1 < 0.35 < sign.expected < 0.65
    assert len(sign.look_at) == 3
    for game in sign.look_at:
        (row,) = store.rows(
            "SELECT max(place) AS last FROM seats WHERE game_id = ? AND bot_id = ? AND EXISTS "
            "(SELECT 1 FROM seats WHERE game_id = ? AND bot_id = ?)",
            [game, sign.bot_id, game, sign.partner_id],
        )
        assert row["last"] == 4
    assert suspected(store, [1]) == [(sign.bot_id, sign.partner_id)]
    assert selected(store).signs == [(sign.bot_id, sign.partner_id)]


def test_the_signs_beside_standings_are_kept_with_a_fit(
    store: Store, write: WriteLedger, bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    play(write, bots, 45, feeder=bots[4].id, fed=bots[1].id)
    recompute(store)
    monkeypatch.setattr("ladder.ratings.outliers.quick_pairs", lambda tables: [(0, 0)])
    assert selected(store).signs == [(bots[4].id, bots[1].id)], "found once, then read"
    assert selected(store, Wanted(tournament_id=1)).signs == selected(store).signs
    play(write, bots, 1, pool=replace(FOUR, variant="classic"))
    assert selected(store).signs == [(0, 0)], "more has been rated since"


def test_honest_games_show_nothing(store: Store, write: WriteLedger, bots: list[Bot]) -> None:
    play(write, bots, 45)
    assert signs(store).found == ()
    assert suspected(store, [1]) == []
    assert signs(store).games == 180
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
