"""A player for playouts: the bundled bot `js-sensible`, working on games instead of messages.

It plants where it fits, harvests where least is lost, and trades what grows nowhere for what its
fields grow. The bot of the protocol is `bots/javascript/sensible_bot.js`, whose methods have the
same names; a test holds the two to the same choices. It reads only what its seat sees, has no
secrets and draws no random numbers, so its answer is a function of the view and of what it has
offered in this turn.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from arena.rules.choices import (
    ALL,
    DECLINE,
    OPEN,
    PASS,
    Accepting,
    Answer,
    BuyField,
    CardAt,
    Choice,
    Harvest,
    Plant,
    Take,
    Terms,
    Trade,
)
from arena.rules.free_choices.harvest import worth
from arena.rules.game import Book, Game
from arena.rules.hooks import HARVEST_COINS
from arena.rules.likely import FRESH_START, OF_SEVERAL, SPARE, promises
from arena.rules.offers import find, may_give
from arena.rules.state import StandingOffer
from arena.rules.steps.trade import addressed, promised

THIRD_FIELD_UNTIL = 0.35  # of the deck left to draw; later the field no longer pays for itself
WORTH_A_TRADE = 0.05  # coins; smaller gains help the other side more
LEAST_LOSS = 0.1  # coins that a card without room costs at least
PER_CARD_HELD = 0.3  # coins that a harvest costs for each card of its kind in hand
MOST_OFFERS = 3  # in a round

# What one seat has offered in a turn: (kind given, kind wanted or None).
Idea = tuple[int, int | None]
Tried = set[Idea]


class _Deal(NamedTuple):
    """A deal that a reply or an offer proposes: the kinds that come in and go out."""

    id: int
    seat: int
    get: bytes
    give: bytes
    bid: bool
    value: float


class Sensible:
    """The player of all seats of one game."""

    def __init__(self, book: Book, tried: Iterable[Tried] = (), turn: int = 0) -> None:
        """Make a player.

        `tried` is what each seat has offered in `turn`, if the game is already that far.
        """
        self._book = book
        self._promises = promises(book)
        self._deck = sum(book.tables.deck.values())
        self._plain = HARVEST_COINS not in book.changes
        self._turn = turn
        self._tried = [set(each) for each in tried] or [set() for _ in range(book.players)]

    def __reduce__(self) -> tuple[type["Sensible"], tuple[Any, ...]]:
        return Sensible, (self._book, self._tried, self._turn)

    def play_on(self, game: Game) -> None:
        """Play the game to its end, all seats alike."""
        while game.asked:
            seat = game.asked[0]
            game.play_unchecked(seat, self.choose(game, seat))

    def choose(self, game: Game, seat: int) -> Choice:
        """Return the choice of a seat that is asked.

        Raises:
            ValueError: The game has another rulebook.
        """
        if game.book is not self._book:
            this, other = [f"{book.variant} for {book.players}" for book in (self._book, game.book)]
            raise ValueError(f"This Sensible plays {this}, not {other}: make one of game.book.")
        return _Thinking(self, game, seat).choice()

    def tried(self, turn: int, seat: int) -> Tried:
        """Return the offers that the seat has made in this turn, to be added to."""
        if turn != self._turn:
            self._turn = turn
            for each in self._tried:
                each.clear()
        return self._tried[seat]


class _Thinking:
    """One seat at one decision."""

    def __init__(self, player: Sensible, game: Game, seat: int) -> None:
        self.player = player
        self.game = game
        self.seat = seat
        self.fields = game.fields[seat]
        self.hand = game.hands[seat]
        self._promises = player._promises
        self._gains: dict[int, float] = {}
        self._room: float | None = None  # what a card without room costs, once computed

    def choice(self) -> Choice:
        """Return the choice for whatever is asked."""
        game = self.game
        ask = game.step.ask
        if ask == "answer":
            return self._answer()
        if ask == "bid":
            return Answer(offers=self._counters(()))
        if ask == "trade":
            return self._trade()
        listed = game.choices(self.seat)
        welcome = self._welcome(listed)
        if welcome is not None:
            return welcome
        if ask in ("use_offer", "keep_or_leave"):
            return self._pick(listed)
        return self._spare(listed) or self._settle(ask, listed)

    def _welcome(self, listed: Iterable[Choice]) -> Choice | None:
        """Return what its rule says is nearly always right, or None."""
        welcome = self.game.book.welcome
        return next((choice for choice in listed if choice.do in welcome), None)

    # --- planting ---------------------------------------------------------------------------------

    def _pick(self, listed: list[Choice]) -> Choice:
        """Pick in a duel: plant what grows already, else fill an empty field; refuse the rest."""
        plants = [choice for choice in listed if isinstance(choice, Plant)]
        if plants:
            return max(plants, key=lambda plant: len(self.fields[plant.field]))
        return next((choice for choice in listed if choice.do == "discard"), listed[0])

    def _spare(self, listed: list[Choice]) -> Choice | None:
        """Give up a hand card that grows nowhere, in a duel where nothing can be planted."""
        discards: list[Any] = [each for each in listed if each.do == "discard_from_hand"]
        if not discards or any(isinstance(choice, Plant) for choice in listed):
            return None
        for choice in discards:
            if not any(cards[:1] == bytes((choice.card,)) for cards in self.fields):
                burden: Choice = choice
                return burden
        return next((choice for choice in listed if choice == PASS), None)

    def _settle(self, ask: str, listed: list[Choice]) -> Choice:
        """Plant what fits, else in an empty field, else make room as cheaply as possible."""
        if ask == "plant":
            due = self.hand[:1]
        elif ask == "set_aside":
            due = self.game.set_aside[self.seat]
        else:
            return listed[0]
        fields, hand = self.fields, self.hand
        ripe = self._ripe(listed)
        if ripe is not None:
            return ripe
        plants = [choice for choice in listed if isinstance(choice, Plant)]
        for plant in plants:
            if fields[plant.field] and fields[plant.field][0] == plant.card:
                return plant
        # An optional second card waits, unless the hand has more of its kind.
        if listed[0] == PASS and (ask != "plant" or hand.count(due) < 2):
            return PASS
        if plants:
            return max(plants, key=lambda each: due.count(each.card) + hand.count(each.card))
        buying = self._third_field(listed)
        if buying is not None:
            return buying
        harvests = [choice for choice in listed if isinstance(choice, Harvest)]
        if harvests:
            return min(harvests, key=lambda harvest: self._loss(harvest.field))
        return listed[0]

    def _ripe(self, listed: Iterable[Choice]) -> Choice | None:
        """Return the harvest of a field that can earn no more, or None."""
        for choice in listed:
            if isinstance(choice, Harvest):
                cards = self.fields[choice.field]
                kind, count = cards[0], len(cards)
                if self._promise(kind, count + 1) <= self._promise(kind, count):
                    return choice
        return None

    def _third_field(self, listed: Iterable[Choice]) -> Choice | None:
        game = self.game
        if game.run_outs or len(game.draw_pile) <= THIRD_FIELD_UNTIL * self.player._deck:
            return None
        return next((choice for choice in listed if isinstance(choice, BuyField)), None)

    # --- trading ----------------------------------------------------------------------------------

    def _trade(self) -> Choice:
        game, seat = self.game, self.seat
        free = [each for free in game.book.free for each in free.choices(game, seat)]
        urgent = self._welcome(free) or self._ripe(free) or self._third_field(free)
        if urgent is not None:
            return urgent
        deals = self._agreeable("trade", self._replies())
        offers: tuple[Terms, ...] = ()
        if game.round <= game.book.negotiation.rounds:
            offers = self._proposals(deals)
        if not deals and not offers:
            return PASS
        take = tuple([Take(deal.id) for deal in deals])
        return self._lawful(Trade(take, offers), PASS) if take else Trade((), offers)

    def _answer(self) -> Choice:
        deals = self._agreeable("answer", self._closed(addressed(self.game, self.seat)))
        accept = tuple([Accepting(deal.id) for deal in deals])
        offers = self._counters(deals)
        return self._lawful(Answer(accept, offers), DECLINE) if accept else Answer((), offers)

    def _lawful(self, choice: Choice, otherwise: Choice) -> Choice:
        """Return the choice if it is legal, else the other: a card may be promised twice."""
        return choice if self.game.check(self.seat, choice) is None else otherwise

    def _replies(self) -> Iterator[_Deal]:
        """Yield the replies that the active player may take: accepts, then bids."""
        game = self.game
        offers = {offer.id: offer for offer in game.offers}
        for accept in game.accepts:
            get, give = _kinds(accept.give), _kinds(offers[accept.offer].give or ())
            yield _Deal(accept.id, accept.seat, get, give, False, self._value(get, give))
        yield from self._closed([offer for offer in game.offers if offer.seat != self.seat])

    def _closed(self, offers: Iterable[StandingOffer]) -> Iterator[_Deal]:
        """Yield the deals that offers propose; those with an open side propose none."""
        for offer in offers:
            if offer.give is not OPEN and offer.want is not OPEN:
                get, give = _kinds(offer.give), offer.want
                yield _Deal(offer.id, offer.seat, get, give, True, self._value(get, give))

    def _value(self, get: bytes, give: bytes) -> float:
        return self._gain(get) - self._cost(give)

    def _agreeable(self, ask: str, deals: Iterable[_Deal]) -> list[_Deal]:
        """Return the deals to make: accepts, whose cards are fixed, then bids; the best first."""
        ranked = [deal for deal in deals if deal.value >= WORTH_A_TRADE]
        ranked.sort(key=lambda deal: (deal.bid, -deal.value, deal.id))
        chosen: list[_Deal] = []
        own = bytearray(may_give(self.game, self.seat))
        for deal in ranked:
            if any(_clash(ask, other, deal) for other in chosen):
                continue
            if any(own.count(kind) < deal.give.count(kind) for kind in deal.give):
                continue
            for kind in deal.give:
                own.remove(kind)
            chosen.append(deal)
        return chosen

    def _proposals(self, taken: Sequence[_Deal]) -> tuple[Terms, ...]:
        """Offer what grows nowhere for what grows here, once each, then as a gift."""
        game = self.game
        tried = self.player.tried(game.turn, self.seat)
        spent = b"".join([deal.give for deal in taken])
        growing = [cards[0] for cards in self.fields if cards and self._gain_of(cards[0]) > 0]
        here = self._burdens(game.turned_over, spent)
        ideas: list[Idea] = [(card, kind) for card in here for kind in growing]
        ideas += [(card, None) for card in here]
        held = self._burdens(self.hand, spent)
        ideas += [(card, kind) for card in held for kind in growing]
        untried = [idea for idea in dict.fromkeys(ideas) if idea not in tried]
        used = {card for deal in taken if not deal.bid for card in promised(game, deal.id)}
        offers = []
        for card, kind in untried[: min(MOST_OFFERS, game.book.negotiation.offers)]:
            tried.add((card, kind))
            give = find(game, self.seat, (card,), used)
            if give is not None:
                offers.append(Terms(give, b"" if kind is None else bytes((kind,)), ALL))
        return tuple(offers)

    def _burdens(self, cards: bytes, spent: bytes) -> list[int]:
        return [kind for kind in dict.fromkeys(cards) if kind not in spent and self._burden(kind)]

    def _counters(self, accepted: Sequence[_Deal]) -> tuple[Terms, ...]:
        """Ask for a turned-over card that grows here.

        In return it offers a card that grows in the active player's fields, else one of no use
        here.
        """
        game, seat = self.game, self.seat
        hand = _without(self.hand, b"".join([deal.give for deal in accepted]))
        burdens = [kind for kind in hand if self._burden(kind)]
        if not burdens:
            return ()
        theirs = [cards[0] for cards in game.fields[game.active] if cards]
        pay = next((kind for kind in burdens if kind in theirs), burdens[0])
        left = _without(game.turned_over, b"".join([deal.get for deal in accepted]))
        wanted = (kind for kind in left if self._gain_of(kind) >= WORTH_A_TRADE)
        want = next(wanted, None)
        if want is None:
            return ()
        for offer in game.offers:
            stands = offer.seat == seat and offer.give and offer.want
            if stands and offer.give[0].kind == pay and offer.want[0] == want:  # type: ignore[index]
                return ()
        give = find(game, seat, (pay,))
        return () if give is None else (Terms(give, bytes((want,)), ALL),)

    # --- judging ----------------------------------------------------------------------------------

    def _promise(self, kind: int, count: int) -> float:
        scale = self._promises[kind]
        return scale[count] if count < len(scale) else scale[-1]

    def _loss(self, field: int) -> float:
        """Return the loss in harvesting this field now; more of its kind in hand raise it."""
        cards = self.fields[field]
        kind, count = cards[0], len(cards)
        if self.player._plain:
            scale = self.game.book.earns[kind]
            coins = scale[count] if count < len(scale) else scale[-1]
        else:
            coins = worth(self.game, self.seat, field)
        return self._promise(kind, count) - coins + PER_CARD_HELD * self.hand.count(kind)

    def _gain(self, cards: bytes) -> float:
        """Return the gain in receiving these cards; below 0 if they cost a harvest."""
        if len(cards) != 1:
            return self._gain_of_several(cards) if cards else 0.0
        return self._gain_of(cards[0])

    def _gain_of(self, kind: int) -> float:
        known = self._gains.get(kind)
        if known is None:
            known = self._gains[kind] = self._gain_of_one(kind)
        return known

    def _gain_of_one(self, kind: int) -> float:
        room = False
        for cards in self.fields:
            if not cards:
                room = True
            elif cards[0] == kind:
                count = len(cards)
                return self._promise(kind, count + 1) - self._promise(kind, count)
        if room:
            return FRESH_START
        if self._room is None:
            self._room = max(LEAST_LOSS, min(map(self._loss, range(len(self.fields)))))
        return -self._room

    def _gain_of_several(self, cards: bytes) -> float:
        kinds = [field[0] if field else None for field in self.fields]
        counts = [len(field) for field in self.fields]
        total = 0.0
        for kind in cards:
            at = _index(kinds, kind)
            if at is None:
                at = _index(counts, 0)
            if at is None:
                total -= max(LEAST_LOSS, self._least_loss(kinds, counts))
                continue
            if counts[at]:
                total += self._promise(kind, counts[at] + 1) - self._promise(kind, counts[at])
            else:
                total += FRESH_START
            kinds[at] = kind
            counts[at] += 1
        return total

    def _least_loss(self, kinds: list[int | None], counts: list[int]) -> float:
        """Return the loss of the cheapest harvest, counting fields that these cards have begun."""
        least = float("inf")
        for at, kind in enumerate(kinds):
            assert kind is not None  # there is no empty field
            loss = self._loss(at) if self.fields[at] else PER_CARD_HELD * self.hand.count(kind)
            if self.fields[at]:
                loss += self._promise(kind, counts[at]) - self._promise(kind, len(self.fields[at]))
            else:
                loss += self._promise(kind, counts[at])
            least = min(least, loss)
        return least

    def _burden(self, kind: int) -> bool:
        """Return True if a bean has no place here; a card that is not a bean cannot be traded."""
        return kind in self._promises and self._gain_of(kind) <= 0

    def _cost(self, cards: bytes) -> float:
        """Return what these cards would add here if kept; giving away a burden is a relief."""
        here = self.game.turned_over if self.game.active == self.seat else b""
        total = 0.0
        for kind in cards:
            gain = self._gain_of(kind)
            if any(field[:1] == bytes((kind,)) for field in self.fields):
                total += gain
            elif kind in here:
                total += min(0.0, gain)
            else:
                total += OF_SEVERAL if self.hand.count(kind) > 1 else SPARE
        return total


def _clash(ask: str, one: _Deal, other: _Deal) -> bool:
    """Return True if two deals may need the same card: only one of like deals is safe."""
    if ask == "trade":
        return one.seat == other.seat or (bool(one.give) and one.give == other.give)
    return bool(one.get) and one.get == other.get


def _kinds(cards: tuple[CardAt, ...]) -> bytes:
    return bytes([card.kind for card in cards])


def _without(cards: bytes, gone: bytes) -> bytes:
    left = bytearray(cards)
    for kind in gone:
        if kind in left:
            left.remove(kind)
    return bytes(left)


def _index(values: list[Any], value: Any) -> int | None:
    return values.index(value) if value in values else None
