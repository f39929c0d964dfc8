"""Hooks: the points of a game at which rules may have a say.

    Moment   something has happened, and rules may react: `HARVESTED.then(reaction)`
    Deed     something that rules may forbid: `TO_PLANT.refuse("name", reason)`
    Value    a number that rules may change: `SCORE.fold("add", change)`

Each point declares its arguments besides the game and the seat, so the type checker checks every
hook against its point, and no rule can hook into something that does not exist. The points of the
basic game are below; an expansion adds further ones in the same way, in its file.
"""

from collections.abc import Callable
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar, TypeVarTuple

from arena.rules.choices import CardAt
from arena.rules.state import State

# The game, which knows its hooks and so stands above them.
Game = TypeVar("Game", bound=State)
What = TypeVarTuple("What")

Stage = Literal["replace", "add", "finally"]
STAGES: tuple[Stage, ...] = ("replace", "add", "finally")


class Moment(Generic[*What]):
    """Something that has happened to a seat; rules may react, and push a step that asks."""

    def __init__(self, name: str) -> None:
        self.name = name

    def then(self, reaction: Callable[[Game, int, *What], None]) -> "Reaction":
        """The hook of a rule: reaction(game, seat, …) runs each time."""
        return Reaction(self, reaction)


class Reaction(NamedTuple):
    """A reaction of a rule, made by `Moment.then`."""

    moment: Moment[*tuple[Any, ...]]
    reaction: Callable[..., None]


class Deed(Generic[*What]):
    """Something that a seat may want to do and rules may forbid."""

    def __init__(self, name: str) -> None:
        self.name = name

    def refuse(self, name: str, reason: Callable[[Game, int, *What], str | None]) -> "Refusal":
        """The hook of a rule: reason(game, seat, …) gives a sentence, or None if it may be done."""
        return Refusal(name, self, reason)


class Refusal(NamedTuple):
    """A reason of a rule against a deed, made by `Deed.refuse`."""

    name: str
    deed: Deed[*tuple[Any, ...]]
    reason: Callable[..., str | None]

    def waive(self, applies: Callable[..., bool]) -> "Waiver":
        """The hook of another rule: lifts this refusal where applies(game, seat, …) says so."""
        return Waiver(self, applies)


class Waiver(NamedTuple):
    """Lifts a refusal of another rule, made by `Refusal.waive`."""

    refusal: Refusal
    applies: Callable[..., bool]


class Value(Generic[*What]):
    """A number on its way to being used, which rules may change for a seat."""

    def __init__(self, name: str) -> None:
        self.name = name

    def fold(
        self,
        stage: Stage,
        change: Callable[[int, Game, int, *What], int],
        key: Any = None,
    ) -> "Fold":
        """The hook of a rule: change(value, game, seat, …) gives the new value.

        Folds run in the order of their stages: replace, add, finally. Two that replace one value
        under the same `key` are refused when the rulebook is compiled.
        """
        if stage not in STAGES:
            raise ValueError(f"There is no stage {stage!r}; the stages are {', '.join(STAGES)}.")
        return Fold(self, stage, change, key)


class Fold(NamedTuple):
    """A change of a value by a rule, made by `Value.fold`."""

    value: Value[*tuple[Any, ...]]
    stage: Stage
    change: Callable[..., int]
    key: Any


# What happens in every game. Told besides the seat: …
DEALT: Final[Moment[()]] = Moment("dealt")
PLANTED: Final[Moment[int, int]] = Moment("planted")  # card, field
HARVESTED: Final[Moment[int, bytes, bytes]] = Moment("harvested")  # field, its cards, their coins
DREW: Final[Moment[int]] = Moment("drew")  # how many cards, in step 4
TRADED: Moment[int, tuple[CardAt, ...], tuple[CardAt, ...]] = Moment("traded")  # with, gave, got
PAID: Final[Moment[bytes]] = Moment("paid")  # coins, which lie on the discard pile now

# What may be forbidden.
TO_PLANT: Final[Deed[int, int]] = Deed("plant")  # card, field
TO_HARVEST: Final[Deed[int]] = Deed("harvest")  # field
TO_GIVE: Final[Deed[int]] = Deed("give")  # card
TO_PASS: Final[Deed[()]] = Deed("pass")  # in step 1

# What may be changed. A harvest may depend on nothing but the seat's own fields and pieces, and
# earns no more coins than it has cards.
HARVEST_COINS: Final[Value[int]] = Value("harvest")  # field
FIELD_PRICE: Final[Value[()]] = Value("price")  # of the third field
DRAW_COUNT: Final[Value[()]] = Value("draw")  # cards of step 4
PLANT_LIMIT: Final[Value[()]] = Value("plant_limit")  # cards of step 1
SCORE: Final[Value[()]] = Value("score")
