"""What is explained of mutations still stands in the source."""

import os
import subprocess
import sys

import pytest

from tests.proofs.mutant_runs import ROOT
from tests.proofs.mutate import explained
from tests.proofs.mutations import changed_source, mutants_of


def test_every_explained_line_is_there() -> None:
    gone = [
        f"{file}: {line}"
        for file, line in dict.fromkeys((file, line) for file, line, _ in explained())
        if line not in map(str.strip, (ROOT / file).read_text("utf-8").splitlines())
    ]
    assert gone == [], "mend or remove these entries of tests/proofs/mutants.toml"


@pytest.mark.parametrize(
    ("source", "at", "changed"),
    [
        ("x = a + b * 2  # why\n", 0, "x = (a - b * 2)  # why\n"),
        (
            "def f(ä):\n    if ä < 3:\n        go(ä)\n",
            0,
            "def f(ä):\n    if True:\n        go(ä)\n",
        ),
        ("for x in y:\n    go(x)  # it\n", 0, "for x in y:\n    pass  # it\n"),
    ],
)
def test_a_change_leaves_the_rest_of_the_file_as_it_was(source: str, at: int, changed: str) -> None:
    assert changed_source(source, mutants_of(source)[at]) == changed


def test_all_that_python_has_can_be_changed() -> None:
    source = "async def f(x):\n    global y\n    return x / 2 ** 3 ^ 4\n"
    assert {mutant.change for mutant in mutants_of(source)} >= {"x / 2 ** 3 -> x * 2 ** 3"}


FOUND = """
from tests.proofs import mutant_runs
mutant_runs.TESTS = ("tests/arena/rules/test_draw.py",)
collected, file = mutant_runs.Collected(), "arena/rules/steps/draw.py"
tests = dict.fromkeys(collected.tests, 5.0)
print(*(collected.killer(file, at, tests) for at in range(0, 30, 10)), sep="\\n")
"""


@pytest.mark.slow
def test_a_changed_function_is_put_in_place_and_noticed() -> None:
    run = subprocess.run(
        [sys.executable, "-c", FOUND],
        env=os.environ | {"ARENA_PURE": "1", "PYTHONPATH": str(ROOT)},
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "tests/arena/rules/test_draw.py::test_" in run.stdout
