"""The source stays within what mypyc can compile, and a failed build says what to do."""

import subprocess
import sys
from pathlib import Path

import pytest

from arena.compiled import ARENA, build


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "arena.compiled.build", *words],
        cwd=ARENA.parent, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.slow
def test_mypyc_takes_the_source() -> None:
    """`poe compiled` goes on to compile it, which takes longer."""
    pytest.importorskip("mypyc")
    done = run("--check")
    assert done.returncode == 0, done.stdout + done.stderr


def test_without_mypyc_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(build, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r"^mypyc is not installed: pip install 'mypy\[mypyc\]'$"):
        build.translate(tmp_path)


def test_without_a_c_compiler_it_says_what_to_install(tmp_path: Path) -> None:
    setuptools = pytest.importorskip("setuptools")
    nothing = tmp_path / "nothing.c"
    nothing.write_text("#error\n")
    with pytest.raises(SystemExit, match=r"apt install gcc python3-dev"):
        build.compile_all([setuptools.Extension("nothing", [str(nothing)])], tmp_path)
