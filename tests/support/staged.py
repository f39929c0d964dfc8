"""A stored game that begins in a position of our choice, for what reads replays."""

from collections.abc import Iterator, Sequence
from typing import Any

from arena.replay.replay import After, Before, Replay
from arena.rules import Choice, Game, plain_choice
from tests.support.scenario import book_of


class Staged(Replay):
    """The game from a position on, as these choices of seats make it; it may end in the middle.

    `more`: by the number of a decision, what its entry of the record has besides.
    """

    def __init__(
        self,
        game: Game,
        plays: Sequence[tuple[int, Choice]],
        more: dict[int, dict[str, Any]] | None = None,
    ) -> None:
        self.book = book_of(game)
        self._game = game
        self._plays = plays
        self._more = more or {}
        seats = range(game.book.players)
        last = game.copy()
        for seat, choice in plays:
            last.play(seat, choice)
        self.data = {
            "variant": game.book.variant,
            "players": game.book.players,
            "bots": [{"name": f"bot{seat}", "version": 1, "wants": []} for seat in seats],
            "result": {key: list(value) for key, value in last.result._asdict().items()},
        }

    def steps(self) -> Iterator[Before | After]:
        """Each decision twice, as a replay tells it."""
        game = self._game.copy()
        for number, (seat, choice) in enumerate(self._plays):
            assert game.check(seat, choice) is None, game.check(seat, choice)
            played = {"seat": seat, "choice": plain_choice(choice), "ms": 2.0}
            played |= self._more.get(number, {})
            yield Before(number, seat, game, game.decisions, played)
            yield After(number, seat, game, game.play(seat, choice), played)
        self.end = game
