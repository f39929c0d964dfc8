"""Builds: confined, limited, watched, and ended with all that they start."""

import fcntl
import shlex
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from arena.registry import build as building
from arena.registry.build import build
from arena.registry.files import RegistryError
from arena.sandbox.level import Level
from arena.sandbox.needs import Needs

LOCKS = """
import fcntl, os, time
lock = open('lock', 'w')
fcntl.flock(lock, fcntl.LOCK_EX)
if os.fork() == 0:
    os.setsid()
    time.sleep(1000)
print('left one behind', flush=True)
"""
SLEEPS = "import time; time.sleep(1000)"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "copy"
    folder.mkdir()
    return folder


def _run(
    folder: Path, level: Level, code: str, tell: building.BuildProgress = building.ignore_progress
) -> None:
    build((sys.executable, "-c", code), folder, False, tell, level)


def _scripts(folder: Path, monkeypatch: pytest.MonkeyPatch, **programs: str) -> None:
    """Put programs that run these lines of a shell first on the PATH."""
    folder.mkdir(exist_ok=True)
    for name, lines in programs.items():
        (folder / name).write_text(lines if lines.startswith("#!") else f"#!/bin/sh\n{lines}\n")
        (folder / name).chmod(0o755)
    folder.parent.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


def _unlocked(folder: Path) -> bool:
    """Whether what held the lock is gone."""
    with (folder / "lock").open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def test_it_may_change_the_copy(folder: Path, level: Level) -> None:
    (folder / "old").write_text("old")
    code = "import os; os.rename('old', 'new'); os.mkdir('sub'); open('sub/made', 'w').write('x')"
    _run(folder, level, code)
    assert (folder / "new").read_text() == "old"
    assert (folder / "sub" / "made").read_text() == "x"
    (folder / "sub" / "made").unlink()  # it is ours again


def test_what_it_leaves_running_is_ended(folder: Path, level: Level) -> None:
    _run(folder, level, LOCKS)
    assert _unlocked(folder)


def test_when_it_is_interrupted_it_is_ended(folder: Path, level: Level) -> None:
    def tell(line: str, seconds: float, last: str) -> None:
        if last:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _run(folder, level, LOCKS + SLEEPS, tell)
    assert _unlocked(folder)


def test_nothing_else_can_be_written_nor_a_secret_be_read(
    folder: Path, level: Level, tmp_path: Path
) -> None:
    if level is Level.C:
        pytest.skip("level C confines nothing")
    (tmp_path / "secret").write_text("private")
    (tmp_path / "secret").chmod(0o666)
    tmp_path.chmod(0o777)
    code = f"""
for action in ("open({str(tmp_path / "secret")!r}).read()", "open({str(tmp_path / "x")!r}, 'w')",
               "__import__('socket').create_connection(('127.0.0.1', 9), 5)"):
    try:
        eval(action)
    except OSError as error:
        print(type(error).__name__, flush=True)
raise SystemExit('end')
"""
    with pytest.raises(RegistryError) as caught:
        _run(folder, level, code)
    _, *told = str(caught.value).splitlines()
    errors = [each for each in told if each.endswith("Error")]
    assert len(errors) == 3
    assert not (tmp_path / "x").exists()


def test_a_failure_shows_the_end_of_its_output(folder: Path, level: Level) -> None:
    code = "print('noise ' * 100_000); import sys; sys.exit('no such header')"
    with pytest.raises(RegistryError) as caught:
        _run(folder, level, code)
    told = str(caught.value)
    assert told.startswith("The build failed (exit 1): ")
    assert told.endswith("no such header")
    assert len(told) < 2 * building.SHOWN + 500
    with pytest.raises(RegistryError, match="was ended by signal 6"):
        _run(folder, level, "import os; os.abort()")


def test_it_takes_limited_time_disk_and_memory(
    folder: Path, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes = "for number in range(12): open(f'{number}', 'w').write('x' * 10**6)\n"
    grows = "x = b'x' * 3 * 10**8\n"
    for limit, most, code, told in (
        ("BUILD_SECONDS", 1, "while True: print('y' * 10_000)", "took more than 1 s"),
        ("MOST_WRITTEN", 10_000_000, writes + SLEEPS, "wrote more than 10 MB"),
        ("NEEDS", Needs(memory_mb=100, processes=20), grows + SLEEPS, "MemoryError|100 MB"),
    ):
        with monkeypatch.context() as limited, pytest.raises(RegistryError, match=told):
            limited.setattr(building, limit, most)
            _run(folder, level, code)


def test_what_it_writes_is_told_as_it_goes_on(folder: Path, level: Level) -> None:
    told = []
    code = (
        "import os, time; print('one\\ntwo', end='\\r', flush=True)\n"
        "while not os.path.exists('told'): time.sleep(0.01)"
    )

    def tell(*each: Any) -> None:
        told.append(each)
        if each[-1] == "two":
            (folder / "told").touch()

    _run(folder, level, code, tell)
    lines, seconds, last = zip(*told, strict=True)
    assert set(lines) == {shlex.join([sys.executable, "-c", code])}
    assert sorted(seconds) == [*seconds]
    assert last[-1] == "two"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import urllib.request as u; u.urlopen('http://arena.invalid')", "have no network"),
        ("raise SystemExit('npm error code ENOTCACHED')", "Builds have no network"),
        ("raise SystemExit('Could not resolve host: github.com')", "Builds have no network"),
        ("raise SystemExit('location searched: crates.io index')", "cargo vendor"),
    ],
)
def test_a_build_that_misses_the_network_is_told_that_there_is_none(
    folder: Path, level: Level, code: str, told: str
) -> None:
    if level is Level.C and "urlopen" in code:
        pytest.skip("At level C there may be one.")
    with pytest.raises(RegistryError, match=told):
        _run(folder, level, code)
    with pytest.raises(RegistryError) as other:
        _run(folder, level, "raise SystemExit('main.ts(3): error')")
    assert building.NO_NETWORK not in str(other.value)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("npx"), reason="npm is not installed.")
def test_npm_does_not_try_for_a_minute_to_reach_its_registry(folder: Path, level: Level) -> None:
    if level is Level.B:
        pytest.skip("npm looks into the folders above, closed at level B, and ends at once.")
    began = time.monotonic()
    with pytest.raises(RegistryError, match="Builds have no network"):
        build(("npx", "arena-has-no-such-package"), folder, False, level=level)
    assert time.monotonic() - began < 40


def test_a_program_that_only_we_can_see_is_named(
    tmp_path: Path, folder: Path, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As compilers in a user's home are."""
    _scripts(tmp_path / "bin", monkeypatch, beancc="exit 0")
    with pytest.raises(
        RegistryError, match=f"{tmp_path}/bin/beancc is not visible in the sandbox"
    ) as caught:
        build(("sh", "-c", "beancc bot.bean"), folder, False, level=level)
    assert "name beancc itself in bot.toml" in str(caught.value)


def test_where_rustup_finds_no_toolchain_it_is_said_why(
    tmp_path: Path, folder: Path, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has none yet; or a script calls what stands in for cargo, which misses its own home."""
    says = "echo 'error: rustup could not choose a version of cargo to run' >&2; exit 1"
    for toolchain, hint in (
        ("exit 1", "rustup default stable"),
        ("echo /opt/rust/bin/cargo", "name cargo or rustc itself"),
    ):
        _scripts(tmp_path / "bin", monkeypatch, rustup=toolchain)
        with pytest.raises(RegistryError, match=hint):
            build(("sh", "-c", says), folder, False, level=level)


def test_a_version_managers_script_in_a_programs_place_is_named(
    tmp_path: Path, folder: Path, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As asdf puts them before Java."""
    _scripts(tmp_path / "manager", monkeypatch, versions="exit 0")
    told = f"{tmp_path}/shims/beancc is a script .* beancc itself first"
    for shell in ("sh", "bash"):
        shim = f"#!/usr/bin/env {shell}\nexec versions beancc\n"
        _scripts(tmp_path / "shims", monkeypatch, beancc=shim)
        with pytest.raises(RegistryError, match=told):
            build(("beancc",), folder, False, level=level)


def test_what_lies_beside_a_compiler_is_found(
    tmp_path: Path, folder: Path, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As cargo calls rustc, and npx node."""
    _scripts(tmp_path / "bin", monkeypatch, beancc="exec beanlink", beanlink=": > made")
    build(("beancc",), folder, False, level=level)
    assert (folder / "made").exists()
