"""Bots from the command line: checked, submitted, refused, versioned, retired."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.referee.clock import CLASSES, TimeControl
from arena.registry.storage import discard
from tests.arena.cli.tournaments.test_tournament_list import home
from tests.support.levels import comes_true
from tests.support.small_bots import GOOD, write_bot

__all__ = ["home"]

GUIDE = Path(__file__).parents[4] / "docs" / "first-bot.md"

# Prints an error and answers all the same, as the SDKs do.
FAILING = """
import json, sys, traceback
for line in sys.stdin:
    mine = json.loads(line)
    try:
        if {}: mine["soy"]
    except KeyError:
        traceback.print_exc()
    if mine["type"] == "hello": print("{{}}", flush=True)
    if mine["type"] == "decide": print(0, flush=True)
"""
BAD = {
    "exits": ("import sys; sys.exit('no \x1b[2J[bold]weights')", 1, "| no \ufffd[2J[bold]weights"),
    "is_silent": ("import time; time.sleep(1000)", 1, "no answer within"),
    "babbles": ("input(); print('hello there', flush=True); input()", 1, "JSON"),
    "answers_wrong": (GOOD.replace("print(0", "print(99"), 2, "there is no index 99"),
    "crashes_late": (
        GOOD.replace("print(0", "print(0 if json.loads(line)['ask'] == 'plant' else 1/0"),
        3,
        "ZeroDivisionError",
    ),
    "does_not_know_orders": (
        GOOD.replace("print(0", "print(0 if json.loads(line)['ask'] != 'return_order' else 1/0"),
        7,
        ' players. When asked "return_order"',
    ),
    "hides_errors": (
        FAILING.format("mine.get('ask') == 'set_aside'"),
        4,
        "handler failed: KeyError",
    ),
    "hides_late_errors": (
        FAILING.format("mine['type'] == 'game_over'"),
        7,
        "handler failed: KeyError",
    ),
    "falls_at_the_end": (
        GOOD.replace("if kind ==", "if kind == 'game_over': 1 / 0\n    if kind ==", 1),
        7,
        'After "game_over", before its next answer: it exited with code 1.',
    ),
    "is_instrumented": (
        "import sys; sys.exit('==2==ERROR: AddressSanitizer failed to allocate 0xdfff0001000')",
        1,
        "reserves more memory than a bot may have",
    ),
    "hides_errors_from_seat_0": (
        FAILING.format("mine.get('view', mine).get('seat') == 3"),
        8,
        "a handler failed in seat 4: KeyError: 'soy'",
    ),
    "plays_badly_against_itself": (
        GOOD.replace("print(0", "print(0 if json.loads(line)['view']['seat'] == 0 else 'x'"),
        8,
        "not JSON",
    ),
}


def test_a_bot_is_submitted_versioned_and_known_again(arena, tmp_path: Path) -> None:
    path = write_bot(tmp_path, "mine", GOOD)
    text = arena("submit", path, "--author", "Ada")
    assert re.search(r"Step 3: answers a trade question … Passed", text)
    assert "Welcome, mine:1." in text
    assert "already exactly this" in arena("submit", path, "--author", "Ada")
    twin = arena("submit", path, "--author", "Ada", "--name", "twin")
    assert "mine:1 has the same files" in twin
    arena("submit", path, "--author", "Ada", "--limits", "nonsense", code=2)

    write_bot(tmp_path, "mine", GOOD + "\n# better\n")
    next_one = arena.json("submit", path, "--author", "Ada")
    assert next_one["version"] == 2
    unknown = {"elo": None, "interval": None, "bound": None}
    assert next_one["before"] == {"bot": "mine:1", "games": 0} | unknown
    known = {
        (bot["name"], bot["version"]): bot
        for bot in arena.json("bots", "--all")
        if "version" in bot
    }
    assert known["mine", 1]["status"] == "retired"
    assert known["mine", 2]["status"] == "active"
    assert (arena.home / "bots" / known["mine", 2]["hash"] / "mine.py").is_file()


def test_a_new_version_is_told_how_the_one_before_is_rated(home: Any, tmp_path: Path) -> None:
    """The bots of this home have played a tournament."""
    done = home.json("submit", write_bot(tmp_path, "ant", GOOD))
    before = done["before"]
    assert before["bot"] == "ant:1" and before["games"] > 0
    text = home("submit", write_bot(tmp_path, "bee", GOOD))
    assert re.search(r"bee:1 has Elo [\d.]+ ± \d+ after \d+ games\.", text)


@pytest.mark.slow
def test_a_new_version_is_told_by_what_has_changed_and_clutter_makes_none(
    arena, tmp_path: Path
) -> None:
    folder = tmp_path / "b"
    folder.mkdir()
    keys = 'name = "b"\ncommand = "python3 bot.py"\n'
    write_bot(folder, "bot")
    for name, text in (("bot.toml", keys), ("old.txt", "1"), ("bot.py~", "a backup")):
        (folder / name).write_text(text)
    assert "Changed" not in arena("submit", str(folder))
    (folder / "bot.py~").write_text("another backup")
    assert "b:1 is already exactly this" in arena("submit", str(folder))
    write_bot(folder, "bot", GOOD + "\n# better\n")
    (folder / "old.txt").rename(folder / "new.txt")
    text = arena("submit", str(folder))
    assert (
        "Changed since the last version: bot.py differs, new.txt is new, old.txt is missing."
        in text
    )
    assert "b:1 has not been rated.\nIs this one better? arena sprt b:2 b:1" in text
    (folder / "bot.toml").write_text(keys + "memory_mb = 500\n")
    assert arena.json("submit", str(folder))["changes"] == "bot.toml differs"
    (folder / "other.toml").write_text(keys + "memory_mb = 400\n")
    arena("submit", str(folder / "other.toml"))
    assert "only how it is built or started" in arena("submit", str(folder))


def test_a_name_belongs_to_its_author(arena, tmp_path: Path) -> None:
    path = write_bot(tmp_path, "mine", GOOD)
    arena("submit", path, "--author", "Ada")
    assert "mine belongs to Ada" in arena.refused("submit", path, "--author", "Bob", code=1)
    for name in ("greedy", "Greedy"):
        assert "greedy is a bundled bot" in arena.refused("submit", path, "--name", name, code=1)


def test_no_key_is_made_for_a_name_that_is_refused(arena, tmp_path: Path) -> None:
    key = tmp_path / "keys" / "mine"
    words = ("--name", "greedy", "--key-file", str(key))
    assert "bundled" in arena.refused("submit", write_bot(tmp_path, "some"), *words, code=1)
    assert not key.parent.exists()


def test_a_key_is_made_and_a_name_cannot_be_taken_by_typing_it(arena, tmp_path: Path) -> None:
    path, key = write_bot(tmp_path, "mine", GOOD), tmp_path / "eve.key"
    arena("submit", path, "--author", "Ada")
    made = re.search(r"Your key was made: (.+)\. Keep it", arena.errors)
    assert made
    assert Path(made[1]).is_relative_to(f"{arena.home}-config")
    eve = ("--key-file", str(key))
    arena("submit", path, "--author", "Ada", *eve, code=1)
    assert "mine:1 was submitted with another key. Choose another --name" in arena.errors
    arena("submit", path, "--name", "theirs", "--author", "ada", *eve, code=1)
    assert "mine:1 by Ada came with another key. Choose another --author" in arena.errors
    arena.environment["ARENA_KEY"] = str(key)
    assert "mine:1 was submitted with another key" in arena.refused("submit", path, code=1)
    assert "Released: mine:1." in arena("disown", "mine")
    assert arena.json("disown", "mine") == []
    write_bot(tmp_path, "mine", GOOD + "# another")
    taken = arena.json("submit", path, "--author", "Ada")
    assert taken["version"] == 2
    assert re.fullmatch("[0-9a-f]{64}", taken["owner"])
    assert key.read_text().strip() not in (arena.home / "ladder.sqlite").read_bytes().decode("l1")


@pytest.mark.slow
def test_a_bundled_bot_has_no_owner_to_release(arena) -> None:
    assert "greedy:1 is bundled: it has no owner" in arena.refused("disown", "greedy")


@pytest.mark.slow
def test_a_bot_that_is_given_less_than_it_asks_for_is_told(arena, tmp_path: Path) -> None:
    write_bot(tmp_path, "bot", GOOD)
    keys = 'name = "b"\ncommand = "python3 bot.py"\nmemory_mb = 900\nfile_mb = 20\n'
    (tmp_path / "bot.toml").write_text(keys + 'files = ["bot.py"]\n')
    less = "b asks for memory=900, file=20, and gets memory=512, file=16."
    for command in ("check", "submit"):
        arena(command, str(tmp_path))
        assert f"{less} To give it more: --limits memory=900,file=20" in arena.errors
    arena("check", str(tmp_path), "--limits", "memory=900,file=20")
    assert "asks for" not in arena.errors


def test_what_a_bot_asks_for_is_told_and_given_only_where_it_is_allowed(
    arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_KEY", "private")
    write_bot(tmp_path, "bot", "import os, sys; sys.exit(os.environ['A_KEY'])")
    keys = 'name = "b"\ncommand = "python3 bot.py"\nfiles = ["bot.py"]\n'
    keys += 'network = true\npass_env = ["A_KEY"]\n'
    (tmp_path / "bot.toml").write_text(keys)
    for command in ("submit", "check"):
        arena(command, str(tmp_path), code=1)
        assert "b asks for the network and A_KEY from your environment" in arena.errors
        told = arena(command, str(tmp_path), "--allow-network", code=1)
        assert "b asks for A_KEY from your environment" in arena.errors
        assert "private" not in told + arena.errors
        allowed = ("--allow-network", "--allow-env", "A_KEY")
        assert "| private" in arena(command, str(tmp_path), *allowed, code=1)
    monkeypatch.delenv("A_KEY")
    arena("check", str(tmp_path), *allowed, code=1)
    assert "A_KEY is not set in your environment." in arena.errors
    write_bot(tmp_path, "bot")
    assert "It asks for the network and $A_KEY." in arena("submit", str(tmp_path), *allowed)
    assert "private" not in (arena.home / "ladder.sqlite").read_bytes().decode("latin-1")


@pytest.mark.parametrize("name", BAD)
def test_what_does_not_pass_is_refused_at_the_right_step(
    arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    impatient = TimeControl(2_000, 20, 500, 1_000)
    monkeypatch.setitem(CLASSES, "bullet", impatient)
    code, step, told = BAD[name]
    text = arena("submit", write_bot(tmp_path, name, code), "--tc", "bullet", code=1)
    failed = re.findall(r"Step (\d+): .*Failed", text)
    assert failed == [str(step)]
    assert told in text
    assert f"step {step} of the check failed" in arena.errors
    assert not any(bot["name"] == name for bot in arena.json("bots"))
    assert list((arena.home / "bots").iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_build_that_is_interrupted_leaves_nothing(tmp_path: Path, number: int) -> None:
    slow = 'name = "slow"\ncommand = "sh bot"\nbuild = "sleep 1000"\nfiles = ["bot"]\n'
    (tmp_path / "bot.toml").write_text(slow)
    (tmp_path / "bot").write_text("")
    bots = tmp_path / "home" / "bots"
    running = subprocess.Popen(
        [sys.executable, "-c", "from arena.cli import main; main()", "submit", str(tmp_path)],
        env=os.environ | {"ARENA_HOME": str(tmp_path / "home")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert comes_true(lambda: bots.exists() and any(bots.glob(".draft-*/bot")), seconds=60)
        running.send_signal(number)
        told, _ = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 128 + number, told
    assert "Traceback" not in told
    assert list(bots.iterdir()) == []


def test_a_retired_bot_plays_no_match_but_can_be_checked(arena, tmp_path: Path) -> None:
    path = write_bot(tmp_path, "mine")
    arena("submit", path)
    assert arena.json("retire", "mine")["status"] == "retired"
    assert "mine:1 is retired" in arena.refused("match", "mine", "random", "random", code=1)
    assert arena.json("check", "mine")["passed"]
    assert "arena reinstate mine" in arena("submit", path)
    listed = arena.json("bots", "--all")[0]
    assert (listed["status"], listed["next"]) == ("retired", "once it is reinstated")
    assert "It plays next once it is reinstated." in arena("ladder", "mine")
    assert arena.json("reinstate", "mine")["status"] == "active"
    assert arena.json("retire", "random")["status"] == "retired"


@pytest.mark.slow
def test_a_bot_that_leaves_at_game_over_is_told(arena, tmp_path: Path) -> None:
    leaves = GOOD.replace("if kind ==", "if kind == 'game_over': break\n    if kind ==", 1)
    said = arena("check", write_bot(tmp_path, "brief", leaves))
    assert 'It exits at "game_over", so it is started again for each game' in said
    assert "It exits" not in arena("check", write_bot(tmp_path, "stays"))


def test_the_bot_of_the_readme_passes_the_check(arena, tmp_path: Path) -> None:
    block = re.search(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert block
    assert arena.json("check", write_bot(tmp_path, "first", block[1]))["passed"]
    assert list((arena.home / "bots").iterdir()) == [], "a check keeps nothing"


def test_a_file_that_needs_others_is_told_to_come_with_its_folder(arena, tmp_path: Path) -> None:
    file = tmp_path / "lonely.py"
    file.write_text("from an_sdk_that_stayed_behind import Bot")
    assert "No module named" in arena("submit", str(file), code=1)
    assert "give the folder" in arena.errors
    assert "give the folder" in arena("check", str(file), code=1)
    assert not arena.json("check", str(file), code=1)["passed"]
    for other in ("raise SystemExit('no weights')", "raise KeyError('uid not found: 17')"):
        file.write_text(other)
        assert "give the folder" not in arena.refused("submit", str(file), code=1)
    file.write_text("open('weights.json')")
    assert "give the folder" in arena.refused("submit", str(file), code=1)


@pytest.mark.slow
def test_a_word_means_a_bot_before_it_means_a_path(
    arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("greedy").write_text("stray")
    arena("check", "greedy")
    assert "greedy means the bot of that name, not ./greedy." in arena.errors
    assert "arena submit ./greedy" in arena.refused("retire", "./greedy")
    for command in ("check", "retire", "reinstate"):
        assert "Did you mean" in arena.refused(command, "greddy.py")


def test_a_copy_that_was_lost_comes_back_with_the_same_submission(arena, tmp_path: Path) -> None:
    path = write_bot(tmp_path, "mine")
    copy = arena.home / "bots" / arena.json("submit", path)["hash"]
    discard(copy)
    assert "Submit the bot again" in arena.refused("match", "mine", "random", "random", code=1)
    assert "its kept copy has been restored" in arena("submit", path)
    assert copy.is_dir()


def test_a_missing_runtime_is_one_sentence_and_the_way_out(
    arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for suffix, program in ((".rb", "ruby"), (".ts", "node"), (".go", "go"), (".jar", "java")):
        (tmp_path / f"mine{suffix}").touch()
        arena("check", str(tmp_path / f"mine{suffix}"), code=1)
        assert arena.errors.startswith(f"arena: {program} is not installed here. Install it, or ")


def test_a_check_shows_the_question_that_failed_and_keeps_it(arena, tmp_path: Path) -> None:
    path = write_bot(tmp_path, "wrong", GOOD.replace("print(0", "print(99"))
    said = arena("check", path, code=1)
    assert re.search(
        r"Asked: +question 1, plant\n +Choices: +0 plant card=.+\n +Answered: 99", said
    )
    kept = (arena.home / "failed_check.txt").read_text("utf-8").splitlines()
    assert kept[0].startswith('> {"type":"game_start"')
    assert kept[-1] == "< 99"
    said = arena("check", write_bot(tmp_path, "mute", "not Python"), code=1)
    assert "exited with code 1" in said and "failed_check.txt" not in said  # no game has begun
