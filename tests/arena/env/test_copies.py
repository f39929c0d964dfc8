"""Environments and what they are made of can be copied and pickled, compiled or not, cheaply."""

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from arena.rules import compile_rulebook

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import arena.env  # noqa: E402, F401 (it registers)
from arena.env import bohnanza_v0  # noqa: E402

BOOK = compile_rulebook("anniversary", 4)


def pickled(thing: Any) -> Any:
    """It as it arrives in another process."""
    return pickle.loads(pickle.dumps(thing))


WAYS = pytest.mark.parametrize("way", [copy.deepcopy, pickled])
ENVIRONMENTS = {
    "all seats": bohnanza_v0.env,
    "all seats, raw": bohnanza_v0.raw_env,
    "beside sensible": lambda: gymnasium.make("Bohnanza-v0"),
    "beside others": lambda: gymnasium.make(
        "Bohnanza-v0", opponents=["trader", "greedy", "random"]
    ),
}


def step(env: Any, chance: Random) -> Any:
    """Do one action, in a new game if one has ended; what is seen then, and what was earned."""
    inner = env.unwrapped
    if inner.table.seat < 0:
        env.reset()
        return None
    told = env.step(chance.choice(list(inner.table.legal)))
    return bytes(inner.rows.row(inner.table, 0)), inner.table.game.key(), told and told[1:]


@WAYS
@pytest.mark.parametrize("make", ENVIRONMENTS.values(), ids=ENVIRONMENTS)
def test_a_copied_environment_goes_on_alike_and_by_itself(
    make: Callable[[], Any], way: Callable[[Any], Any]
) -> None:
    env, chance = make(), Random(3)
    env.reset(seed=3)
    for _ in range(3):
        for _ in range(37):
            step(env, chance)
        copied, lots = way(env), copy.copy(chance)
        before = env.unwrapped.table.game.key()
        seen = [step(copied, lots) for _ in range(60)]
        assert env.unwrapped.table.game.key() == before
        assert [step(env, chance) for _ in range(60)] == seen


@pytest.mark.parametrize("make", ENVIRONMENTS.values(), ids=ENVIRONMENTS)
def test_a_copy_has_nothing_of_the_games_before(make: Callable[[], Any]) -> None:
    env, sizes = make(), []
    for games in (1, 4):
        for seed in range(games):
            env.reset(seed=seed)
            while env.unwrapped.table.seat >= 0:
                env.step(-1)  # the safest
        env.reset(seed=1)
        sizes.append(len(pickle.dumps(env)))
        copied = copy.deepcopy(env).unwrapped
        assert copied.rows is env.unwrapped.rows and copied.actions is env.unwrapped.actions
    assert sizes[1] < sizes[0] + 500
