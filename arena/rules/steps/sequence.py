"""The turn and the ending: sequences of steps, and the small steps that end a game."""

from typing import TYPE_CHECKING

from arena.rules.events import Event
from arena.rules.state import State
from arena.rules.steps.step import Step, leave

if TYPE_CHECKING:
    from arena.rules.rulebook import Rulebook


class Turn(Step):
    """The steps of a turn, one after the other, then the next seat's turn."""

    name = "turn"

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        number, at = state.stack[-1]
        if at < len(book.turn):
            state.stack = (*state.stack[:-1], (number, at + 1), (book.turn[at],))
            return
        state.active = (state.active + 1) % book.players
        state.turn += 1
        state.silent = (False,) * book.players
        events.append({"event": "turn", "seat": state.active, "turn": state.turn})
        state.stack = ((number, 0),)


class Ending(Step):
    """The steps after the last turn; then the game is over (B13)."""

    name = "ending"

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        number, at = state.stack[-1]
        if at < len(book.ending):
            state.stack = (*state.stack[:-1], (number, at + 1), (book.ending[at],))
            return
        state.over = True
        result = book.result(state)
        events.append({"event": "game_over", **result._asdict()})


class EndIfRunOut(Step):
    """Ends the game here if the last run-out has come (B12); cards turned over are discarded."""

    name = "end_if_run_out"
    listed = False

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        leave(state)
        if state.ended:
            discard_turned_over(state, events)
            book.finish(state)


class EndIfEmpty(Step):
    """Ends the game if there is nothing to draw and no hand holds a bean (B12)."""

    name = "end_if_empty"
    listed = False

    def resume(self, book: "Rulebook", state: State, events: list[Event]) -> None:
        leave(state)
        if not state.draw_pile and not state.discard and not any(map(book.has_beans, state.hands)):
            book.finish(state)


def discard_turned_over(state: State, events: list[Event]) -> None:
    """Put cards still turned over on the discard pile."""
    if state.turned_over:
        state.discard += state.turned_over
        events.append(
            {
                "event": "discarded",
                "seat": state.active,
                "cards": state.turned_over,
                "from": "turned_over",
            }
        )
        state.turned_over = b""
