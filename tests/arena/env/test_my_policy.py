"""A trained policy as a bot: it answers lawfully in every rulebook, and the arena takes it."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.env.rows import rows
from arena.rules import compile_rulebook
from ladder.database.store import Store
from tests.arena.conftest import Arena
from tests.support.in_process import play
from tests.support.lawful import each_once

from random_bot import RandomBot  # isort: skip  (found by in_process)

CHECKOUT = Path(__file__).parents[3]
FOLDER = CHECKOUT / "docs" / "examples" / "learning" / "my_policy"
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
    sys.modules.pop("my_policy", None)
    import my_policy

    file = tmp_path / "weights.json"
    file.write_text(json.dumps(weights(variant, players)), "utf-8")
    monkeypatch.setattr(my_policy, "WEIGHTS", file)
    bots = [RandomBot() if seat else my_policy.Policy() for seat in range(players)]
    played = play(compile_rulebook(variant, players), bots, b"policy", range(players))
    assert all(played.decisions)  # a refusal would have raised


def made(folder: Path, trained: dict[str, Any]) -> Path:
    """The folder of the bot, made by the commands of the page as if this had been trained."""
    page = (CHECKOUT / "docs" / "environments.md").read_text("utf-8")
    (commands,) = re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    train, *copied, submit = commands.splitlines()
    (out,) = re.fullmatch(r"python docs/examples/learning/ppo\.py --out (\S+)", train).groups()
    assert submit == "arena submit ./my_policy"
    (folder / out).write_text(json.dumps(trained), "utf-8")
    subprocess.run(["sh", "-e"], input="\n".join(copied), text=True, cwd=folder, check=True)
    return folder / "my_policy"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What the commands of the page need of a checkout."""
    for name in ("arena", "bots"):
        (tmp_path / name).symlink_to(CHECKOUT / name)
    shutil.copytree(FOLDER, tmp_path / "docs" / "examples" / "learning" / "my_policy")
    return tmp_path


def test_what_is_trained_again_is_copied_again(checkout: Path) -> None:
    for trained in ({"first": []}, {"second": []}):
        folder = made(checkout, trained)
        assert json.loads((folder / "weights.json").read_text()) == trained
    there = {"my_policy.py", "bot.toml", "weights.json", "bohnanza.py", "arena"}
    assert {file.name for file in folder.iterdir()} - {"__pycache__"} == there


@pytest.mark.slow
def test_it_plays_a_tournament_confined_and_without_a_fault(checkout: Path, arena: Arena) -> None:
    arena("submit", str(made(checkout, weights("anniversary", 4))))
    options = ["--variants", "anniversary", "--players", "4", "--rounds", "1"]
    arena("tournament", "my_policy", "greedy", *options)
    with Store(arena.home / "ladder.sqlite") as store:
        seats = store.rows(
            "SELECT s.faults, s.forfeited FROM seats AS s JOIN bots AS b ON b.id = s.bot_id "
            "WHERE b.name = 'my_policy'"
        )
    assert len(seats) >= 4
    assert {(seat["faults"], seat["forfeited"]) for seat in seats} == {(0, 0)}
