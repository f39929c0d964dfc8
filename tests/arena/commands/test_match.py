"""`arena match`: rounds, and bots told apart."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from arena.commands.match import tell_apart
from arena.referee.bot import BotSpec
from tests.support.small_bots import GOOD, write_bot


def test_every_round_is_another_deal_in_every_rotation(arena: Any) -> None:
    words = ("match", "greedy", "random", "random", "--rounds", "2", "--seed", "5")
    games = arena.json(*words)
    assert [game["round"] for game in games] == [1, 1, 1, 2, 2, 2]
    assert [game["rotation"] for game in games] == [0, 1, 2, 0, 1, 2]
    assert len({game["record"]["seed"] for game in games}) == 2
    assert [game["scores"] for game in arena.json(*words)] == [game["scores"] for game in games]
    text = arena(*words)
    assert "Game 4 (round 2): " in text
    assert "All 6 games in 2 rounds:" in text


def test_bots_of_one_name_are_told_apart(arena: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("a", "b"):
        Path(folder).mkdir()
        write_bot(Path(folder), "bot", GOOD + f"# {folder}")
    game, *_ = arena.json("match", "a/bot.py", "b/bot.py", "random")
    assert sorted(game["bots"]) == ["a/bot.py", "b/bot.py", "random"]
    assert sorted(each["name"] for each in game["record"]["bots"]) == sorted(game["bots"])
    text = arena("match", "a/bot.py", "b/bot.py", "random")
    *_, header, first, second, third = text.rstrip().splitlines()
    assert header.startswith("bot")
    assert sorted(line.split()[0] for line in (first, second, third)) == sorted(game["bots"])


def test_a_path_with_a_space_is_shown_as_it_is() -> None:
    bots = [BotSpec("my-bot", 0, n, (), "") for n in ("1", "2")]
    told = [bot.name for bot in tell_apart(["my bot.py", "b/my bot.py"], bots)]
    assert told == ["./my bot.py", "b/my bot.py"]


def test_names_that_differ_stay_as_they_are() -> None:
    words = ["mine:1", "mine", "mine", "./mine.py", "x/../mine.py", "greedy", "greedy"]
    bots = [BotSpec("mine", n, str(n), (), "") for n in (1, 2, 2, 0, 0)]
    bots += [BotSpec("greedy", 1, "g", (), "")] * 2
    told = [bot.name for bot in tell_apart(words, bots)]
    assert told == ["mine:1", "mine:2", "mine:2", "./mine.py", "./mine.py", "greedy", "greedy"]


def test_a_match_never_loads_ray(tmp_path: Path) -> None:
    code = (
        "import sys; from arena.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: print(end.code, 'ray' in sys.modules)"
    )
    words = ["match", "random", "random", "random", "--home", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False
    )
    assert done.stdout.endswith("0 False\n")
