"""The turn and the ending: sequences of steps, and the small steps that end a game."""

from arena.rules.cards import has_beans
from arena.rules.game import Game, Step
from arena.rules.steps.planting import discard


def with_steps(steps: tuple[Step, ...], after: type[Step], *added: Step) -> tuple[Step, ...]:
    """Return the steps of a turn with more of them behind each step of a class."""
    return tuple(
        part for step in steps for part in ((step, *added) if isinstance(step, after) else (step,))
    )


class Turn(Step):
    """The steps of a turn, one after the other, then the next seat's turn.

    Memory: how many steps have begun.
    """

    name = "turn"
    memory = (0,)

    def resume(self, game: Game) -> None:
        """Begin the next step that applies, or the next turn."""
        turn = game.book.turn
        for at in range(game.memory[0], len(turn)):
            step, begun = turn[at]
            if step.applies(game):
                # The stack as a whole, made with the rulebook: quicker than counting and pushing.
                game.stack = begun
                return
        game.active = (game.active + 1) % game.book.players
        game.turn += 1
        game.silent = (False,) * game.book.players
        game.tell({"event": "turn", "seat": game.active, "turn": game.turn})
        game.remember(0)


class Ending(Step):
    """The steps after the last turn; then the game is over (B13).

    Memory: how many steps have begun.
    """

    name = "ending"
    memory = (0,)

    def resume(self, game: Game) -> None:
        """Begin the next step, or announce the result."""
        at = game.memory[0]
        if at < len(game.book.ending):
            _, game.stack = game.book.ending[at]
            return
        game.over = True
        game.tell({"event": "game_over", **game.result._asdict()})


class EndIfRunOut(Step):
    """The end of the game after the last run-out (B12); turned-over cards are discarded."""

    name = "end_if_run_out"
    listed = False

    def applies(self, game: Game) -> bool:
        """Return True if the last run-out has come."""
        return game.ended

    def resume(self, game: Game) -> None:
        """Discard the turned-over cards, and end the game."""
        # Only a run-out that ends the game within step 2 leaves any (classic, the new duel).
        if game.turned_over:
            discard(game, game.active, game.turned_over, "turned_over")
            game.turned_over = b""
        game.finish()


class EndIfEmpty(Step):
    """The end of the game when there is nothing to draw and no hand holds a bean (B12)."""

    name = "end_if_empty"
    listed = False

    def applies(self, game: Game) -> bool:
        """Return True if both piles are empty and no hand holds a bean."""
        return not game.draw_pile and not game.discard and not any(map(has_beans, game.hands))

    def resume(self, game: Game) -> None:
        """End the game."""
        game.finish()
