"""What was compiled runs if it is of this source and this Python, else the source; never half."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena import compiled
from arena.compiled import BUILT, PURE, SUFFIX, digest, sources

WHICH = (
    "import arena.rules.cards, arena.compiled as c; print(arena.rules.cards.__file__, c.state())"
)


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that says what was built."""
    file = tmp_path / BUILT.name
    monkeypatch.setattr(compiled, "BUILT", file)
    monkeypatch.delenv(PURE, raising=False)
    return file


def state() -> compiled.BuildState:
    """As it is found anew."""
    return compiled.state.__wrapped__()


def test_without_a_build_the_source_runs(built: Path) -> None:
    assert state() == (False, "pure Python", "")


def test_a_build_of_this_source_runs(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built.write_text(json.dumps({"suffix": SUFFIX, "source": digest()}))
    assert state() == (True, "compiled", "")
    monkeypatch.setenv(PURE, "1")
    assert state() == (False, f"pure Python, as {PURE} asks", "")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "cannot be read"),
        ("[]", "cannot be read"),
        ('{"suffix": ".cp399.so", "source": ""}', ".cp399.so"),
        (json.dumps({"suffix": SUFFIX, "source": "another"}), "the source has changed"),
    ],
)
def test_a_build_that_does_not_fit_is_left_alone_and_says_why(
    text: str, why: str, built: Path
) -> None:
    built.write_text(text)
    running, words, remedy = state()
    assert not running
    assert words.startswith("pure Python: ")
    assert why in words
    assert remedy == "Rebuild: python -m arena.compiled.build"


def test_what_is_compiled_are_the_rules_and_what_asks_the_bots() -> None:
    names = [name for name, _ in sources()]
    assert len(names) == len(set(names))
    assert {"arena.rules.game", "arena.rules.steps.trade", "arena.codec.writing"} < {*names}
    assert not any(name.endswith("__init__") for name in names)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The rules alone, with something built that no Python can load: it shows when it is tried."""
    for part in ("__init__.py", "source.py", "compiled", "env", "rules", "codec", "referee"):
        source, copy = compiled.ARENA / part, tmp_path / "arena" / part
        if source.is_file():
            copy.parent.mkdir(exist_ok=True)
            shutil.copy(source, copy)
        else:
            shutil.copytree(source, copy, ignore=shutil.ignore_patterns("modules", "building-*"))
    modules = tmp_path / "arena" / "compiled" / "modules"
    modules.mkdir()
    (modules / f"arena.rules.cards{SUFFIX}").write_text("no library")
    (modules / BUILT.name).write_text(json.dumps({"suffix": SUFFIX, "source": digest()}))
    return tmp_path


def run(checkout: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Which file the rules are imported from there."""
    return subprocess.run(
        [sys.executable, "-c", WHICH],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout), PURE: "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_build_that_fits_is_imported_before_the_source(checkout: Path) -> None:
    done = run(checkout)
    assert done.returncode == 1
    assert f"arena.rules.cards{SUFFIX}" in done.stderr

    done = run(checkout, ARENA_PURE="1")
    assert "cards.py BuildState(compiled=False, words='pure Python, as" in done.stdout


@pytest.mark.parametrize("file", ["rules/cards.py", "rules/expansions/another.py"])
def test_a_build_older_than_the_source_never_runs(file: str, checkout: Path) -> None:
    """A line more, a file more: the whole build is out of date."""
    with (checkout / "arena" / file).open("a") as source:
        source.write("# changed\n")
    done = run(checkout)
    assert "cards.py BuildState(compiled=False" in done.stdout
    assert "the source has changed" in done.stdout
