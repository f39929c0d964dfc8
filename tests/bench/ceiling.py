"""What two cores of a machine do beside one: bare loops, as a ceiling for all that is played there.

Cores share caches, power and the other programs of the machine, so two seldom do twice as much.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from tests.bench.rounds import pinned

SECONDS = 1.0
PIPES: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
LOOP = """
import sys, time
seconds, number = float(sys.argv[1]), 0
print("ready", flush=True)
sys.stdin.readline()
end = time.monotonic() + seconds
while time.monotonic() < end:
    for _ in range(1000):
        pass
    number += 1
print(number)
"""


def two_to_one() -> float:
    """How much more two pinned loops do than one; as they are, both cores count."""
    first, second = sorted(os.sched_getaffinity(0))[:2]
    alone = [*_turns([first]), *_turns([second])]
    return sum(_turns([first, second])) / (sum(alone) / 2)


def _turns(cores: Sequence[int]) -> list[int]:
    """How far a loop on each of these cores comes in the same second."""
    loops = []
    for core in cores:
        with pinned(core):
            loops.append(subprocess.Popen([sys.executable, "-c", LOOP, str(SECONDS)], **PIPES))
    for loop in loops:
        loop.stdout.readline()
    for loop in loops:
        loop.stdin.write("go\n")
        loop.stdin.flush()
    return [int(loop.communicate()[0]) for loop in loops]
