"""What happens to a misbehaving bot, and to the others at its table: real processes, real games."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import orjson
import pytest

from arena.referee import process
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game import FinishedGame, GameSpec
from arena.referee.process import BotLost
from arena.referee.seating import Seating, ready_line
from arena.replay.replay import Replay
from arena.sandbox.level import Level
from arena.sandbox.probe import best_level
from arena.sandbox.processes import tree
from tests.support.levels import LEVELS, gone
from tests.support.processes import limited
from tests.support.small_bots import GOOD

BOTS = Path(__file__).parents[2] / "support"
TIME = TimeControl(bank_ms=30_000, increment_ms=0, limit_ms=150, start_ms=30_000)
IMPATIENT = replace(TIME, start_ms=5_000)
"""Where a bot never becomes ready."""
SEAT = 1


def bot(name: str) -> BotSpec:
    program = f"{name}.py" if name == "spams" else "misbehaves.py"
    return BotSpec(name, 1, name, ("python3", "-I", "-S", program, name), str(BOTS))


def game(name: str, number: int = 0, **more: Any) -> GameSpec:
    """The bot `name` in seat 1 among three honest ones."""
    bots = [bot("honest")] * 4
    bots[SEAT] = bot(name)
    return GameSpec(
        id=f"{name}-{number}",
        variant="anniversary",
        players=4,
        seed=b"deal %d" % number,
        bots=tuple(bots),
        bot_seeds=(1, 2, 3, 4),
        time=IMPATIENT if name == "silent" else TIME,
        **more,
    )


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine, honest bots are waited for."""
    monkeypatch.setattr(process, "_WALL_LEAST_MS", 60_000)


@pytest.fixture(scope="module")
def tables() -> Iterator[Callable[[Level], Seating]]:
    """A table for each level, laid when first asked for."""
    laid: dict[Level, Seating] = {}
    yield lambda level: laid.setdefault(level, Seating(level=level))
    for table in laid.values():
        table.close()


@pytest.fixture(scope="module")
def table(tables: Callable[[Level], Seating]) -> Seating:
    """One at the best level."""
    return tables(best_level())


def assert_others_unharmed(played: FinishedGame) -> None:
    """No faults, no forfeits, and a result that stands: the record plays to the same end."""
    assert played.void is None
    for seat, other in enumerate(played.seats):
        if seat != SEAT:
            assert (other.faults, other.forfeit) == ({}, None), (seat, other.reason)
            assert other.decisions > 0
    assert len(played.scores) == 4
    assert Replay(orjson.dumps({"format": 1, **played.record})).check() is None


# What a bot does -> its faults in one game, the kind that lost it the game, the reason given.
OUTCOMES: dict[str, tuple[dict[str, int], str | None, str]] = {
    "honest": ({}, None, ""),
    "mends": ({}, None, ""),
    "last_words": ({}, None, ""),
    "talkative": ({}, None, ""),
    "spams": ({}, None, ""),
    "leaves_children": ({}, None, ""),
    "counts": ({}, None, ""),
    "late_twice": ({"late": 2}, None, ""),
    "not_utf8": (
        {"malformed": 4},
        "malformed",
        "4 faults in 4 questions, the last one: line: not JSON (invalid UTF-8",
    ),
    "never_reads": ({"late": 4}, "late", "no answer in time"),
    "ignores_signals": ({"late": 4}, "late", "no answer in time"),
    "silent": ({"silent": 1}, "silent", "did not become ready in time"),
    "crash_at_start": ({"crashed": 1}, "crashed", "before it was ready: exited with code 1"),
    "crash_in_game": ({"crashed": 1}, "crashed", "was ended by SIGSEGV"),
    "closes_stdout": ({"crashed": 1}, "crashed", "closed its output"),
    "endless_line": ({"malformed": 1}, "malformed", "a line of more than 64 KiB"),
    # One fault a question, until there are too many or it is noticed that there is no end to it.
    "flood": ({"malformed": ANY}, "malformed", "wrote more than|4 faults in"),
}


AT_LEVEL_A = {
    # bubblewrap has the pipe open as well
    "closes_stdout": ({"late": 1, "crashed": 1}, "crashed", "exited with code 120"),
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", OUTCOMES)
def test_outcome(tables: Callable[[Level], Seating], name: str, level: Level) -> None:
    played = tables(level).play(game(name))
    assert_others_unharmed(played)
    assert played.level == level
    culprit = played.seats[SEAT]
    faults, forfeit, reason = (OUTCOMES | (AT_LEVEL_A if level is Level.A else {}))[name]
    print(f"{name:16} {culprit.faults} {culprit.forfeit} {culprit.reason}")
    assert (culprit.faults, culprit.forfeit) == (faults, forfeit), culprit.reason
    assert any(each in culprit.reason for each in reason.split("|"))
    forfeits = played.record["forfeits"]
    assert [entry["seat"] for entry in forfeits] == ([SEAT] if forfeit else [])
    # Whatever it did, the safest was played in its place, to the end.
    own = [entry for entry in played.record["decisions"] if entry["seat"] == SEAT]
    assert len(own) == culprit.decisions
    assert {entry.get("fault") for entry in own} <= {None, "forfeit", *faults}


@pytest.mark.parametrize("name", ["crash_in_game", "not_utf8", "never_reads", "endless_line"])
def test_the_next_game_is_played_by_a_new_process(table: Seating, name: str) -> None:
    for number in (1, 2):
        played = table.play(game(name, number))
        assert_others_unharmed(played)
        own = [e for e in played.record["decisions"] if e["seat"] == SEAT]
        assert own[0].get("fault") in (None, *OUTCOMES[name][0])
        assert played.seats[SEAT].faults == OUTCOMES[name][0]


def test_refused_answers_are_recorded_even_when_mended(table: Seating) -> None:
    played = table.play(game("mends", 3))
    own = [entry for entry in played.record["decisions"] if entry["seat"] == SEAT]
    assert all("there is no index 999" in entry["refused"] for entry in own)
    assert not any("fault" in entry for entry in own)


def test_stderr_is_kept_at_both_ends(table: Seating) -> None:
    assert "no configuration found" in table.play(game("crash_at_start", 4)).seats[SEAT].stderr
    assert "about to fall over" in table.play(game("crash_in_game", 4)).seats[SEAT].stderr
    much = table.play(game("talkative", 4)).seats[SEAT].stderr
    assert "bytes left out" in much
    assert len(much) < 17_000


def test_what_is_written_when_the_game_is_over_belongs_to_it(
    level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the first game on, which shows that a bot writes; the next ones by the same process."""
    monkeypatch.setattr("arena.referee.process._LAST_WORDS_MS", 5_000)  # on a busy machine, too
    with closing(Seating(level=level)) as table:
        for number in range(3):
            played = table.play(game("last_words", 80 + number))
            scores = " ".join(map(str, played.scores))
            assert played.seats[SEAT].stderr == f"scores {scores}\n"


def test_bots_that_never_write_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[Any]] = []
    monkeypatch.setattr(
        "arena.referee.seating.hear_out", lambda processes: asked.append([*processes])
    )
    with closing(Seating()) as table:
        for number in range(2):
            table.play(game("talkative", 90 + number))
    assert [len(each) for each in asked] == [4, 1]


def with_first(program: str, folder: Path, number: int) -> GameSpec:
    """A game of honest bots, but for the first."""
    folder.chmod(0o755)
    (folder / "bot.py").write_text(program)
    spec = game("honest", number)
    own = BotSpec("own", 1, folder.name, ("python3", "bot.py"), str(folder))
    return replace(spec, bots=(own, *spec.bots[1:]))


def test_a_bot_that_goes_on_working_is_waited_for_a_little(table: Seating, tmp_path: Path) -> None:
    works = GOOD + "    if kind == 'game_over':\n        while True: pass\n"
    played = table.play(with_first(works, tmp_path, 95))
    assert not played.void and not played.seats[0].faults


MEASURES = """
import json, sys
say = lambda text: print(text, file=sys.stderr, flush=True)
say("metric loaded=1")
asked = 0
for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind == "hello": print("{}", flush=True)
    if kind == "game_start": asked = 0
    if kind == "game_over":
        say("metric after=1")
        say("metric asked=-1")
    if kind == "decide":
        asked += 1
        say(f"metric asked={asked}\\n" + 3_000 * "x")
        print(0, flush=True)
"""


def test_metrics_are_those_of_the_game_even_where_stderr_is_cut(
    table: Seating, tmp_path: Path
) -> None:
    for number in range(3):  # by the same process
        played = table.play(with_first(MEASURES, tmp_path, 60 + number))
        assert "bytes left out" in played.seats[0].stderr
        assert played.seats[0].metrics == {"asked": played.seats[0].decisions}
        assert [seat.metrics for seat in played.seats[1:]] == [{}] * 3


def test_talk_is_cut_cleaned_and_passed_on(table: Seating) -> None:
    played = table.play(game("talkative", 5))
    said = {entry.get("say") for entry in played.record["decisions"] if entry["seat"] == SEAT}
    (text,) = said
    assert text.startswith("look [2J here aaa")
    assert len(text) <= 280
    silent = table.play(game("talkative", 6, talk=False))
    assert not any("say" in entry for entry in silent.record["decisions"])


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_nothing_runs_on_after_a_bot_is_ended(level: Level) -> None:
    table = Seating(level=level)
    table.play(game("ignores_signals", 7))
    assert len(table._guests) == 3  # it was ended at the verdict already
    table.play(game("leaves_children", 7))
    processes = [pid for root in running(table) for pid in (root, *tree(root))]
    assert len(processes) >= 2 * 4 + 2
    table.close()
    assert all(gone(pid) for pid in processes)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_bots_end_with_an_arena_that_is_killed(level: Level) -> None:
    script = f"""
import sys
from tests.arena.referee.test_seating import Level, Seating, game
Seating(level=Level("{level}")).play(game("leaves_children", 8))
print("played", flush=True)
sys.stdin.read()
"""
    root = BOTS.parents[1]
    arena = subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert arena.stdin and arena.stdout
    with limited(arena):
        assert arena.stdout.readline() == "played\n"
    processes = tree(arena.pid)
    assert len(processes) >= 1 + 2 * 4 + 2  # the supervisor; each bot, what is above it; children
    arena.send_signal(signal.SIGKILL)
    arena.wait()
    arena.stdin.close()
    arena.stdout.close()
    assert all(gone(pid) for pid in processes)


def test_processes_are_kept_from_game_to_game() -> None:
    """Also if they meet a deal again, as the two games of a unit let them."""
    with closing(Seating()) as table:
        told = [table.play(game("counts", deal)).seats[SEAT].stderr for deal in (20, 21, 20)]
        assert told == ["game 1\n", "game 2\n", "game 3\n"]


def test_processes_are_kept_but_not_too_many() -> None:
    with closing(Seating(kept=4)) as table:
        table.play(game("honest", 30))
        first = running(table)
        table.play(game("honest", 31))
        assert running(table) == first
        table.play(game("counts", 32))
        assert len(table._guests) == 4
        assert sum(gone(pid) for pid in first if pid not in running(table)) == 1
    assert all(gone(pid) for pid in first)


def running(table: Seating) -> list[int]:
    return [guest.process.pid for guest in table._guests.values()]


def test_a_bot_that_the_machine_cannot_start_voids_the_game(table: Seating) -> None:
    missing = BotSpec("missing", 1, "missing", ("./no_such_file",), str(BOTS))
    spec = game("honest", 40)
    played = table.play(replace(spec, bots=(*spec.bots[:3], missing)))
    assert played.void is not None
    assert "./no_such_file cannot be started" in played.void
    assert played.record == {}
    assert_others_unharmed(table.play(game("honest", 41)))


def test_sealed_questions_can_go_out_at_once() -> None:
    with closing(Seating()) as table, closing(Seating(ask_all=True)) as at_once:
        one, other = (t.play(game("late_twice", 50)) for t in (table, at_once))
        assert_others_unharmed(other)
        assert other.seats[SEAT].faults == {"late": 2}
        for record in (one.record, other.record):
            for entry in record["decisions"]:
                del entry["ms"]
        assert one.record == other.record


class Says:
    """A bot that says these lines before its time is up."""

    def __init__(self, *lines: bytes) -> None:
        self.lines = [*lines, None]

    def collect(self) -> bytes | None:
        return self.lines.pop(0)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ([b"Mono: no such call\n", b"# hi\n", b"\n", b' {"a":1}\n', b"0\n"], b' {"a":1}\n'),
        ([b"# hi\n", b"ready\n", b"steady\n"], b"ready\n"),
        ([b"# hi\n"], None),
    ],
)  # fmt: skip
def test_what_a_runtime_says_of_itself_before_ready_is_passed_over(
    said: list[bytes], line: bytes | None
) -> None:
    assert ready_line(Says(*said)) == line  # type: ignore[arg-type]


def test_what_is_said_before_ready_has_an_end() -> None:
    with pytest.raises(BotLost, match="wrote more than 1000 lines unasked"):
        ready_line(Says(*[b"hi\n"] * 2_000))  # type: ignore[arg-type]
