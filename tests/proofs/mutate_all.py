"""Count the random wrong changes that `pytest` and `pytest --everything` notice.

Changes as in `mutations.py` are drawn from all of the arena, ladder, protocol and the Python bots.
Each is written into a copy of the tree, where mypy and the tests of `pytest` run. Those that
nothing notices are all written there at once for one run of the whole suite; what fails in it then
runs with each of them by itself. A test that fails without a change, or only once, has noticed
nothing.

    poe prove mutate_all --changes 40 --seed 1

Runs at the lowest priority. A run that was stopped goes on where it was, in the copy that it began
with, until `--fresh`. A wrong program that kills or deletes what it should not meets only its own
processes and files: all runs in namespaces of its own, which takes root, and Linux.

Promise: CONTRIBUTING.md, the tests notice most wrong changes anywhere.
"""

import argparse
import ast
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from arena import compiled
from tests.proofs.mutate import ROOT
from tests.proofs.mutations import Mutant, mutants_of

TAKES = "90 min"
KEPT = ROOT / ".mutants"
PARTS = ("arena", "ladder", "protocol", "bots/python")
TYPES, DEFAULT, LATER, SUITE, NOBODY = "types", "default", "later", "suite", "nobody"
SECONDS = 3_600
"""After so long a run of tests has noticed something: a loop that never ends."""
EVERYTHING = "--everything"
HANGS = "--timeout=60"
"""Seconds for a test, where 300 are usual: wrong programs often wait for ever."""
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+?(?:\[.*?\])?)(?: - .*)?$", re.MULTILINE)
FLAKY = 5
"""Tests that may fail by themselves in one run before it is given up."""


def changed_source(source: str, mutant: Mutant) -> str:
    """The file with the change, and all else as it was, comments and layout too."""
    place = getattr(mutant.parent, mutant.field)
    old = place if mutant.index is None else place[mutant.index]
    lines = source.encode().splitlines(keepends=True)
    if hasattr(old, "end_col_offset"):
        text = ast.unparse(ast.fix_missing_locations(mutant.new))
        if isinstance(mutant.new, ast.stmt):
            text = text.replace("\n", "\n" + " " * old.col_offset)
        else:
            text = f"({text})"
        before = b"".join(lines[: old.lineno - 1]) + lines[old.lineno - 1][: old.col_offset]
        after = lines[old.end_lineno - 1][old.end_col_offset :] + b"".join(lines[old.end_lineno :])
        changed = (before + text.encode() + after).decode()
    wanted = mutant.source()
    with suppress(NameError, SyntaxError):
        if ast.dump(ast.parse(changed)) == ast.dump(ast.parse(wanted)):
            return changed
    return wanted


class Copy:
    """A copy of the tree with a Python of its own, which imports from there alone."""

    def __init__(self, folder: Path) -> None:
        self.tree, self.venv, self.folder = folder / "tree", folder / "venv", folder
        self.python = self.venv / "bin" / "python"
        if not self.python.exists():
            shutil.rmtree(folder, ignore_errors=True)
            self._make()

    def _make(self) -> None:
        (self.folder / "home").mkdir(parents=True)
        known = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True)
        for name in filter(None, known.split("\0")):
            (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, self.tree / name)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", self.venv], check=True)
        (found,) = self.venv.glob("lib/python*/site-packages")
        (found / "tree.pth").write_text(f"{self.tree}\n{sysconfig.get_path('purelib')}\n")
        for script in Path(sysconfig.get_path("scripts")).iterdir():  # `ray` is started by name
            line, _, rest = script.read_bytes().partition(b"\n")
            ours = self.python.with_name(script.name)
            if line == f"#!{sys.executable}".encode() and not ours.exists():
                ours.write_bytes(f"#!{self.python}\n".encode() + rest)
                ours.chmod(0o755)

    def run(self, *words: str) -> tuple[int, str]:
        """A module's status and what it printed, in namespaces where it can do no harm."""
        guarded = [
            *("unshare", "--mount", "--pid", "--ipc", "--fork", "--kill-child", "--mount-proc"),
            *("sh", "-c", GUARD, str(self.folder), str(self.python), "-m", *words),
        ]
        environment = {
            "PATH": f"{self.python.parent}:{os.environ['PATH']}",
            "HOME": str(self.folder / "home"), "LANG": "C.UTF-8", compiled.PURE: "1",
        }  # fmt: skip
        try:
            done = subprocess.run(
                guarded, cwd=self.tree, env=environment, timeout=SECONDS, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, errors="replace",
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return 124, "it never ended"
        return done.returncode, done.stdout

    def fails(self, test: str) -> bool:
        """Whether a test fails by itself."""
        return self.run("pytest", "-q", "-n0", HANGS, test)[0] != 0


# A private /tmp; nothing else can be written but the copy and what is kept beside it.
GUARD = """
set -e
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount --bind "$0" "$0"
mount -o remount,bind,ro /
cd "$PWD"  # where it can be written
nice -n 19 "$@"
"""


class Trial:
    """One change in the copy, and back again: `with trial: …`."""

    def __init__(self, copy: Copy, file: str, mutant: Mutant) -> None:
        self.copy, self.file = copy, copy.tree / file
        self.before = self.file.read_text("utf-8")
        self.after = changed_source(self.before, mutant)
        self.change = f"{file}:{mutant.line}: {mutant.change}"
        self.near = [
            str(tests)
            for folder in Path(file).parents[:-1]
            if (copy.tree / (tests := "tests" / folder)).is_dir() and str(folder) != "arena"
        ][:1]
        """The tests of its folder, which run first: they notice most, and soon."""

    def __enter__(self) -> None:
        self.file.write_text(self.after, "utf-8")

    def __exit__(self, *_: object) -> None:
        self.file.write_text(self.before, "utf-8")

    def noticed(self) -> tuple[str, str]:
        """What `pytest` says of it first, and whether by types or tests; by LATER if nothing."""
        with self:
            status, said = self.copy.run("mypy")
        if status:
            return TYPES, next((line for line in said.splitlines() if "error" in line), said)
        failed = self._failing(self.near) or self._failing([])
        return (DEFAULT, failed) if failed else (LATER, "")

    def noticed_by(self, tests: Sequence[str]) -> tuple[str, str]:
        """The first of these tests that notices it, which all pass without it."""
        failed = self._failing([EVERYTHING, *tests]) if tests else ""
        return (SUITE, failed) if failed else (NOBODY, "")

    def _failing(self, words: Sequence[str]) -> str:
        """A test that fails with the change and passes without it; "" if there is none."""
        flaky: list[str] = []
        while len(flaky) < FLAKY:
            with self:
                status, said = self.copy.run("pytest", "-q", "-x", HANGS, *words, *flaky)
            if status in (0, 5):
                return ""
            found = FAILED.search(said)
            if found is None:  # tests were not even collected, or it never ended
                return said.strip().splitlines()[-1] if said.strip() else f"status {status}"
            test = found[1]
            with self:
                again = self.copy.fails(test)
            if again and not self.copy.fails(test):
                return test
            flaky.append(f"--deselect={test}")
        return ""


def failing_together(copy: Copy, trials: Sequence[Trial]) -> list[str]:
    """The tests of the whole suite that fail with all these changes, and not without them."""
    found = dict[str, None]()
    while trials:
        at_once = {trial.file: trial for trial in trials}  # of one file, one at a time
        with ExitStack() as stack:
            for trial in at_once.values():
                stack.enter_context(trial)
            said = copy.run("pytest", "-q", EVERYTHING)[1]
        found |= dict.fromkeys(FAILED.findall(said))
        trials = [trial for trial in trials if trial not in at_once.values()]
    return [test for test in found if not copy.fails(test)]


def drawn(tree: Path, count: int, seed: int) -> list[tuple[str, int]]:
    """Files and places among their changes, each change as likely as any other."""
    every = [
        (str(file.relative_to(tree)), at)
        for part in PARTS
        for file in sorted((tree / part).rglob("*.py"))
        for at in range(len(mutants_of(file.read_text("utf-8"))))
    ]
    return random.Random(seed).sample(every, count)


def main() -> int:
    """Run it; 0 unless the copy does not pass as it is."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--changes", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fresh", action="store_true", help="forget what was found before")
    wishes = parser.parse_args()
    if os.geteuid() or not shutil.which("unshare"):
        print("It takes root and unshare: a wrong program may kill and delete.", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # after the change is taken back
    folder = KEPT / f"all-{wishes.seed}"
    if wishes.fresh:
        shutil.rmtree(folder, ignore_errors=True)
    copy = Copy(folder)
    kept = folder / "found.jsonl"
    found: dict[int, dict[str, Any]] = {}
    for line in kept.read_text("utf-8").splitlines() if kept.exists() else []:
        entry = json.loads(line)
        found[entry["number"]] = entry
    if not found:
        for words in (["mypy"], ["pytest", "-q"]):
            status, said = copy.run(*words)
            if status and words[0] == "pytest":
                status, said = copy.run("pytest", "-q", "-n0", "--last-failed")
            if status:
                print(f"Without a change, {words[0]} fails:\n{said[-2000:]}", file=sys.stderr)
                return 1

    def keep(number: int, trial: Trial, by: str, what: str) -> None:
        found[number] = {"number": number, "change": trial.change, "by": by, "what": what}
        with kept.open("a", encoding="utf-8") as out:
            out.write(json.dumps(found[number]) + "\n")
        print(f"{number:3} {by:7} {trial.change}\n            {what}", flush=True)

    trials = {
        number: Trial(copy, file, mutants_of((copy.tree / file).read_text("utf-8"))[at])
        for number, (file, at) in enumerate(drawn(copy.tree, wishes.changes, wishes.seed), start=1)
    }
    for number, trial in trials.items():
        if number not in found:
            keep(number, trial, *trial.noticed())
    left = {number: trials[number] for number, entry in found.items() if entry["by"] == LATER}
    if left:
        tests = failing_together(copy, list(left.values()))
        for number, trial in left.items():
            keep(number, trial, *trial.noticed_by(tests))
    by = Counter(found[number]["by"] for number in trials)
    usual = by[TYPES] + by[DEFAULT]
    print(f"\n{wishes.changes} changes: `pytest` notices {usual} ({by[TYPES]} of them by types),")
    print(f"`pytest --everything` {usual + by[SUITE]}; nobody {by[NOBODY]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
