"""Rules: small records from which a rulebook is compiled.

A rule says what it is called and cited by, what it changes in the tables, and which hooks it
brings. There are ten families of hooks:

    edit      changes the tables (deck, fields, prices, turn, ending) when the book is compiled
    pieces    state that the rule adds, with an audience
    events    events that the rule adds
    steps     steps that its hooks push on the stack
    free      kinds of choice that are open at the decisions of your turn and in windows
    places    places other than a field where a card that is due may go
    sources   piles that cards may be traded from
    refuse    reasons against a deed, and `waive`: lifts a reason of another rule
    folds     changes of a value: the coins of a harvest, a price, cards to draw, the score
    after     reactions to what happened; they may push a step that asks somebody

The last three are hooked to the points of `hooks.py`. Each hook takes (game, seat, …) and is about
that seat; a power is a rule whose hooks look at the seat's buildings first.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple

from arena.rules.choices import Choice
from arena.rules.events import EventKind
from arena.rules.game import Game
from arena.rules.hooks import After, Fold, Refusal, Waiver
from arena.rules.state import Piece
from arena.rules.steps.step import Step


class VariantError(ValueError):
    """A variant that does not exist or cannot be played; the message names the way out."""


class Negotiation(NamedTuple):
    """How much may be negotiated in a step 2 (T1)."""

    rounds: int = 5
    offers: int = 3  # of the active player, in a round
    replies: int = 2  # of each other seat, in an answer


@dataclass(frozen=True, slots=True)
class Tables:
    """The numbers of a game for one count of players.

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
        """The windows of a turn, by name; with none nobody acts out of turn."""
        return tuple(step.name for step in self.turn if step.ask == "window")

    def change(self, **changes: Any) -> "Tables":
        """A copy with the given entries changed."""
        return replace(self, **changes)


class FreeChoice:
    """A kind of choice open at the decisions of your turn, in step 3, and in windows (T4).

    `do` is its name; `record` what such a choice is made of, to read it from its parts.
    """

    do = ""
    record: ClassVar[Callable[..., Choice]]

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """The legal ones, the safest first."""
        raise NotImplementedError

    def check(self, game: Game, seat: int, choice: Any) -> str | None:
        """Why the choice is refused, or None."""
        raise NotImplementedError

    def apply(self, game: Game, seat: int, choice: Any) -> None:
        """Carry out a legal choice."""
        raise NotImplementedError


class Place:
    """A place other than a field for a card that is due in a step (a store, the hand, the discard).

    `do` names the choice to put it there; `record` is what such a choice is made of. `step` is
    the name of the step, which has seen that such a card is due.
    """

    do = ""
    record: ClassVar[Callable[..., Choice]]

    def choices(self, game: Game, seat: int, step: str, card: int) -> list[Choice]:
        """The legal ones for this card, the safest first."""
        raise NotImplementedError

    def check(self, game: Game, seat: int, step: str, choice: Any) -> str | None:
        """Why the choice is refused, or None."""
        raise NotImplementedError

    def apply(self, game: Game, seat: int, choice: Any, origin: str) -> None:
        """Put the card there; the step has taken it from `origin`."""
        raise NotImplementedError


class Source(NamedTuple):
    """A pile that cards may be traded from: read(game, seat) and write(game, seat, pile)."""

    name: str
    active_only: bool
    read: Callable[[Game, int], bytes]
    write: Callable[[Game, int, bytes], None]


class Listing(NamedTuple):
    """A table that a rule adds to the printed rulebook.

    Each row begins with a name; the rule of that name, if there is one, is told in its last column.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Text = str | Callable[[Tables], str]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: what it is called, where it is cited, what it says and what it does.

    `text` is a function of the tables where its words depend on them. `needs` and `clashes` name
    other parts of the variant (a clash, those that stand before it in `PARTS`); `removes` names
    rules of the preset that this one replaces; `brings` adds further rules; `players` are the
    numbers it allows (empty: any). `part` marks rules that a variant names itself, "expansion" or
    "option"; `title` is their line in the catalogue. `data` gives the numbers and lists of the rule
    that a bot needs, as plain JSON; `listing` what is printed of them as a table.
    """

    name: str
    cites: str
    text: Text
    part: str = ""
    title: str = ""
    players: tuple[int, ...] = ()
    needs: tuple[str, ...] = ()
    clashes: tuple[str, ...] = ()
    removes: tuple[str, ...] = ()
    brings: tuple["Rule", ...] = ()
    data: Callable[[Tables], dict[str, Any]] | None = None
    listing: Callable[[Tables], Listing] | None = None
    edit: Callable[[Tables], Tables] | None = None
    pieces: tuple[Piece, ...] = ()
    events: tuple[EventKind, ...] = ()
    steps: tuple[Step, ...] = ()
    free: tuple[FreeChoice, ...] = ()
    places: tuple[Place, ...] = ()
    sources: tuple[Source, ...] = ()
    refuse: tuple[Refusal, ...] = ()
    waive: tuple[Waiver, ...] = ()
    folds: tuple[Fold, ...] = ()
    after: tuple[After, ...] = ()
    ties: Callable[[Game, list[int]], list[int]] | None = None

    def says(self, tables: Tables) -> str:
        """The rule in words, for the game with these tables."""
        return self.text if isinstance(self.text, str) else self.text(tables)
