"""Asking seats in turn, for steps that concern several seats."""

from collections.abc import Callable

from arena.rules.game import Game


def ask_in_turn(game: Game, concerns: Callable[[Game, int], bool]) -> bool:
    """Ask the next seat that the step concerns, clockwise from the active player, once round.

    The last number in the step's memory counts the seats that are done; `next_seat` adds one.
    Returns False when all are done and nobody is asked.
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
    """Count the seat that `ask_in_turn` has asked as done."""
    *others, done = game.memory
    game.remember(*others, done + 1)
