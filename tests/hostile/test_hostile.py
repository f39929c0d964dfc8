"""Hostile programs in real games, at each level that the machine has."""

import platform
import shutil
from collections.abc import Iterator

import pytest

from arena.sandbox.level import Level
from arena.sandbox.probe import trials
from tests.hostile.cases import CASES, DEPENDS, MANAGED, NOT_RUN, Case
from tests.hostile.table import Table, unharmed
from tests.hostile.town import BOTS

TOOLS = {"raw": "cc", "daemon.pl": "perl"}
"""What a program needs besides Python and a shell."""


@pytest.fixture(scope="module", params=list(Level), ids="level_{}".format)
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    trial = next(trial for trial in trials() if trial.level is request.param)
    if not trial.holds:
        pytest.skip(f"This machine has no level {trial.level}: {trial.why}.")
    table = Table(trial.level)
    yield table
    table.close()


def expected(marks: str, level: Level) -> str:
    return marks[list(Level).index(level)]


def fate_of(case: Case, level: Level) -> str:
    return case.fate if isinstance(case.fate, str) else case.fate[list(Level).index(level)]


def test_every_program_has_a_case() -> None:
    programs = {file.name for file in BOTS.iterdir() if file.is_file()}
    named = {case.name.partition(" ")[0] for case in CASES}
    elsewhere = {"evil.py", "honest.py"}  # helpers
    elsewhere |= {"hides.py", "whispers.py", "listens.py"}  # of other tests and a proof
    assert programs - elsewhere == named - {"raw"} | {"raw.c"}


def missing(case: Case) -> str:
    """What the machine lacks to run it."""
    tool = TOOLS.get(case.name.partition(" ")[0])
    if tool and not shutil.which(tool):
        return f"{case.name} needs {tool}, which is not installed."
    if case.name == "raw" and platform.machine() != "x86_64":
        return "Only x86-64 has a second set of numbers."
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(table: Table, case: Case) -> None:
    at = table.level
    fate = fate_of(case, at)
    if fate == NOT_RUN:
        pytest.skip("Level C promises nothing here, and the machine would suffer.")
    if why := missing(case):
        pytest.skip(why)
    outcome = table.play(case)
    print(f"{at} {case.name}: {outcome.fate!r}, {outcome.seconds:.2f} s, said {outcome.deeds}")
    wrong = [] if fits(outcome.fate, fate) else [f"its fate was {outcome.fate!r}, not {fate!r}"]
    for name, seen, marks in (
        ("left behind", outcome.left, case.left),
        ("changed", outcome.damage, case.damage),
        ("called", outcome.visits, case.visits),
        ("harmed the others", not unharmed(outcome.played), case.harm),
    ):
        wrong += unexpected(name, bool(seen), expected(marks, at), seen)
    for name in case.deeds.keys() | outcome.deeds:
        said = outcome.deeds.get(name, "nothing was said of it")
        marks = case.deeds.get(name, case.others)
        wrong += unexpected(name, said == "managed", expected(marks, at), said)
    if outcome.seconds > case.seconds:
        wrong.append(f"it took {outcome.seconds:.1f} s, more than {case.seconds:g} s")
    assert not wrong


def unexpected(name: str, seen: bool, mark: str, details: object) -> list[str]:
    """A line about what is not as the table has it."""
    if mark == DEPENDS or (mark == MANAGED) == seen:
        return []
    return [f"{name}: {details}, where the table says {mark!r}"]


def fits(outcome: str, fate: str) -> bool:
    """Whether it ended as expected: without a fault, or with the kind and the words named."""
    if fate == DEPENDS:
        return True
    kind, _, words = fate.partition(": ")
    return outcome.startswith(kind) and words in outcome if fate else not outcome
