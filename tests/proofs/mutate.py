"""The tests of the rules notice nine of ten small wrong changes.

Draws changes of `mutations.py` in `arena/rules` and makes them one at a time, each in a fork that
imports the changed code and runs the tests until one fails, those of like names first. Prints a
line a file, then what no test noticed; status 1 below 90%. Changes that make no difference to any
game are explained in `mutants.toml`.

    poe prove mutate --file arena/rules/cards.py    # all changes of a file
    poe prove mutate --sample 0                     # all there are: six hours

Promise: CONTRIBUTING.md, the tests of a rule may miss one change in ten.
"""

import argparse
import multiprocessing
import os
import random
import resource
import signal
import sys
import tomllib
from contextlib import suppress
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Any

# Imported once, before the forks. Nothing here may import the rules.
import hypothesis  # noqa: F401
import pytest
import typer.testing  # noqa: F401

import protocol.schema  # noqa: F401
from arena import compiled
from tests.proofs.mutations import Mutant, mutants_of

TAKES = "1 h"

ROOT = Path(__file__).parents[2]
RULES = ROOT / "arena" / "rules"
EXPLAINED = Path(__file__).with_name("mutants.toml")
WANTED = 0.90
FOLDERS = ("arena/rules", "golden", "arena/codec")
FILES = ("arena/cli/games/test_variants.py", "protocol/test_spec_expansions.py")
# Too slow to meet every change: random games with every check, and what shows that those notice.
# And what reads the source, which says nothing about the game.
NOT_RUN = {
    f"test_{name}"
    for name in ("properties", "broken", "citations", "hidden", "lawful", "mutants", "readme")
}
PYTEST = ("-x", "-q", "-n0", "-p", "no:cacheprovider")
SECONDS = 20
"""Of processor time for a test or an import: a loop that never ends is noticed."""
MEMORY = 4 << 30


class ChangedFile(SourceFileLoader):
    """Imports the changed code of one file instead of what the file says."""

    def __init__(self, file: Path, mutant: Mutant) -> None:
        super().__init__(".".join(file.relative_to(ROOT).with_suffix("").parts), str(file))
        self.code = mutant.compiled(file)

    def get_code(self, fullname: str) -> CodeType:
        return self.code

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        return spec_from_file_location(name, self.path, loader=self) if name == self.name else None


class Telling:
    """A plugin of pytest: tells which test begins, and ends one that takes too long."""

    def __init__(self, told: Any) -> None:
        self.told = told

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.told.send(nodeid)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)


def tests_for(file: Path) -> tuple[list[Path], list[Path]]:
    """The files of tests whose names say that they are about this one, and all others."""
    tests = ROOT / "tests"
    found = [each for folder in FOLDERS for each in sorted((tests / folder).rglob("test_*.py"))]
    found = [each for each in found if each.stem not in NOT_RUN] + [tests / each for each in FILES]
    words = {*file.relative_to(RULES).with_suffix("").parts} - {"expansions", "steps", "__init__"}
    near = [each for each in found if words & {*each.parts} or file.stem in each.stem]
    return near, [each for each in found if each not in near]


def noticed_by(file: Path, mutant: Mutant) -> str:
    """The test that fails first, "import" if none begins, or "" if none fails."""
    loader = ChangedFile(file, mutant)
    fork = multiprocessing.get_context("fork")
    for tests in filter(None, tests_for(file)):
        told, telling = fork.Pipe(duplex=False)
        child = fork.Process(target=_run, args=(loader, tests, telling))
        child.start()
        telling.close()
        begun = "import"
        with suppress(EOFError):
            while True:
                begun = told.recv()
        child.join()
        if child.exitcode not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return str(begun)
    return ""


def _run(loader: ChangedFile, tests: list[Path], telling: Any) -> None:
    os.dup2(quiet := os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(quiet, 2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    sys.meta_path.insert(0, loader)
    sys.exit(pytest.main([*PYTEST, *map(str, tests)], plugins=[Telling(telling)]))


def explained() -> dict[tuple[str, str, str], str]:
    """Why a change makes no difference, by file, source line and change."""
    entries = tomllib.loads(EXPLAINED.read_text("utf-8")).get("equivalent", [])
    return {
        (entry["file"], entry["line"], change): entry["why"]
        for entry in entries
        for change in entry["changes"]
    }


def main() -> int:
    """Runs it; 0 if at least 90% were noticed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--file", nargs="*", type=Path, help="all changes of these files alone")
    parser.add_argument("--sample", type=int, default=1000, help="how many to draw (1000; 0: all)")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    wishes = parser.parse_args()
    os.environ[compiled.PURE] = "1"  # what is compiled would not notice
    files = [each.resolve() for each in wishes.file or sorted(RULES.rglob("*.py"))]
    every = [(file, at) for file in files for at in range(len(changes_of(file)))]
    if wishes.sample and not wishes.file:
        every = random.Random(wishes.seed).sample(every, wishes.sample)
    reasons, listed, alive, equal = explained(), [], 0, 0
    for file in files:
        picked = sorted(at for name, at in every if name == file)
        survived = [each for at in picked if not noticed_by(file, each := changes_of(file)[at])]
        name = str(file.relative_to(ROOT))
        lines = ["", *(line.strip() for line in file.read_text("utf-8").splitlines())]
        whys = [reasons.get((name, lines[each.line], each.change), "") for each in survived]
        for mutant, why in zip(survived, whys, strict=True):
            listed.append(f"{name}:{mutant.line}: {mutant.change}")
            listed += [f"    no difference: {why}"] * bool(why)
        alive += len(survived)
        equal += len(whys) - whys.count("")
        print(f"{name:60}{len(picked):5} changes, {len(survived):3} not noticed", flush=True)
    killed, different = len(every) - alive, len(every) - equal
    print("", *listed, "", sep="\n")
    print(f"{len(every)} changes, {killed} noticed: {killed / max(len(every), 1):.1%}")
    print(f"of the {different} that make a difference: {killed / max(different, 1):.1%}")
    return 0 if killed >= WANTED * len(every) else 1


def changes_of(file: Path) -> list[Mutant]:
    """All changes of a file; to make one spoils its tree, so each is made of a fresh list."""
    return mutants_of(file.read_text("utf-8"))


if __name__ == "__main__":
    raise SystemExit(main())
