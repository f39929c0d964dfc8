"""The bundled bots are ours as installed, whatever lies beside a user's script."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("gymnasium")

from arena.env import bundled
from arena.env.opponents import BohnanzaEnv, opponent, programs

NAMES = {file.stem for file in bundled.FOLDER.glob("*.py")} | {"skills"}


def played(opponents: list[str]) -> Any:
    """The coins of a game of safest choices, and the game."""
    env = BohnanzaEnv(opponents=opponents)
    env.reset(seed=1)
    over = False
    while not over:
        *_, over, _, info = env.step(-1)
    return info["coins"], env


def imported() -> list[str]:
    """Modules of the bots, by either name."""
    ours = f"{bundled.__name__}."
    return [name for name in sys.modules if name.partition(".")[0] in NAMES or ours in name]


@pytest.fixture
def theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of a user's script, with files that have the names of ours and end the process."""
    for name in NAMES - {"skills"}:
        (tmp_path / f"{name}.py").write_text("raise SystemExit('theirs')")
    (tmp_path / "skills").mkdir()
    (tmp_path / "skills" / "__init__.py").write_text("raise SystemExit('theirs')")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in imported():
        monkeypatch.delitem(sys.modules, name)
    yield tmp_path
    for name in imported():
        del sys.modules[name]


def test_ours_are_played_and_theirs_stay_theirs(theirs: Path) -> None:
    path = sys.path[:]
    for name in programs():
        coins, _ = played([name])
        assert sum(coins) > 0
    assert sys.path == path
    assert not NAMES & sys.modules.keys()
    for name in NAMES:
        with pytest.raises(SystemExit, match="theirs"):
            __import__(name)


def test_they_play_alike_whoever_has_imported_them(theirs: Path) -> None:
    names = ["trader3", "greedy", "random"]
    here, _ = played(names)
    code = (
        f"import sys; sys.path.insert(0, {str(theirs)!r})\n"
        "from tests.arena.env.test_bundled import played\n"
        f"print(played({names!r})[0])"
    )
    run = [sys.executable, "-c", code]
    assert subprocess.check_output(run, text=True, cwd=Path(__file__).parents[3]) == f"{here}\n"


@pytest.mark.slow
def test_an_environment_with_them_is_taken_up_in_another_process(theirs: Path) -> None:
    coins, env = played(["trader3"])
    env.reset(seed=1)
    code = (
        "import pickle, sys\n"
        "env, over = pickle.load(sys.stdin.buffer), False\n"
        "while not over: *_, over, _, info = env.step(-1)\n"
        "print(info['coins'])"
    )
    run, given = [sys.executable, "-c", code], pickle.dumps(env)
    root = Path(__file__).parents[3]
    assert subprocess.check_output(run, input=given, cwd=root).decode() == f"{coins}\n"
    assert copy.deepcopy(env).table.game == env.table.game


def test_all_that_are_listed_can_be_played() -> None:
    assert {"random", "greedy", "trader", "trader3"} <= programs().keys()
    for name in ["sensible", *programs()]:
        assert opponent(name)
