"""`arena log`, and where else is shown why a bot was at fault: lists, its page, a tournament."""

from pathlib import Path

import pytest

from arena.cli.output.events import remark
from arena.cli.tournaments.outcome import _conclude
from arena.referee.bot import BotSpec
from arena.referee.clock import TimeControl
from arena.tournament.driver import Options
from arena.tournament.plan import Plan
from arena.tournament.progress import Event, GameFinished
from arena.tournament.run import create, play
from arena.tournament.size import Size
from ladder.database.store import Bot, Store
from ladder.queries.standings import overall
from tests.arena.cli.games.test_match import FALLS_OVER
from tests.arena.conftest import Arena
from tests.support.fake_worker_pool import InProcessPool
from tests.support.small_bots import GOOD, write_bot

TALKS = GOOD.replace(
    'if kind == "hello"', 'print(kind, file=sys.stderr, flush=True)\n    if kind == "hello"'
)
EVENTS: list[Event] = []


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One match of a bot that crashes, one that talks on stderr, and one that does neither."""
    folder, home = tmp_path_factory.mktemp("bots"), tmp_path_factory.mktemp("home")
    folder.chmod(0o755)
    for name, code in (("falls", FALLS_OVER), ("talks", TALKS), ("good", GOOD)):
        write_bot(folder, name, code)

    def spec_of(bot: Bot) -> BotSpec:
        return BotSpec(bot.name, 1, bot.hash, ("python3", f"{bot.name}.py"), str(folder))

    with Store(home / "ladder.sqlite") as store:
        bots = [store.add_bot(name, hash=name) for name in ("falls", "talks", "good")]
        time = TimeControl(60_000, 100, 20_000, 30_000)
        number = create(store, Plan((("classic", 3),), Size(rounds=1), time, seed=1), bots)
        worker_pool = lambda _: InProcessPool()  # noqa: E731
        EVENTS.clear()  # of an earlier home, where tests of other modules came between
        play(store, number, spec_of, Options(), report=EVENTS.append, make_worker_pool=worker_pool)
    return home


def seats(home: Path) -> dict[tuple[int, str], int]:
    """(game, bot) → its seat."""
    with Store(home / "ladder.sqlite", read_only=True) as store:
        rows = store.rows("SELECT game_id, name, seat FROM seat_results")
    return {(row["game_id"], row["name"]): row["seat"] for row in rows}


def test_a_log_is_shown_whole_or_of_one_seat(home: Path) -> None:
    arena, at = Arena(home), seats(home)
    for game in (1, 2, 3):
        falls, talks, good = (at[game, name] for name in ("falls", "talks", "good"))
        assert arena("log", str(game), "--seat", str(falls + 1)) == "  [red]no bean left\n"
        lines = arena("log", str(game), "--seat", str(talks + 1)).split()
        assert (lines[-1], "decide" in lines) == ("game_over", True)
        nothing = arena("log", str(game), "--seat", str(good + 1))
        assert nothing.startswith(f"Seat {good + 1}, good:1, wrote nothing on stderr, as far as")
        whole = arena("log", str(game))
        assert f"Game {game}, seat {talks + 1}, talks:1:" in whole
        assert "good:1" not in whole
        told = arena.json("log", str(game))
        assert [(each["seat"], each["log"] == "") for each in told] == [
            (seat, seat == good) for seat in range(3)
        ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("1", "--seat", "4"), "This game has seats 1 to 3."),
        (("99",), "There is no game 99."),
        (("c1",), "c1 has not been played"),
        (("x1",), "'x1' is not the number of a game. List them: arena games"),
        (("c",), "is not the number of a game"),
    ],
)
def test_what_is_not_there_is_said(home: Path, words: tuple[str, ...], told: str) -> None:
    arena = Arena(home)
    assert told in arena.refused("log", *words)


def test_faults_are_explained_in_lists_and_on_the_page(home: Path) -> None:
    arena = Arena(home)
    for out in (arena("games", "--faults"), arena("ladder", "falls")):
        assert "(1 crashed, forfeited): exited with code 1" in out
        assert "| [red]no bean left" in out
        assert "More: arena log 3 --seat" in out
    assert "no bean left" not in arena("games") + arena("ladder", "talks")
    (latest, *_) = arena.json("ladder", "falls")["latest_faults"]
    assert (latest["game"], latest["reason"]) == (3, "exited with code 1")
    assert latest["log"] == "[red]no bean left\n"


def test_faults_are_explained_while_a_tournament_runs_and_at_its_end(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    remarks = [remark(event) for event in EVENTS if isinstance(event, GameFinished)]
    assert len(remarks) == 3
    assert all("\n  falls:1 | [red]no bean left" in str(each) for each in remarks)
    with Store(home / "ladder.sqlite", read_only=True) as store:
        _conclude(store, 1, overall(store, tournament_id=1))
    told = capsys.readouterr().out
    assert "falls:1: 3 faults in 3 of its games in these pools, 3 forfeited" in told
    assert "game 3, seat" in told
    assert "| [red]no bean left" in told
