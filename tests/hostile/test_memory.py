"""A bot that knows again what it was dealt in earlier games of its table gains nothing by it."""

import json
import re
from pathlib import Path

import pytest

from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game import FinishedGame, GameSpec
from arena.referee.seating import Seating
from arena.rules import compile_rulebook
from arena.rules.cards import NAMES
from arena.sandbox.level import Level
from arena.tournament.driver import Options
from arena.tournament.plan import Plan
from arena.tournament.run import create, play
from arena.tournament.size import Size
from ladder.database.store import Bot, Store
from tests.hostile.town import BOTS
from tests.support.fake_worker_pool import InProcessPool
from tests.support.levels import LEVELS

TIME = TimeControl.parse("standard")
PLAN = Plan((("anniversary", 3),), Size(rounds=4), TIME, seed=3)


by_level = pytest.mark.parametrize("level", LEVELS[:2])


class Watched:
    """Plays, and notes which hands the bot claimed to know in each game, and how many are right."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating
        self.claimed = self.right = 0

    def play(self, spec: GameSpec) -> FinishedGame:
        played = self._seating.play(spec)
        hands = compile_rulebook(spec.variant, spec.players).start(spec.seed).hands
        seat = next(n for n, bot in enumerate(spec.bots) if bot.name == "remembers")
        (claims,) = re.findall(r"^CLAIMS (.*)$", played.seats[seat].stderr, re.M)
        for other, hand in json.loads(claims).items():
            self.claimed += 1
            self.right += [NAMES[card] for card in hands[int(other)]] == hand
        return played

    def close(self) -> None:
        self._seating.close()


def spec_of(bot: Bot) -> BotSpec:
    return BotSpec(bot.name, 1, bot.hash, ("python3", "-S", f"{bot.name}.py"), str(BOTS))


@pytest.mark.slow
@by_level
def test_what_it_remembers_is_of_no_use_in_a_tournament(tmp_path: Path, level: Level) -> None:
    """One table of three, in four rounds."""
    found = Watched(Seating(level=level))
    with Store(tmp_path / "ladder.sqlite") as store:
        bots = [store.add_bot(name, hash=name) for name in ("remembers", "honest")]
        outcome = play(
            *(store, create(store, PLAN, bots, bots[1:]), spec_of, Options(concurrency=1)),
            make_worker_pool=lambda options: InProcessPool(lambda: found),
        )
    assert (outcome.played, outcome.left) == (12, 0)
    assert found.claimed >= 12, "it tries"
    assert found.right == 0


@by_level
def test_on_one_deal_it_would_know_the_hands(level: Level) -> None:
    """As when a match was one deal in all rotations: else the test above shows nothing."""
    remembers, honest = (
        BotSpec(name, 1, name, ("python3", "-S", f"{name}.py"), str(BOTS))
        for name in ("remembers", "honest")
    )
    circle, found = (remembers, honest, honest), Watched(Seating(level=level))
    try:
        for rotation in range(3):
            seated = circle[rotation:] + circle[:rotation]
            found.play(GameSpec("1", "anniversary", 3, b"one deal", seated, (1, 2, 3), TIME))
    finally:
        found.close()
    assert (found.claimed, found.right) == (3, 3)
