"""The environments hold to the conventions of PettingZoo and Gymnasium, in every rulebook."""

import copy
import json
import re
import shlex
import subprocess
import sys
import tomllib
import warnings
from pathlib import Path
from random import Random
from typing import Any, get_args

import numpy as np
import pytest

from arena.codec import lines
from arena.rules import Sensible, VariantError, compile_rulebook
from protocol.messages import Wish, wishes
from tests.support.lawful import each_once

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

import arena.env  # noqa: E402 (it registers)
from arena.env import bohnanza_v0  # noqa: E402
from arena.env.opponents import BohnanzaEnv  # noqa: E402


@pytest.mark.parametrize(("variant", "players"), each_once())
def test_pettingzoo_takes_every_rulebook(variant: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # With masks they are dicts, as in PettingZoo's own games.
        for dicts in ("Observation space for each agent probably", "Observation is not a NumPy"):
            warnings.filterwarnings("ignore", message=dicts)
        api_test(bohnanza_v0.env(variant=variant, players=players), num_cycles=100)
        seed_test(lambda: bohnanza_v0.env(variant=variant, players=players), num_cycles=30)
        check_env(gymnasium.make("Bohnanza-v0", variant=variant, players=players).unwrapped)


def finished(env: Any, seed: int) -> dict[str, float]:
    """What a random game brings each agent."""
    chance, earned = Random(seed), {}
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        if over:
            earned[agent] = reward
            env.step(None)
        else:
            env.step(chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return earned


def test_rewards_come_at_the_end_and_add_up_to_nothing() -> None:
    for reward in ("places", "coins"):
        earned = finished(bohnanza_v0.env(players=3, reward=reward), 3)
        assert len(earned) == 3 and sum(earned.values()) == pytest.approx(0)
        assert any(earned.values())


def test_a_masked_action_is_told() -> None:
    env = bohnanza_v0.env(variant="anniversary", players=3)
    env.reset(seed=1)
    seen, *_ = env.last()
    agent = env.agent_selection
    env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert env.unwrapped.infos[agent] == {"masked": True}


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(VariantError):
        bohnanza_v0.env(variant="bohnanza", players=4)
    with pytest.raises(ValueError, match="no reward 'money'; choose from places, coins"):
        bohnanza_v0.env(reward="money")
    for make in (bohnanza_v0.env, lambda **more: gymnasium.make("Bohnanza-v0", **more)):
        with pytest.raises(ValueError, match="no wish called 'bid'"):
            make(wants=["bid"])
        for text in ("bids", "windows"):
            with pytest.raises(ValueError, match=rf"^Wishes are a list, such as \['{text}'\]\.$"):
                make(wants=text)
    for opponents in (["nobody"], ["js-sensible"], ["llm"]):
        with pytest.raises(ValueError, match=r"There is no opponent .* from sensible, greedy, "):
            gymnasium.make("Bohnanza-v0", opponents=opponents)
    with pytest.raises(ValueError, match="a list of 3 names, or of one for all"):
        gymnasium.make("Bohnanza-v0", opponents=["greedy", "trader"])


@pytest.mark.parametrize("opponents", [["sensible"], ["greedy", "trader3", "random"], ["trader"]])
def test_gymnasium_takes_it_beside_bundled_bots(opponents: list[str]) -> None:
    env = gymnasium.make("Bohnanza-v0", variant="anniversary", players=4, opponents=opponents)
    check_env(env.unwrapped)
    results = []
    for _ in range(2):
        seen, _ = env.reset(seed=5)
        chance, over, info = Random(5), False, {}
        while not over:
            assert (seen["action_mask"] == env.unwrapped.action_masks()).all()
            action = chance.choice(np.flatnonzero(seen["action_mask"]).tolist())
            seen, reward, over, _, info = env.step(action)
        results.append((reward, info["coins"]))
    assert results[0] == results[1]
    assert sum(results[0][1]) > 0


def test_bundled_bots_are_asked_with_numbers_that_count_up(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers: list[int] = []
    decide = lines.decide

    def noted(number: int, *more: Any) -> bytes:
        numbers.append(number)
        return decide(number, *more)

    monkeypatch.setattr(lines, "decide", noted)
    env = gymnasium.make("Bohnanza-v0", variant="anniversary", players=3, opponents=["greedy"])
    env.reset(seed=5)
    assert numbers.count(1) <= 2 < len(numbers), "of each bot, one"
    assert {*numbers} == {*range(1, max(numbers) + 1)}


@pytest.mark.parametrize("wish", get_args(Wish))
def test_every_wish_of_the_protocol_can_be_wished(wish: str) -> None:
    meant = wishes([wish])
    env = bohnanza_v0.raw_env(wants=[wish])
    env.reset(seed=1)
    assert {*env.table.game.wants} == {meant}
    beside = gymnasium.make("Bohnanza-v0", wants=(wish,)).unwrapped
    beside.reset(seed=1)
    assert beside.table.game.wants[beside.seat] == meant


@pytest.mark.parametrize("more", [{}, {"vector_kwargs": {"autoreset_mode": "SameStep"}}])
@pytest.mark.parametrize("mode", ["sync", "async"])
def test_several_at_once_go_on_past_the_ends_of_games(mode: str, more: dict[str, Any]) -> None:
    """Whoever draws evenly from the legal actions never divides by none."""
    options = {"variant": "anniversary_duel", "players": 2, "opponents": ["random"]}
    envs = gymnasium.make_vec("Bohnanza-v0", num_envs=2, vectorization_mode=mode, **options, **more)
    chance, ended = np.random.default_rng(1), np.zeros(2)
    seen, _ = envs.reset(seed=1)
    while ended.min() < 2:
        chances = seen["action_mask"] / seen["action_mask"].sum(axis=1, keepdims=True)
        seen, rewards, over, *_ = envs.step([chance.choice(len(each), p=each) for each in chances])
        assert (rewards[~over] == 0).all()
        ended += over
    envs.close()


def first_legal(seen: dict[str, Any]) -> int:
    """A policy: the safest action."""
    return int(np.flatnonzero(seen["action_mask"])[0])


FOLDER_BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "ready", "name": "zero"}', flush=True)
    elif message["type"] == "decide":
        print(json.dumps({"type": "choose", "id": message["id"], "choice": 0}), flush=True)
"""


def folder(place: Path) -> Path:
    """A bot's folder, whose bot always makes the safest choice."""
    (place / "bot.py").write_text(FOLDER_BOT)
    command = shlex.join([sys.executable, "bot.py"])
    (place / "bot.toml").write_text(f"name = 'zero'\ncommand = {json.dumps(command)}\n")
    return place


def test_opponents_may_be_functions_and_folders_and_differ(tmp_path: Path) -> None:
    opponents = [first_legal, folder(tmp_path), "sensible"]
    env = gymnasium.make("Bohnanza-v0", opponents=opponents, seat=2).unwrapped
    results = []
    for _ in range(2):
        seen, info = env.reset(seed=5)
        chance, over = Random(5), False
        while not over:
            assert info["seat"] == 2
            action = chance.choice(np.flatnonzero(seen["action_mask"]).tolist())
            seen, reward, over, _, info = env.step(action)
        results.append((reward, info["coins"]))
    assert results[0] == results[1]
    with pytest.raises(TypeError, match="cannot be copied in the middle of a game"):
        copy.deepcopy(env)
    env.close()
    twin = copy.deepcopy(env)
    twin.reset(seed=5)
    twin.close()
    with pytest.raises(ValueError, match=r"has no bot\.toml with a command"):
        gymnasium.make("Bohnanza-v0", opponents=[tmp_path / "none"])


def test_a_reset_may_choose_the_seat_and_the_game() -> None:
    env = gymnasium.make("Bohnanza-v0", players=3).unwrapped
    for seat in (0, np.int64(2)):
        assert env.reset(seed=1, options={"seat": seat})[1] == {"seat": seat}
    begun, player = env.book.start(4), Sensible(env.book)
    while begun.turn < 5:
        begun.play(begun.asked[0], player.choose(begun, begun.asked[0]))
    before = begun.key()
    env.reset(options={"seat": begun.asked[0], "game": begun})
    assert env.table.game == begun and begun.key() == before
    both = bohnanza_v0.env(players=3)
    both.reset(options={"game": begun})
    assert both.unwrapped.table.game == begun
    for options, why in (
        ({"sit": 1}, "There is no option 'sit'; choose from seat, game"),
        ({"seat": 3}, "There is no seat 3; the last one is 2"),
        ({"game": compile_rulebook("classic", 3).start(1)}, "a game of anniversary that is not"),
    ):
        with pytest.raises(ValueError, match=why):
            env.reset(options=options)
    with pytest.raises(ValueError, match="There is no seat 9"):
        gymnasium.make("Bohnanza-v0", seat=9)


def test_it_is_shown_as_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make("Bohnanza-v0", render_mode="ansi", disable_env_checker=True)
    env.reset(seed=1)
    assert env.render() == str(env.unwrapped.table.game)
    env = gymnasium.make("Bohnanza-v0", render_mode="human", disable_env_checker=True).unwrapped
    env.reset(seed=1)
    assert str(env.table.game) in capsys.readouterr().out
    both = bohnanza_v0.env(render_mode="human")
    both.reset(seed=1)
    capsys.readouterr()
    both.step(first_legal(both.observe(both.agent_selection)))
    assert str(both.unwrapped.table.game) in capsys.readouterr().out
    for make in (bohnanza_v0.raw_env, BohnanzaEnv):
        with pytest.raises(ValueError, match="no render_mode 'rgb_array'; choose from ansi, human"):
            make(render_mode="rgb_array")


def test_misuse_is_refused_in_a_sentence() -> None:
    env = BohnanzaEnv()
    for use in (env.action_masks, env.render, lambda: env.step(1)):
        with pytest.raises(gymnasium.error.ResetNeeded, match="There is no game yet: call reset"):
            use()
    env.reset(seed=1)
    for wrong in (np.array([3]), 2.7, "5", None):
        with pytest.raises(TypeError, match="An action is one whole number, not"):
            env.step(wrong)
    env.step(np.int64(3))


LIGHT = """
import sys
import arena.env, gymnasium
from arena.env import bohnanza_v0
bohnanza_v0.env().reset(seed=1)
env = gymnasium.make("Bohnanza-v0", opponents=["sensible", "trader", "greedy"])
env.reset(seed=1)
print(*{name.partition(".")[0] for name in sys.modules if not name.startswith("_")})
"""


def test_what_the_page_installs_is_enough() -> None:
    """Without what only the arena around the environments needs, such as Ray and SciPy."""
    page = Path(arena.env.__file__).parents[2].joinpath("docs", "environments.md").read_text()
    named = page.partition("pip install gymnasium ")[2].partition("\n")[0].split()
    project = Path(arena.env.__file__).parents[2].joinpath("pyproject.toml").read_text()
    depends = tomllib.loads(project)["project"]["dependencies"]
    others = {re.split(r"[<>=\[]", each)[0].replace("-", "_") for each in depends} - {*named}
    assert {"ray", "scipy", "typer"} <= others
    done = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True)
    assert others.isdisjoint(done.stdout.split())
