"""Markers and settings of the whole test suite."""

import gc
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from arena import compiled

# A busy machine is no failed property, and a run can be repeated: `poe explore` looks further.
settings.register_profile(
    "repeatable",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
    max_examples=50,
)
settings.register_profile(
    "exploring", settings.get_profile("repeatable"), derandomize=False, max_examples=1000
)
settings.register_profile("default", settings.get_profile("repeatable"), max_examples=10)
settings.load_profile("default")

# What tests start runs as on a user's machine: with PYTHONUNBUFFERED, say, no test would see that a
# command does not flush.
for name in [name for name in os.environ if name.startswith("PYTHON")]:
    del os.environ[name]
# Tests send these signals to what they start, and a child inherits what its parent ignores: SIGINT
# in the background of a shell, SIGHUP under nohup, the others below some supervisors.
for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGCHLD):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)
if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
    signal.signal(signal.SIGINT, signal.default_int_handler)

CASES = 2
EVERYTHING = f"slow tests too, all cases of each test (else at most {CASES}) and all examples"
REST = "what --everything has beyond a run without it: for .ci/run, where that has just passed"


# The one kind of test that compiled modules cannot pass: they bind names when they are built, so
# what a test puts in place of a function or a table of theirs is never looked at.
PURE_ONLY = "replaces, subclasses or traces what is compiled; runs from the source (ARENA_PURE=1)"

ROOT = Path(__file__).parents[1]
OURS = tuple(f"{ROOT / room}/" for room in ("arena", "bots", "ladder", "protocol"))
OF_SQLITE = re.compile(r"\.sqlite(-wal|-shm|-journal)?$")


def keep_locks(event: str, of: tuple[Any, ...]) -> None:
    """Fail where our code opens a file of SQLite, except to make it.

    Closing any descriptor of a file drops all locks that the process has on it, those of SQLite
    too, and then other processes write and delete what is in use. Only SQLite knows when to close.
    """
    if event != "open" or isinstance(of[0], int) or not OF_SQLITE.search(os.fsdecode(of[0])):
        return
    if of[2] & (os.O_EXCL | getattr(os, "O_PATH", 0)):
        return
    frame = sys._getframe(1)
    while frame is not None and not frame.f_code.co_filename.startswith((*OURS, f"{ROOT}/tests/")):
        frame = frame.f_back  # type: ignore[assignment]
    if frame is not None and frame.f_code.co_filename.startswith(OURS):
        raise AssertionError(f"{os.fsdecode(of[0])} is opened: leave that to SQLite")


sys.addaudithook(keep_locks)


@pytest.fixture(scope="session", autouse=True)
def stored_at_once() -> Iterator[None]:
    """Let this process's drivers store and rate games as they come: made-up ones take no time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arena.tournament.driver.HELD_SECONDS", 0)
        patch.setattr("arena.tournament.driver.RATED_SECONDS", 0)
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--everything`, and what `.ci/run` uses after a run without it."""
    parser.addoption("--everything", action="store_true", help=EVERYTHING)
    parser.addoption("--rest", action="store_true", help=REST)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what is likely to break; with `--everything`, or where each test was named, all.

    Files with slow tests come first, so that none of these is left alone at the end.
    """
    if config.getoption("--everything") or all("::" in word for word in config.args):
        kept = set(items)
    else:
        kept = likely_to_break(items)
    if config.getoption("--rest"):
        # A property is tried with more examples than before.
        kept = {item for item in items if item not in kept or is_property(item)}
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


def is_property(item: pytest.Item) -> bool:
    """Whether Hypothesis makes up a test's examples."""
    return bool(getattr(getattr(item, "obj", None), "is_hypothesis_test", False))


def likely_to_break(items: list[pytest.Item]) -> set[pytest.Item]:
    """Return a few cases of each test that is not slow: the first, and others far apart."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if not item.get_closest_marker("slow"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return {
        each[at * len(each) // min(CASES, len(each))]
        for each in cases.values()
        for at in range(min(CASES, len(each)))
    }


def pytest_collection() -> None:
    """Nine thousand tests are many objects, all of which stay: no need to look at them."""
    gc.disable()


def pytest_collection_finish() -> None:
    """From here on what tests make is garbage soon."""
    gc.freeze()
    gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    """`rule` lets a command collect which rule ids are tested, and where."""
    config.addinivalue_line("markers", "rule(id, …): the ids of the rules that the test holds to")
    config.addinivalue_line("markers", f"pure: {PURE_ONLY}")
    config.addinivalue_line("markers", "slow: runs only with --everything or --rest")
    more = config.getoption("--everything") or config.getoption("--rest")
    if more and not config.getoption("--hypothesis-profile"):
        settings.load_profile("repeatable")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Where compiled modules run, leave out what would have no effect on them."""
    if compiled.state().compiled and item.get_closest_marker("pure"):
        pytest.skip(PURE_ONLY)
