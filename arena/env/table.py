"""A game played by the numbers of `Actions`: who acts, what is legal, and the offer being composed.

A masked action is not an error: the safest one, which is the first legal one of the table, is
played instead, and `masked` counts it. No game can be held up: every action of a negotiation adds
to a draft, and drafts are bounded. While an offer is composed the game stands still, so everything
derived from it is cached until the next choice.
"""

from collections.abc import Callable
from operator import index
from typing import Any, SupportsIndex

from arena.env.actions import CARDS, REPLIES, Actions
from arena.rules.cards import NAMES
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
from arena.rules.events import Event
from arena.rules.game import Game
from arena.rules.hooks import TO_GIVE
from arena.rules.known_cards import Shown
from arena.rules.offers import find, may_give
from arena.rules.state import StandingAccept, StandingOffer
from arena.rules.steps.trade import addressed, can_pay, standing_replies

TAKING, ANSWERING = "trade", ("answer", "bid")


class Table:
    """One game, from any point of it on. Only `step` and `play` may play it."""

    def __init__(
        self, actions: Actions, game: Game, first: int = -1, shown: Shown | None = None
    ) -> None:
        """Make a table.

        Args:
            actions: The actions of its rulebook.
            game: The game, at any point.
            first: A seat that is asked; it answers before others whose answers are sealed too.
            shown: What everybody knows so far. Without it, only what lies open now.
        """
        if first >= 0:  # no sealed answer is seen before all are in
            game.asked = (first, *[seat for seat in game.asked if seat != first])
        self.actions = actions
        self.game = game
        self.shown = shown or Shown(game)
        """What everybody knows of the hidden cards."""
        self._shares = shown is not None  # with its maker or a copy: it is copied before it changes
        self.masked = 0
        """The number of masked actions that were replaced."""
        self.acted = False
        """True if the last action made a choice; otherwise it only added to a draft."""
        self.kept: dict[int, bytes] = {}
        """By seat, the part of its row that stays the same until the next choice; see `Rows`."""
        self._drop_draft()
        self._drop_cached()

    def copy(self) -> "Table":
        """Return an independent table at the same point."""
        self._shares = True
        return _table(self.actions, self.game.copy(), *self._so_far())

    def __copy__(self) -> "Table":
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., "Table"], tuple[Any, ...]]:
        return _table, (self.actions, self.game, *self._so_far())

    def _so_far(self) -> tuple[Any, ...]:
        """Return everything but the game and what is derived from it."""
        composed = (self.takes, self.accepts, self.withdrawn, self.offers, self.give, self.want)
        return (self.shown, self.masked, self.acted, composed)

    def _drop_cached(self) -> None:
        """Drop cached values after the state changes."""
        self._legal: dict[int, Choice | None] | None = None
        self._giveable: list[int] | None = None
        self._replies: dict[str, StandingOffer | StandingAccept] | None = None
        self._put: list[StandingOffer] | None = None
        self._own: list[StandingOffer | StandingAccept] | None = None
        self.kept.clear()

    def _drop_draft(self) -> None:
        """Drop everything composed."""
        self.takes: tuple[Take, ...] = ()
        self.accepts: tuple[Accepting, ...] = ()
        self.withdrawn: tuple[int, ...] = ()
        self.offers: tuple[Terms, ...] = ()
        self.give: tuple[CardAt, ...] = ()
        self.want = b""

    @property
    def seat(self) -> int:
        """The seat that acts, or -1; seats whose answers are sealed act one after the other."""
        asked = self.game.asked
        return asked[0] if asked else -1

    @property
    def composing(self) -> bool:
        """True if there is a draft that is not submitted yet."""
        return bool(
            self.takes or self.offers or self.give or self.want or self.accepts or self.withdrawn
        )

    @property
    def legal(self) -> dict[int, Choice | None]:
        """The legal actions by number, each with the choice it makes; None if it only composes."""
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
        """Return 1 for each legal action, by number."""
        mask = bytearray(len(self.actions.names))
        for number in self.legal:
            mask[number] = 1
        return mask

    def step(self, action: SupportsIndex) -> None:
        """Play an action, or the safest one if it is masked.

        Raises:
            TypeError: The action is not a whole number.
            ValueError: The game is over.
        """
        try:
            number = index(action)
        except TypeError:
            raise TypeError(f"An action is one whole number, not {action!r:.60}.") from None
        legal = self.legal
        if number not in legal:
            if not legal:
                raise ValueError("The game is over: nobody acts.")
            self.masked += 1
            number = min(legal)  # the table lists the safest first
        choice = legal[number]
        self.acted = choice is not None
        if choice is None:
            self._legal = None  # what else is cached depends on the game, which stands still
            self._compose(number)
        else:
            self._after_choice(self.game.play_unchecked(self.game.asked[0], choice))

    def play(self, choice: Choice) -> None:
        """Let the seat that acts make a choice; any draft is dropped.

        Raises:
            ValueError: The choice is illegal.
        """
        self._after_choice(self.game.play(self.game.asked[0], choice))

    def _after_choice(self, events: list[Event]) -> None:
        """Note what everybody saw, and drop the draft and all cached values."""
        if self._shares:
            self.shown, self._shares = self.shown.copy(), False
        self.shown.follow(events, self.game)
        self._drop_cached()
        if self.composing:
            self._drop_draft()

    def spelled(self, choice: Choice) -> list[int]:
        """Return the actions that make a choice, in order; none if the table has no room for it."""
        if isinstance(choice, Trade | Answer):
            return [self.actions.number[word] for word in self._composition(choice)]
        number = self.actions.of(self.seat, choice)
        return [number] if number >= 0 else []

    def _composition(self, choice: Trade | Answer) -> list[str]:
        """Return the names of the actions that compose a choice; none if there is no room."""
        if isinstance(choice, Trade):
            if choice.take and choice.offers:
                return []
            names = {reply.id: name for name, reply in self.replies().items()}
            words = [names.get(take.id, "") for take in choice.take]
            ended = "pass" if choice.end else "done"
        else:
            if choice.silent:
                return ["silent"] if choice == Answer(silent=True) else []
            put = {offer.id: at for at, offer in enumerate(self.put())}
            own = {each.id: at for at, each in enumerate(self.own())}
            words = [f"accept {put[each.offer]}" for each in choice.accept if each.offer in put]
            words += [f"withdraw {own[id]}" for id in choice.withdraw if id in own]
            if len(words) < len(choice.accept) + len(choice.withdraw):
                return []
            ended = "pass" if choice == DECLINE else "done"
        for terms in choice.offers:
            if terms.give is OPEN or terms.want is OPEN:
                return []
            if max(len(terms.give), len(terms.want)) > CARDS:
                return []
            words += [f"give {NAMES[card.kind]}" for card in terms.give]
            words += [f"want {NAMES[kind]}" for kind in terms.want]
            all_seats = terms.to == ALL or self.game.active != self.seat
            distance = (terms.to - self.seat) % self.game.book.players
            words.append("offer all" if all_seats else f"offer +{distance}")
        return [] if "" in words else [*words, ended]

    # -- legal actions -----------------------------------------------------------------------

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
                take = (*self.takes, Take(reply.id))  # what it would cost may be spent already
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
        drafted = self.accepts or self.withdrawn or self.offers
        if not (drafted or composing):
            legal[number["pass"]] = DECLINE
            legal[number["silent"]] = Answer(silent=True)
        if not composing:  # what is begun is finished first: a draft offer goes with no other deed
            accepted = [each.offer for each in self.accepts]
            for at, offer in enumerate(self.put()):
                if offer.id not in accepted and can_pay(game, seat, offer):
                    legal[number[f"accept {at}"]] = None
            for at, own in enumerate(self.own()):
                if own.id not in self.withdrawn:
                    legal[number[f"withdraw {at}"]] = None
            if drafted:
                legal[number["done"]] = Answer(self.accepts, self.offers, self.withdrawn)
        if len(self.offers) < game.book.negotiation.replies:
            self._offering(legal, seat, ["all"])

    def _offering(self, legal: dict[int, Choice | None], seat: int, addresses: list[str]) -> None:
        number, kinds = self.actions.number, self.actions.book.kinds
        if len(self.give) < CARDS:
            first = number[f"give {self.actions.kinds[0]}"]  # they lie side by side
            left = self._left(seat)
            for at in range(len(left)):
                if left[at] > 0:
                    legal[first + at] = None
        if len(self.want) < CARDS:
            first = number[f"want {self.actions.kinds[0]}"]
            for at in range(len(kinds)):
                legal[first + at] = None
        if self.give or self.want:
            for address in addresses:
                legal[number[f"offer {address}"]] = None

    def _left(self, seat: int) -> list[int]:
        """Return how many cards of each kind the seat could still give, in the rulebook's order."""
        game, kinds = self.game, self.actions.book.kinds
        have = self._giveable
        if have is None:
            piles = may_give(game, seat)
            self._giveable = have = [
                piles.count(kind)
                if kind in piles and game.refuses(TO_GIVE, seat, kind) is None
                else 0
                for kind in kinds
            ]
        if not self.give:
            return have
        left = have[:]
        for card in self.give:
            left[kinds.index(card.kind)] -= 1
        return left

    # -- standing replies ----------------------------------------------------------------------

    def replies(self) -> dict[str, StandingOffer | StandingAccept]:
        """Return by action what the active player may take: the newest of each other seat."""
        if self._replies is not None:
            return self._replies
        game = self.game
        players = game.book.players
        by_seat: list[list[StandingOffer | StandingAccept]] = [[] for _ in range(players)]
        for reply in standing_replies(game).values():
            by_seat[reply.seat].append(reply)
        newest: dict[str, StandingOffer | StandingAccept] = {
            f"take +{distance} {at}": reply
            for distance in range(1, players)
            for at, reply in enumerate(_newest(by_seat[(game.active + distance) % players]))
        }
        self._replies = newest
        return newest

    def put(self) -> list[StandingOffer]:
        """Return the offers that the seat must answer, in order; none in opening bids."""
        if self._put is None:
            game = self.game
            offers = addressed(game, game.asked[0]) if game.step.ask == "answer" else ()
            self._put = list(offers[: game.book.negotiation.offers])
        return self._put

    def own(self) -> list[StandingOffer | StandingAccept]:
        """Return the newest standing offers and accepts of the seat."""
        if self._own is None:
            seat = self.game.asked[0]
            standing: list[StandingOffer | StandingAccept] = [*self.game.offers, *self.game.accepts]
            self._own = _newest([each for each in standing if each.seat == seat])
        return self._own

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


def _table(
    actions: Actions, game: Game, shown: Shown, masked: int, acted: bool, composed: tuple[Any, ...]
) -> Table:
    """Rebuild a table from its game and draft."""
    new = Table(actions, game, shown=shown)
    new.masked, new.acted = masked, acted
    new.takes, new.accepts, new.withdrawn, new.offers, new.give, new.want = composed
    return new


def _newest(standing: list[StandingOffer | StandingAccept]) -> list[StandingOffer | StandingAccept]:
    standing.sort(key=lambda each: each.id)
    return standing[-REPLIES:]
