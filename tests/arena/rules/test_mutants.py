"""What is explained of mutations still stands in the source."""

import os
import subprocess
import sys

import pytest

from tests.proofs.mutate import ROOT, explained
from tests.proofs.mutations import mutants_of


def test_every_explained_line_is_there() -> None:
    gone = [
        f"{file}: {line}"
        for file, line in dict.fromkeys((file, line) for file, line, _ in explained())
        if line not in map(str.strip, (ROOT / file).read_text("utf-8").splitlines())
    ]
    assert gone == [], "mend or remove these entries of tests/proofs/mutants.toml"


def test_all_that_python_has_can_be_changed() -> None:
    source = "async def f(x):\n    global y\n    return x / 2 ** 3 ^ 4\n"
    assert {mutant.change for mutant in mutants_of(source)} >= {"x / 2 ** 3 -> x * 2 ** 3"}


@pytest.mark.slow
def test_a_change_is_imported_and_noticed() -> None:
    code = (
        "from tests.proofs.mutate import ROOT, changes_of, noticed_by\n"
        "file = ROOT / 'arena/rules/steps/draw.py'\n"
        "print(noticed_by(file, changes_of(file)[0]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"ARENA_PURE": "1", "PYTHONPATH": str(ROOT)},
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "test_draw.py::test_" in run.stdout
