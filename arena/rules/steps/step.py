"""What a step is: one named part of a turn, without any state of its own.

A step on the stack is a frame (its number, then small ints it must remember). `resume` is called
whenever its frame is on top and nobody is asked: it asks somebody, pushes another step, or leaves.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from arena.rules.choices import Choice
from arena.rules.events import Event
from arena.rules.state import State

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook


class Step:
    """The base of all steps. `ask` is the name of its question, if it has one.

    `records` are what its choices are made of, beside passing, planting and negotiation; `free`
    says that free choices (harvest, third field, …) are open in its decisions (T4); `sealed` that
    its answers stay unseen until all are given (T1).
    """

    name = ""
    ask = ""
    records: tuple[Callable[..., Choice], ...] = ()
    free = True
    sealed = False
    listed = True  # among the steps of a turn that players are told of

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        """Ask, push or leave."""
        raise NotImplementedError

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        """The step's own choices, the safest first (free choices come behind them)."""
        raise NotImplementedError

    def check(self, book: "Rulebook", state: State, seat: int, choice: Choice) -> str | None:
        """Why the choice is refused, or None. By default the listed ones are legal."""
        if choice in self.choices(book, state, seat):
            return None
        return f"{choice.do} is not possible here"

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        """Carry out a legal choice; afterwards nobody is asked, or only who is still to answer."""
        raise NotImplementedError


def leave(state: State) -> None:
    """Take the step on top off the stack."""
    state.stack = state.stack[:-1]


def clockwise(book: "Rulebook", state: State) -> list[int]:
    """All seats, from the active player on."""
    return [(state.active + turn) % book.players for turn in range(book.players)]
