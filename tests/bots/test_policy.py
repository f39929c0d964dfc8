"""A trained policy as a bot: it answers lawfully in every rulebook, and its net fits the rules."""

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.env.rows import rows
from arena.rules import compile_rulebook
from tests.support.in_process import play
from tests.support.lawful import each_once

from random_bot import RandomBot  # isort: skip  (found by in_process)

FOLDER = Path(__file__).parents[2] / "bots" / "policy"
WEIGHTS = FOLDER / "kit" / "weights.json"
HIDDEN = 3


def weights(variant: str, players: int) -> dict[str, Any]:
    """A net that plays anyhow: what it would do is drawn by lot, but always the same."""
    encoder, chance = rows(compile_rulebook(variant, players)), Random(variant)

    def drawn(count: int) -> list[float]:
        return [chance.gauss(0, 1) for _ in range(count)]

    actions = len(encoder.actions)
    inputs = [drawn(encoder.length) for _ in range(HIDDEN)]
    outputs = [drawn(HIDDEN) for _ in range(actions)]
    return {f"{variant} {players}": [inputs, drawn(HIDDEN), outputs, drawn(actions)]}


@pytest.mark.parametrize(("variant", "players"), each_once())
def test_whatever_the_net_says_the_answer_is_lawful(
    variant: str, players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))
    sys.modules.pop("my_bot", None)
    import my_bot

    file = tmp_path / "weights.json"
    file.write_text(json.dumps(weights(variant, players)), "utf-8")
    monkeypatch.setattr(my_bot, "WEIGHTS", file)
    bots = [RandomBot() if seat else my_bot.MyBot() for seat in range(players)]
    played = play(compile_rulebook(variant, players), bots, b"policy", range(players))
    assert all(played.decisions)  # a refusal would have raised


def test_the_net_that_ships_fits_the_rules() -> None:
    assert WEIGHTS.stat().st_size < 300_000
    ((rulebook, net),) = json.loads(WEIGHTS.read_text("utf-8")).items()
    variant, players = rulebook.split()
    encoder = rows(compile_rulebook(variant, int(players)))
    inputs, levels, outputs, biases = net
    fits = {len(each) for each in inputs} == {encoder.length} and len(biases) == len(outputs)
    assert fits and len(biases) == len(encoder.actions), (
        "train it anew: `python ppo.py` in bots/policy/kit"
    )
    assert len(inputs) == len(levels) == len(outputs[0])
