"""A rulebook: a variant compiled for a number of players, and the verbs that play it.

    state = book.start(seed)
    while decisions := book.to_decide(state):
        seat = decisions[0].seat
        book.apply(state, seat, book.choices(state, seat)[0])
    book.result(state)

The rulebook never changes; everything that does is in the state. A game runs as a stack of steps
kept in the state, so a state can be copied, pickled and gone on with anywhere.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple

from arena.rules import cards as card_table
from arena.rules.chance import shuffled
from arena.rules.choices import Choice
from arena.rules.events import KINDS, Event, EventKind, seen_alike, seen_by
from arena.rules.rule import (
    FOLD_STAGES,
    Fold,
    FreeChoice,
    Negotiation,
    Place,
    Refusal,
    Rule,
    Source,
    Tables,
    VariantError,
    Waiver,
)
from arena.rules.state import (
    EVERYONE,
    OWNER,
    PIECES,
    Decision,
    Piece,
    State,
    accept_for,
    offer_for,
)
from arena.rules.steps.step import Step

# Counts every change of the rules that alters any game; records and rating pools carry it.
RULES_VERSION = "2"

View = dict[str, Any]


class Result(NamedTuple):
    """The end of a game, by seat. `places`: 1 is best; equal coins share the better place.

    `winner` is the one seat, or the several, that the book's tie-break leaves.
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...]


# The core's pieces that everyone may see.
OPEN_NAMES = tuple(piece.name for piece in PIECES if piece.audience == EVERYONE)
OPEN_BY_SEAT = tuple(p.name for p in PIECES if p.audience == EVERYONE and p.per_seat)
_read_open = attrgetter(*OPEN_NAMES)

# A refusal as compiled, waivers included: (book, state, seat, *what) → reason or None.
Reason = Callable[..., str | None]


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook:
    """A compiled rulebook. Made by `compile_rulebook`, which caches it: compare by identity."""

    variant: str
    title: str
    players: int
    tables: Tables
    negotiation: Negotiation
    rules: tuple[Rule, ...]
    # What the compiler makes of the rules, for quick use in play:
    kinds: tuple[int, ...]  # kinds in the deck, most frequent first
    earns: tuple[tuple[int, ...], ...]  # by kind: coins for n cards
    steps: tuple[Step, ...]
    number: dict[str, int]  # a step's place in `steps`, by name
    turn: tuple[int, ...]
    ending: tuple[int, ...]
    free: tuple[FreeChoice, ...]
    free_by_do: dict[str, FreeChoice]
    places: tuple[Place, ...]
    places_by_do: dict[str, Place]
    sources: dict[str, Source]
    refusals: dict[str, tuple[Reason, ...]]
    folds: dict[str, tuple[Fold, ...]]
    after: dict[str, tuple[Any, ...]]
    pieces: tuple[Piece, ...]
    own_pieces: tuple[Piece, ...]  # those of `pieces` that rules bring
    other_pieces: tuple[Piece, ...]  # those of `pieces` that are not simply open to all
    secrets: dict[str, tuple[str, ...]]

    # -- the verbs -------------------------------------------------------------------------

    def start(self, seed: bytes, wants: Sequence[frozenset[str]] = ()) -> State:
        """A new game. Seat 0 is the starting player; the same seed deals the same game (B2).

        `wants`: by seat, as for `wish`; with none the first window asks nobody.
        """
        state = State()
        players = self.players
        state.seed = seed
        state.turn, state.active, state.run_outs, state.round = 1, 0, 0, 0
        state.ended = state.over = False
        deck = bytes(
            kind
            for name, count in self.tables.deck.items()
            for kind in (card_table.KIND[name],) * count
        )
        state.draw_pile, state.shuffles = shuffled(deck, seed, 0), 1
        state.hands = []
        for count in self.tables.deal:
            state.hands.append(state.draw_pile[: -count - 1 : -1])
            state.draw_pile = state.draw_pile[:-count]
        state.fields = [(b"",) * self.tables.fields] * players
        state.coins = [b""] * players
        state.set_aside = [b""] * players
        state.turned_over = state.discard = b""
        state.offers, state.accepts, state.next_id = (), (), 1
        state.silent = (False,) * players
        state.answers = (None,) * players
        state.wants = tuple(wants) or (frozenset(),) * players
        state.extra = {
            piece.name: (piece.start,) * players if piece.per_seat else piece.start
            for piece in self.own_pieces
        }
        state.stack, state.asked = ((self.number["turn"], 0),), ()
        for seat in range(players):
            self.react("deal", state, seat, [])
        self.go_on(state, [])
        return state

    def to_decide(self, state: State) -> tuple[Decision, ...]:
        """The open questions; several only when they are sealed. Empty: the game is over."""
        if not state.asked:
            return ()
        step = self.steps[state.stack[-1][0]]
        return tuple([Decision(seat, step.ask, step.sealed) for seat in state.asked])

    def choices(self, state: State, seat: int) -> list[Choice]:
        """What `seat` may choose, complete except for offers; index 0 is the safest."""
        step = self.steps[state.stack[-1][0]]
        listed = step.choices(self, state, seat)
        if step.free:
            for free in self.free:
                listed += free.choices(self, state, seat)
        return listed

    def check(self, state: State, seat: int, choice: Choice) -> str | None:
        """Why `choice` is refused, or None if it is legal. The authority, for offers too.

        The reason depends on nothing that is hidden from `seat` (T5).
        """
        if seat not in state.asked:
            return "it is not your decision"
        step = self.steps[state.stack[-1][0]]
        free = self.free_by_do.get(choice.do) if step.free else None
        if free is None:
            return step.check(self, state, seat, choice)
        return free.check(self, state, seat, choice)

    def apply(self, state: State, seat: int, choice: Choice) -> list[Event]:
        """Carry out a legal choice, change `state`, and go on to the next decision.

        Only choices that `choices` lists or `check` passes may be given. Returns the events, to be
        cut with `seen_by` before anyone reads them.
        """
        events: list[Event] = []
        step = self.steps[state.stack[-1][0]]
        free = self.free_by_do.get(choice.do) if step.free else None
        if free is None:
            step.apply(self, state, seat, choice, events)
        else:
            free.apply(self, state, seat, choice, events)
            state.asked = ()
        if not state.asked:
            self.go_on(state, events)
        return events

    def wish(self, state: State, seat: int, wants: frozenset[str]) -> None:
        """Note which windows, and whether opening bids, `seat` wants to be asked in (T4)."""
        wanted = list(state.wants)
        wanted[seat] = wants
        state.wants = tuple(wanted)

    def view(self, state: State, seat: int) -> View:
        """All that `seat` may see: piece → value; what is hidden appears as a count.

        Per-seat pieces are lists by seat. Piles are bytes of kinds.
        """
        # Read in one sweep what all may see of the core's pieces; the table is `pieces`.
        view: View = dict(zip(OPEN_NAMES, _read_open(state), strict=True))
        view["seat"] = seat
        for name in OPEN_BY_SEAT:
            view[name] = list(view[name])
        for piece in self.other_pieces:
            value = state.piece(piece.name)
            if piece.audience == EVERYONE:
                view[piece.name] = list(value) if piece.per_seat else value
            elif piece.audience == OWNER:
                counts = [len(cards) for cards in value]
                counts[seat] = value[seat]
                view[piece.name] = counts
            else:
                view[piece.name] = len(value)
        if state.offers:
            view["offers"] = tuple([offer_for(offer, seat) for offer in state.offers])
        if state.accepts:
            view["accepts"] = tuple([accept_for(accept, seat) for accept in state.accepts])
        return view

    def seen_alike(self, event: Event) -> bool:
        """Whether all seats see the event alike."""
        return seen_alike(event, self.secrets)

    def seen_by(self, event: Event, seat: int) -> Event:
        """The event as `seat` may see it."""
        return seen_by(event, seat, self.secrets)

    def result(self, state: State) -> Result:
        """Scores, places by coins alone, and the winner by the book's tie-break."""
        scores = tuple(
            [
                self.fold("score", len(state.coins[seat]), state, seat)
                for seat in range(self.players)
            ]
        )
        places = tuple([1 + sum(other > score for other in scores) for score in scores])
        tied = [seat for seat, place in enumerate(places) if place == 1]
        for rule in reversed(self.rules):  # an expansion's tie-break comes before its game's
            if rule.ties is not None and len(tied) > 1:
                tied = rule.ties(self, state, tied)
        return Result(scores, places, tuple(tied))

    # -- used by steps and rules -------------------------------------------------------------

    def push(self, state: State, step: str, *memory: int) -> None:
        """Put a step on top of the stack; it runs before anything else goes on."""
        state.stack += ((self.number[step], *memory),)

    def finish(self, state: State) -> None:
        """End the game: only the steps of the ending are still to come (B13)."""
        state.stack = ((self.number["ending"], 0),)

    def refuses(self, about: str, state: State, seat: int, *what: int) -> str | None:
        """The first reason against planting, harvesting, giving or passing; None if nothing is."""
        for reason in self.refusals[about]:
            why = reason(self, state, seat, *what)
            if why is not None:
                return why
        return None

    def fold(self, name: str, value: int, state: State, seat: int, *what: Any) -> int:
        """`value` after all rules that change it."""
        for fold in self.folds[name]:
            value = fold.change(value, self, state, seat, *what)
        return value

    def react(self, what: str, state: State, seat: int, events: list[Event], *more: Any) -> None:
        """Let the rules react to what happened to `seat`."""
        for then in self.after[what]:
            then(self, state, seat, events, *more)

    def has_beans(self, cards: bytes) -> bool:
        """Whether a hand holds anything that could be played (B12)."""
        return not all(map(card_table.is_order, cards))

    def go_on(self, state: State, events: list[Event]) -> None:
        """Run steps until somebody must decide or the game is over."""
        steps = self.steps
        while not state.asked and not state.over:
            steps[state.stack[-1][0]].resume(self, state, events)


def assemble(
    variant: str,
    title: str,
    tables: Tables,
    negotiation: Negotiation,
    rules: tuple[Rule, ...],
    common_steps: tuple[Step, ...],
) -> Rulebook:
    """Sort the hooks of `rules` into a rulebook. Raises VariantError where two rules collide."""
    steps = dict.fromkeys(
        (*common_steps, *tables.turn, *tables.ending, *(s for rule in rules for s in rule.steps))
    )
    number = {step.name: at for at, step in enumerate(steps)}
    free = tuple(free for rule in rules for free in rule.free)
    places = tuple(place for rule in rules for place in rule.places)
    kinds = sorted(
        (card_table.KIND[name] for name in tables.deck),
        key=lambda kind: -tables.deck[card_table.NAMES[kind]],
    )
    waivers = [waiver for rule in rules for waiver in rule.waive]
    # Two rules may name the same piece, as buying and opening a third field do.
    own_pieces = tuple(dict.fromkeys(piece for rule in rules for piece in rule.pieces))
    return Rulebook(
        variant=variant,
        title=title,
        players=tables.players,
        tables=tables,
        negotiation=negotiation,
        rules=rules,
        kinds=tuple(kinds),
        earns=tuple(
            card_table.earns(tables.meters.get(bean.name, bean.meter), bean.copies)
            for bean in card_table.BEANS
        ),
        steps=tuple(steps),
        number=number,
        turn=tuple(number[step.name] for step in tables.turn),
        ending=tuple(number[step.name] for step in tables.ending),
        free=free,
        free_by_do={choice.do: choice for choice in free},
        places=places,
        places_by_do={place.do: place for place in places},
        sources={source.name: source for rule in rules for source in rule.sources},
        refusals={
            about: tuple(
                _with_waivers(refusal, waivers)
                for rule in rules
                for refusal in rule.refuse
                if refusal.about == about
            )
            for about in ("plant", "harvest", "give", "pass")
        },
        folds={
            value: _in_stages(value, rules)
            for value in ("harvest", "price", "draw", "plant_limit", "score")
        },
        after={
            what: tuple(after.then for rule in rules for after in rule.after if after.what == what)
            for what in ("harvest", "stew", "plant", "draw", "trade", "deal", "pay", "building")
        },
        pieces=PIECES + own_pieces,
        own_pieces=own_pieces,
        other_pieces=tuple(piece for piece in PIECES if piece.audience != EVERYONE) + own_pieces,
        secrets={kind.name: kind.secret for kind in _event_kinds(rules) if kind.secret},
    )


def _event_kinds(rules: tuple[Rule, ...]) -> tuple[EventKind, ...]:
    return KINDS + tuple(kind for rule in rules for kind in rule.events)


def _with_waivers(refusal: Refusal, waivers: list[Waiver]) -> Reason:
    lifting = [waiver.applies for waiver in waivers if waiver.name == refusal.name]
    if not lifting:
        return refusal.reason

    def reason(book: Rulebook, state: State, seat: int, *what: int) -> str | None:
        why = refusal.reason(book, state, seat, *what)
        if why is not None and any(lifts(book, state, seat, *what) for lifts in lifting):
            return None
        return why

    return reason


def _in_stages(value: str, rules: tuple[Rule, ...]) -> tuple[Fold, ...]:
    folds = [(fold, rule) for rule in rules for fold in rule.folds if fold.value == value]
    owner: dict[str, str] = {}
    for fold, rule in folds:
        if fold.stage == "replace":
            if fold.key in owner:
                raise VariantError(
                    f"{owner[fold.key]} and {rule.name} both replace {value} ({fold.key or 'all'})"
                )
            owner[fold.key] = rule.name
    folds.sort(key=lambda pair: FOLD_STAGES.index(pair[0].stage))
    return tuple(fold for fold, _ in folds)
