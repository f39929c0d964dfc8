"""The tests of the rules notice nine of ten small wrong changes.

Makes every small wrong change of `mutations.py` in `arena/rules`, one at a time, and runs the tests
that execute the changed line until one fails. Prints a line a file, then what no test noticed;
status 1 below 90 %. Changes that make no difference to any game are explained in `mutants.toml`.

A run can be stopped and goes on where it was: what was found is kept in `.mutants/` for as long as
the changed file and the test that failed stay as they are, and what survived meets only new tests.
After changes of helpers that tests share, `--fresh` starts anew.
"""

import argparse
import json
import os
import random
import shutil
import time
import tomllib
from collections import Counter
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from arena import compiled
from tests.proofs.mutant_runs import ROOT, RULES, Collected, killer_by_import
from tests.proofs.mutations import Mutant, mutants_of

TAKES = "1 h"

EXPLAINED = Path(__file__).with_name("mutants.toml")
KEPT = ROOT / ".mutants"
WANTED = 0.90


def digest(*parts: bytes) -> str:
    """A short hash."""
    return blake2b(b"\0".join(parts), digest_size=12).hexdigest()


def file_of(test: str) -> str:
    """The file that a test is in."""
    return test.split("::")[0]


# --- which tests run a line -----------------------------------------------------------------------


class TestFile(NamedTuple):
    """A file of tests: seconds of each, and which of them (as bits) run a line of the rules."""

    hash: str
    seconds: dict[str, float]
    lines: dict[str, int]


class Suite:
    """All tests, with the lines that each one runs; traced anew where a file or the rules changed.

    Tests are traced once: they run ten times as long then.
    """

    def __init__(self, collected: Collected) -> None:
        self.collected = collected
        self.imported = set(collected.imported)
        rules = digest(*(file.read_bytes() for file in sorted(RULES.rglob("*.py"))))
        kept = KEPT / "lines.json"
        known = json.loads(kept.read_text()) if kept.exists() else {}
        before = known.get("files", {}) if known.get("rules") == rules else {}
        self.files: dict[str, TestFile] = {}
        for file in dict.fromkeys(map(file_of, collected.tests)):
            now = digest((ROOT / file).read_bytes())
            if file in before and before[file][0] == now:
                self.files[file] = TestFile(*before[file])
            else:
                print(f"tracing {file}", flush=True)
                self.files[file] = self._trace(file, now)
        kept.write_text(json.dumps({"rules": rules, "files": self.files}))
        self.seconds = {test: s for file in self.files.values() for test, s in file.seconds.items()}

    def _trace(self, file: str, now: str) -> TestFile:
        tests = [test for test in self.collected.tests if file_of(test) == file]
        seconds: dict[str, float] = {}
        bits = Counter[str]()
        for at, (test, took, lines) in enumerate(self.collected.traced(tests)):
            seconds[test] = took
            for line in lines:
                bits[line] |= 1 << at
        return TestFile(now, seconds, dict(bits))

    def is_imported(self, file: str, mutant: Mutant) -> bool:
        """Whether it is run before any test, so that any test may notice."""
        return not self.imported.isdisjoint(f"{file}:{line}" for line in mutant.lines)

    def of(self, file: str, mutant: Mutant) -> list[str]:
        """The tests that may notice: those that run a line of it."""
        if self.is_imported(file, mutant):
            return list(self.seconds)
        lines = [f"{file}:{line}" for line in mutant.lines]
        return [
            test
            for tests in self.files.values()
            for at, test in enumerate(tests.seconds)
            if any(tests.lines.get(line, 0) >> at & 1 for line in lines)
        ]


# --- what was found -------------------------------------------------------------------------------


class Results:
    """What was found before and now, in a file that grows by a line for each mutant."""

    def __init__(self, files: dict[str, TestFile]) -> None:
        self.file = KEPT / "results.jsonl"
        self.tests = {name: file.hash for name, file in files.items()}
        self.met = digest(json.dumps(self.tests).encode())  # by what survives now
        self.found: dict[str, dict[str, str]] = {}
        self.suites = {self.met: self.tests}
        for line in self.file.read_text().splitlines() if self.file.exists() else []:
            entry = json.loads(line)
            if "suite" in entry:
                self.suites[entry["suite"]] = entry["files"]
            else:
                self.found[entry["mutant"]] = entry
        self._write({"suite": self.met, "files": self.tests})

    def _write(self, entry: dict[str, Any]) -> None:
        with self.file.open("a") as file:
            file.write(json.dumps(entry) + "\n")

    def add(self, mutant: str, by: str | None) -> None:
        """Keep which test killed it; None: none did."""
        met = self.met if by is None else self.tests.get(file_of(by), "")
        self.found[mutant] = {"mutant": mutant, "by": by or "", "met": met}
        self._write(self.found[mutant])

    def killer(self, mutant: str) -> str | None:
        """The test that killed it, if it is still as it was."""
        entry = self.found.get(mutant, {"by": ""})
        by = entry["by"]
        return by if by and self.tests.get(file_of(by), "") == entry["met"] else None

    def survived(self, mutant: str, test: str) -> bool:
        """Whether it met this test, as it is now, and survived."""
        entry = self.found.get(mutant)
        if entry is None or entry["by"]:
            return False
        file = file_of(test)
        return self.suites[entry["met"]].get(file) == self.tests[file]


# --- all of them ----------------------------------------------------------------------------------


def survivors(file: str, picked: list[int], suite: Suite, results: Results) -> list[Mutant]:
    """The mutants of a file, of those picked, that no test kills."""
    source = (ROOT / file).read_text("utf-8")
    mutants = mutants_of(source)
    changes = Path(__file__).with_name("mutations.py").read_bytes()
    name = digest(source.encode(), changes)
    alive: list[Mutant] = []
    kills = Counter[str]()
    for at in picked:
        mutant, key = mutants[at], f"{name} {at}"
        by = results.killer(key)
        if by is None:
            meets = [test for test in suite.of(file, mutant) if not results.survived(key, test)]
            # Quick ones first, and those that noticed most so far.
            meets.sort(key=lambda test: suite.seconds[test] / (1 + kills[test]))
            tests = {test: suite.seconds[test] for test in meets}
            if suite.is_imported(file, mutant):
                by = killer_by_import(file, at, tests)
            else:
                by = suite.collected.killer(file, at, tests)
            results.add(key, by)
        if by is None:
            alive.append(mutant)
        else:
            kills[by] += 1
    return alive


def explained() -> dict[tuple[str, str, str], str]:
    """Why a change makes no difference, by file, source line and change."""
    entries = tomllib.loads(EXPLAINED.read_text("utf-8")).get("equivalent", [])
    return {
        (entry["file"], entry["line"], change): entry["why"]
        for entry in entries
        for change in entry["changes"]
    }


def main() -> int:
    """Runs it; 0 if at least 90 % were noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", nargs="*", help="only these files of arena/rules")
    parser.add_argument("--sample", type=int, help="how many mutants to draw from all files")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--fresh", action="store_true", help="forget what was found before")
    options = parser.parse_args()
    os.environ[compiled.PURE] = "1"  # what is compiled would not notice
    if options.fresh:
        shutil.rmtree(KEPT, ignore_errors=True)
    KEPT.mkdir(exist_ok=True)
    suite, reasons = Suite(Collected()), explained()
    results = Results(suite.files)
    files = options.file or [str(file.relative_to(ROOT)) for file in sorted(RULES.rglob("*.py"))]
    sources = {file: (ROOT / file).read_text("utf-8") for file in files}
    every = [(file, at) for file in files for at in range(len(mutants_of(sources[file])))]
    if options.sample:
        every = random.Random(options.seed).sample(every, min(options.sample, len(every)))
    started = time.monotonic()
    listed: list[str] = []
    alive = equal = 0
    for file in files:
        picked = sorted(at for name, at in every if name == file)
        survived = survivors(file, picked, suite, results) if picked else []
        lines = ["", *(line.strip() for line in sources[file].splitlines())]
        whys = [reasons.pop((file, lines[m.line], m.change), "") for m in survived]
        for mutant, why in zip(survived, whys, strict=True):
            listed.append(f"{file}:{mutant.line}: {mutant.change}")
            listed += [f"    no difference: {why}"] * bool(why)
        alive += len(survived)
        equal += len(whys) - whys.count("")
        print(
            f"{file:42}{len(picked):5} mutants, {len(picked) - len(survived):4} killed,"
            f" {len(survived):3} alive, {len(whys) - whys.count(''):3} of them explained;"
            f" {time.monotonic() - started:5.0f} s",
            flush=True,
        )
    if not options.file and not options.sample:
        listed += [f"mutants.toml explains what is killed: {' | '.join(key)}" for key in reasons]
    killed, different = len(every) - alive, len(every) - equal
    print("", *listed, "", sep="\n")
    print(f"{len(every)} mutants, {killed} killed: {killed / max(len(every), 1):.1%}")
    print(f"of the {different} that make a difference: {killed / max(different, 1):.1%}")
    return 0 if killed >= WANTED * len(every) else 1


if __name__ == "__main__":
    raise SystemExit(main())
