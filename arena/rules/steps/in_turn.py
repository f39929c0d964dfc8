"""Asking seats in turn: what steps that concern several seats have in common."""

from collections.abc import Callable

from arena.rules.game import Game


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
