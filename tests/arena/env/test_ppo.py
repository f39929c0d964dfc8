"""The example that learns does learn, in a short form, and the bot acts as its net says."""

import json
import sys
from pathlib import Path
from random import Random

import pytest

from arena.rules import compile_rulebook

np = pytest.importorskip("numpy")
pytest.importorskip("gymnasium")

FOLDER = Path(__file__).parents[3] / "examples" / "learning"


@pytest.mark.slow
def test_a_short_training_and_the_bot_made_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (".", "my_policy"):
        monkeypatch.syspath_prepend(str(FOLDER / name))
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    sys.modules.pop("my_policy", None)
    import my_policy
    import ppo

    book = compile_rulebook("anniversary", 3)
    encoder = ppo.rows(book)
    untrained = ppo.Net(encoder.length, encoder.actions.names, np.random.default_rng(1))
    trained = ppo.train(book, 36_864, 1)
    (before, spread), (after, error) = (
        ppo.lead(net, book, "random", 20) for net in (untrained, trained)
    )
    assert after - error > before + spread

    bot = my_policy.Policy()
    bot.net = json.loads(json.dumps(trained.kept()))
    game, chance = ppo.Games(book, 2), Random(2)
    for table in game.tables[:10]:
        for _ in range(chance.randrange(50)):
            table.step(chance.choice(list(table.legal)))
        row = game.rows.row(table, table.seat)
        seen = np.frombuffer(row, np.uint8)[None]
        _, hidden, _, _ = trained(seen, np.array([table.mask()], np.uint8))
        expected = (hidden @ trained.parts[2] + trained.parts[3])[0]
        found = bot.scores(row, table.legal)
        assert found == pytest.approx({at: expected[at] for at in table.legal}, abs=0.05)
