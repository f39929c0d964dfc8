"""Hooks: the points of a game where rules may step in.

    Moment   something has happened, and rules may react: `HARVESTED.then(reaction)`
    Deed     something that rules may forbid: `TO_PLANT.refuse("name", reason)`
    Value    a number that rules may change: `SCORE.fold("add", change)`

Each point declares its arguments besides the game and the seat, so the type checker checks every
hook against its point, and no rule can hook into something that does not exist. The points of the
basic game are below; an expansion adds its own in the same way, in its file.
"""

from collections.abc import Callable
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar, TypeVarTuple

from arena.rules.choices import CardAt
from arena.rules.state import State

# `game.Game`, which cannot be imported here: it imports this module.
Game = TypeVar("Game", bound=State)
What = TypeVarTuple("What")

Stage = Literal["replace", "add", "finally"]
STAGES: tuple[Stage, ...] = ("replace", "add", "finally")


class Moment(Generic[*What]):
    """Something that has happened to a seat; rules may react, and push a step that asks."""

    def __init__(self, name: str) -> None:
        self.name = name

    def then(self, reaction: Callable[[Game, int, *What], None]) -> "Reaction":
        """Return a hook that runs reaction(game, seat, …) each time."""
        return Reaction(self, reaction)


class Reaction(NamedTuple):
    """A rule's reaction, made by `Moment.then`."""

    moment: Moment[*tuple[Any, ...]]
    reaction: Callable[..., None]


class Deed(Generic[*What]):
    """Something that a seat may want to do and rules may forbid."""

    def __init__(self, name: str) -> None:
        self.name = name

    def refuse(self, name: str, reason: Callable[[Game, int, *What], str | None]) -> "Refusal":
        """Return a hook that may forbid the deed.

        reason(game, seat, …) returns a sentence, or None if the deed is allowed.
        """
        return Refusal(name, self, reason)


class Refusal(NamedTuple):
    """A rule's reason against a deed, made by `Deed.refuse`."""

    name: str
    deed: Deed[*tuple[Any, ...]]
    reason: Callable[..., str | None]

    def waive(self, applies: Callable[..., bool]) -> "Waiver":
        """Return a hook that lifts this refusal where applies(game, seat, …) is true."""
        return Waiver(self, applies)


class Waiver(NamedTuple):
    """The lifting of another rule's refusal, made by `Refusal.waive`."""

    refusal: Refusal
    applies: Callable[..., bool]


class Value(Generic[*What]):
    """A number that is about to be used, and that rules may change for a seat."""

    def __init__(self, name: str) -> None:
        self.name = name

    def fold(
        self,
        stage: Stage,
        change: Callable[[int, Game, int, *What], int],
        key: Any = None,
    ) -> "Fold":
        """Return a hook that changes the value: change(value, game, seat, …) returns the new one.

        Folds run in the order of their stages: replace, add, finally. Compiling a rulebook fails if
        two folds replace one value under the same `key`.

        Raises:
            ValueError: The stage does not exist.
        """
        if stage not in STAGES:
            raise ValueError(f"There is no stage {stage!r}; the stages are {', '.join(STAGES)}.")
        return Fold(self, stage, change, key)


class Fold(NamedTuple):
    """A rule's change of a value, made by `Value.fold`."""

    value: Value[*tuple[Any, ...]]
    stage: Stage
    change: Callable[..., int]
    key: Any


# Moments of every game. The comments name the arguments after the game and the seat.
DEALT: Final[Moment[()]] = Moment("dealt")
PLANTED: Final[Moment[int, int]] = Moment("planted")  # card, field
HARVESTED: Final[Moment[int, bytes, bytes]] = Moment("harvested")  # field, its cards, their coins
DREW: Final[Moment[int]] = Moment("drew")  # how many cards, in step 4
TRADED: Moment[int, tuple[CardAt, ...], tuple[CardAt, ...]] = Moment("traded")  # with, gave, got
PAID: Final[Moment[bytes]] = Moment("paid")  # coins, which lie on the discard pile now

# Deeds that rules may forbid.
TO_PLANT: Final[Deed[int, int]] = Deed("plant")  # card, field
TO_HARVEST: Final[Deed[int]] = Deed("harvest")  # field
TO_GIVE: Final[Deed[int]] = Deed("give")  # card
TO_PASS: Final[Deed[()]] = Deed("pass")  # in step 1

# Values that rules may change. What a harvest earns may depend only on the seat's own fields and on
# pieces it has by seat, since rows of fields in views are cached by these (`ViewWriter._row`); and
# it may not be more coins than the harvest has cards, which become the coins.
HARVEST_COINS: Final[Value[int]] = Value("harvest")  # field
FIELD_PRICE: Final[Value[()]] = Value("price")  # of the third field
DRAW_COUNT: Final[Value[()]] = Value("draw")  # cards of step 4
PLANT_LIMIT: Final[Value[()]] = Value("plant_limit")  # cards of step 1
SCORE: Final[Value[()]] = Value("score")
