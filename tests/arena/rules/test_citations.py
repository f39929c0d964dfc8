"""Every rule is cited by a test, and rules and tests cite nothing else."""

import subprocess
import sys

import pytest

from arena.rules import PARTS, PRESETS
from tests.support.citations import IDS, problems
from tests.support.expansions import RULE_IDS
from tests.support.units import UNITS, all_books

CITED = {"B1": ["tests/a.py::test_one", "tests/b.py::test_two"], "C9": ["tests/a.py::test_one"]}


def test_no_id_is_listed_twice() -> None:
    assert sorted(IDS) == sorted(set(IDS))


@pytest.mark.slow
def test_every_id_has_a_test_and_every_test_cites_a_listed_one() -> None:
    run = [sys.executable, "-m", "tests.support.citations"]
    done = subprocess.run(run, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-1000:]


def test_every_expansion_lists_its_ids() -> None:
    missing = [f"tests/support/expansions/{unit}.py" for unit in UNITS if not RULE_IDS.get(unit)]
    assert missing == [], "write the ids of its rules into RULE_IDS there"


def test_rules_cite_listed_ids_and_the_names_of_games() -> None:
    known = {*IDS, *(each.name for each in (*PRESETS, *PARTS)), "HB"}
    cited = {word for book in all_books() for rule in book.rules for word in rule.cites.split()}
    assert cited - known == set(), "list these in RULE_IDS of tests/support/expansions/"


def test_ids_without_a_test_and_tests_of_unlisted_ids() -> None:
    assert problems(["B1", "B2"], CITED) == [
        "B2 has no test",
        "C9 is cited by tests/a.py::test_one but not listed in tests/support/expansions/",
    ]
    assert problems(["B1", "C9"], CITED) == []
