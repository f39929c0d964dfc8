"""Processor time counts, wherever a bot uses it: also in processes and threads that have ended."""

import secrets
from contextlib import closing
from dataclasses import dataclass

import pytest

from arena.referee import pondering
from arena.referee.bot import BotSpec
from arena.referee.game_types import GameSpec
from arena.referee.seating import Seating
from arena.sandbox.level import Level
from tests.hostile.table import PATIENT
from tests.hostile.town import BOTS
from tests.support.levels import LEVELS

CONFINED = LEVELS[:2]
SHAPES = ("waits", "hands on", "ignores", "does not wait", "has siblings", "uses threads")
AT_ONE_LEVEL = [
    pytest.param(shape, *level.values, id=f"{shape}-{level.id}", marks=level.marks)
    for shape, level in zip(SHAPES, CONFINED * len(SHAPES), strict=False)
]


@dataclass(frozen=True)
class Account:
    """Milliseconds that a bot says it has used, and that its longest decision was charged."""

    used: float
    charged: float


def play(level: Level, mode: str, pause: float) -> Account:
    """A game with two honest bots, which take so many seconds over each answer."""
    mark = secrets.token_hex(6)
    words = ("python3", "-I", "-S", "honest.py", mark, str(pause))
    honest = BotSpec("honest", 1, "honest", words, str(BOTS))
    hides = BotSpec("hides", 1, mark, ("python3", "-S", "hides.py", mode, "{}"), str(BOTS))
    bots = (hides, honest, honest)
    spec = GameSpec("1", "anniversary", len(bots), b"deal", bots, (0, 1, 2), PATIENT)
    with closing(Seating(level=level)) as seating:
        played = seating.play(spec)
    seat = played.seats[0]
    assert (played.void, seat.forfeit, seat.faults) == (None, None, {}), seat
    used = float(seat.stderr.rpartition("EVIL used: ")[2])
    return Account(used, seat.max_ms)


@pytest.mark.slow
@pytest.mark.parametrize("level", CONFINED)
@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_used_on_turn_is_charged(level: Level, shape: str) -> None:
    """All of it, and no more."""
    account = play(level, f"on turn: {shape}", 0)
    print(level, shape, account)
    assert account.charged == pytest.approx(account.used, rel=0.05, abs=10)


@pytest.mark.pure
@pytest.mark.slow
@pytest.mark.parametrize(("shape", "level"), AT_ONE_LEVEL)
def test_who_computes_off_turn_is_stopped(
    level: Level, shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At one of the first looks; what it has used by then depends on how busy the machine is.

    At one level each: what is looked at is what is counted above, at both.
    """
    looks: dict[int, list[bool]] = {}
    look = pondering.Pondering._look

    def noted(watch: pondering.Pondering, now: float) -> None:
        look(watch, now)
        looks.setdefault(id(watch), []).append(watch.found)

    # A fifth of the time, so a fifth of the rest; and on a busy machine nobody gets much of a core.
    monkeypatch.setattr(pondering, "WINDOW_S", pondering.WINDOW_S / 5)
    monkeypatch.setattr(pondering, "FREE_MS", pondering.FREE_MS / 5)
    monkeypatch.setattr(pondering, "FREE_SHARE", pondering.FREE_SHARE / 2)
    monkeypatch.setattr(pondering.Pondering, "_look", noted)
    account = play(level, f"off turn: {shape}", 0.04)
    print(level, shape, account, looks)
    (found,) = [seen for seen in looks.values() if any(seen)]
    assert len(found) <= 5, "of some sixteen"
