"""Rules: small records from which a rulebook is compiled.

A rule says where it is cited, what it changes in the tables, and which hooks it brings. The hooks
come in few families:

    edit      changes the tables (deck, fields, prices, turn, ending) when the book is compiled
    pieces    state of its own, with an audience
    events    events of its own
    steps     steps that its hooks push on the stack
    free      kinds of choice that are open in every own decision and in windows
    places    other places than a field where a due card may go
    sources   piles that cards may be traded from
    refuse    reasons against planting, harvesting or giving; another rule may waive one by name
    folds     values on their way: coins of a harvest, a price, cards to draw, a limit, the score
    after     reactions to what happened; they may push a step that asks somebody

Each hook takes (book, state, seat, …) and belongs to the seat it is asked about; a power is a rule
whose hooks look at the seat's buildings first.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from arena.rules.choices import Choice
from arena.rules.events import Event, EventKind
from arena.rules.state import Piece, State

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook
    from arena.rules.steps.step import Step


class VariantError(ValueError):
    """A variant that does not exist or may not be played; the message names the way out."""


class Negotiation(NamedTuple):
    """How much a step 2 may be talked about (T1)."""

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
    turn: tuple["Step", ...]
    ending: tuple["Step", ...]
    meters: dict[str, dict[int, int]] = field(default_factory=dict)

    def change(self, **changes: Any) -> "Tables":
        """A copy with the given entries changed."""
        return replace(self, **changes)


class FreeChoice(NamedTuple):
    """A kind of choice open in every own decision of the own turn and of step 3, and in windows.

    choices(book, state, seat)          the legal ones, the safest first
    check(book, state, seat, choice)    None, or why it is refused
    apply(book, state, seat, choice, events)
    record                              what such a choice is made of, to read it from its parts
    """

    do: str
    record: Callable[..., Choice]
    choices: Callable[["Rulebook", State, int], list[Choice]]
    check: Callable[["Rulebook", State, int, Any], str | None]
    apply: Callable[["Rulebook", State, int, Any, list[Event]], None]


class Place(NamedTuple):
    """A place other than a field for a card that is due in a step (a store, the hand, the discard).

    choices(book, state, seat, step name, card), check and apply as for a free choice; the step
    has seen that such a card is due, and has taken it from `origin`, before `apply` is called.
    apply(book, state, seat, choice, origin, events)
    """

    do: str
    record: Callable[..., Choice]
    choices: Callable[["Rulebook", State, int, str, int], list[Choice]]
    check: Callable[["Rulebook", State, int, str, Any], str | None]
    apply: Callable[["Rulebook", State, int, Any, str, list[Event]], None]


class Source(NamedTuple):
    """A pile that cards may be traded from: read(state, seat) and write(state, seat, pile)."""

    name: str
    active_only: bool
    read: Callable[[State, int], bytes]
    write: Callable[[State, int, bytes], None]


class Refusal(NamedTuple):
    """A reason against something: `about` is "plant", "harvest", "give" or "pass".

    reason(book, state, seat, *what) gives a sentence or None; what = (card, field) for plant,
    (field,) for harvest, (card,) for give, () for passing in step 1.
    """

    name: str
    about: str
    reason: Callable[..., str | None]


class Waiver(NamedTuple):
    """Lifts the refusal `name` where applies(book, state, seat, *what) says so."""

    name: str
    applies: Callable[..., bool]


class Fold(NamedTuple):
    """Changes a value on its way: change(value, book, state, seat, *what) gives the new one.

    `value` is "harvest" (what: field), "price", "draw", "plant_limit" or "score". Folds run in the
    order of their stages: replace, add, finally. Two that replace the same value under one `key`
    are refused when the book is compiled.
    A harvest may depend on nothing but the seat's own fields and pieces.
    """

    value: str
    stage: str
    change: Callable[..., int]
    key: str = ""


class After(NamedTuple):
    """A reaction: then(book, state, seat, events, *what).

    `what` is "harvest" (field, cards, coins), "stew" (coins), "plant" (card, field), "draw"
    (count), "trade" (with, gave, got), "pay" (cards), "building" (name) or "deal" (nothing).
    """

    what: str
    then: Callable[..., None]


FOLD_STAGES = ("replace", "add", "finally")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: what it is called, where it is cited, what it says and what it does.

    `needs` and `clashes` name other parts of the variant; `removes` rules of the preset that it
    replaces; `brings` further rules; `players` the counts it allows (empty: any). `part` marks
    rules that a variant names itself: "expansion" or "option"; `title` is their line in the
    catalogue. `data` gives the numbers and lists
    that a bot needs of the rule, as plain JSON values.
    """

    name: str
    cites: str
    text: str
    part: str = ""
    title: str = ""
    players: tuple[int, ...] = ()
    needs: tuple[str, ...] = ()
    clashes: tuple[str, ...] = ()
    removes: tuple[str, ...] = ()
    brings: tuple["Rule", ...] = ()
    data: Callable[[Tables], dict[str, Any]] | None = None
    edit: Callable[[Tables], Tables] | None = None
    pieces: tuple[Piece, ...] = ()
    events: tuple[EventKind, ...] = ()
    steps: tuple["Step", ...] = ()
    free: tuple[FreeChoice, ...] = ()
    places: tuple[Place, ...] = ()
    sources: tuple[Source, ...] = ()
    refuse: tuple[Refusal, ...] = ()
    waive: tuple[Waiver, ...] = ()
    folds: tuple[Fold, ...] = ()
    after: tuple[After, ...] = ()
    ties: Callable[["Rulebook", State, list[int]], list[int]] | None = None
