"""What bots handed to each other: the row of a game, the sums, and what is read of one bot."""

from dataclasses import asdict, replace
from itertools import permutations

import pytest

from ladder.database.result import GameResult
from ladder.database.store import Bot, Store
from ladder.database.trades import (
    Between,
    a_game,
    of_bot,
    packed,
    recount_trades,
    traders,
)
from ladder.queries.pools import Wanted, pools
from ladder.tournaments.ledger import Ledger, Scheduled
from ladder.tournaments.tournaments import Pool
from tests.ladder.conftest import WriteLedger, outcome


def traded(game: Scheduled, *made: Between) -> GameResult:
    """A result with trades, given by bot in place of the seat; the others handed over nothing."""
    found = dict.fromkeys(permutations(range(len(game.bots)), 2), (0, 0, 0, 0.0))
    for giver, receiver, *numbers in made:
        found[game.bots.index(giver), game.bots.index(receiver)] = tuple(numbers)  # type: ignore[assignment]
    return replace(outcome(game), trades=packed((*pair, *row) for pair, row in found.items()))


def play_all(ledger: Ledger, *made: Between) -> int:
    """Plays what is left with the same trades in each game; returns how many games."""
    games = ledger.unplayed()
    for game in games:
        ledger.save(traded(game, *made))
    return len(games)


def test_a_game_takes_eight_bytes_for_each_two_seats_and_no_number_is_too_much() -> None:
    rows = [(*pair, 3, 1, 4, 2.5) for pair in permutations(range(4), 2)]
    assert packed(rows) == bytes([3, 0, 1, 0, 4, 0, 250, 0]) * 12
    assert packed([(0, 1, 70_000, 0, 1, 0.0)])[:2] == b"\xff\xff"


def test_a_bot_and_its_partners(store: Store, write: WriteLedger, bots: list[Bot]) -> None:
    """Ant gives bee two cards for one in each of 3 games, and a card for nothing; cat looks on."""
    ant, bee, _, dog = (bot.id for bot in bots)
    play_all(write([bots[:3]]), (ant, bee, 2, 1, 3, 1.5), (bee, ant, 2, 0, 1, 0.25))
    found = of_bot(store, ant)
    assert found is not None
    with_bee, with_cat = found.partners
    assert (with_bee.name, with_cat.name) == ("bee", "cat")
    expected = {
        "games": 3, "trades": 2, "gifts_given": 1, "gifts_received": 0, "cards_given": 3,
        "cards_received": 1, "coins_given": 1.5, "coins_received": 0.25,
    }  # fmt: skip
    assert asdict(with_bee) == expected | {"bot_id": bee, "name": "bee", "version": 1}
    assert asdict(found.total) == expected
    assert found.total.balance == -1.25
    assert with_cat.trades == with_cat.cards_given == 0
    seen_by_bee = of_bot(store, bee)
    assert seen_by_bee is not None
    assert (seen_by_bee.total.gifts_received, seen_by_bee.total.balance) == (1, 1.25)
    assert of_bot(store, dog) is None
    assert a_game(store, [1]) == a_game(store, [1], {1: [1]}) == 2
    assert traders(store, [1]) == {ant, bee}
    assert a_game(store, []) is a_game(store, [1], {1: []}) is None


def test_games_of_several_pools(store: Store, write: WriteLedger, bots: list[Bot]) -> None:
    """Three games for 3 and four for 4: `games` of all, however many others sit there."""
    ant, bee = bots[0].id, bots[1].id
    play_all(write([bots[:3]]), (ant, bee, 1, 0, 1, 0.5), (bee, ant, 1, 0, 1, 0.0))
    pool = Pool("classic", 4, "standard", "5/3/2/280", "1")
    play_all(write([bots], secret=b"t", pool=pool), (ant, bee, 8, 0, 8, 4.0))
    found = of_bot(store, ant)
    assert found is not None
    assert found.total.games == 7
    assert found.total.cards_given == pytest.approx((3 * 1 + 4 * 8) / 7)
    assert found.partners[0].games == 7
    only = of_bot(store, ant, [pool.id for pool in pools(store, Wanted("classic", (4,)))])
    assert only is not None
    assert (only.total.games, only.total.cards_given) == (4, 8)
    assert of_bot(store, ant, [pool.id for pool in pools(store, Wanted(players=(5,)))]) is None


def test_sums_can_be_made_again(store: Store, write: WriteLedger, bots: list[Bot]) -> None:
    ant, bee, cat, _ = (bot.id for bot in bots)
    ledger = write([bots[:3], bots[1:], bots[2::-1]])
    play_all(ledger, *[])
    ledger = write([bots[:3], bots[::-1][1:]], secret=b"again")
    play_all(ledger, (ant, bee, 1, 1, 2, 1.25), (cat, bee, 4, 0, 2, 0.75))
    noted = store.rows("SELECT * FROM trade_sums")
    assert sum(row["cards"] for row in noted) == 6 * 4
    with store.transaction() as conn:
        conn.execute("UPDATE trade_sums SET cards = 99")
        recount_trades(conn)
    assert store.rows("SELECT * FROM trade_sums") == noted


def test_only_rated_matches_count_and_games_of_which_it_is_known(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    ant, bee = bots[0].id, bots[1].id
    ledger = write([bots[:3], bots[:3]])
    for number, game in enumerate(ledger.unplayed()[:5]):
        result = traded(game, (ant, bee, 1, 1, 1, 1.0))
        ledger.save(replace(result, trades=b"") if number == 1 else result)
    found = of_bot(store, ant)
    assert found is not None
    assert found.total.games == 2, "the second match is not whole"
    assert found.total.gifts_given == 1


def test_a_bot_that_meets_itself_is_no_partner(
    store: Store, write: WriteLedger, bots: list[Bot]
) -> None:
    """Of the two seats each counts as a game of its own."""
    ant, bee = bots[0].id, bots[1].id
    play_all(write([[bots[0], bots[0], bots[1]]]), (ant, bee, 1, 1, 1, 0.5))
    found = of_bot(store, ant)
    assert found is not None
    assert [partner.name for partner in found.partners] == ["bee"]
    assert found.total.games == 6
    assert found.total.gifts_given == 0.5
