"""What a step is: one named part of a turn, without any state.

A step on the stack is a frame (its number, and small ints it must remember). `resume` is called
whenever its frame is on top and nobody is asked: it asks somebody, pushes another step, or leaves.
"""

from collections.abc import Callable
from typing import ClassVar

from arena.rules.choices import Choice
from arena.rules.game import Game


class Step:
    """The base of all steps. `ask` is the name of its question, if it has one.

    `memory` is what it remembers at first; `records` are what its choices are made of, besides
    passing, planting and negotiation; `free` says that free choices (harvest, third field, …) are
    open in its decisions (T4); `sealed` that its answers stay unseen until all are given (T1).
    """

    name = ""
    ask = ""
    memory: ClassVar[tuple[int, ...]] = ()
    records: ClassVar[tuple[Callable[..., Choice], ...]] = ()
    free = True
    sealed = False
    listed = True  # among the steps of a turn that players see

    def applies(self, game: Game) -> bool:
        """Whether there is anything to do: a turn passes over a step that does not apply."""
        return True

    def resume(self, game: Game) -> None:
        """Ask, push or leave."""
        raise NotImplementedError

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """The step's own choices, the safest first (free choices come behind them)."""
        raise NotImplementedError

    def check(self, game: Game, seat: int, choice: Choice) -> str | None:
        """Why the choice is refused, or None. By default the listed ones are legal."""
        if choice in self.choices(game, seat):
            return None
        return f"{choice.do} is not possible here"

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Carry out a legal choice. Nobody is asked any more, unless the answers are sealed."""
        raise NotImplementedError


def ask_in_turn(game: Game, concerns: Callable[[Game, int], bool]) -> bool:
    """Ask the next seat that the step concerns, from the active player clockwise, once round.

    The last thing the step remembers is how many seats are done; `next_seat` counts one more.
    False: all are done, and nobody is asked.
    """
    memory = game.memory
    players = game.book.players
    for done in range(memory[-1], players):
        seat = (game.active + done) % players
        if concerns(game, seat):
            if done != memory[-1]:
                game.remember(*memory[:-1], done)
            game.ask(seat)
            return True
    return False


def next_seat(game: Game) -> None:
    """The seat that `ask_in_turn` has asked is done."""
    *others, done = game.memory
    game.remember(*others, done + 1)
