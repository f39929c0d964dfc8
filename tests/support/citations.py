"""Which tests hold to which rule: `python -m tests.support.citations` prints the table.

Tests cite rules by their marker, `@pytest.mark.rule("B10", …)`. The ids of the basic game are
listed here, those of an expansion in its file in `tests/support/expansions/`. The exit code is 1 if
an id has no test, or a test cites an id that is not listed.
"""

import contextlib
import io
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support.expansions import RULE_IDS

# The basic game, talk, and what is open when; each expansion names its own.
BASIC = [*(f"B{number}" for number in range(1, 15)), *(f"T{number}" for number in range(1, 6))]
IDS = [*BASIC, *(cited for ids in RULE_IDS.values() for cited in ids)]
TESTS = Path(__file__).parents[1]

Citations = dict[str, list[str]]


class Collector:
    """A plugin of pytest that notes, for each id, the test functions that cite it."""

    def __init__(self) -> None:
        self.citations: Citations = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            name = item.nodeid.split("[")[0]  # one test, whatever its parameters
            for marker in item.iter_markers("rule"):
                for cited in marker.args:
                    tests = self.citations.setdefault(cited, [])
                    if name not in tests:
                        tests.append(name)


def collect(where: Path = TESTS) -> Citations:
    """What the tests below `where` cite, without running them. RuntimeError if one is broken."""
    collector = Collector()
    quiet = io.StringIO()
    with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        code = pytest.main(["--collect-only", "-q", "-n0", str(where)], plugins=[collector])
    if code != pytest.ExitCode.OK:
        raise RuntimeError(quiet.getvalue())
    return collector.citations


def table(ids: Iterable[str], citations: Citations) -> list[str]:
    """A line for each id: how many tests it has, and their names."""
    return [
        f"{rule:16}{len(tests):4}  " + (", ".join(map(_short, tests)) or "no test")
        for rule in ids
        for tests in [citations.get(rule, [])]
    ]


def _short(test: str) -> str:
    return test.rsplit("::", 1)[-1].removeprefix("test_")


def problems(ids: list[str], citations: Citations) -> list[str]:
    """A sentence for each id without a test, and for each cited one that is not listed."""
    missing = [f"{rule} has no test" for rule in ids if not citations.get(rule)]
    unknown = [
        f"{rule} is cited by {tests[0]} but not listed in tests/support/expansions/"
        for rule, tests in citations.items()
        if rule not in ids
    ]
    return missing + unknown


def main() -> int:
    """Print the table, then what is wrong with it."""
    citations = collect()
    print("\n".join(table(IDS, citations)))
    wrong = problems(IDS, citations)
    print("\n" + ("\n".join(wrong) or f"all {len(IDS)} rule ids have tests"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
