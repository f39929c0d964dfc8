"""What the seats of a stored game handed to each other, found by replaying it."""

from arena.retelling.replay import After, Replay
from arena.rules.dealings import Dealings


def dealings_of(replay: Replay) -> Dealings:
    """What was traded in the game, and what it brought. Raises ReplayError."""
    dealings = Dealings(replay.book.players)
    for step in replay.steps():
        if isinstance(step, After):
            dealings.follow(step.events)
    return dealings
