"""The tally of a game: what each seat made of it, in numbers, found by replaying it."""

from collections import Counter
from dataclasses import dataclass

from arena.replay.order_book import OrderBook
from arena.replay.replay import After, Before, Replay
from arena.rules import Event, Game, plain_event
from arena.rules.choices import CardAt
from arena.rules.free.harvest import worth
from arena.rules.state import replaced
from arena.rules.trades import Handed, TradeLog
from arena.text.words import words
from protocol import Json

EXCHANGE, GIFT, REQUEST, OPEN = "exchange", "gift", "request", "open"
SORTS = (EXCHANGE, GIFT, REQUEST, OPEN)
"""Sorts of offers: for something, for nothing, asking for a gift, with a side left open."""


@dataclass(frozen=True, slots=True)
class OfferCounts:
    """Offers of one sort, bids and counter-offers among them.

    made      offers that the seat made
    taken     of these, how many became a trade
    put       offers that were put to the seat, each time one was
    accepted  of these, to how many it said yes; to the others it said no, or nothing
    """

    made: int = 0
    taken: int = 0
    put: int = 0
    accepted: int = 0


@dataclass(frozen=True, slots=True)
class Deal:
    """A trade of the seat. Coins: what the cards brought those who received them."""

    turn: int
    partner: int
    gave: bytes
    """Kinds of the cards handed over."""
    got: bytes
    coins_given: float
    coins_received: float


@dataclass(frozen=True, slots=True)
class SeatStatistics:
    """The numbers of one seat. `docs/decisions/13-explaining-games.md` says why these.

    place          final place, 1 is best; who forfeits comes last
    won            whether it is a winner, after the tie-break
    coins          coins at the end, all that scores included
    harvests       fields harvested, those at the end of the game among them
    harvest_coins  coins of these harvests
    early          harvests before the end of the game
    forced         of these, how many were made because no card that was due had room anywhere
    empty          of these, how many earned nothing
    wasted         cards in these that their coins did not need: those beyond the last step of the
                   beanometer that was reached, and all cards where there was no coin
    unripe         the same at the end of the game, where nobody chose the moment
    other_coins    coins less those of harvests: orders and buildings add to it, buying takes away
    planted        cards planted, stolen ones among them
    field_turn     the turn in which its first further field came; None: never
    offers         by sort, all sorts
    deals          its trades, gifts among them, in their order
    gifts_given    trades in which it got nothing
    gifts_received trades in which it gave nothing
    cards_given    cards that it handed over
    cards_received cards that it was handed
    coins_given    coins that its cards brought those who received them
    coins_received coins that the cards it was handed brought it
    hand           cards in its hand at the end
    decisions      questions that it was asked
    ms             time charged for them, milliseconds
    max_ms         the longest of them, milliseconds
    faults         decisions that the arena made in its place
    refusals       decisions in which a first answer was refused
    more           what expansions count: "orders filled" and the like; without what nobody has
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
    deals: tuple[Deal, ...]
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


def tallies(replay: Replay) -> list[SeatStatistics]:
    """The tally of each seat. Raises ReplayError."""
    counting = _Counting(replay)
    for step in replay.steps():
        if isinstance(step, Before):
            counting.before(step)
        else:
            counting.after(step)
    return counting.tallies()


class _Counting:
    """One pass through a game."""

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
        self._dealings = TradeLog(players)
        self._book = OrderBook(players)
        self._harvesting: tuple[int, int] | None = None  # seat and field of a harvest just chosen

    def before(self, step: Before) -> None:
        """Notes the decision, and the position that it is made in."""
        self._then = game = step.game.copy()
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
            # Nothing but free choices was listed: room had to be made.
            self._forced = all(each.do in self._free for each in game.choices(seat))

    def after(self, step: After) -> None:
        """Counts what happened."""
        self._dealings.follow(step.events)
        for event in step.events:
            name = event["event"]
            if name == "harvested":
                self._harvested(event)
            elif name == "planted":
                self._counts[event["seat"]]["planted"] += 1
            elif name in _NEGOTIATION:
                self._book.hear(plain_event(event))
                if name == "trade_ended":
                    self._traded()
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
        wasted = len(cards) - fewest(self._then, seat, field, cards, coins)
        if self._harvesting == (seat, field):
            self._harvesting = None
            counts["early"] += 1
            counts["forced"] += self._forced
            counts["empty"] += not coins
            counts["wasted"] += wasted
        else:
            counts["unripe"] += wasted

    def _traded(self) -> None:
        """The negotiation of a turn is over: what was offered in it, and what became of it."""
        for row in self._book.rows:
            sort = sort_of(row.give, row.want)
            made = self._offers[row.seat][sort]
            made["made"] += 1
            made["taken"] += row.state == "taken"
            if row.reply:
                asked = self._offers[int(row.to)][sort]
                asked["put"] += 1
                asked["accepted"] += row.state == "taken"
            for seat, answer in row.answers.items():
                self._offers[seat][sort]["put"] += 1
                self._offers[seat][sort]["accepted"] += answer.id is not None

    def tallies(self) -> list[SeatStatistics]:
        """The tallies of all seats, once the game is over."""
        replay = self._replay
        scores, places, winners = replay.data["result"]["scores"], replay.places, replay.winners
        counted = [name for name in words().counted.values() if any(m[name] for m in self._more)]
        end: Game = self._replay.end
        found = []
        for seat, counts in enumerate(self._counts):
            between = self._dealings.between()
            given = [each for each in between if each.giver == seat]
            received = [each for each in between if each.receiver == seat]
            found.append(
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
                    deals=tuple(self._deals(seat)),
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
        return found

    def _deals(self, seat: int) -> list[Deal]:
        found = []
        for trade in self._dealings.trades:
            sides: dict[int, tuple[Handed, Handed]] = {
                trade.gave.giver: (trade.gave, trade.got),
                trade.got.giver: (trade.got, trade.gave),
            }
            if seat in sides:
                gave, got = sides[seat]
                found.append(
                    Deal(trade.turn, gave.receiver, gave.cards, got.cards, gave.coins, got.coins)
                )
        return found


_COUNTED = (
    *("harvests", "harvest_coins", "early", "forced", "empty", "wasted", "unripe", "planted"),
    *("decisions", "faults", "refusals"),
)
_NEGOTIATION = {"turn", "offered", "answered", "traded", "lapsed", "trade_ended"}


def _ending(game: Game) -> bool:
    """True if only the steps of the ending are still to come."""
    return game.book.steps[game.stack[0][0]].name == "ending"


def fewest(game: Game, seat: int, field: int, cards: bytes, coins: int) -> int:
    """The fewest of the cards, from the first planted on, that earn that many coins there.

    `game` is the position in which they are harvested; it stays as it is.
    """
    if field >= len(game.fields[seat]):  # it came in this very moment
        return len(cards)
    grown = game.copy()
    fields = grown.fields[seat]
    for count in range(coins, len(cards)):
        grown.fields[seat] = replaced(fields, field, cards[:count])
        if worth(grown, seat, field) >= coins:
            return count
    return len(cards)


def sort_of(give: list[Json] | tuple[CardAt, ...] | str, want: list[str] | str) -> str:
    """The sort of an offer, from the two sides as the order book has them."""
    if "open" in (give, want):
        return OPEN
    if not want:
        return GIFT
    return EXCHANGE if give else REQUEST
