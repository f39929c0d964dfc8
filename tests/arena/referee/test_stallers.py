"""How long a seat can hold up the others, by its clock: whole games, and nobody waits."""

from collections.abc import Callable

import pytest

from arena.referee.clock import CLASSES, DOUBT_MS, TimeControl
from arena.referee.player import FREE_FAULTS, SeatedBot
from tests.support.one_game import Script, play_scripts

SEATS = 4
OFTEN = frozenset({"bids", "before_plant", "before_trade", "before_draw"})
CONTROLS = {**CLASSES, "no increment": TimeControl(10_000, 0, 2_000, 1)}


class Staller(Script):
    """Answers 0 after a share of what it is allowed; beyond all of it, not at all.

    `unnoticed`: milliseconds by which the arena notices each answer too late.
    """

    def __init__(self, share: Callable[[int], float], unnoticed: float = 0) -> None:
        self.share = share
        self.unnoticed = unnoticed
        self.ms = self.held_up = 0.0
        self.asked = self.late = 0
        self.ended = False

    def post(self, line: bytes, limit_ms: float) -> None:
        share = self.share(self.asked)
        self.answers = share <= 1 and limit_ms > 0
        self.ms = limit_ms * min(1, share) + self.unnoticed * (limit_ms > 0)
        self.held_up += self.ms
        self.asked += 1

    def collect(self) -> bytes | None:
        self.late += not self.answers
        return b"0\n" if self.answers else None

    def tell(self, line: bytes) -> None: ...

    def end(self) -> None:
        self.ended = True


def play(control: TimeControl, bot: Staller) -> SeatedBot:
    """A game of `bot` in seat 1, which is asked as often as can be."""
    bots = [bot if seat == 1 else Staller(lambda number: 0) for seat in range(SEATS)]
    wants = [OFTEN if each is bot else frozenset[str]() for each in bots]
    players, _, _ = play_scripts(bots, wants, control)
    return players[1]


def at_most(control: TimeControl, bot: Staller) -> float:
    return control.bank_ms + control.increment_ms * bot.asked


@pytest.mark.parametrize("name", CONTROLS)
def test_a_staller_is_held_to_its_bank_and_increments(name: str) -> None:
    control, bot = CONTROLS[name], Staller(lambda number: 0.99)
    player = play(control, bot)
    assert (player.forfeit, player.faults) == (None, {})
    assert 0.9 * control.bank_ms < bot.held_up <= at_most(control, bot)
    assert player.time_ms == pytest.approx(bot.held_up)


@pytest.mark.parametrize("name", CONTROLS)
def test_what_is_noticed_too_late_is_paid_later(name: str) -> None:
    """Not so when a bank never fell below nothing: each answer then cost the others more."""
    control, bot = CONTROLS[name], Staller(lambda number: 0.99, unnoticed=DOUBT_MS)
    play(control, bot)
    assert bot.held_up <= at_most(control, bot) + DOUBT_MS


@pytest.mark.parametrize("name", CONTROLS)
def test_a_bot_that_is_always_late_is_ended_soon(name: str) -> None:
    control, bot = CONTROLS[name], Staller(lambda number: 2)
    player = play(control, bot)
    assert player.forfeit
    assert bot.ended
    assert bot.late == FREE_FAULTS + 1
    assert bot.held_up <= min((FREE_FAULTS + 1) * control.limit_ms, at_most(control, bot))
