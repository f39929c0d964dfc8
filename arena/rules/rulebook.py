"""A rulebook: a variant compiled for a number of players, which starts its games.

A rulebook never changes; everything that does is in the game. See decision 1 (docs/decisions/).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from random import Random
from typing import Any, SupportsIndex, TypeVar

from arena.rules.cards import BEANS, KIND, ONE, earns
from arena.rules.chance import shuffled
from arena.rules.choices import do_of
from arena.rules.events import KINDS
from arena.rules.game import Book, Game, Negotiation, Reason, Step, Tables, wishes
from arena.rules.hooks import DEALT, STAGES, Refusal, Waiver
from arena.rules.known_cards import Shown
from arena.rules.plain_data import all_cards, fill_piles, read_view
from arena.rules.rule import Rule, VariantError
from arena.rules.state import EVERYONE, PIECES, Decision, Stack

Hook = TypeVar("Hook")

# Counts every change of the rules that alters any game; records and rating pools carry it.
RULES_VERSION = "3"


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook(Book):
    """A compiled rulebook. `compile_rulebook` makes and caches it: compare by identity."""

    rules: tuple[Rule, ...]

    def start(self, seed: bytes | SupportsIndex, wants: Sequence[Iterable[str]] = ()) -> Game:
        """Return a new game. Seat 0 starts; the same seed deals the same game (B2).

        Args:
            seed: Bytes or a whole number.
            wants: By seat, as for `Game.wish`. Without it, the first window asks nobody.

        Raises:
            TypeError: The seed is neither bytes nor a whole number.
            ValueError: A wish does not exist, or `wants` has another number of seats.
        """
        if isinstance(wants, str):
            raise ValueError(
                f"Each seat has a list of wishes of its own, such as [{[wants]!r:.60}, …]."
            )
        if wants and len(wants) != self.players:
            raise ValueError(f"There are {self.players} seats and wishes for {len(wants)}.")
        # Games have no `__init__`: a copy sets the same attributes from another game.
        game = Game.__new__(Game)
        game.book, game.told = self, []
        players = self.players
        game.seed = seed = _as_bytes(seed)
        game.turn, game.active, game.run_outs, game.round = 1, 0, 0, 0
        game.ended = game.over = False
        deck = b"".join([ONE[KIND[name]] * count for name, count in self.tables.deck.items()])
        game.draw_pile, game.shuffles = shuffled(deck, seed, 0), 1
        game.hands = []
        for count in self.tables.deal:
            # The last card of the pile is its top; the first one dealt is the front of the hand.
            game.hands.append(game.draw_pile[: -count - 1 : -1])
            game.draw_pile = game.draw_pile[:-count]
        game.fields = [(b"",) * self.tables.fields] * players
        game.coins = [b""] * players
        game.set_aside = [b""] * players
        game.turned_over = game.discard = b""
        game.offers, game.accepts, game.next_id = (), (), 1
        game.silent = (False,) * players
        game.answers = (None,) * players
        game.wants = tuple(map(wishes, wants)) or (frozenset(),) * players
        game.extra = {
            piece.name: (piece.start,) * players if piece.per_seat else piece.start
            for piece in self.own_pieces
        }
        game.stack, game.asked = (), ()
        game.push("turn")
        for seat in range(players):
            game.react(DEALT, seat)
        game.go_on()
        return game

    def imagine(
        self,
        view: Mapping[str, Any],
        question: Mapping[str, Any],
        chance: Random,
        shown: Shown | None = None,
    ) -> Game:
        """Return a game that a bot could be in, judging by the question that it was sent.

        It does for a question what `Game.redealt` does for a game. Nobody has wishes in it, and its
        choices are those of the question.

        Args:
            view: The `view` of the question.
            question: A `decide` message of the protocol, read from JSON.
            chance: The source of the deal.
            shown: As for `redealt`.

        Raises:
            ValueError: The view is of another rulebook.
        """
        if not isinstance(chance, Random):
            given = type(chance).__name__
            raise TypeError(f"chance is a random.Random, such as Random(1), not a {given}.")
        game = self.start(b"")
        whole = all_cards(game)
        try:
            read_view(game, view)
            game.ended = game.run_outs >= self.tables.last
            game.stack = tuple(
                [(self.number[name], tuple(memory)) for name, *memory in question["stack"]]
            )
            fill_piles(game, whole, view, chance)
            game.asked = (view["seat"],)
            return game.redealt(view["seat"], chance, shown)
        # The view comes from outside: a wrong one can fail anywhere above.
        except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
            what = f"{self.variant} with {self.players} players"
            why = f"{error} is missing" if isinstance(error, KeyError) else error
            raise ValueError(f"This is not a view and question of {what}: {why}.") from error


def _as_bytes(seed: bytes | SupportsIndex) -> bytes:
    if isinstance(seed, bytes):
        return seed
    try:
        return b"%d" % index(seed)
    except TypeError:
        raise TypeError(f"A seed is a whole number or bytes, not {seed!r:.60}.") from None


def assemble(
    variant: str,
    tables: Tables,
    negotiation: Negotiation,
    rules: tuple[Rule, ...],
    common_steps: tuple[Step, ...],
) -> Rulebook:
    """Sort the hooks of `rules` into a rulebook.

    Raises:
        VariantError: The rules do not fit together.
    """
    steps = dict.fromkeys(
        (*common_steps, *tables.turn, *tables.ending, *(s for rule in rules for s in rule.steps))
    )
    number = {step.name: at for at, step in enumerate(steps)}
    free = tuple(free for rule in rules for free in rule.free)
    places = tuple(place for rule in rules for place in rule.places)
    by_number = sorted(tables.deck, key=lambda name: -tables.deck[name])
    kinds_of_events = (*KINDS, *(kind for rule in rules for kind in rule.events))
    # Two rules may name the same piece, as buying and opening a third field do.
    own_pieces = tuple(dict.fromkeys(piece for rule in rules for piece in rule.pieces))
    return Rulebook(
        variant=variant,
        players=tables.players,
        tables=tables,
        negotiation=negotiation,
        rules=rules,
        kinds=tuple(KIND[name] for name in by_number),
        earns=tuple(earns(tables.meters.get(b.name, b.meter), b.copies) for b in BEANS),
        steps=tuple(steps),
        questions=tuple(
            tuple((Decision(seat, step.ask, step.sealed),) for seat in range(tables.players))
            for step in steps
        ),
        number=number,
        turn=_begun(tables.turn, number, number["turn"]),
        ending=_begun(tables.ending, number, number["ending"]),
        free=free,
        free_by_do={do_of(choice.record): choice for choice in free},
        places=places,
        places_by_do={do_of(place.record): place for place in places},
        sources={source.name: source for rule in rules for source in rule.sources},
        welcome=frozenset(do for rule in rules for do in rule.welcome),
        refusals=_reasons(rules),
        changes=_changes(rules),
        reactions=_by_point(each for rule in rules for each in rule.after),
        # The last rule first: the holder of the bean coin wins a tie before it goes by seat (C5).
        ties=tuple(rule.ties for rule in reversed(rules) if rule.ties is not None),
        pieces=PIECES + own_pieces,
        own_pieces=own_pieces,
        other_pieces=tuple(piece for piece in PIECES if piece.audience != EVERYONE) + own_pieces,
        secrets={kind.name: kind.secret for kind in kinds_of_events if kind.secret},
    )


def _begun(
    steps: tuple[Step, ...], number: dict[str, int], sequence: int
) -> tuple[tuple[Step, Stack], ...]:
    """Pair each step of a sequence with the whole stack with which it begins.

    The sequence lies at the bottom of the stack and counts the steps that have begun.
    """
    return tuple(
        (step, ((sequence, (begun,)), (number[step.name], step.memory)))
        for begun, step in enumerate(steps, start=1)
    )


def _by_point(hooks: Iterable[tuple[Any, Hook]]) -> dict[Any, tuple[Hook, ...]]:
    """Sort hooks by the point of the game where they step in, in their order."""
    by_point: dict[Any, tuple[Hook, ...]] = {}
    for point, hook in hooks:
        by_point[point] = (*by_point.get(point, ()), hook)
    return by_point


def _reasons(rules: tuple[Rule, ...]) -> dict[Any, tuple[Reason, ...]]:
    waivers = [waiver for rule in rules for waiver in rule.waive]
    refusals = [refusal for rule in rules for refusal in rule.refuse]
    for waiver in waivers:
        if waiver.refusal not in refusals:
            raise VariantError(f"A rule waives {waiver.refusal.name}, which no rule here brings.")
    return _by_point((refusal.deed, _with_waivers(refusal, waivers)) for refusal in refusals)


def _with_waivers(refusal: Refusal, waivers: list[Waiver]) -> Reason:
    refuses = refusal.reason
    lifting = [waiver.applies for waiver in waivers if waiver.refusal is refusal]
    if not lifting:
        return refuses

    def reason(game: Game, seat: int, *what: Any) -> str | None:
        why = refuses(game, seat, *what)
        if why is not None:
            for lifts in lifting:
                if lifts(game, seat, *what):
                    return None
        return why

    return reason


def _changes(rules: tuple[Rule, ...]) -> dict[Any, tuple[Callable[..., int], ...]]:
    folds = [(fold, rule.name) for rule in rules for fold in rule.folds]
    first: dict[tuple[Any, Any], str] = {}  # by value and key, the rule that replaces it
    for fold, name in folds:
        if fold.stage == "replace":
            value = (fold.value, fold.key)
            if value in first:
                replaced = f"{fold.value.name} ({fold.key or 'all'})"
                raise VariantError(f"{first[value]} and {name} both replace {replaced}.")
            first[value] = name
    folds.sort(key=lambda each: STAGES.index(each[0].stage))
    return _by_point((fold.value, fold.change) for fold, _ in folds)
