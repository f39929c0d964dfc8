"""A game played by the numbers of `Actions`: who acts, what may be done, and offers being composed.

An action that may not be done is not an error: the safest one is done instead, which is the first
of the table that may, and `masked` counts it. No game can be held up: every action of a negotiation
adds to what is composed, and that is bounded.
"""

from arena.env.actions import CARDS, REPLIES, Actions
from arena.rules.choices import (
    ALL,
    DECLINE,
    OPEN,
    Accepting,
    Answer,
    CardAt,
    Choice,
    Take,
    Terms,
    Trade,
)
from arena.rules.game import Game
from arena.rules.offers import find
from arena.rules.state import Accept, Offer
from arena.rules.steps.trade import addressed

TAKING, ANSWERING = "trade", ("answer", "bid")


class Table:
    """One game, from any point of it on."""

    def __init__(self, actions: Actions, game: Game) -> None:
        self.actions = actions
        self.game = game
        self.masked = 0
        """How many actions were done that might not be."""
        self.acted = False
        """Whether the last action made a choice; else something is being composed."""
        self._clear()
        self._legal: dict[int, Choice | None] | None = None

    def _clear(self) -> None:
        """Nothing is being composed."""
        self.takes: tuple[Take, ...] = ()
        self.accepts: tuple[Accepting, ...] = ()
        self.withdrawn: tuple[int, ...] = ()
        self.offers: tuple[Terms, ...] = ()
        self.give: tuple[CardAt, ...] = ()
        self.want = b""

    @property
    def seat(self) -> int:
        """The seat that acts; of those whose answers are sealed, one after the other. -1: none."""
        asked = self.game.asked
        return asked[0] if asked else -1

    @property
    def legal(self) -> dict[int, Choice | None]:
        """By number, the actions that may be done now and what they choose; None: they compose."""
        legal = self._legal
        if legal is None:
            game = self.game
            legal = {}
            if game.asked:
                ask = game.step.ask
                if ask == TAKING:
                    self._trading(legal)
                elif ask in ANSWERING:
                    self._answering(legal)
                else:
                    self._choosing(legal, game.choices(game.asked[0]))
            self._legal = legal
        return legal

    def mask(self) -> bytearray:
        """By number, 1 for each action that may be done now."""
        mask = bytearray(len(self.actions.names))
        for number in self.legal:
            mask[number] = 1
        return mask

    def step(self, number: int) -> None:
        """Do an action, or where it is masked the safest. Raises ValueError after the end."""
        legal = self.legal
        if number not in legal:
            if not legal:
                raise ValueError("The game is over: nobody acts.")
            self.masked += 1
            number = min(legal)
        choice = legal[number]
        self.acted = choice is not None
        if choice is None:
            self._legal = None
            self._compose(number)
        else:
            self.play(choice)

    def play(self, choice: Choice) -> None:
        """Let the seat that acts make a choice; what was being composed is dropped."""
        self._legal = None
        self.game.play(self.game.asked[0], choice)
        if self.takes or self.accepts or self.withdrawn or self.offers:
            self._clear()

    # -- what may be done ----------------------------------------------------------------------

    def _choosing(self, legal: dict[int, Choice | None], listed: list[Choice]) -> None:
        actions, seat = self.actions, self.game.asked[0]
        for choice in listed:
            number = actions.of(seat, choice)
            if number >= 0:
                legal[number] = choice

    def _trading(self, legal: dict[int, Choice | None]) -> None:
        game = self.game
        seat = game.active
        composing = bool(self.give or self.want)
        if not (self.takes or self.offers or composing):
            listed = game.choices(seat)
            self._choosing(legal, [each for each in listed if not isinstance(each, Trade)])
        number = self.actions.number
        if not (self.offers or composing):
            for at, reply in self.replies().items():
                take = (*self.takes, Take(reply.id))
                if game.check(seat, Trade(take)) is None:
                    legal[number[at]] = None
            if self.takes:
                legal[number["pass"]] = Trade(self.takes, end=True)
                legal[number["done"]] = Trade(self.takes)
                return
        limits = game.book.negotiation
        if game.round <= limits.rounds and len(self.offers) < limits.offers:
            self._offering(legal, seat, ["all", *[f"+{at}" for at in range(1, game.book.players)]])
        if self.offers and not composing:
            legal[number["done"]] = Trade((), self.offers)

    def _answering(self, legal: dict[int, Choice | None]) -> None:
        game = self.game
        seat = game.asked[0]
        number = self.actions.number
        composing = bool(self.give or self.want)
        said = self.accepts or self.withdrawn or self.offers
        if not (said or composing):
            legal[number["pass"]] = DECLINE
            legal[number["silent"]] = Answer(silent=True)
        if not composing:
            accepted = [each.offer for each in self.accepts]
            for at, offer in enumerate(self.put()):
                if offer.id not in accepted and self._can_pay(seat, offer):
                    legal[number[f"accept {at}"]] = None
            for at, own in enumerate(self.own()):
                if own.id not in self.withdrawn:
                    legal[number[f"withdraw {at}"]] = None
            if said:
                legal[number["done"]] = Answer(self.accepts, self.offers, self.withdrawn)
        if len(self.offers) < game.book.negotiation.replies:
            self._offering(legal, seat, ["all"])

    def _offering(self, legal: dict[int, Choice | None], seat: int, addresses: list[str]) -> None:
        number, kinds = self.actions.number, self.actions.book.kinds
        if len(self.give) < CARDS:
            first = number[f"give {self.actions.kinds[0]}"]  # they lie side by side
            for at, kind in enumerate(kinds):
                if find(self.game, seat, (kind,), self.give) is not None:
                    legal[first + at] = None
        if len(self.want) < CARDS:
            first = number[f"want {self.actions.kinds[0]}"]
            for at in range(len(kinds)):
                legal[first + at] = None
        if self.give or self.want:
            for address in addresses:
                legal[number[f"offer {address}"]] = None

    def _can_pay(self, seat: int, offer: Offer) -> bool:
        if offer.give is OPEN or offer.want is OPEN:
            return False
        return find(self.game, seat, offer.want) is not None

    # -- what stands ---------------------------------------------------------------------------

    def replies(self) -> dict[str, Offer | Accept]:
        """By action, what the active player may take: of each other seat the newest."""
        game = self.game
        players = game.book.players
        by_seat: list[list[Offer | Accept]] = [[] for _ in range(players)]
        for offer in game.offers:
            if offer.seat != game.active and offer.give is not OPEN and offer.want is not OPEN:
                by_seat[offer.seat].append(offer)
        for accept in game.accepts:
            by_seat[accept.seat].append(accept)
        return {
            f"take +{distance} {at}": reply
            for distance in range(1, players)
            for at, reply in enumerate(_newest(by_seat[(game.active + distance) % players]))
        }

    def put(self) -> list[Offer]:
        """The offers that the seat must answer, in order; none in opening bids."""
        game = self.game
        offers = addressed(game, game.asked[0]) if game.step.ask == "answer" else ()
        return list(offers[: game.book.negotiation.offers])

    def own(self) -> list[Offer | Accept]:
        """What the seat has standing, the newest."""
        seat = self.game.asked[0]
        standing: list[Offer | Accept] = [*self.game.offers, *self.game.accepts]
        return _newest([each for each in standing if each.seat == seat])

    # -- composing -----------------------------------------------------------------------------

    def _compose(self, number: int) -> None:
        game, words = self.game, self.actions.names[number].split()
        seat, do = game.asked[0], words[0]
        kind = game.book.kinds[self.actions.kinds.index(words[1])] if do in ("give", "want") else 0
        if do == "give":
            cards = find(game, seat, (kind,), self.give)
            assert cards is not None
            self.give += cards
        elif do == "want":
            self.want += bytes((kind,))
        elif do == "offer":
            to = ALL if words[1] == "all" else (seat + int(words[1])) % game.book.players
            self.offers += (Terms(self.give, self.want, to),)
            self.give, self.want = (), b""
        elif do == "take":
            self.takes += (Take(self.replies()[self.actions.names[number]].id),)
        elif do == "accept":
            self.accepts += (Accepting(self.put()[int(words[1])].id),)
        else:
            self.withdrawn += (self.own()[int(words[1])].id,)


def _newest(standing: list[Offer | Accept]) -> list[Offer | Accept]:
    standing.sort(key=lambda each: each.id)
    return standing[-REPLIES:]
