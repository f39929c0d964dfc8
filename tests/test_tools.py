"""The slow proofs and the measurements still run: each once, as small as it can be."""

import re
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from tests.proofs.__main__ import Proof, proofs
from tests.support import new_expansion

HERE = Path(__file__).parent
TOOLS = [
    f"tests.{folder}.{found.name}"
    for folder in ("proofs", "bench")
    for found in iter_modules([str(HERE / folder)])
]
SMALLEST = {
    "tests.proofs.fuzz": "--each 1 --variant classic --jobs 1",
    "tests.bench.costs": "--games 1 --rounds 1 --variant classic --most 99",
    "tests.bench": "decision random_games environment trading --rounds 1 --amount 0.01 --against .",
}
PROOFS = {each.name: each for each in proofs()}
TASKS = tomllib.loads((HERE.parent / "pyproject.toml").read_text("utf-8"))["tool"]["poe"]["tasks"]
PAGES = [*HERE.parent.glob("*.md"), *HERE.parent.glob("[!.]*/**/*.md"), *HERE.rglob("*.py")]


def test_the_tasks_fit_on_a_screen() -> None:
    assert len(TASKS) <= 25, "pyproject.toml has more tasks than fit: leave some out"
    long = [name for name, task in TASKS.items() if not 0 < len(task["help"]) <= 76]
    assert long == [], "pyproject.toml: give these a `help` of at most 76 characters"


@pytest.mark.parametrize("proof", PROOFS.values(), ids=PROOFS)
def test_a_proof_says_what_it_proves_for_which_page_and_how_long_that_takes(proof: Proof) -> None:
    assert re.fullmatch(r"\d+ (min|h)", proof.takes), "TAKES is as in 5 min"
    assert re.fullmatch(r"[A-Z].{,90}\.", proof.says), "its docstring begins with a short sentence"
    told = (HERE / "proofs" / f"{proof.name}.py").read_text("utf-8")
    pages = re.findall(r"^Promise: (\S+\.md), ", told, re.MULTILINE)
    assert len(pages) == 1, f"end the docstring of tests/proofs/{proof.name}.py with Promise: PAGE"
    assert any(str(each).endswith(pages[0]) for each in PAGES), f"there is no {pages[0]}"


def test_what_a_page_names_can_be_run() -> None:
    known = {*TASKS, *(f"prove {name}" for name in PROOFS)}
    named = {
        f"{page.relative_to(HERE.parent)}: {name}"
        for page in PAGES
        for name in re.findall(r"`poe[ \n]((?:prove )?[a-z_]+)", page.read_text("utf-8"))
        if name not in known
    }
    assert named == set(), "these pages name tasks that pyproject.toml and tests/proofs lack"


@pytest.mark.slow
def test_a_few_cases_of_each_test_that_is_not_slow_and_then_the_rest() -> None:
    folders = ("tests/arena/cli/games", "tests/protocol/test_messages.py")

    def collected(*words: str) -> set[str]:
        # Where pytest-randomly is installed, each run would keep other cases.
        line = ["pytest", "-p", "no:randomly", *words, "--collect-only", "-q", "-n0", *folders]
        told = subprocess.check_output([sys.executable, "-m", *line], cwd=HERE.parent, text=True)
        return {each for each in told.splitlines() if "::" in each}

    def cases(of: set[str]) -> int:
        return sum("::test_an_answer_in_words[" in each for each in of)

    usual, everything, rest = collected(), collected("--everything"), collected("--rest")
    assert (cases(usual), cases(rest)) == (2, cases(everything) - 2) and cases(rest) > 0
    slow = "tests/arena/cli/games/test_match.py::test_a_match_never_loads_ray"
    assert slow in rest - usual
    assert "tests/arena/cli/games/test_replay.py::test_a_game_becomes_a_page" in usual - rest
    assert usual | rest == everything
    both = usual & rest  # with more examples
    assert both == {each for each in both if "test_any_" in each} != set()


def test_what_tests_start_has_no_settings_of_python() -> None:
    code = "import os; print([name for name in os.environ if name.startswith('PYTHON')])"
    assert subprocess.check_output([sys.executable, "-c", code]) == b"[]\n"


@pytest.mark.parametrize("tool", TOOLS)
def test_it_can_be_imported(tool: str) -> None:
    import_module(tool)


@pytest.mark.slow
@pytest.mark.parametrize(("tool", "words"), SMALLEST.items())
def test_it_runs(tool: str, words: str) -> None:
    if tool == "tests.bench" and shutil.which("cc") is None:
        pytest.skip("no C compiler")
    run = subprocess.run(
        [sys.executable, "-m", tool, *words.split()],
        capture_output=True, text=True, check=False, cwd=HERE.parent,
    )  # fmt: skip
    assert "Traceback" not in run.stderr, run.stderr
    assert run.returncode in (0, 1), run.stderr  # 1: it has something to say of so small a run


def test_a_new_expansion_has_its_files_where_the_pattern_has_them(tmp_path: Path) -> None:
    files = new_expansion.written("fog", tmp_path)
    assert len(files) == 6
    for file in files:
        if file.suffix == ".py":
            compile(file.read_text("utf-8"), file, "exec")
        there = str(file.relative_to(tmp_path)).replace("/test_fog.py", "").replace("fog", "magpie")
        assert (HERE.parent / there).exists()
    assert 'RULE_IDS = ["FO1"]' in files[-2].read_text("utf-8")  # field beans have F1
    with pytest.raises(FileExistsError):
        new_expansion.written("fog", tmp_path)
