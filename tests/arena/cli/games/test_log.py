"""`arena log`, and where else is shown why a bot was at fault: lists, its page, a tournament."""

from pathlib import Path

import pytest

from arena.cli.output.events import remark
from arena.cli.tournaments.outcome import _conclude
from arena.tournament.driver import Options
from arena.tournament.lifecycle import create, play
from arena.tournament.run_events import Event, GameFinished
from ladder.database.store import Store
from ladder.queries.standings import overall
from tests.arena.conftest import Arena
from tests.support.fake_worker_pool import InProcessPool, spec_of
from tests.support.shown_ladder import BIG, CLUMSY, RecordingPlayer, shown_ladder


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games in which one bot is at fault, and is then the only one that writes on stderr."""
    return shown_ladder(tmp_path_factory.mktemp("home"))


def test_a_log_is_shown_whole_or_of_one_seat(home: Path) -> None:
    arena = Arena(home)
    listed = arena.json("games", "--faults", "--limit", "3")
    assert len(listed) == 3
    for game in listed:
        number, names = str(game["id"]), [each["name"] for each in game["seats"]]
        clumsy = names.index(CLUMSY)
        other = (clumsy + 1) % 3
        assert arena("log", number, "--seat", str(clumsy + 1)).endswith("\n  the last line\n")
        nothing = arena("log", number, "--seat", str(other + 1))
        assert nothing.startswith(f"Seat {other + 1}, ")
        assert ", wrote nothing on stderr, as far as" in nothing
        whole = arena("log", number)
        assert f"Game {number}, seat {clumsy + 1}, {CLUMSY}:1:" in whole
        assert f"seat {other + 1}" not in whole
        told = arena.json("log", number)
        assert [(each["seat"], each["log"] == "") for each in told] == [
            (seat, seat != clumsy) for seat in range(3)
        ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("1", "--seat", "4"), "This game has seats 1 to 3."),
        (("99999",), "There is no game 99999."),
        (("c99",), "c99 has not been played"),
        (("x1",), "'x1' is not the number of a game. List them: arena games"),
        (("c",), "is not the number of a game"),
    ],
)
def test_what_is_not_there_is_said(home: Path, words: tuple[str, ...], told: str) -> None:
    assert told in Arena(home).refused("log", *words)


def test_faults_are_explained_in_lists_and_on_the_page(home: Path) -> None:
    arena = Arena(home)
    listed = arena("games", "--faults", "--variant", "classic")
    assert "(1 late, forfeited)" in listed
    for out in (listed, arena("ladder", CLUMSY)):
        assert "(1 late)" in out
        assert "| the last line" in out
        assert "More: arena log " in out
    assert "the last line" not in arena("games") + arena("ladder", "ant:1")
    (latest, *_) = arena.json("ladder", CLUMSY)["latest_faults"]
    assert latest["log"].endswith("\nthe last line")


def test_faults_are_explained_while_a_tournament_runs_and_at_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events: list[Event] = []
    with Store(tmp_path / "ladder.sqlite") as store:
        bots = [store.add_bot(name, hash=name) for name in (CLUMSY, "bee", "cat")]
        worker_pool = lambda _: InProcessPool(RecordingPlayer)  # noqa: E731
        done = play(store, create(store, BIG, bots), spec_of, Options(), events.append, worker_pool)
        _conclude(store, done, overall(store, tournament_id=1), {}, {})
    lost = [each for each in events if isinstance(each, GameFinished) and each.forfeits]
    assert len(lost) == 1
    assert "\n  clumsy:1 | the last line" in str(remark(lost[0]))
    told = capsys.readouterr().out
    assert "clumsy:1: 6 faults in 6 of its games in these pools, 1 forfeited" in told
    assert "game 6, seat" in told
    assert "| the last line" in told
