"""`arena sprt`: what is said of a test, its options, and a real one from the command line."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from arena.cli import app
from arena.cli.exit_codes import UNDECIDED
from arena.cli.options.groups import gathered, words_of
from arena.cli.options.parsing import OptionError
from arena.cli.options.play_settings import PlaySettings
from arena.cli.options.sprt_options import USUAL_BOUNDS, SprtOptions
from arena.cli.tournaments.outcome import conclude, in_json
from arena.rules import VariantError
from arena.text.sprt_summary import llr_line, verdict_line
from ladder.database.store import Store
from ladder.statistics.sprt import Bounds, Unit, UnitCounts, Verdict
from ladder.tournaments.sprt_progress import Contest
from tests.support.commands import command

GAME = ("greedy", "random", "--elo0", "0", "--elo1", "1", "--variant", "rio_grande_duel")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a test that came to no verdict."""
    home = tmp_path_factory.mktemp("home")
    words = ["sprt", *GAME, "--units", "16", "--seed", "7", "--concurrency", "1", "--json"]
    done = CliRunner().invoke(app, words, env={"ARENA_HOME": str(home), "ARENA_KEY": None})
    assert done.exit_code == UNDECIDED, done.output
    found = json.loads(done.stdout)["sprt"]
    assert (found["verdict"], found["units"], found["games"]) == ("inconclusive", 16, 32)
    return home


@pytest.fixture
def after(arena: Any, played: Path) -> Any:
    """`arena` in that home."""
    arena.home = played
    return arena


@pytest.mark.slow
def test_its_end_can_be_read_again(after: Any) -> None:
    text = after("resume", "1", code=UNDECIDED)
    assert "SPRT ([0.00, 1.00]) ended after 16 units - inconclusive" in text
    assert "For a verdict, begin a longer test: add --units 64." in text
    assert "Results of greedy:1 against random:1" in text
    text = after("tournaments", "show", "1")
    for line in (
        "finished",
        "at most 16 units of 2 games",
        "sprt: is the first bot better than the second?",
        "sprt, not rated",
        "arena sprt greedy random --variant rio_grande_duel --players 2 --elo1 1 --units 16",
        "inconclusive",
    ):
        assert line in text
    assert after.json("tournaments", "show", "1")["sprt"]["units"] == 16
    assert "has been rated yet" in after("ladder")
    (listed,) = after.json("tournaments")
    assert (listed["rated"], listed["played"], listed["format"]) == (False, 32, "sprt")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("greedy", "greedy"), "greedy:1 is named twice. Name each bot once."),
        (("greedy", "random", "--elo1", "nan"), "elo0 must be less than elo1"),
        (("greedy", "random", "--elo1", "1e308"), "both between -5000 and 5000"),
        (("greedy", "random", "--seed", "9" * 20), "One of the numbers is too large"),
        (("greedy", "random", "--elo0", "30"), "elo0 must be less than elo1"),
        (("greedy", "random", "--alpha", "0"), "alpha is the share of wrong verdicts"),
        (("greedy", "random", "--non-regression", "--elo1", "5"), "--non-regression means"),
        (("greedy", "random", "--others", "greedy"), "greedy:1 is tested, so it cannot hold"),
        ((*GAME, "--others", "trader"), "has no other seats. Leave out --others."),
    ],
)
def test_what_cannot_be_tested(arena: Any, words: tuple[str, ...], told: str) -> None:
    assert told in " ".join(arena.refused("sprt", *words).split())
    if arena.home.exists():
        assert arena.json("tournaments") == []


def test_its_hypotheses() -> None:
    assert SprtOptions(elo0=-5, beta=0.1).hypotheses() == Bounds(-5, 20, 0.05, 0.1)
    assert SprtOptions().hypotheses() == Bounds(0, 20, 0.05, 0.05)
    assert SprtOptions(non_regression=True, alpha=0.1).hypotheses() == Bounds(-20, 0, 0.1, 0.05)


def test_a_test_has_one_game() -> None:
    assert SprtOptions().plan().games == (("anniversary", 4),)
    assert SprtOptions(variant="rio_grande_duel").plan().games == (("rio_grande_duel", 2),)
    with pytest.raises(OptionError, match="Expected one game"):
        SprtOptions(variant="classic,rio_grande").plan()
    with pytest.raises(VariantError, match="nonsense"):
        SprtOptions(variant="nonsense").plan()


@pytest.mark.parametrize(
    "options",
    [
        SprtOptions(),
        SprtOptions(
            elo0=5,
            elo1=10,
            alpha=0.01,
            beta=0.2,
            units=77,
            terms=PlaySettings(seed=3, no_talk=True),
        ),
        SprtOptions(
            variant="rio_grande_duel", non_regression=True, terms=PlaySettings(tc="bullet", st=1.5)
        ),
        SprtOptions(players=5),
    ],
)
def test_the_command_that_repeats_a_test_means_the_same(options: SprtOptions) -> None:
    plan = options.plan()
    words = words_of(SprtOptions.of(plan, ["cat", "dog"]))
    given = command("sprt").make_context("sprt", ["ant", "bee", *words]).params
    again = gathered(SprtOptions, given)
    assert again.others == ("" if plan.games[0][1] == 2 else "cat,dog")
    assert again.plan() == plan


class Shown(Contest):
    """A contest of the units that a test wants."""

    def __init__(self, store: Store, bounds: Bounds, *units: Unit) -> None:
        super().__init__(store, 1, (1, 2), bounds, 5000)
        self.tally = UnitCounts()
        for unit in units:
            self.tally.add(unit)
        self.verdict = self.tally.verdict(bounds)


Show = Callable[..., Shown]


@pytest.fixture
def show(tmp_path: Path) -> Iterator[Show]:
    with Store(tmp_path / "ladder.sqlite") as store:
        yield lambda *units, bounds=USUAL_BOUNDS: Shown(store, bounds, *units)


def _units(lead: int, points: int, times: int) -> list[Unit]:
    return [Unit(lead, points, points % 2, same=False)] * times


def test_the_lines_are_those_of_fastchess(show: Show) -> None:
    test = show(*_units(4, 4, 20), *_units(-4, 0, 14), *_units(0, 2, 30))
    share = test.llr / test.bounds.upper
    assert 0 < share < 1
    line = f"LLR: {test.llr:.2f} ({share:.1%}) (-2.94, 2.94) [0.00, 20.00]"
    assert llr_line(test) == line
    assert verdict_line(test) == "SPRT ([0.00, 20.00]) has not ended yet"
    worse = show(*_units(-4, 0, 20), *_units(4, 4, 14), *_units(0, 2, 30))
    assert f"LLR: {worse.llr:.2f} ({-worse.llr / worse.bounds.lower:.1%})" in llr_line(worse)
    assert worse.llr < 0


def test_how_a_verdict_is_told(show: Show, capsys: pytest.CaptureFixture[str]) -> None:
    test = show(*_units(4, 4, 60), *_units(0, 2, 15), *_units(-4, 0, 5), bounds=Bounds(0, 100))
    conclude(test, "ant:1", "bee\x1b[31m:1")
    out = capsys.readouterr().out
    for line in (
        "SPRT ([0.00, 100.00]) completed - H1 was accepted\n",
        "Results of ant:1 against bee\ufffd[31m:1, seats exchanged on the same deal:\n",
        "Games: 160, Wins: 135, Losses: 25, Draws: 0, Points: 135.0 (84.38%)\n",
        "Ptnml(0-2): [5, 0, 15, 0, 60]\n",
        "80 units, 80 with a difference\n",
        "(as played)\n",
        "(corrected for stopping)\n",
    ):
        assert line in out
    assert all(len(line) <= 80 for line in out.splitlines())
    assert "\x1b" not in out
    data = in_json(test)["sprt"]
    assert data["verdict"] is Verdict.H1
    assert data["leads"] == {-4: 5, 0: 15, 4: 60}
    plain, corrected = data["as_played"], data["corrected_for_stopping"]
    assert 0 < corrected["nelo"]["value"] <= plain["nelo"]["value"]
    json.dumps(data)


ALIKE = "In 16 units, each seat made the same of both games, no matter who sat there."


@pytest.mark.parametrize(
    ("units", "told"),
    [
        (
            [Unit(lead, 4, 0, same=False) for lead in (4, 6)] * 50,
            ("Elo: at least 570.0, nElo: ", "(corrected for stopping)"),
        ),
        (_units(-4, 0, 80), ("H0 was accepted", "Elo: at most -530.5, nElo: beyond measure")),
        (
            [*[Unit(lead, 4, 0, same=False) for lead in (4, 6)] * 40, *_units(4, 3, 1)],
            ("Elo: at least ", "nElo: "),
        ),
        (_units(4, 3, 80), ("Elo: beyond measure, as every unit had the same lead",)),
        ([Unit(0, 2, 0, same=True)] * 16, ("completed - identical play", ALIKE)),
        (
            [Unit(0, 2, 2, same=True, forfeited=True)] * 16,
            ("ended after 16 units - inconclusive", "Both forfeited in all of them"),
        ),
    ],
)
def test_what_has_no_number_is_not_given_one(
    show: Show, capsys: pytest.CaptureFixture[str], units: list[Unit], told: tuple[str, ...]
) -> None:
    test = show(*units)
    conclude(test, "ant", "bee")
    out = capsys.readouterr().out
    for words in told:
        assert words in out
    assert " +/- " not in out.replace("nElo: ", "").split("(as played)")[0].split(",")[0]
    played = in_json(test)["sprt"]["as_played"]
    if "Elo: at " in out:
        told_end, other = ("low", "high") if "at least" in out else ("high", "low")
        assert played["elo"][told_end] is not None and played["elo"][other] is None
    else:
        assert played is None
