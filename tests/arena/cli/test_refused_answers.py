"""A bot whose answers are refused is told everywhere, though no fault shows it."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.support.small_bots import write_bot

REFUSED = """
import json, sys
FOUR = [{"to": "all", "give": [], "want": ["soy"]}] * 4
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello": print("{}", flush=True)
    elif told["type"] == "refused" and told["again"]: print(0, flush=True)
    elif told["type"] == "decide":
        late = told["ask"] == "trade" and told["id"] > 15  # the first questions are the check's
        print(json.dumps(WRONG if late else {"choice": 0}), flush=True)
"""
KINDS = {
    "no such index": ('{"choice": 99}', "there is no index 99"),
    "no such choice": ('{"choice": {"do": "dance"}}', "no choice called 'dance'"),
    "no such bean": (
        '{"choice": {"do": "trade", "offers": [{"give": ["moss"], "want": []}]}}',
        "'moss'",
    ),
    "cards not held": (
        '{"choice": {"do": "trade", "offers": [{"give": ["soy"] * 9, "want": []}]}}',
        "you have no soy",
    ),
    "too many offers": ('{"choice": {"do": "trade", "offers": FOUR}}', "at most 3 offers a round"),
    "own words too long": ('{"choice": 0, "say": "soy? " * 60}', "say: 300 characters, cut to 280"),
    "unknown key": ('{"choice": 0, "sya": "soy?"}', 'an answer has no key "sya"'),
}


SHOWN = ("too many offers", "own words too long", "unknown key")


@pytest.mark.parametrize("kind", KINDS)
def test_the_check_and_a_match_warn_of_it(arena: Any, tmp_path: Path, kind: str) -> None:
    wrong, reason = KINDS[kind]
    bot = write_bot(tmp_path, "bad", REFUSED.replace("WRONG", wrong))
    checked = " ".join(arena("check", bot).split())
    assert "Step 8" in checked and "Failed" not in checked
    warning = checked.partition("Warning: ")[2]
    assert "answers a game were refused or cut" in warning and reason in warning
    if kind in SHOWN:
        met = " ".join(arena("match", bot, "random", "greedy").split())
        assert reason in met.partition("Warning: bad: ")[2]


@pytest.mark.slow
def test_the_ladder_counts_it_and_why_says_the_reason(arena: Any, tmp_path: Path) -> None:
    bots = {kind.replace(" ", "_"): KINDS[kind] for kind in SHOWN}
    for name, (wrong, _) in bots.items():
        arena("submit", write_bot(tmp_path, name, REFUSED.replace("WRONG", wrong)))
    size = ("--variants", "anniversary", "--players", "4", "--rounds", "1", "--seed", "1")
    ended = " ".join(arena("tournament", *bots, "random", *size).split())
    rows = {row["name"]: row for row in arena.json("ladder")["standings"]}
    replays = [arena.json("replay", str(game["id"])) for game in arena.json("games")]
    counted = Counter(
        replay["record"]["bots"][answer["seat"]]["name"]
        for replay in replays
        for answer in replay["refusals"]
        if answer["mended"]
    )
    assert "refused" in arena("ladder")
    assert rows["random"]["refused"] == 0
    for name, (_, reason) in bots.items():
        assert f"answers a game were refused or cut: arena why {name}:1" in ended
        assert rows[name]["faults"] == 0
        assert rows[name]["refused"] == counted[name] > 10, "as in the records"
        each = f"{counted[name] / rows[name]['games']:.1f}"
        page = " ".join(arena("ladder", name).split())
        assert f"{each} answers a game were refused" in page
        assert f"{each} {reason}" in " ".join(arena("why", name).split())
