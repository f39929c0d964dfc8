"""The example that learns does learn, in a short form, and the bot acts as its net says."""

import json
import sys
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from arena.rules import compile_rulebook

np = pytest.importorskip("numpy")
pytest.importorskip("gymnasium")

BOTS = Path(__file__).parents[2] / "bots"
FOLDERS = BOTS / "policy" / "kit", BOTS / "policy", BOTS / "python"
BOOK = compile_rulebook("anniversary", 3)
CLONED, STEPS, GAMES = 8_192, 4_096, 6


@pytest.fixture
def ppo(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    for folder in FOLDERS:
        monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    import ppo

    return ppo


def fresh(ppo: Any) -> Any:
    encoder = ppo.rows(BOOK)
    return ppo.Net(encoder.length, len(encoder.actions), np.random.default_rng(1))


@pytest.mark.slow
def test_a_short_training_and_the_bot_made_of_it(ppo: Any) -> None:
    untrained, trained = fresh(ppo), ppo.train(BOOK, CLONED, STEPS, 1)
    # What it thinks likely is on other deals what `Sensible` does.
    seen, masks, actions, first, *_ = ppo.Games(BOOK, 2).play(untrained, True)
    then = trained(seen, masks)[2][np.arange(len(actions)), actions]
    assert then.mean() > first.mean() + 0.15
    before, after = (ppo.lead(net, BOOK, "sensible", GAMES)[0] for net in (untrained, trained))
    assert after > before + 1

    sys.modules.pop("my_bot", None)
    import my_bot

    bot = my_bot.MyBot()
    bot.net = json.loads(json.dumps(trained.kept()))
    game, chance = ppo.Games(BOOK, 2), Random(2)
    for table in game.tables[:10]:
        for _ in range(chance.randrange(50)):
            table.step(chance.choice(list(table.legal)))
        row = game.rows.row(table, table.seat)
        seen = np.frombuffer(row, np.uint8)[None]
        _, hidden, _, _ = trained(seen, np.array([table.mask()], np.uint8))
        expected = (hidden @ trained.parts[2] + trained.parts[3])[0]
        found = bot.scores(row, table.legal)
        assert found == pytest.approx({at: expected[at] for at in table.legal}, abs=0.05)


@pytest.mark.parametrize("cloning", [True, False])
def test_what_paid_is_done_more_often_and_what_did_not_less(
    ppo: Any, cloning: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cloning does what was done more often, whatever it paid."""
    monkeypatch.setattr(ppo, "TABLES", 8)
    net = fresh(ppo)
    seen, masks, actions, _, _, returns = ppo.Games(BOOK, 1).play(net, cloning)
    gains = np.where(actions % 2, 1.0, -1.0)
    at = np.arange(len(actions)), actions
    first = net(seen, masks)[2][at]
    for _ in range(5):
        net.learn(1e-4, cloning, seen, masks, actions, first, gains, returns)
    chances = net(seen, masks)[2]
    assert not chances[masks == 0].any()
    change = np.log(chances[at] / first)
    assert (change if cloning else change * gains).mean() > 0.001
