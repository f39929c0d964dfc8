"""What stands out in a tally: said where it weighs, in whole sentences, with the true numbers."""

from dataclasses import replace
from typing import Any

from arena.replay.seat_comparison import remarks
from arena.replay.seat_statistics import SORTS, OfferCounts, SeatStatistics, SeatTrade, rival

NAMES = ["ann", "bob", "cy"]


def tally(seat: int, **changes: Any) -> SeatStatistics:
    numbers: dict[str, Any] = dict.fromkeys(SeatStatistics.__dataclass_fields__, 0)
    numbers |= {
        "seat": seat,
        "place": seat + 1,
        "won": seat == 0,
        "field_turn": None,
        "offers": dict.fromkeys(SORTS, OfferCounts()),
        "trades": (),
        "more": {},
    }
    return SeatStatistics(**(numbers | changes))


def test_equal_games_leave_nothing_to_say() -> None:
    assert remarks([tally(0), tally(1), tally(2)], 1, NAMES) == []


def test_poor_harvests_are_told_beside_the_winners() -> None:
    winner = tally(0, harvests=8, harvest_coins=19)
    loser = tally(1, harvests=9, harvest_coins=11)
    assert remarks([winner, loser, tally(2)], 1, NAMES) == [
        "bob harvested 9 times for 1.2 coins each; ann, 8 times for 2.4."
    ]
    assert remarks([winner, loser, tally(2)], 0, NAMES) == []


def test_the_weightiest_comes_first() -> None:
    winner = tally(0, harvests=8, harvest_coins=19, hand=1)
    loser = tally(1, harvests=9, harvest_coins=11, hand=6, faults=2)
    first, second, third = remarks([winner, loser, tally(2)], 1, NAMES)
    assert first == "After a fault the arena had to choose for bob, in 2 decisions."
    assert "harvested" in second
    assert third == "bob ended with 6 cards in hand, worth nothing; ann, with 1."


def test_trades_that_helped_others_are_told() -> None:
    loser = tally(1, coins_given=9.0, coins_received=4.0)
    winner = tally(0, coins_given=5.0, coins_received=8.0)
    (said,) = remarks([winner, loser, tally(2)], 1, NAMES)
    assert "brought them 9.0 coins" in said and "brought it 4.0" in said


def test_few_trades_come_with_the_offers() -> None:
    deals = tuple(SeatTrade(1, 1, b"", b"", 0.0, 0.0) for _ in range(10))
    offers = dict.fromkeys(SORTS, OfferCounts()) | {
        "gift": OfferCounts(made=4, taken=1, put=20, accepted=3)
    }
    loser = tally(1, trades=deals[:2], offers=offers)
    (said,) = remarks([tally(0, trades=deals), loser, tally(2)], 1, NAMES)
    assert said == (
        "bob made 2 trades; ann, 10. It said yes to 3 of 20 offers, and 1 of its own 4 became"
        " trades."
    )


def test_who_is_measured_by_whom() -> None:
    found = [tally(0), tally(1, coins=9), tally(2, coins=9)]
    assert rival(found, 2) == rival(found, 1) == 0
    assert rival(found, 0) == 1
    # By the tie-break, the winner need not have the best place alone.
    tied = [replace(each, place=1, won=each.seat == 2) for each in found]
    assert rival(tied, 0) == 2
