"""Limits of the machine, in processes of their own: a limit once lowered stays low."""

import subprocess
import sys

import pytest

TRY = """
import resource
from arena.tournament.worker_process import LimitTooLow, raise_limits
resource.setrlimit(resource.{kind}, ({soft}, {hard}))
try:
    raise_limits()
    print(resource.getrlimit(resource.{kind}))
except LimitTooLow as error:
    print(error)
"""


def tried(**limit: object) -> str:
    program = [sys.executable, "-c", TRY.format(**limit)]
    return subprocess.run(program, capture_output=True, text=True, check=True).stdout.strip()


def test_a_soft_limit_is_raised() -> None:
    assert tried(kind="RLIMIT_NOFILE", soft=64, hard=300) == "(300, 300)"
    assert tried(kind="RLIMIT_FSIZE", soft=64, hard=2**30) == f"({2**30}, {2**30})"


@pytest.mark.parametrize(
    ("kind", "least", "way_out"),
    [("RLIMIT_NOFILE", 64, "ulimit -n 256"), ("RLIMIT_FSIZE", 2**20, "ulimit -f unlimited")],
)
def test_a_hard_limit_is_told_with_the_way_out(kind: str, least: int, way_out: str) -> None:
    assert way_out in tried(kind=kind, soft=least, hard=least)
