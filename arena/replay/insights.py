"""Remarks on a seat's tally beside another's, a sentence each, the weightiest first.

A sentence is said where the difference is worth about a coin or more; what that is for each number
is a plain estimate, which orders the sentences and is shown nowhere.
"""

from collections.abc import Callable, Iterator, Sequence

from arena.replay.seat_statistics import OfferCounts, SeatStatistics
from arena.text.cards import coins
from arena.text.phrases import counted

LEAST = 1.0
"""Coins that a difference must be worth to be worth a sentence."""
BEAN = 0.35
"""Coins that a bean earns in a good harvest: what one costs that earns nothing."""

Remark = tuple[float, str]


def remarks(tallies: Sequence[SeatStatistics], seat: int, names: Sequence[str]) -> list[str]:
    """Remark on the seat's game beside that of its rival. See `rival`."""
    mine, other = tallies[seat], tallies[rival(tallies, seat)]
    found = [
        (weight, text)
        for remark in _REMARKS
        for weight, text in remark(mine, other, names[seat], names[other.seat])
        if weight >= LEAST
    ]
    return [text for _, text in sorted(found, key=lambda each: -each[0])]


def rival(tallies: Sequence[SeatStatistics], seat: int) -> int:
    """The seat that another is measured by: the winner, or for a winner the best of the others."""
    others = [each for each in tallies if each.seat != seat]
    return min(others, key=lambda each: (not each.won, each.place, -each.coins, each.seat)).seat


def total(offers: dict[str, OfferCounts]) -> OfferCounts:
    """Offers of all sorts together."""
    parts = zip(*((o.made, o.taken, o.put, o.accepted) for o in offers.values()), strict=True)
    return OfferCounts(*map(sum, parts))


def mean_harvest(tally: SeatStatistics) -> float:
    """Coins of a harvest, the mean; 0 where there was none."""
    return tally.harvest_coins / tally.harvests if tally.harvests else 0.0


def _faults(mine: SeatStatistics, other: SeatStatistics, name: str, their: str) -> Iterator[Remark]:
    if mine.faults:
        faults = "one decision" if mine.faults == 1 else f"{mine.faults} decisions"
        yield 20.0 + mine.faults, f"After a fault the arena had to choose for {name}, in {faults}."


def _harvests(
    mine: SeatStatistics, other: SeatStatistics, name: str, their: str
) -> Iterator[Remark]:
    ours, theirs = mean_harvest(mine), mean_harvest(other)
    if ours < 0.85 * theirs:
        yield (
            (theirs - ours) * mine.harvests,
            f"{name} harvested {_times(mine.harvests)} for {ours:.1f} coins each; {their},"
            f" {_times(other.harvests)} for {theirs:.1f}.",
        )


def _wasted(mine: SeatStatistics, other: SeatStatistics, name: str, their: str) -> Iterator[Remark]:
    empty = f", {mine.empty} of them for nothing" if mine.empty else ""
    yield (
        (mine.wasted - other.wasted) * BEAN,
        f"{mine.wasted} beans of {name} were wasted in {mine.early} early harvests{empty};"
        f" of {their}, {other.wasted}.",
    )


def _forced(mine: SeatStatistics, other: SeatStatistics, name: str, their: str) -> Iterator[Remark]:
    yield (
        (mine.forced - other.forced) * 0.5,
        f"{name} had to harvest {_times(mine.forced)} to make room; {their},"
        f" {_times(other.forced)}.",
    )


def _planted(
    mine: SeatStatistics, other: SeatStatistics, name: str, their: str
) -> Iterator[Remark]:
    yield (
        (other.planted - mine.planted) * BEAN - 1,
        f"{name} planted {mine.planted} beans; {their}, {other.planted}.",
    )


def _balance(
    mine: SeatStatistics, other: SeatStatistics, name: str, their: str
) -> Iterator[Remark]:
    lost = mine.coins_given - mine.coins_received
    yield (
        min(lost, lost - (other.coins_given - other.coins_received)),
        f"What {name} handed to others brought them {mine.coins_given:.1f} coins, what it was"
        f" handed brought it {mine.coins_received:.1f}; for {their}, {other.coins_given:.1f} and"
        f" {other.coins_received:.1f}.",
    )


def _gifts(mine: SeatStatistics, other: SeatStatistics, name: str, their: str) -> Iterator[Remark]:
    more = (mine.gifts_given - mine.gifts_received) - (other.gifts_given - other.gifts_received)
    yield (
        more * BEAN,
        f"{name} made {counted(mine.gifts_given, 'gift')} and was made {mine.gifts_received};"
        f" {their}, {other.gifts_given} and {other.gifts_received}.",
    )


def _trades(mine: SeatStatistics, other: SeatStatistics, name: str, their: str) -> Iterator[Remark]:
    ours, theirs = len(mine.deals), len(other.deals)
    if ours > 0.6 * theirs:
        return
    offers = total(mine.offers)
    how = f" It said yes to {offers.accepted} of {offers.put} offers" if offers.put else ""
    if how and offers.made:
        how += f", and {offers.taken} of its own {offers.made} became trades"
    how += "." if how else ""
    made = counted(ours, "trade") if ours else "no trade"
    yield (theirs - ours) * 0.4, f"{name} made {made}; {their}, {theirs}.{how}"


def _hand(mine: SeatStatistics, other: SeatStatistics, name: str, their: str) -> Iterator[Remark]:
    yield (
        (mine.hand - other.hand) * BEAN,
        f"{name} ended with {counted(mine.hand, 'card')} in hand, worth nothing; {their}, with"
        f" {other.hand}.",
    )


def _field(mine: SeatStatistics, other: SeatStatistics, name: str, their: str) -> Iterator[Remark]:
    if other.field_turn is None:
        return
    theirs = f"{their}, in turn {other.field_turn}"
    if mine.field_turn is None:
        yield 1.5, f"{name} never had a further field; {theirs}."
    else:
        late = (mine.field_turn - other.field_turn) / 6
        yield late, f"{name} had its first further field in turn {mine.field_turn}; {theirs}."


def _others(mine: SeatStatistics, other: SeatStatistics, name: str, their: str) -> Iterator[Remark]:
    yield (
        other.other_coins - mine.other_coins,
        f"Besides harvests {name} made {_signed(mine.other_coins)}; {their},"
        f" {_signed(other.other_coins)}.",
    )


_REMARKS: tuple[Callable[[SeatStatistics, SeatStatistics, str, str], Iterator[Remark]], ...] = (
    _faults,
    _harvests,
    _wasted,
    _forced,
    _planted,
    _balance,
    _gifts,
    _trades,
    _hand,
    _field,
    _others,
)


def _signed(number: int) -> str:
    """Coins made or spent besides harvests: "3 coins", "−2 coins"."""
    return coins(number) if number >= 0 else f"−{coins(-number)}"


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")
