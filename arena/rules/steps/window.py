"""Windows: the moments when seats may make free choices out of turn (T4)."""

from typing import TYPE_CHECKING

from arena.rules.choices import PASS, Choice
from arena.rules.events import Event
from arena.rules.state import State
from arena.rules.steps.step import Step, leave

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook


class Window(Step):
    """Active player first, then clockwise, once round; each acts any number of times, then passes.

    Only seats that want this window are asked, and only while there is something they could do;
    both depend on nothing that is hidden from the seat itself (T5). Memory: how many seats have
    passed.
    """

    ask = "window"

    def __init__(self, name: str) -> None:
        self.name = name

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        number, *memory = state.stack[-1]
        for passed in range(memory[0] if memory else 0, book.players):
            seat = (state.active + passed) % book.players
            if self.name in state.wants[seat] and any(
                free.choices(book, state, seat) for free in book.free
            ):
                state.stack = (*state.stack[:-1], (number, passed))
                state.asked = (seat,)
                return
        leave(state)

    def choices(self, book: "Rulebook", state: State, seat: int) -> list[Choice]:
        return [PASS]

    def apply(
        self, book: "Rulebook", state: State, seat: int, choice: Choice, events: list[Event]
    ) -> None:
        number, passed = state.stack[-1]
        state.stack = (*state.stack[:-1], (number, passed + 1))
        state.asked = ()
