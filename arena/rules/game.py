"""A game: one deal on its way from the first turn to the result, and the verbs that play it.

    game = compile_rulebook("anniversary", 4).start(seed=7)
    while game.decisions:
        seat = game.decisions[0].seat
        game.play(seat, game.choices(seat)[0])
    print(game.result.scores)

A game is its rulebook, which never changes, and the plain data of `State`. It runs as a stack of
steps that is part of that data, so a game can be copied, pickled and continued anywhere.

Steps, free choices, places and sources come first, as base classes and records without state. They
take a game and a game calls them, so they share its file.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from html import escape
from operator import attrgetter, index
from random import Random
from typing import Any, ClassVar, Final, NamedTuple, SupportsIndex, TypeVarTuple

from arena.rules.choices import Choice, Pass, Plant
from arena.rules.events import Event, seen_alike, seen_by
from arena.rules.hidden import redeal
from arena.rules.hooks import SCORE, Deed, Moment, Value
from arena.rules.known_cards import Shown
from arena.rules.printed import in_words
from arena.rules.state import (
    EVERYONE,
    OWNER,
    PIECES,
    WISHES,
    Decision,
    Piece,
    Stack,
    State,
    Unchanging,
    accept_for,
    offer_for,
    replaced,
)

What = TypeVarTuple("What")

View = dict[str, Any]

# A refusal as compiled, waivers included: (game, seat, *what) → reason or None.
Reason = Callable[..., str | None]


class Step:
    """The base of all steps. `ask` is the name of its question, if it has one.

    A step on the stack is a frame: its number, and small ints to remember. `resume` is called
    whenever its frame is on top and nobody is asked: it asks a seat, pushes another step, or
    leaves.

    Attributes:
        memory: What the step remembers at first.
        records: What its choices are made of, besides passing, planting and negotiation.
        free: True if free choices (harvest, third field, …) are open in its decisions (T4).
        sealed: True if its answers stay unseen until all are given (T1).
        listed: True if players see it among the steps of a turn.
    """

    name = ""
    ask = ""
    memory: ClassVar[tuple[int, ...]] = ()
    records: ClassVar[tuple[Callable[..., Choice], ...]] = ()
    free = True
    sealed = False
    listed = True

    def applies(self, game: "Game") -> bool:
        """Return True if there is anything to do; a turn passes over other steps."""
        return True

    def resume(self, game: "Game") -> None:
        """Ask, push or leave. Here, ask the active player as long as the step applies."""
        if self.applies(game):
            game.ask(game.active)
        else:
            game.leave()

    def choices(self, game: "Game", seat: int) -> list[Choice]:
        """Return the step's own choices, the safest first; free choices come behind them."""
        raise NotImplementedError

    def check(self, game: "Game", seat: int, choice: Choice) -> str | None:
        """Explain why the choice is illegal, or return None. Here, only listed ones are legal."""
        if choice in self.choices(game, seat):
            return None
        return f"{choice.do} is not possible here"

    def apply(self, game: "Game", seat: int, choice: Choice) -> None:
        """Carry out a legal choice. Nobody is asked any more, unless the answers are sealed."""
        raise NotImplementedError

    def forget(self, game: "Game", seat: int) -> None:
        """Forget the questions and answers of other seats that `seat` cannot know of."""

    def likely_offers(self, game: "Game", seat: int, shown: Shown | None) -> list[Choice]:
        """Return legal choices that make a likely good offer, the best first."""
        return []


class FreeChoice:
    """A kind of choice open at the decisions of your turn, in step 3, and in windows (T4).

    `record` is what such a choice is made of, to read it from its parts.
    """

    record: ClassVar[Callable[..., Choice]]

    def choices(self, game: "Game", seat: int) -> list[Choice]:
        """Return the legal ones, the safest first."""
        raise NotImplementedError

    def check(self, game: "Game", seat: int, choice: Any) -> str | None:
        """Explain why the choice is illegal, or return None."""
        raise NotImplementedError

    def apply(self, game: "Game", seat: int, choice: Any) -> None:
        """Carry out a legal choice."""
        raise NotImplementedError


class CardPlace:
    """A place other than a field for a card that is due in a step (a store, the hand, the discard).

    `record` is what the choice to put it there is made of, usually of the card alone. `step` is the
    name of the step, which has checked that such a card is due.
    """

    record: ClassVar[Callable[..., Choice]]

    def refuse(self, game: "Game", seat: int, step: str, card: int) -> str | None:
        """Explain why the card may not go there, or return None."""
        raise NotImplementedError

    def choices(self, game: "Game", seat: int, step: str, card: int) -> list[Choice]:
        """Return the legal ones for this card, the safest first."""
        return [self.record(card)] if self.refuse(game, seat, step, card) is None else []

    def check(self, game: "Game", seat: int, step: str, choice: Any) -> str | None:
        """Explain why the choice is illegal, or return None."""
        return self.refuse(game, seat, step, choice.card)

    def apply(self, game: "Game", seat: int, choice: Any, origin: str) -> None:
        """Put the card there; the step has taken it from `origin`."""
        raise NotImplementedError


class Source(NamedTuple):
    """A pile that cards may be traded from: read(game, seat) and write(game, seat, pile)."""

    name: str
    active_only: bool
    read: Callable[["Game", int], bytes]
    write: Callable[["Game", int, bytes], None]


class Negotiation(NamedTuple):
    """Limits of a negotiation in a step 2 (T1)."""

    rounds: int = 5
    offers: int = 3  # of the active player, in a round
    replies: int = 2  # of each other seat, in an answer


@dataclass(frozen=True, slots=True)
class Tables(Unchanging):
    """The numbers of a game for one number of players.

    deck        kind name → cards
    meters      kind name → beanometer that differs from the usual print
    deal        cards dealt to each seat, from the starting seat 0
    price       coins for the third field; None: not sold
    last        the run-out that ends the game
    turn        the steps of a turn, in order; `ending`: of the end of the game
    """

    players: int
    deck: dict[str, int]
    deal: tuple[int, ...]
    fields: int
    price: int | None
    turn_over: int
    draw: int
    last: int
    turn: tuple[Step, ...]
    ending: tuple[Step, ...]
    meters: dict[str, dict[int, int]] = field(default_factory=dict)

    @property
    def windows(self) -> tuple[str, ...]:
        """The windows of a turn, by name; without any, nobody acts out of turn."""
        return tuple(step.name for step in self.turn if step.ask == "window")

    def change(self, **changes: Any) -> "Tables":
        """Return a copy with the given entries changed."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True, eq=False)
class Book(Unchanging):
    """A rulebook as a game knows it: everything but the rules it was compiled from."""

    variant: str
    players: int
    tables: Tables
    negotiation: Negotiation
    kinds: tuple[int, ...]  # kinds in the deck, most frequent first
    earns: tuple[tuple[int, ...], ...]  # by kind: coins for n cards
    steps: tuple[Step, ...]
    questions: tuple[tuple[tuple[Decision], ...], ...]  # by step and seat, for one seat asked alone
    number: dict[str, int]  # a step's place in `steps`, by name
    turn: tuple[tuple[Step, Stack], ...]  # each with the whole stack at its beginning
    ending: tuple[tuple[Step, Stack], ...]
    free: tuple[FreeChoice, ...]
    free_by_do: dict[str, FreeChoice]
    places: tuple[CardPlace, ...]
    places_by_do: dict[str, CardPlace]
    sources: dict[str, Source]
    welcome: frozenset[str]
    refusals: dict[Deed[*tuple[Any, ...]], tuple[Reason, ...]]
    changes: dict[Value[*tuple[Any, ...]], tuple[Callable[..., int], ...]]  # in order of stages
    reactions: dict[Moment[*tuple[Any, ...]], tuple[Callable[..., None], ...]]
    ties: tuple[Callable[["Game", list[int]], list[int]], ...]  # those of expansions come first
    pieces: tuple[Piece, ...]
    own_pieces: tuple[Piece, ...]  # those of `pieces` that come from rules
    other_pieces: tuple[Piece, ...]  # those of `pieces` that are hidden or come from rules
    secrets: dict[str, tuple[str, ...]]

    @property
    def records(self) -> list[Any]:
        """What choices are made of, besides those of a negotiation."""
        return [
            Pass,
            Plant,
            *(record for step in self.steps for record in step.records),
            *(choice.record for choice in self.free),
            *(place.record for place in self.places),
        ]

    def seat_of(self, seat: SupportsIndex) -> int:
        """Return a seat by its number, a NumPy integer perhaps. Raises ValueError, TypeError."""
        number = seat if isinstance(seat, int) else _seat(seat)
        if not 0 <= number < self.players:
            raise ValueError(f"There is no seat {number}; the last one is {self.players - 1}.")
        return number

    def seen_alike(self, event: Event) -> bool:
        """Return True if all seats see the same event."""
        return seen_alike(event, self.secrets)

    def seen_by(self, event: Event, seat: int) -> Event:
        """Return the event as `seat` may see it."""
        return seen_by(event, seat, self.secrets)


class Result(NamedTuple):
    """The end of a game, by seat.

    `places`: 1 is best; equal coins share the better place. `winners`: the seats, usually one, that
    the book's tie-break leaves.
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...]


# The core's pieces that everyone may see.
_OPEN_NAMES: Final = tuple(piece.name for piece in PIECES if piece.audience == EVERYONE)
_OPEN_BY_SEAT: Final = tuple(p.name for p in PIECES if p.audience == EVERYONE and p.per_seat)
_read_open = attrgetter(*_OPEN_NAMES)


class Game(State):
    """One game. Players use the first group of methods, rules and steps the second as well.

    `told` holds the whole events of the last play.
    """

    __slots__ = ("book", "told")

    book: Book
    told: list[Event]

    # -- for players -------------------------------------------------------------------------

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The open questions; more than one only if they are sealed, none when the game is over."""
        asked = self.asked
        if not asked:
            return ()
        questions = self.book.questions[self.stack[-1][0]]
        if len(asked) == 1:  # nearly always, so those tuples are made with the rulebook
            return questions[asked[0]]
        # A list inside `tuple()`, here and elsewhere: quicker than a generator, above all compiled.
        return tuple([questions[seat][0] for seat in asked])

    def choices(self, seat: SupportsIndex) -> list[Choice]:
        """Return the choices of `seat`, complete except for offers; index 0 is the safest.

        Raises:
            ValueError: The seat is not asked.
        """
        seat = seat if isinstance(seat, int) else _seat(seat)
        if seat not in self.asked:
            raise self._not_asked(seat)
        book = self.book
        step = book.steps[self.stack[-1][0]]
        listed = step.choices(self, seat)
        if step.free:
            for free in book.free:
                listed += free.choices(self, seat)
        return listed

    def likely_offers(self, seat: SupportsIndex, shown: Shown | None = None) -> list[Choice]:
        """Return choices, besides those of `choices`, that make one offer likely to be accepted.

        A dozen at most, the best first, all legal; none where no offers can be made. None asks for
        a card that the others cannot have, as far as the seat can tell, or by what `shown` knows.

        Raises:
            ValueError: The seat is not asked.
        """
        seat = seat if isinstance(seat, int) else _seat(seat)
        if seat not in self.asked:
            raise self._not_asked(seat)
        return self.step.likely_offers(self, seat, shown)

    def check(self, seat: SupportsIndex, choice: Choice) -> str | None:
        """Explain why `choice` is illegal, or return None; the authority on every choice and offer.

        The reason depends on nothing that is hidden from `seat` (T5).
        """
        seat = seat if isinstance(seat, int) else _seat(seat)
        if seat not in self.asked:
            return "it is not your decision"
        if not isinstance(getattr(choice, "do", None), str):
            return "that is not a choice"
        strange = _not_plain((choice,))
        if strange is not None:
            return f"a choice is made of plain values, not of {type(strange).__name__}"
        step = self.book.steps[self.stack[-1][0]]
        free = self.book.free_by_do.get(choice.do) if step.free else None
        return step.check(self, seat, choice) if free is None else free.check(self, seat, choice)

    def play(self, seat: SupportsIndex, choice: Choice) -> list[Event]:
        """Carry out a choice and go on to the next decision.

        Returns:
            The events, to be cut with `Book.seen_by` before anyone reads them.

        Raises:
            ValueError: `check` refuses the choice, or the seat is not asked. Nothing has changed
                then.
        """
        seat = seat if isinstance(seat, int) else _seat(seat)
        if seat not in self.asked:
            raise self._not_asked(seat)
        why = self.check(seat, choice)
        if why is not None:
            raise ValueError(f"{choice!r:.200} is refused: {why}.")
        return self.play_unchecked(seat, choice)

    def play_unchecked(self, seat: SupportsIndex, choice: Choice) -> list[Event]:
        """Play a choice known to be legal, in less time than `play`; any other breaks the game.

        Legal is what `choices` or `likely_offers` lists and what `check` passes.
        """
        seat = seat if isinstance(seat, int) else _seat(seat)
        if seat not in self.asked:
            raise self._not_asked(seat)
        events: list[Event] = []
        self.told = events
        step = self.book.steps[self.stack[-1][0]]
        free = self.book.free_by_do.get(choice.do) if step.free else None
        # First of all, so that `go_on` runs what the choice pushes. A sealed step waits for others.
        if not step.sealed:
            self.asked = ()
        if free is None:
            step.apply(self, seat, choice)
        else:
            free.apply(self, seat, choice)
        if not self.asked:
            self.go_on()
        return events

    def wish(self, seat: SupportsIndex, wants: Iterable[str]) -> None:
        """Note when to ask `seat` out of turn, and whether for bids and all counter-offers (T4).

        Args:
            seat: The seat that wishes.
            wants: Names of windows, `"bids"`, `"no_counter"`.

        Raises:
            ValueError: A wish does not exist.
        """
        seat = self.book.seat_of(seat)
        self.wants = replaced(self.wants, seat, wishes(wants))

    def view(self, seat: SupportsIndex) -> View:
        """Return everything `seat` may see, by piece; what is hidden appears as a count.

        Per-seat pieces are lists by seat. Piles are bytes of kinds.
        """
        seat = self.book.seat_of(seat)
        # Hot: the open pieces of the core are read in one go; `book.pieces` is the full table.
        view: View = dict(zip(_OPEN_NAMES, _read_open(self), strict=True))
        view["seat"] = seat
        for name in _OPEN_BY_SEAT:
            view[name] = list(view[name])
        for piece in self.book.other_pieces:
            view[piece.name] = self.seen(piece, seat)
        if self.offers:
            view["offers"] = tuple([offer_for(offer, seat) for offer in self.offers])
        if self.accepts:
            view["accepts"] = tuple([accept_for(accept, seat) for accept in self.accepts])
        return view

    def copy(self) -> "Game":
        """Return an independent game at the same point, in about half a microsecond."""
        new = Game.__new__(Game)
        new.book = self.book
        new.told = []
        self.copy_to(new)
        return new

    def __copy__(self) -> "Game":
        return self.copy()

    def __deepcopy__(self, memo: Any) -> "Game":
        return self.copy()

    def redealt(self, seat: SupportsIndex, chance: Random, shown: Shown | None = None) -> "Game":
        """Return a game with the same view for `seat`, in which all that it hides is dealt anew.

        The hands of others, hidden piles and later shuffles are dealt again, and sealed answers of
        others are asked for again, so nothing hidden decides what becomes of it. The others have no
        wishes: call `wish` for them. The same `chance` deals the same cards.

        Args:
            seat: The seat whose knowledge is kept.
            chance: The source of the new deal.
            shown: What everybody knows from the events so far, such as which cards were shuffled to
                make the draw pile. Without it, past events do not count, only standing offers do.

        Raises:
            TypeError: `chance` is not a `random.Random`.
            ValueError: `shown` has followed another game, or not all of this one.
        """
        seat = self.book.seat_of(seat)
        if not isinstance(chance, Random):
            given = type(chance).__name__
            raise TypeError(f"chance is a random.Random, such as Random(1), not a {given}.")
        if shown is None:
            shown = Shown(self)
        else:
            shown.look(self)
        new = self.copy()
        redeal(new, self.book.pieces, frozenset(self.book.kinds), seat, chance, shown)
        new.step.forget(new, seat)
        return new

    @property
    def result(self) -> Result:
        """Scores, places by coins alone, and the winners by the book's tie-break."""
        seats = range(self.book.players)
        scores = tuple([self.fold(SCORE, len(self.coins[seat]), seat) for seat in seats])
        places = tuple([1 + sum(other > score for other in scores) for score in scores])
        tied = [seat for seat, place in enumerate(places) if place == 1]
        for leaves in self.book.ties:
            tied = leaves(self, tied)
        return Result(scores, places, tuple(tied))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.book is other.book and self.key() == other.key()

    def __hash__(self) -> int:
        return super().__hash__()

    def __getstate__(self) -> dict[str, Any]:
        return {"book": self.book, **super().__getstate__()}

    def __setstate__(self, values: dict[str, Any]) -> None:
        super().__setstate__(values)
        self.told = []

    def __repr__(self) -> str:
        return f"<Game of {self._now()}>"

    def __str__(self) -> str:
        return in_words(self, self._now())

    def _repr_html_(self) -> str:
        """Return the table for a notebook."""
        return f"<pre>{escape(str(self))}</pre>"

    def _now(self) -> str:
        asked = " and ".join([f"seat {seat}" for seat in self.asked])
        now = f"{asked} asked: {self.step.ask}" if asked else "over"
        return f"{self.book.variant}, {self.book.players} players, turn {self.turn}, {now}"

    def _not_asked(self, seat: int) -> ValueError:
        self.book.seat_of(seat)
        if not self.asked:
            return ValueError(f"Seat {seat} is not asked: the game is over.")
        asked = " and ".join([str(other) for other in self.asked])
        who = f"seat {asked} is" if len(self.asked) == 1 else f"seats {asked} are"
        return ValueError(f"Seat {seat} is not asked; {who}.")

    # -- for steps and rules -----------------------------------------------------------------

    def seen(self, piece: Piece, seat: int) -> Any:
        """Cut a piece to what `seat` may see by its audience; `view` cuts offers and accepts."""
        value = self.piece(piece.name)
        if piece.audience == EVERYONE:
            return list(value) if piece.per_seat else value
        if piece.audience == OWNER:
            counts = [len(cards) for cards in value]
            counts[seat] = value[seat]
            return counts
        return len(value)

    def tell(self, event: Event) -> None:
        """Note what happened; each reader's part is cut from it later."""
        self.told.append(event)

    def ask(self, *seats: int) -> None:
        """Put the question of the step on top to these seats."""
        self.asked = seats

    @property
    def step(self) -> Step:
        """The step on top, whose question is open."""
        return self.book.steps[self.stack[-1][0]]

    @property
    def step_of_turn(self) -> Step:
        """The running step of the turn or of the ending; steps it has pushed are part of it."""
        # The turn or the ending lies lowest, then its running step; between two it lies alone.
        return self.book.steps[self.stack[:2][-1][0]]

    @property
    def memory(self) -> tuple[int, ...]:
        """The memory of the step on top."""
        return self.stack[-1][1]

    def remember(self, *memory: int) -> None:
        """Replace the memory of the step on top."""
        number = self.stack[-1][0]
        self.leave()
        self.stack += ((number, memory),)

    def push(self, step: str, *memory: int) -> None:
        """Put a step on top of the stack; it runs before anything else goes on."""
        book = self.book
        number = book.number[step]
        self.stack += ((number, memory or book.steps[number].memory),)

    def leave(self) -> None:
        """Take the step on top off the stack."""
        self.stack = self.stack[:-1]

    def finish(self) -> None:
        """End the game: only the steps of the ending are still to come (B13)."""
        self.stack = ()
        self.push("ending")

    def go_on(self) -> None:
        """Run steps until a seat must decide or the game is over."""
        steps = self.book.steps
        while not self.asked and not self.over:
            steps[self.stack[-1][0]].resume(self)

    def clockwise(self) -> list[int]:
        """Return all seats, from the active player on."""
        players = self.book.players
        return [(self.active + turn) % players for turn in range(players)]

    def reasons(self, deed: Deed[*What]) -> tuple[Callable[["Game", int, *What], str | None], ...]:
        """Return the rules that may refuse a deed, for callers that ask about many of them."""
        return self.book.refusals.get(deed, ())  # type: ignore[return-value]  # kept by its deed

    def refuses(self, deed: Deed[*What], seat: int, *what: *What) -> str | None:
        """Return the first reason why `seat` may not do this, or None."""
        reasons = self.book.refusals.get(deed)
        if reasons is not None:
            arguments = (self, seat, *what)
            for reason in reasons:
                why = reason(*arguments)
                if why is not None:
                    return why
        return None

    def changes(self, value: Value[*What]) -> tuple[Callable[[int, "Game", int, *What], int], ...]:
        """Return the rules that change a value, in order, for callers that ask at each decision."""
        return self.book.changes.get(value, ())  # type: ignore[return-value]  # kept by its value

    def fold(self, value: Value[*What], start: int, seat: int, *what: *What) -> int:
        """Return the value for `seat` after all rules that change it, beginning with `start`."""
        changes = self.book.changes.get(value)
        if changes is not None:
            for change in changes:
                start = change(start, self, seat, *what)
        return start

    def react(self, moment: Moment[*What], seat: int, *what: *What) -> None:
        """Let the rules react to what happened to `seat`."""
        reactions = self.book.reactions.get(moment)
        if reactions is not None:
            arguments = (self, seat, *what)
            for reaction in reactions:
                reaction(*arguments)


def _seat(seat: SupportsIndex) -> int:
    """Return a whole number of another type as Python's own: it would find no card."""
    try:
        return index(seat)
    except TypeError:
        raise TypeError(f"A seat is a whole number, not {seat!r:.60}.") from None


def wishes(wants: Iterable[str]) -> frozenset[str]:
    """Return the questions that a seat wants as a set.

    Raises:
        ValueError: `wants` is a single string, or a wish does not exist.
    """
    if isinstance(wants, str):
        raise ValueError(f"Wishes are a list, such as [{wants!r:.60}].")
    names = list(wants)
    for name in names:
        if name not in WISHES:
            known = ", ".join(sorted(WISHES))
            raise ValueError(f"There is no wish called {name!r:.60}; choose from {known}.")
    return frozenset(names)


def _not_plain(parts: tuple[Any, ...]) -> Any:
    """Return a value that is not plain, or holds one: a NumPy integer would find no card."""
    for part in parts:
        if isinstance(part, tuple):
            odd = _not_plain(part)
            if odd is not None:
                return odd
        elif type(part) not in _PLAIN:
            return part
    return None


_PLAIN: Final = frozenset({int, bool, str, bytes, type(None)})
