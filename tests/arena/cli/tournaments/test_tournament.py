"""A small tournament from the command line, and everything that can be looked at afterwards."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

from arena.cli.tournaments.outcome import tell
from arena.referee.clock import TimeControl
from arena.tournament.lock import exclusive_run
from arena.tournament.plan import Plan
from arena.tournament.size import Size
from ladder.database.store import Store
from tests.support.fake_tournament import FakeTournament
from tests.support.processes import about, below, limited, survival

SMALL = ("tournament", "greedy", "random", "--variants", "anniversary", "--players", "3")
GAMES = 6  # a table of three with one house bot, two rounds


def _arena(home: Path, *words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "arena", *words],
        env=os.environ | {"ARENA_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[4],
    )


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A home with a finished tournament, and what was printed."""
    home = tmp_path_factory.mktemp("home")
    program = _arena(home, *SMALL, "--rounds", "2", "--seed", "7", "--concurrency", "1")
    out, errors = program.communicate(timeout=120)
    assert program.returncode == 0, errors
    assert "Games with 3 players are filled up with" in errors
    return home, out


@pytest.fixture
def after(arena: Any, played: tuple[Path, str]) -> Any:
    """`arena` in the home of the finished tournament."""
    arena.home = played[0]
    return arena


@pytest.fixture
def own(after: Any, tmp_path: Path) -> Any:
    """The same in a copy of that home."""
    after.home = shutil.copytree(after.home, tmp_path / "copy", ignore=lambda *_: {"ray"})
    return after


def test_a_tournament_says_what_it_plays_and_how_it_ended(played: tuple[Path, str]) -> None:
    _, out = played
    assert re.search(r"Expecting about 6 games in \d+ s \(by this machine's speed", out)
    assert f"Tournament 1: {GAMES} games, 1 worker" in out
    assert "Seed 7: reproducible" in out
    assert f"{GAMES} of {GAMES} games (100%)" in out
    assert "anniversary, 3 players, standard" in out
    assert "\x1b" not in out


def test_where_strangers_could_know_all_cards_the_tournament_says_so(
    tmp_path: Path, played: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    def told(seed: int | None) -> str:
        time = TimeControl.parse("standard")
        arena = FakeTournament(
            tmp_path / str(seed), Plan((("anniversary", 3),), Size(rounds=1), time, seed=seed)
        )
        tell(arena.store, arena.play(), None, "", json=False)
        return " ".join(capsys.readouterr().out.split())

    warning = "a bot can find out every card. Rate bots of strangers without it"
    secret = "drawn from this secret"
    with_seed, without = told(7), told(None)
    assert (warning in with_seed, secret in with_seed) == (True, False)
    assert (warning in without, secret in without) == (False, True)
    assert "let bots of strangers play without --seed" in played[1]
    assert "Rate bots of strangers" not in played[1], "only bundled ones played"


def test_standings_and_a_bots_page(after: Any) -> None:
    text = after("ladder")
    assert "depend on whom a bot met" not in text
    assert text.index("greedy:1") < text.index("random:1")
    standings = after.json("ladder", "--variant", "anniversary")["standings"]
    assert {row["games"] for row in standings} == {GAMES}
    assert after.json("ladder", "--variant", "classic")["standings"] == []
    page = after("ladder", "greedy")
    assert "Opponents, in the same games" in page
    assert after.json("ladder", "greedy")["overall"]["rank"] in (1, 2)
    words = ("--variant", "plus", "--players", "4")
    assert "No game of plus with 4 players has been rated" in after("ladder", "greedy", *words)
    assert "No match of plus with 4 players has been rated yet." in after("ladder", *words)


def test_games_are_listed_and_shown_as_a_seat_saw_them(after: Any) -> None:
    games = after.json("games", "--bot", "greedy", "--tournament", "1")
    assert len(games) == GAMES
    assert after.json("games", "--faults") == []
    assert "No game of plus with greedy with a fault has been played yet." in after(
        "games", "--bot", "greedy", "--variant", "plus", "--faults"
    )
    assert "seats 1 to 3" in after.refused("replay", "1", "--seat", "4")
    events = after.json("replay", "1", "--seat", "2")["events"]
    assert all("cards" not in e for e in events if e["event"] == "drew" and e["seat"] != 1)


def test_all_games_verify(after: Any) -> None:
    report = after.json("verify", "--all")
    assert (report["right"], report["wrong"]) == (GAMES, {})
    assert "1 of 1 games" in after("verify", "1")


@pytest.mark.slow
def test_a_changed_record_is_found(own: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    after = own
    own.rewrite(2, lambda record: record["result"]["scores"].insert(0, 99))
    own.forge("UPDATE records SET record = substr(record, 1, 99) WHERE game_id = 4")
    report = after.json("verify", "--all", code=1)
    assert list(report["wrong"]) == ["2", "4"]
    assert "scores are" in report["wrong"]["2"]
    assert "record of game 4 is damaged" in report["wrong"]["4"]
    other_coins = ["Game 2 ended with other coins than the ladder has."]
    assert report["tournaments"]["1"]["wrong"] == other_coins
    again = after.json("verify", "--tournament", "1", code=1)
    assert again["tournaments"] == report["tournaments"]
    monkeypatch.setattr("arena.tournament.replaying.FEW", 2)
    monkeypatch.setattr("arena.tournament.replaying.TASK", 1)
    with monkeypatch.context() as patch:  # the processes do it, not this one
        patch.setattr("arena.replay.verification.Sent.checked", None)
        assert after.json("verify", "--all", "--concurrency", "3", code=1) == report


@pytest.mark.slow
def test_ctrl_c_ends_a_long_verify_with_its_processes(after: Any, tmp_path: Path) -> None:
    program = (
        "import time; import arena.tournament.replaying as it; it.FEW = it.TASK = 1;"
        "it.ProcessPool.wait = lambda pool, timeout: time.sleep(1000);"
        "from arena.cli import main; main()"
    )
    words = ["verify", "--all", "--home", str(after.home), "--concurrency", "2"]
    run = subprocess.Popen([sys.executable, "-c", program, *words], stderr=subprocess.PIPE)
    while run.poll() is None and not (workers := below(run.pid, b"worker_process")):
        time.sleep(0.01)
    left = {pid: about(pid, "stat") for pid in workers}
    run.send_signal(signal.SIGINT)
    run.communicate(timeout=60)
    assert run.returncode == 130
    assert survival(left) < 60


@pytest.mark.slow
def test_games_of_other_rules_are_counted_apart(own: Any) -> None:
    after = own
    for game in (2, 3):
        own.rewrite(game, lambda record: record.update(rules="2"))
    report = after.json("verify", "--all")
    assert (report["right"], report["wrong"], report["other_rules"]) == (GAMES - 2, {}, {"2": 2})
    assert "2 games were played by version 2 of the rules" in after("verify", "--all")
    assert "version 2 of the rules" in after.json("verify", "3", code=1)["wrong"]["3"]
    # Its deal follows from the secret, whatever the rules.
    own.rewrite(3, lambda record: record.update(seed="77"))
    report = after.json("verify", "--all", code=1)
    other_deal = ["Game 3 was played on another deal than follows from the secret."]
    assert report["tournaments"]["1"]["wrong"] == other_deal


def test_a_seats_questions_can_be_put_to_a_bot_again(after: Any, tmp_path: Path) -> None:
    last = after.json("debug", "1", "--seat", "2", "--at", "4")[-1]["line"]
    assert (last["type"], last["id"]) == ("choose", 4)
    bot = tmp_path / "bot.py"
    bot.write_text("print('{}', flush=True)\nwhile True:\n    input()\n    print(0, flush=True)\n")
    command = shlex.join([sys.executable, str(bot)])
    replies = after.json("debug", "1", "--seat", "2", "--at", "4", "--cmd", command)
    assert [(reply["question"], reply["now"]) for reply in replies] == [(4, "0")]
    text = after("debug", "1", "--seat", "2", "--at", "4", "--cmd", command)
    assert "Question 4" in text
    assert "now:" in text
    assert "now:         0" not in text, "in words, beside the recorded one"
    assert "was asked questions 1 to" in after.refused("debug", "1", "--seat", "2", "--at", "9999")
    after("debug", "1", "--seat", "2", "--cmd", shlex.join([sys.executable, "-c", "pass"]), code=1)
    assert "The program" in after.errors  # has ended, or ended without an answer: a race
    assert "ended" in after.errors


def test_nothing_is_left_to_resume(after: Any) -> None:
    assert "nothing is left to play" in after("resume", "1")
    assert "There is no unfinished tournament" in after.refused("resume", code=1)
    told = after.refused("tournaments", "abandon", "1", code=1)
    assert "Tournament 1 is already finished." in told


@pytest.mark.slow
def test_a_table_with_games_of_other_tournaments_says_so(own: Any) -> None:
    assert "other tournaments" not in own("resume", "1")
    told = " ".join(own(*SMALL, "--rounds", "1", "--seed", "8").split())
    assert f"Elo and means are of all {GAMES + 3} games in these pools" in told
    assert "This one's alone: arena ladder --tournament 2" in told


def test_a_refused_tournament_leaves_nothing_to_resume(after: Any) -> None:
    """Not even when the other one has only just begun, and nothing of it is written yet."""
    before = after.json("tournaments")
    with Store(after.home / "ladder.sqlite") as store, exclusive_run(store):
        after(*SMALL, "--rounds", "1", code=1)
    assert "is about to play a tournament on this ladder. Wait until it ends" in after.errors
    assert after.json("tournaments") == before


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["run.play", "outcome._conclude"])
def test_ctrl_c_at_any_moment_of_a_run_tells_how_to_go_on(
    arena: Any, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(f"arena.cli.tournaments.{moment}", interrupted)
        arena(*SMALL, "--rounds", "1", "--concurrency", "3", "--limits", "file=20", code=130)
    told = "What was played is kept. Continue with: arena resume 1 --concurrency 3\n"
    assert told in arena.errors
    assert arena.json("resume", "1")["left"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_and_resume_finishes(tmp_path: Path, number: signal.Signals) -> None:
    rounds = 5
    program = _arena(tmp_path, *SMALL, "--rounds", str(rounds), "--concurrency", "1")
    assert program.stdout
    with limited(program):
        for line in program.stdout:
            if "to go" in line or "secret" in line:
                break
    program.send_signal(number)
    out, errors = program.communicate(timeout=120)
    assert program.returncode == 128 + number, errors
    assert "Continue with: arena resume 1" in out
    if number != signal.SIGINT:
        return
    program = _arena(tmp_path, "resume", "--json")
    out, errors = program.communicate(timeout=120)
    assert program.returncode == 0, errors
    outcome = json.loads(out)
    assert (outcome["left"], outcome["interrupted"]) == (0, False)
    assert {row["games"] for row in outcome["standings"]} == {3 * rounds}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("games", "--tournament", "99"), "There is no tournament 99."),
        (("games", "--bot", "gredy"), "There is no bot called 'gredy'. Did you mean greedy?"),
        (("games", "--bot", "greedy:7"), "greedy has no version '7'"),
        (("ladder", "radnom"), "Did you mean random?"),
        (("replay", "99"), "There is no game 99. List the games: arena games"),
        (("verify", "99"), "There is no game 99."),
        (("resume", "99"), "There is no tournament 99. List the tournaments: arena tournaments"),
        (("tournaments", "show", "99"), "There is no tournament 99."),
    ],
)
def test_wrong_names_are_told_the_right_ones(after: Any, words: tuple[str, ...], told: str) -> None:
    assert told in after.refused(*words)


@pytest.mark.parametrize("killed", [False, True])
def test_the_home_of_another_user_is_read(after: Any, killed: bool) -> None:
    """As a finished run leaves it, and as a killed one does, with what SQLite keeps beside it."""
    with tempfile.TemporaryDirectory() as folder:  # not tmp_path: nobody else may enter that
        home = Path(folder) / "home"
        home.mkdir()
        ladder = Path(shutil.copy(after.home / "ladder.sqlite", home))
        if killed:
            code = (
                "import os, sqlite3, sys\nconn = sqlite3.connect(sys.argv[1])\n"
                "conn.execute('PRAGMA journal_mode = WAL')\n"
                "conn.execute(\"UPDATE bots SET author = 'Ada'\")\nconn.commit()\nos._exit(0)"
            )
            subprocess.run([sys.executable, "-c", code, str(ladder)], check=True)
            assert (home / "ladder.sqlite-wal").stat().st_size
        for file in home.iterdir():
            file.chmod(0o444)
        home.chmod(0o555)
        home.parent.chmod(0o755)
        before = sorted(home.iterdir())
        other: dict[str, Any] = {"user": 65534, "group": 65534, "extra_groups": []}
        for words in ("ladder", "games", "replay 1", "tournaments", "bots", "verify --all"):
            try:
                done = subprocess.run(
                    [sys.executable, "-m", "arena", *words.split(), "--json", "--home", str(home)],
                    check=False,
                    capture_output=True,
                    text=True,
                    cwd=Path(__file__).parents[4],
                    **(other if os.geteuid() == 0 else {}),
                )
            except PermissionError:
                pytest.skip("this Python, or the source, is closed to other users")
            assert done.returncode == 0, (words, done.stderr)
            assert json.loads(done.stdout)
        assert sorted(home.iterdir()) == before
        home.chmod(0o755)
