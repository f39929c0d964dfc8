"""Runs tests with one mutant in place, in forks: as a changed function, or by a changed import.

The quick way has all tests collected in a process that forks for each mutant and puts the changed
code into the function: some hundredths of a second. What runs while the rules or the tests are
imported (tables, compiling a rulebook) needs its fork to import everything anew: half a second.
"""

import functools
import gc
import multiprocessing
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

# Imported once, before the forks. Nothing here may import the rules.
import hypothesis  # noqa: F401
import orjson  # noqa: F401
import pytest
import rich.console  # noqa: F401
import typer.testing  # noqa: F401

import protocol.messages
import protocol.record
import protocol.schema  # noqa: F401
from tests.proofs.mutations import Mutant, mutants_of

ROOT = Path(__file__).parents[2]
RULES = ROOT / "arena" / "rules"
TESTS = (
    "tests/arena/rules",
    "tests/golden",
    "tests/arena/cli/games/test_variants.py",
    "tests/arena/codec",
    "tests/protocol/test_spec_expansions.py",
)
# Too slow to meet every mutant: random games with every check, and what shows that those notice.
# And what reads the source, which says nothing about the game.
NOT_RUN = tuple(
    f"tests/arena/rules/test_{name}.py"
    for name in ("properties", "broken", "citations", "hidden", "lawful", "mutants", "readme")
)
PYTEST = ("-x", "-q", "-n0", "-p", "no:cacheprovider", *(f"--ignore={file}" for file in NOT_RUN))
BATCHES = (3, 9, 1000)  # files of tests imported at once: most mutants die in the first few
TIME = 2.0  # seconds of CPU that a test gets besides what it took when traced, ten times its own
MEMORY = 4 << 30
NEEDS_IMPORT = 71  # a status: the function cannot be changed in place


def forked(work: Callable[[int], int]) -> tuple[int, str]:
    """Runs `work` in a silent fork; its status (below 0: ended by a signal) and what it wrote."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        status = 70
        try:
            os.dup2(quiet := os.open(os.devnull, os.O_WRONLY), 1)
            os.dup2(quiet, 2)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            status = work(writing)
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        written = pipe.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), written


def begin(test: str, seconds: float, told: int) -> None:
    """Tell that a test begins; a signal ends the process if it never ends (an endless loop).

    CPU time, so that a busy machine kills nothing.
    """
    os.write(told, f"{test}\n".encode())
    signal.setitimer(signal.ITIMER_PROF, TIME + seconds)


def last_begun(begun: str) -> str:
    """The test that failed; "import" if none had begun."""
    return begun.splitlines()[-1] if begun else "import"


# --- the quick way --------------------------------------------------------------------------------


class Tracer:
    """Notes which lines of the rules are run."""

    def __init__(self) -> None:
        self.lines: set[tuple[str, int]] = set()

    def __call__(self, frame: FrameType, event: str, _: Any) -> Callable[..., Any] | None:
        if event == "line":
            self.lines.add((frame.f_code.co_filename, frame.f_lineno))
        return self if frame.f_code.co_filename.startswith(f"{RULES}/") else None

    def named(self) -> list[str]:
        """The lines as "file:line"."""
        return [f"{Path(file).relative_to(ROOT)}:{line}" for file, line in sorted(self.lines)]


class Serving:
    """A plugin of pytest: instead of running all tests, runs those asked for, each time in a fork.

    Asked is either a list of tests, to trace, or a mutant with its tests.
    """

    def __init__(self, pipe: Any) -> None:
        self.pipe = pipe
        self.imported = Tracer()
        sys.settrace(self.imported)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.settrace(None)
        self.session = session
        self.items = {item.nodeid: item for item in session.items}
        self.functions: dict[Any, list[FunctionType]] = {}
        gc.unfreeze()  # what was frozen after the tests had been collected would not be found
        for function in gc.get_objects():
            if isinstance(function, FunctionType):
                self.functions.setdefault(_place(function.__code__), []).append(function)
        gc.freeze()  # forks need not copy it all
        self.pipe.send((list(self.items), self.imported.named()))
        while asked := self.pipe.recv():
            if isinstance(asked, list):
                self._trace(asked)
            else:
                self.pipe.send(self._killer(*asked))
        return True

    def _run(self, test: str) -> bool:
        item = self.items[test]
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return not self.session.testsfailed

    def _trace(self, tests: list[str]) -> None:
        def work(_: int) -> int:
            for test in tests:
                for cached in _caches():
                    cached.cache_clear()  # else only the first test would run what it keeps
                tracer, started = Tracer(), time.process_time()
                sys.settrace(tracer)
                passed = self._run(test)
                sys.settrace(None)
                self.pipe.send((passed, time.process_time() - started, tracer.named()))
            return 0

        forked(work)

    def _killer(self, file: str, at: int, tests: dict[str, float]) -> str | int | None:
        def work(told: int) -> int:
            source = (ROOT / file).read_text("utf-8")
            before = compile(source, ROOT / file, "exec")
            after = mutants_of(source)[at].compiled(ROOT / file)
            here = {_place(code) for code in _functions_in(before)} & self.functions.keys()
            changed = {_place(code): code for code in _functions_in(after)}
            if not here <= changed.keys():
                return NEEDS_IMPORT  # a function no longer uses a name of the one around it
            for place in here:
                for function in self.functions[place]:
                    function.__code__ = changed[place]
            for test, seconds in tests.items():
                begin(test, seconds, told)
                if not self._run(test):
                    return 1
            return 0

        status, begun = forked(work)
        if status == NEEDS_IMPORT:
            return status
        return last_begun(begun) if status else None


def _place(code: CodeType) -> tuple[Any, ...]:
    return code.co_filename, code.co_qualname, code.co_firstlineno, code.co_freevars


def _functions_in(code: CodeType) -> Iterator[CodeType]:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from _functions_in(part)


def _caches() -> list[Any]:
    modules = [module for name, module in sys.modules.items() if name.startswith("arena.")]
    return [
        part
        for module in modules
        for part in vars(module).values()
        if isinstance(part, functools._lru_cache_wrapper)
    ]


class Collected:
    """A process with all tests collected."""

    def __init__(self) -> None:
        self.pipe, theirs = multiprocessing.Pipe()
        fork = multiprocessing.get_context("fork")
        fork.Process(target=self._serve, args=(self.pipe, theirs), daemon=True).start()
        theirs.close()
        self.tests: list[str]
        self.imported: list[str]  # lines that are run before any test
        self.tests, self.imported = self.pipe.recv()

    @staticmethod
    def _serve(others_end: Any, pipe: Any) -> None:
        others_end.close()  # else its end would not be noticed here
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        pytest.main([*PYTEST, *TESTS], plugins=[Serving(pipe)])

    def traced(self, tests: list[str]) -> Iterator[tuple[str, float, list[str]]]:
        """Seconds and lines of each test; all must pass."""
        self.pipe.send(tests)
        for test in tests:
            passed, seconds, lines = self.pipe.recv()
            if not passed:
                raise SystemExit(f"the tests must pass as they are: {test}")
            yield test, seconds, lines

    def killer(self, file: str, at: int, tests: dict[str, float]) -> str | None:
        """The first test that a change inside a function fails, or None."""
        self.pipe.send((file, at, tests))
        killer: str | int | None = self.pipe.recv()
        return killer_by_import(file, at, tests) if isinstance(killer, int) else killer


# --- by imports -----------------------------------------------------------------------------------


class ChangedFile(SourceFileLoader):
    """Imports the changed code of one file instead of what the file says."""

    def __init__(self, file: str, mutant: Mutant) -> None:
        super().__init__(file.removesuffix(".py").replace("/", "."), str(ROOT / file))
        self.code = mutant.compiled(ROOT / file)

    def get_code(self, fullname: str) -> CodeType:
        return self.code

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        return spec_from_file_location(name, self.path, loader=self) if name == self.name else None


class Chosen:
    """A plugin of pytest: runs these tests in this order."""

    def __init__(self, tests: dict[str, float], told: int) -> None:
        self.tests = tests
        self.told = told

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        found = {item.nodeid: item for item in items}
        items[:] = [found[test] for test in self.tests if test in found]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        begin(nodeid, self.tests[nodeid], self.told)


def killer_by_import(file: str, at: int, tests: dict[str, float]) -> str | None:
    """The first of the tests that fails, or None; all that it needs is imported anew."""
    mutant = mutants_of((ROOT / file).read_text("utf-8"))[at]
    files = list(dict.fromkeys(test.split("::")[0] for test in tests))
    for size in BATCHES:
        batch, files = files[:size], files[size:]
        chosen = {test: s for test, s in tests.items() if test.split("::")[0] in batch}

        def work(told: int) -> int:
            signal.setitimer(signal.ITIMER_PROF, 5 * TIME)
            sys.meta_path.insert(0, ChangedFile(file, mutant))
            return int(pytest.main([*PYTEST, *batch], plugins=[Chosen(chosen, told)]))  # noqa: B023

        if batch:
            status, begun = forked(work)
            if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
                return last_begun(begun)
    return None
