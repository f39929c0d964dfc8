"""Windows: the moments when seats may make free choices out of turn (T4)."""

from arena.rules.choices import PASS, Choice
from arena.rules.game import Game, Step
from arena.rules.state import replaced
from arena.rules.steps.in_turn import ask_in_turn, next_seat


class Window(Step):
    """A window: once round from the active player, each seat acts any number of times, then passes.

    Only seats that want this window are asked, and only while there is something they could do;
    both depend on nothing that is hidden from the seat itself (T5). Memory: how many seats have
    passed.
    """

    ask = "window"
    memory = (0,)

    def __init__(self, name: str) -> None:
        self.name = name

    def applies(self, game: Game) -> bool:
        """Return True if any seat wants this window."""
        for wants in game.wants:  # noqa: SIM110 (`any` takes twice as long, three times a turn)
            if self.name in wants:
                return True
        return False

    def resume(self, game: Game) -> None:
        """Ask the next seat that wants the window and could use it, or leave."""
        if not ask_in_turn(game, self._concerns):
            game.leave()

    def _concerns(self, game: Game, seat: int) -> bool:
        return self.name in game.wants[seat] and any(
            free.choices(game, seat) for free in game.book.free
        )

    def choices(self, game: Game, seat: int) -> list[Choice]:
        """List passing; the free choices are added to it."""
        return [PASS]

    def apply(self, game: Game, seat: int, choice: Choice) -> None:
        """Go on to the next seat after a pass."""
        next_seat(game)

    def forget(self, game: Game, seat: int) -> None:
        """Forget who else wants the window, which is a secret.

        Others are asked as early as possible.
        """
        if seat in game.asked:
            return
        # All that `seat` knows is whether it has passed, so who is asked is the first who could be.
        own = (seat - game.active) % game.book.players
        passed = own < game.memory[-1] and self.name in game.wants[seat]
        done = own + 1 if passed or own == 0 else 0
        other = (game.active + done) % game.book.players
        game.wants = replaced(game.wants, other, frozenset((self.name,)))
        game.remember(done)
        game.ask(other)
