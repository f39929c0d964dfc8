"""Trees of the project: folders with a checkout, with compiled modules in place or without.

What is measured of a tree runs in a process of its own that imports the arena from there, by a
program of `programs/`, which is this checkout's for all trees.
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
STATE = "from arena.compiled import state; print(state().compiled)"
PROGRAMS = Path(__file__).parent / "programs"


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
        return "compiled" if self._output("-c", STATE) == b"True\n" else "pure"

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

    def measure(self, program: str, amount: float) -> list[Any]:
        """What a program prints: of each figure its name, value, unit and bar. Raises Fails."""
        figures: list[Any] = orjson.loads(self._output(PROGRAMS / f"{program}.py", amount))
        return figures

    def _output(self, *words: object) -> bytes:
        """What Python prints that imports the arena from this tree, whatever is installed."""
        kept = {name: value for name, value in os.environ.items() if name not in OURS}
        kept |= {"PYTHONPATH": str(self.path)} | ({"ARENA_PURE": "1"} if self.pure else {})
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, *map(str, words)]
            run = subprocess.run(command, capture_output=True, check=False, env=kept, cwd=folder)
        if run.returncode:
            said = run.stderr.decode()[-2000:]
            raise Fails(f"{words[0]} of {self.path} ended with {run.returncode}:\n{said}")
        return run.stdout
