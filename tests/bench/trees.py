"""Trees of the project: folders with a checkout, with compiled modules in place or without.

What is measured of a tree runs in a process of its own that imports the arena from there, by a
program of `in_tree/`, which is this checkout's for all trees.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import orjson

OURS = ("ARENA_HOME", "ARENA_PURE")
STATE = """
try:
    from arena.compiled import state
except ImportError:  # a tree of before
    print(False)
else:
    print(state().compiled)
"""
MAIN = "from arena.cli import main; main()"
"""Starts a tree's arena, also one that has no `python -m arena` yet."""
PROGRAMS = Path(__file__).parent / "in_tree"


class Fails(Exception):
    """A program that was to be measured ended in an error; its last lines."""


@dataclass(frozen=True)
class Tree:
    """A checkout; `pure`: what is compiled in it is not to be used."""

    path: Path
    pure: bool = False

    @cached_property
    def built(self) -> str:
        """compiled or pure: which code runs."""
        words = [sys.executable, "-c", STATE]
        return "compiled" if output(words, self.environment) == "True\n" else "pure"

    @property
    def ways(self) -> list[Tree]:
        """In which it can run: as it is, and where that is compiled also pure."""
        return [self, Tree(self.path, pure=True)] if self.built == "compiled" else [self]

    @cached_property
    def name(self) -> str:
        """Its folder's name, its commit where git knows it, and how it is built."""
        command = ["git", "-C", str(self.path), "rev-parse", "--short=7", "HEAD"]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        return f"{self.path.name} {run.stdout.strip()} ({self.built})"

    def measure(self, program: str, **wishes: Any) -> Any:
        """What a program of `in_tree/` prints, with its wishes as JSON. Raises Fails."""
        words = [sys.executable, str(PROGRAMS / f"{program}.py"), orjson.dumps(wishes)]
        return orjson.loads(output(words, self.environment))

    def arena(self, home: Path, *words: str) -> subprocess.Popen[bytes]:
        """A command of this tree's arena, running with that home; its output goes to a file."""
        command = [sys.executable, "-P", "-c", MAIN, words[0], "--home", str(home)]
        with home.with_suffix(".log").open("ab") as log:
            return subprocess.Popen(
                [*command, *words[1:]], stdout=log, stderr=log, env=self.environment
            )

    @cached_property
    def environment(self) -> dict[str, str]:
        """In which the arena is imported from this tree, whatever is installed."""
        kept = {name: value for name, value in os.environ.items() if name not in OURS}
        return kept | {"PYTHONPATH": str(self.path)} | ({"ARENA_PURE": "1"} if self.pure else {})


def output(words: list[Any], environment: dict[str, str] | None = None) -> str:
    """What a program prints. Raises Fails."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            words, capture_output=True, text=True, check=False, env=environment, cwd=folder
        )
    if run.returncode:
        raise Fails(f"{words[0]} … ended with {run.returncode}:\n{run.stderr[-2000:]}")
    return run.stdout
