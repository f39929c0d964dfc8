"""What happens to a misbehaving bot, and to the others at its table: real processes, real games."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.referee import process
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.referee.game_types import FinishedGame, GameSpec
from arena.referee.process import BotLost
from arena.referee.seating import Seating, ready_line
from arena.sandbox.level import Level
from arena.sandbox.probe import best_level
from tests.support.levels import LEVELS, gone
from tests.support.one_game import replayed

BOTS = Path(__file__).parents[2] / "support"
TIME = TimeControl(bank_ms=30_000, increment_ms=0, limit_ms=150, start_ms=30_000)
IMPATIENT = replace(TIME, start_ms=5_000)
"""Where a bot never becomes ready."""
SEAT = 1


def bot(name: str) -> BotSpec:
    return BotSpec(name, 1, name, ("python3", "-I", "-S", "misbehaves.py", name), str(BOTS))


def game(name: str, number: int = 0) -> GameSpec:
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
    replayed(played.record)


# What a bot does -> its faults in one game, the kind that lost it the game, the reason given.
OUTCOMES: dict[str, tuple[dict[str, int], str | None, str]] = {
    "honest": ({}, None, ""),
    "late_twice": ({"late": 2}, None, ""),
    "silent": ({"silent": 1}, "silent", "did not become ready in time"),
    "crash_at_start": ({"crashed": 1}, "crashed", "before it was ready: exited with code 1"),
    "crash_in_game": ({"crashed": 1}, "crashed", "was ended by SIGSEGV"),
}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", OUTCOMES)
def test_outcome(tables: Callable[[Level], Seating], name: str, level: Level) -> None:
    played = tables(level).play(game(name))
    assert_others_unharmed(played)
    assert played.level == level
    culprit = played.seats[SEAT]
    faults, forfeit, reason = OUTCOMES[name]
    assert (culprit.faults, culprit.forfeit) == (faults, forfeit), culprit.reason
    assert reason in culprit.reason
    forfeits = played.record["forfeits"]
    assert [entry["seat"] for entry in forfeits] == ([SEAT] if forfeit else [])
    # Whatever it did, the safest was played in its place, to the end.
    own = [entry for entry in played.record["decisions"] if entry["seat"] == SEAT]
    assert len(own) == culprit.decisions
    assert {entry.get("fault") for entry in own} <= {None, "forfeit", *faults}


def test_the_next_game_is_played_by_a_new_process(table: Seating) -> None:
    for number in (1, 2):
        played = table.play(game("crash_in_game", number))
        assert_others_unharmed(played)
        own = [e for e in played.record["decisions"] if e["seat"] == SEAT]
        assert "fault" not in own[0]
        assert played.seats[SEAT].faults == {"crashed": 1}


def test_stderr_is_kept_at_both_ends_and_talk_is_cut_and_cleaned(table: Seating) -> None:
    assert "no configuration found" in table.play(game("crash_at_start", 4)).seats[SEAT].stderr
    assert "about to fall over" in table.play(game("crash_in_game", 4)).seats[SEAT].stderr
    played = table.play(game("talkative", 4))
    much = played.seats[SEAT].stderr
    assert "bytes left out" in much
    assert len(much) < 17_000
    said = {entry.get("say") for entry in played.record["decisions"] if entry["seat"] == SEAT}
    (text,) = said
    assert text.startswith("look [2J here aaa")
    assert len(text) <= 280


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


def test_a_bot_that_goes_on_working_is_waited_for_a_little(table: Seating) -> None:
    played = table.play(game("works_on", 95))
    assert not played.void and not played.seats[SEAT].faults


def test_metrics_are_those_of_the_game_even_where_stderr_is_cut(table: Seating) -> None:
    for number in range(3):  # by the same process
        seats = table.play(game("measures", 60 + number)).seats
        assert "bytes left out" in seats[SEAT].stderr
        assert [seat.metrics for seat in seats] == [{}, {"asked": seats[SEAT].decisions}, {}, {}]


def test_processes_are_kept_from_game_to_game() -> None:
    """Also if they meet a deal again, as the two games of a unit let them."""
    with closing(Seating()) as table:
        told = [table.play(game("counts", deal)).seats[SEAT].stderr for deal in (20, 21, 20)]
        assert told == ["game 1\n", "game 2\n", "game 3\n"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["leaves", "leaves_late"])
def test_who_leaves_at_game_over_is_started_afresh(table: Seating, name: str) -> None:
    """Also if it leaves only when it has been asked the next game's first question."""
    slowly = replace(TIME, limit_ms=10_000)
    for deal in range(70, 74):
        played = table.play(replace(game(name, deal), time=slowly))
        assert_others_unharmed(played)
        assert (played.seats[SEAT].faults, played.seats[SEAT].stderr) == ({}, "game 1\n")


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
