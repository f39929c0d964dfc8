"""The slow proofs and the measurements still run: each once, as small as it can be."""

import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from arena.rules import compile_rulebook
from tests.bench.replaying import LEVELS, Games
from tests.support.golden import file_of, replay_of
from tests.support.happened import possible

HERE = Path(__file__).parent
SUBCLASSES = "tests.proofs.coverage"
TOOLS = [
    pytest.param(name, marks=pytest.mark.pure if name == SUBCLASSES else ())
    for folder in ("proofs", "bench")
    for found in iter_modules([str(HERE / folder)])
    for name in [f"tests.{folder}.{found.name}"]
]
SMALLEST = {
    "tests.proofs.coverage": "--games 1 --variant classic --jobs 1",
    "tests.proofs.fuzz": "--each 1 --variant classic --jobs 1",
    "tests.proofs.strength": "--blocks 1 --variant classic --jobs 1",
    "tests.bench.variants": "--games 1 --rounds 1 --variant classic --most 99",
    "tests.bench.decision": "--games 7",
}


@pytest.mark.parametrize("tool", TOOLS)
def test_it_can_be_imported(tool: str) -> None:
    import_module(tool)


@pytest.mark.parametrize(("tool", "words"), SMALLEST.items())
def test_it_runs(tool: str, words: str) -> None:
    if tool == "tests.bench.decision" and shutil.which("cc") is None:
        pytest.skip("no C compiler")
    run = subprocess.run(
        [sys.executable, "-m", tool, *words.split()],
        capture_output=True, text=True, check=False, cwd=HERE.parent,
    )  # fmt: skip
    assert "Traceback" not in run.stderr, run.stderr
    assert run.returncode in (0, 1), run.stderr  # 1: it has something to say of so small a run


@pytest.mark.pure
def test_what_comes_up_is_counted() -> None:
    coverage = import_module(SUBCLASSES)
    book = compile_rulebook("high_bohn+cognac", 3)
    known = {*possible(book), *coverage.effects(book)}
    counted = coverage.happened(book.variant, book.players, 1)
    assert {name for name in counted if name.startswith("rule ")} <= known
    assert counted["rule buildings: changes score"]
    assert any(name.startswith("building ") for name in known & counted.keys())


def test_records_are_played_again() -> None:
    replay = replay_of(file_of("plus", 4).read_bytes())
    games = Games([replay.data])
    assert games.decisions == len(replay.data["decisions"])
    assert all(games.cost(level) > 0 for level in range(len(LEVELS)))
