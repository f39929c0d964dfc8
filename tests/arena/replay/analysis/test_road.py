"""The road of docs/why.md: its changes fit the kit's bot, and each makes it better."""

import re
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from arena.rules import compile_rulebook
from tests.support.in_process import play

from greedy import GreedyBot  # isort: skip  (found by in_process)
from random_bot import RandomBot  # isort: skip

ROOT = Path(__file__).parents[4]
KIT = (ROOT / "bots" / "python" / "sensible_bot.py").read_text("utf-8")
STEP = re.compile(r"^### .*?(?=^##|\Z)", re.MULTILINE | re.DOTALL)
DEALS = 4


def bots() -> list[type[Any]]:
    """The kit's bot, and as it is after each step."""
    source, found = KIT, [KIT]
    for step in STEP.findall((ROOT / "docs" / "why.md").read_text("utf-8")):
        for diff in re.findall(r"^```diff\n(.*?)^```", step, re.MULTILINE | re.DOTALL):
            lines = diff.splitlines(keepends=True)
            old, new = ("".join(x[1:] for x in lines if x[0] != sign) for sign in "+-")
            assert source.count(old) == 1, f"This is not in the bot, or not once:\n{old}"
            source = source.replace(old, new)
        found.append(source)
    assert len(found) > 2, "docs/why.md has no steps"
    return [_class(each) for each in found]


def _class(source: str) -> type[Any]:
    module = ModuleType("road")
    sys.modules["road"] = module
    exec(compile(source, "docs/why.md", "exec"), vars(module))
    made: type[Any] = vars(module)["SensibleBot"]
    return made


@pytest.mark.slow
def test_each_step_makes_the_bot_better() -> None:
    book = compile_rulebook("anniversary", 4)
    for older, newer in pairwise(bots()):
        coins = [0, 0]
        for game in range(4 * DEALS):
            players = [newer(), older(), GreedyBot(), RandomBot()]
            at = game % 4
            players = players[at:] + players[:at]
            scores = play(book, players, bytes([game // 4]), range(4)).result.scores
            coins = [coins[each] + scores[(each - at) % 4] for each in range(2)]
        assert coins[0] > coins[1] + DEALS * 4, coins
