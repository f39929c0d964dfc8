"""Sentences that compare a seat's statistics with another's, the weightiest first.

A sentence is included if the difference is worth about a coin or more. Each weight is a rough
estimate in coins, which decides what is said, and in which order, and is never shown.
"""

from collections.abc import Iterator, Sequence

from arena.replay.seat_statistics import SeatStatistics, mean_harvest, rival, total
from arena.text.cards import coins
from arena.text.phrases import counted

LEAST = 1.0
"""Coins that a difference must amount to before it gets a sentence."""
BEAN = 0.35
"""Coins that a bean earns in a good harvest, so the cost of one that earns nothing."""

Weighted = Iterator[tuple[float, str]]
"""Sentences, each with its weight in coins; those below LEAST are left out."""


def remarks(seats: Sequence[SeatStatistics], seat: int, names: Sequence[str]) -> list[str]:
    """Compare the seat's game with that of its rival, see `rival`."""
    mine, other = seats[seat], seats[rival(seats, seat)]
    weighted = [
        (weight, text)
        for compare in (_of_fields, _of_trades, _of_the_rest)
        for weight, text in compare(mine, other, names[seat], names[other.seat])
        if weight >= LEAST
    ]
    return [text for _, text in sorted(weighted, key=lambda each: -each[0])]


def _of_fields(mine: SeatStatistics, other: SeatStatistics, name: str, rivals: str) -> Weighted:
    """Compare what the seats planted and harvested, and the fields that they had."""
    ours, theirs = mean_harvest(mine), mean_harvest(other)
    if ours < 0.85 * theirs:  # a small difference in many harvests isn't worth a sentence
        yield (
            (theirs - ours) * mine.harvests,
            f"{name} harvested {_times(mine.harvests)} for {ours:.1f} coins each; {rivals},"
            f" {_times(other.harvests)} for {theirs:.1f}.",
        )
    empty = f", {mine.empty} of them for nothing" if mine.empty else ""
    yield (
        (mine.wasted - other.wasted) * BEAN,
        f"{mine.wasted} beans of {name} were wasted in {mine.early} early harvests{empty};"
        f" of {rivals}, {other.wasted}.",
    )
    yield (
        (mine.forced - other.forced) * 0.5,
        f"{name} had to harvest {_times(mine.forced)} to make room; {rivals},"
        f" {_times(other.forced)}.",
    )
    yield (
        (other.planted - mine.planted) * BEAN - 1,
        f"{name} planted {mine.planted} beans; {rivals}, {other.planted}.",
    )
    if other.field_turn is None:
        return
    others = f"{rivals}, in turn {other.field_turn}"
    if mine.field_turn is None:
        yield 1.5, f"{name} never had a further field; {others}."
    else:
        late = (mine.field_turn - other.field_turn) / 6
        yield late, f"{name} had its first further field in turn {mine.field_turn}; {others}."


def _of_trades(mine: SeatStatistics, other: SeatStatistics, name: str, rivals: str) -> Weighted:
    """Compare what the seats gave and received, and how often they traded."""
    lost = mine.coins_given - mine.coins_received
    more_than_rival = lost - (other.coins_given - other.coins_received)
    yield (
        min(lost, more_than_rival),  # a balance that is not negative has lost nothing
        f"What {name} handed to others brought them {mine.coins_given:.1f} coins, what it was"
        f" handed brought it {mine.coins_received:.1f}; for {rivals},"
        f" {other.coins_given:.1f} and {other.coins_received:.1f}.",
    )
    more = (mine.gifts_given - mine.gifts_received) - (other.gifts_given - other.gifts_received)
    yield (
        more * BEAN,
        f"{name} made {counted(mine.gifts_given, 'gift')} and was made {mine.gifts_received};"
        f" {rivals}, {other.gifts_given} and {other.gifts_received}.",
    )
    ours, theirs = len(mine.trades), len(other.trades)
    if ours > 0.6 * theirs:
        return
    offers = total(mine.offers)
    answers = ""
    if offers.put:
        own = f", and {offers.taken} of its own {offers.made} became trades" if offers.made else ""
        answers = f" It said yes to {offers.accepted} of {offers.put} offers{own}."
    made = counted(ours, "trade") if ours else "no trade"
    yield (theirs - ours) * 0.4, f"{name} made {made}; {rivals}, {theirs}.{answers}"


def _of_the_rest(mine: SeatStatistics, other: SeatStatistics, name: str, rivals: str) -> Weighted:
    if mine.faults:
        faults = "one decision" if mine.faults == 1 else f"{mine.faults} decisions"
        yield 20.0 + mine.faults, f"After a fault the arena had to choose for {name}, in {faults}."
    yield (
        (mine.hand - other.hand) * BEAN,
        f"{name} ended with {counted(mine.hand, 'card')} in hand, worth nothing; {rivals}, with"
        f" {other.hand}.",
    )
    yield (
        other.other_coins - mine.other_coins,
        f"Besides harvests {name} made {_signed(mine.other_coins)}; {rivals},"
        f" {_signed(other.other_coins)}.",
    )


def _signed(number: int) -> str:
    """Word the coins made or spent besides harvests: "3 coins", "−2 coins"."""
    return coins(number) if number >= 0 else f"−{coins(-number)}"


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")
