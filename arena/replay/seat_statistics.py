"""Statistics of each seat in a game, counted while replaying it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from arena.replay.offer_book import OfferBook
from arena.replay.replay import After, Before, Replay
from arena.rules import Event, Game, plain_event
from arena.rules.choices import CardAt
from arena.rules.free_choices.harvest import worth
from arena.rules.state import replaced
from arena.rules.trades import TradeLog
from arena.text.words import words
from protocol import Json

EXCHANGE, GIFT, REQUEST, OPEN = "exchange", "gift", "request", "open"
SORTS = (EXCHANGE, GIFT, REQUEST, OPEN)
"""The sorts of offers: an exchange, a gift, a request for one, or with a side left open."""


@dataclass(frozen=True, slots=True)
class OfferCounts:
    """Counts of one sort of offers, including bids and counter-offers.

    made      offers that the seat made
    taken     of these, how many became a trade
    put       times an offer was put to the seat
    accepted  of these, how many it accepted; the others it declined or left unanswered
    """

    made: int = 0
    taken: int = 0
    put: int = 0
    accepted: int = 0


@dataclass(frozen=True, slots=True)
class SeatTrade:
    """A trade from one seat's side; its coins are what the cards brought their receivers."""

    turn: int
    partner: int
    gave: bytes
    """Kinds of the cards handed over."""
    got: bytes
    coins_given: float
    coins_received: float


@dataclass(frozen=True, slots=True)
class SeatStatistics:
    """The statistics of one seat in one game; decision 13 says why these.

    place          final place, 1 is best; forfeits come last
    won            True for a winner, after the tie-break
    coins          coins at the end, including everything that scores
    harvests       fields harvested, including those at the end of the game
    harvest_coins  coins of these harvests
    early          harvests before the end of the game
    forced         of these, how many were made because no field had room for any due card
    empty          of these, how many earned nothing
    wasted         cards in these that their coins did not need: those beyond the last step of the
                   beanometer that was reached, or all cards if they earned no coin
    unripe         the same at the end of the game, where nobody chose the moment
    other_coins    coins not from harvests: orders and buildings add to it, buying takes away
    planted        cards planted, including stolen ones
    field_turn     the turn in which its first extra field came; None if it never did
    offers         counts by sort, for all sorts
    trades         its trades in order, including gifts
    gifts_given    trades in which it got nothing
    gifts_received trades in which it gave nothing
    cards_given    cards that it handed over
    cards_received cards that were handed to it
    coins_given    coins that its cards brought those who received them
    coins_received coins that the cards handed to it brought
    hand           cards in its hand at the end
    decisions      questions that it was asked
    ms             time charged for them, in milliseconds
    max_ms         the longest of them, in milliseconds
    faults         decisions that the arena made in its place
    refusals       decisions in which a first answer was refused
    more           counts by expansions, such as "orders filled", unless all seats have 0
    """

    seat: int
    place: int
    won: bool
    coins: int
    harvests: int
    harvest_coins: int
    early: int
    forced: int
    empty: int
    wasted: int
    unripe: int
    other_coins: int
    planted: int
    field_turn: int | None
    offers: dict[str, OfferCounts]
    trades: tuple[SeatTrade, ...]
    gifts_given: int
    gifts_received: int
    cards_given: int
    cards_received: int
    coins_given: float
    coins_received: float
    hand: int
    decisions: int
    ms: float
    max_ms: float
    faults: int
    refusals: int
    more: dict[str, int]


def seat_statistics(replay: Replay) -> list[SeatStatistics]:
    """Return the statistics of each seat. Raises ReplayError."""
    counter = _Counter(replay)
    for step in replay.steps():
        if isinstance(step, Before):
            counter.before(step)
        else:
            counter.after(step)
    return counter.statistics()


class _Counter:
    """Counts in one pass through a game."""

    def __init__(self, replay: Replay) -> None:
        players = replay.book.players
        self._replay = replay
        self._free = replay.book.free_by_do
        self._counts: list[Counter[str]] = [Counter() for _ in range(players)]
        self._more: list[Counter[str]] = [Counter() for _ in range(players)]
        self._offers: list[dict[str, Counter[str]]] = [
            {sort: Counter() for sort in SORTS} for _ in range(players)
        ]
        self._field_turns: list[int | None] = [None] * players
        self._max_ms = [0.0] * players
        self._ms = [0.0] * players
        self._trades = TradeLog(players)
        self._book = OfferBook(players)
        self._harvesting: tuple[int, int] | None = None  # seat and field of a harvest just chosen

    def before(self, step: Before) -> None:
        """Count the decision, and remember the position that it is made in."""
        # A copy, as `fewest` asks about cards that the decision takes away.
        self._position = game = step.game.copy()
        seat, played = step.seat, step.played
        counts = self._counts[seat]
        if played.get("fault") != "forfeit":
            counts["decisions"] += 1
            counts["faults"] += "fault" in played
            counts["refusals"] += "refused" in played
            ms = played.get("ms", 0.0)
            self._ms[seat] += ms
            self._max_ms[seat] = max(self._max_ms[seat], ms)
        choice = played["choice"]
        self._harvesting = None
        if choice["do"] in self._free and "field" in choice and not _ending(game):
            self._harvesting = seat, choice["field"]
            # Only free choices were listed, so no due card had room.
            self._forced = all(each.do in self._free for each in game.choices(seat))

    def after(self, step: After) -> None:
        """Count the events of a decision."""
        self._trades.follow(step.events)
        for event in step.events:
            name = event["event"]
            if name == "harvested":
                self._harvested(event)
            elif name == "planted":
                self._counts[event["seat"]]["planted"] += 1
            elif name in _NEGOTIATION:
                self._book.add(plain_event(event))
                if name == "trade_ended":
                    self._count_offers()
            if name in words().counted:
                self._more[event["seat"]][words().counted[name]] += 1
        for seat, fields in enumerate(step.game.fields):
            if self._field_turns[seat] is None and len(fields) > step.game.book.tables.fields:
                self._field_turns[seat] = step.game.turn

    def _harvested(self, event: Event) -> None:
        seat, field = event["seat"], event["field"]
        cards, coins = event["cards"], len(event["coins"])
        counts = self._counts[seat]
        counts["harvests"] += 1
        counts["harvest_coins"] += coins
        wasted = len(cards) - fewest(self._position, seat, field, cards, coins)
        if self._harvesting == (seat, field):  # the seat chose it; otherwise it is the ending's
            self._harvesting = None
            counts["early"] += 1
            counts["forced"] += self._forced
            counts["empty"] += not coins
            counts["wasted"] += wasted
        else:
            counts["unripe"] += wasted

    def _count_offers(self) -> None:
        """Count the offers of a turn, once its negotiation is over."""
        for row in self._book.rows:
            sort = sort_of(row.give, row.want)
            made = self._offers[row.seat][sort]
            made["made"] += 1
            made["taken"] += row.state == "taken"
            # Only the active player may take a reply, and it has no entry among the answers.
            if row.reply:
                asked = self._offers[int(row.to)][sort]
                asked["put"] += 1
                asked["accepted"] += row.state == "taken"
            for seat, answer in row.answers.items():
                self._offers[seat][sort]["put"] += 1
                self._offers[seat][sort]["accepted"] += answer.id is not None

    def statistics(self) -> list[SeatStatistics]:
        """Return the statistics of all seats, once the game is over."""
        replay = self._replay
        scores, places, winners = replay.data["result"]["scores"], replay.places, replay.winners
        counted = [name for name in words().counted.values() if any(m[name] for m in self._more)]
        end: Game = self._replay.end
        between = self._trades.between()
        seats = []
        for seat, counts in enumerate(self._counts):
            given = [each for each in between if each.giver == seat]
            received = [each for each in between if each.receiver == seat]
            seats.append(
                SeatStatistics(
                    seat=seat,
                    place=places[seat],
                    won=seat in winners,
                    coins=scores[seat],
                    **{name: counts[name] for name in _COUNTED},
                    other_coins=scores[seat] - counts["harvest_coins"],
                    field_turn=self._field_turns[seat],
                    offers={
                        sort: OfferCounts(**counts) for sort, counts in self._offers[seat].items()
                    },
                    trades=tuple(self._trades_of(seat)),
                    gifts_given=sum(each.gifts for each in given),
                    gifts_received=sum(each.gifts for each in received),
                    cards_given=sum(each.cards for each in given),
                    cards_received=sum(each.cards for each in received),
                    coins_given=sum(each.coins for each in given),
                    coins_received=sum(each.coins for each in received),
                    hand=len(end.hands[seat]),
                    ms=self._ms[seat],
                    max_ms=self._max_ms[seat],
                    more={name: self._more[seat][name] for name in counted},
                )
            )
        return seats

    def _trades_of(self, seat: int) -> list[SeatTrade]:
        trades = []
        for turn, *sides in self._trades.trades:
            for gave, got in (sides, sides[::-1]):
                if gave.giver == seat:
                    coins = gave.coins, got.coins
                    trades.append(SeatTrade(turn, gave.receiver, gave.cards, got.cards, *coins))
        return trades


_COUNTED = (
    *("harvests", "harvest_coins", "early", "forced", "empty", "wasted", "unripe", "planted"),
    *("decisions", "faults", "refusals"),
)
_NEGOTIATION = {"turn", "offered", "answered", "traded", "lapsed", "trade_ended"}


def _ending(game: Game) -> bool:
    """Return True if only the steps of the ending are still to come."""
    return game.book.steps[game.stack[0][0]].name == "ending"


def fewest(game: Game, seat: int, field: int, cards: bytes, coins: int) -> int:
    """Return how few of the cards, counted from the first planted, earn that many coins.

    `game` is the position in which they are harvested; it isn't changed.
    """
    if field >= len(game.fields[seat]):  # a field that the same move added
        return len(cards)
    grown = game.copy()
    fields = grown.fields[seat]
    # Never fewer cards than coins, as each coin is one of them.
    for count in range(coins, len(cards)):
        grown.fields[seat] = replaced(fields, field, cards[:count])
        if worth(grown, seat, field) >= coins:
            return count
    return len(cards)


def sort_of(give: list[Json] | tuple[CardAt, ...] | str, want: list[str] | str) -> str:
    """Return the sort of an offer, from its two sides as the offer book has them."""
    if "open" in (give, want):
        return OPEN
    if not want:
        return GIFT
    return EXCHANGE if give else REQUEST


def rival(seats: Sequence[SeatStatistics], seat: int) -> int:
    """Return the seat to compare with: the winner, or for a winner the best of the others."""
    others = [each for each in seats if each.seat != seat]
    return min(others, key=lambda each: (not each.won, each.place, -each.coins, each.seat)).seat


def total(offers: dict[str, OfferCounts]) -> OfferCounts:
    """Add up the counts of all sorts of offers."""
    parts = zip(*((o.made, o.taken, o.put, o.accepted) for o in offers.values()), strict=True)
    return OfferCounts(*map(sum, parts))


def mean_harvest(seat: SeatStatistics) -> float:
    """Return the mean coins of a harvest; 0 if there was none."""
    return seat.harvest_coins / seat.harvests if seat.harvests else 0.0
