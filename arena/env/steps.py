"""Stored games as an environment shows them: rows, masks and actions, to learn from."""

from collections.abc import Iterator
from typing import NamedTuple

from arena.env.rows import rows
from arena.env.table import Table
from arena.retelling.replay import Before, Replay
from arena.rules.choices import Choice
from arena.translation import reader


class Step(NamedTuple):
    """One action of a seat, and what `sight`, a seat, saw before it."""

    sight: int
    seat: int
    question: int
    """From 1, of the seat: the id of its `decide` message. An offer takes several actions."""
    action: int
    """-1 for a choice that the table has no room for."""
    observation: bytes
    action_mask: bytes
    """Empty for those who do not act."""


def steps(replay: Replay, everyone: bool = False) -> Iterator[Step]:
    """All actions of a game, each as the seat that acts saw the game, or as everyone did.

    Raises ReplayError.
    """
    encoder, words = rows(replay.book), reader(replay.book)
    asked = [0] * replay.book.players
    for step in replay.steps():
        if not isinstance(step, Before):
            continue
        seat, game = step.seat, step.game.copy()
        asked[seat] += 1
        table = Table(encoder.actions, game, seat)
        choice = words.read(game, seat, [], step.played["choice"])
        for number in _numbers(table, choice):
            for sight in range(replay.book.players) if everyone else (seat,):
                mask = bytes(table.mask()) if sight == seat else b""
                row = encoder.row(table, sight)
                yield Step(sight, seat, asked[seat], number, row, mask)
            if table.legal.get(number, choice) is None:
                table.step(number)


def _numbers(table: Table, choice: Choice) -> list[int]:
    """The actions that make the choice, if each may be done where it comes; else -1."""
    trial = Table(table.actions, table.game.copy())
    numbers = table.spelled(choice)
    for number in numbers:
        if number not in trial.legal:
            return [-1]
        if trial.legal[number] is None:
            trial.step(number)
    return numbers or [-1]
