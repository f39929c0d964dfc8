"""`arena match`: rounds, and bots told apart."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.cli.games import match
from arena.cli.games.match import tell_apart
from arena.referee.bot import BotSpec
from tests.support.small_bots import GOOD, write_bot


@pytest.mark.slow
def test_every_round_has_every_rotation_and_every_game_its_own_deal(arena: Any) -> None:
    words = ("match", "greedy", "random", "random", "--rounds", "2", "--seed", "5")
    games = arena.json(*words)
    assert [game["round"] for game in games] == [1, 1, 1, 2, 2, 2]
    assert [game["rotation"] for game in games] == [0, 1, 2, 0, 1, 2]
    assert len({game["record"]["seed"] for game in games}) == 6
    assert [game["scores"] for game in arena.json(*words)] == [game["scores"] for game in games]
    text = arena(*words)
    assert "Game c16 (round 2): " in text
    assert "All 6 games in 2 rounds:" in text


def test_ctrl_c_shows_the_games_so_far(arena: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    played = match.play_match

    def stopped(*given: Any) -> Any:
        yield next(played(*given))
        raise KeyboardInterrupt

    monkeypatch.setattr(match, "play_match", stopped)
    words = ("match", "greedy", "random", "random", "--rounds", "2")
    text = arena(*words, code=130)
    assert "1 of 6 games in 2 rounds:" in text and "Look at one: arena replay c1" in text
    assert [game["round"] for game in arena.json(*words, code=130)] == [1]


def test_seats_that_are_left_over_are_filled_as_in_a_tournament(arena: Any) -> None:
    (game, *rest) = arena.json("match", "random", "greedy")
    assert sorted(game["bots"]) == ["greedy", "random", "trader"]
    assert len(rest) == 2
    assert "The other seats are filled up with trader." in arena.errors


def test_bots_of_one_name_are_told_apart(arena: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("a", "b"):
        Path(folder).mkdir()
        write_bot(Path(folder), "bot", GOOD + f"# {folder}")
    words = ("a/bot.py", "b/bot.py", "random")
    game, *_ = arena.json("match", *words)
    assert sorted(game["bots"]) == ["a/bot", "b/bot", "random"]
    assert sorted(each["name"] for each in game["record"]["bots"]) == sorted(game["bots"])
    *_, first, second, third, _, _ = arena("match", *words).rstrip().splitlines()
    assert sorted(line.split()[0] for line in (first, second, third)) == sorted(game["bots"])


def test_only_what_tells_paths_apart_is_shown() -> None:
    for words, told in (
        (["/x/y/a/bot.py", "/x/y/b/bot.py"], ["a/bot", "b/bot"]),
        (["/x/bot.py", "/x/bot.js"], ["./bot.py", "./bot.js"]),
        (["/x/a", "/x/b"], ["./a", "./b"]),
        (["/a/bot.py", "/b/c/bot.py"], ["a/bot", "b/c/bot"]),
        (["my bot.py", "b/my bot.py"], ["./my bot", "b/my bot"]),
    ):
        bots = [BotSpec("bot", 0, word, (), "") for word in words]
        assert [bot.name for bot in tell_apart(words, bots)] == told


def test_names_that_differ_stay_as_they_are() -> None:
    words = ["mine:1", "mine", "mine", "./mine.py", "x/../mine.py", "greedy", "greedy"]
    bots = [BotSpec("mine", n, str(n), (), "") for n in (1, 2, 2, 0, 0)]
    bots += [BotSpec("greedy", 1, "g", (), "")] * 2
    told = [bot.name for bot in tell_apart(words, bots)]
    assert told == ["mine:1", "mine:2", "mine:2", "./mine", "./mine", "greedy", "greedy"]


FALLS_OVER = """
import json, sys
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello": print("{}", flush=True)
    if message["type"] == "refused" and message["again"]: print(0, flush=True)
    if message["type"] == "decide":
        asked = message["id"]
        if asked == 5: sys.exit("[red]no bean left")
        print(999 if asked == 3 else 0, flush=True)
"""


def test_match_games_can_be_looked_at(arena: Any, tmp_path: Path) -> None:
    bot = write_bot(tmp_path, "falls", FALLS_OVER)
    text = arena("match", bot, "random", "random")
    assert "Game c1: " in text
    assert "! falls, question 3: refused or cut: choice: there is no index 999" in text
    assert "! falls, question 5: crashed: exited with code 1" in text
    shown = re.search(r"It was asked question 5: (Step .*\.)\n  All of it: arena debug (.*)", text)
    assert shown and "question" not in shown[1]
    assert '"id":5' in arena("debug", *shown[2].split())
    assert "| [red]no bean left" in text
    assert text.rstrip().endswith("arena replay c1")
    (listed, *_) = arena.json("games", "--casual", "--faults")
    assert (listed["id"], listed["match"]) == ("c3", "c1"), "as commands take it"
    seat = next(n for n, each in enumerate(listed["seats"]) if each["name"] == "falls")
    assert arena("log", "c3", "--seat", str(seat + 1)) == "  [red]no bean left\n"
    assert [each["log"] for each in arena.json("log", "c3")][seat] == "[red]no bean left\n"
    told = arena("replay", "c3")
    assert "falls was refused" in told
    assert "| [red]no bean left" in told
    replayed = arena.json("replay", "c3", "--seat", str(seat + 1))
    assert [each["question"] for each in replayed["refusals"]] == [3, 5]
    assert {each["seat"] for each in replayed["questions"]} == {seat}
    numbers = [each["question"] for each in replayed["questions"] if each["question"]]
    assert numbers == [1, 2, 3, 4, 5]
    assert "c1" in arena("games", "--casual")
    assert arena.json("games") == arena.json("tournaments") == [], "no part of the ladder"
    assert "1 of 1 games are right" in arena("verify", "c2")
    lines = arena.json("debug", "c3", "--seat", str(seat + 1), "--at", "3")
    assert any("no index 999" in line["line"].get("reason", "") for line in lines)
    page = tmp_path / "game.html"
    arena("replay", "c1", "--html", str(page))
    assert b"Game c1" in page.read_bytes()


FAILS_INSIDE = """
import json, sys, traceback
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello": print("{}", flush=True)
    if message["type"] == "decide":
        try:
            {}["[red]soy"]
        except KeyError:
            traceback.print_exc()
        print(0, flush=True)
"""


def test_a_failing_handler_is_told_of_though_it_costs_no_fault(arena: Any, tmp_path: Path) -> None:
    bot = write_bot(tmp_path, "fails", FAILS_INSIDE)
    text = arena("match", bot, "random", "random")
    assert "! fails, a handler failed: KeyError: '[red]soy'; see arena log c1" in text
    assert text.count("! fails") == 3


def test_a_name_that_no_bot_may_have_can_be_changed_for_any_command(
    arena: Any, tmp_path: Path
) -> None:
    bot = write_bot(tmp_path, "🫘", FAILS_INSIDE)
    for command in (("match", bot, "random"), ("check", bot), ("submit", bot)):
        said = arena.refused(*command, code=1)
        assert "Rename the file, give a name in bot.toml, or submit it with --name." in said


def test_a_seat_that_was_asked_nothing_has_nothing_to_debug(arena: Any, tmp_path: Path) -> None:
    game, *_ = arena.json("match", write_bot(tmp_path, "leaves", ""), "random", "--rounds", "1")
    seat = 1 + game["bots"].index("leaves")
    said = arena.refused("debug", "c1", "--seat", str(seat))
    assert f"Seat {seat} was asked nothing in game c1: it left too soon." in said


@pytest.mark.slow
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
