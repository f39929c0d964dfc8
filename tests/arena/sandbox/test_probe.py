"""Levels are tried, not assumed: with a canary that must not manage a thing."""

import json
import os
import subprocess
import time
from functools import cache
from pathlib import Path

import pytest

from arena.sandbox import probe, supervisor_client
from arena.sandbox.level import Level
from arena.sandbox.runtimes import own_python
from arena.sandbox.supervisor_messages import CannotStart


def test_the_canary_manages_all_where_nothing_confines_it(tmp_path: Path) -> None:
    """So a level that lets something through is found out."""
    (tmp_path / "secret").write_text("secret")
    folder = tmp_path / "bot"
    folder.mkdir()
    canary = Path(probe.__file__).with_name("canary.py")
    told = subprocess.run(
        [own_python(), str(canary), str(tmp_path), str(os.getpid())],
        cwd=folder,
        capture_output=True,
        check=True,
    ).stdout
    managed = set(json.loads(told))
    assert managed >= {
        "read another's file",
        "write outside its folder",
        "write into its folder",
        "see another's processes",
        "open a socket",
        "write a file of any size",
    }
    # "signal another's process": our parent, which is its own parent here, is no stranger.


def test_what_lets_something_through_or_cannot_be_started_does_not_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(probe, "_run", lambda *_: '["open a socket", "make a namespace"]')
    trial = probe._try.__wrapped__(Level.B)
    assert not trial.holds
    assert trial.why == "a program in it could open a socket, make a namespace"

    def fail(*_: object) -> str:
        raise CannotStart("bwrap: No permissions to create new namespace.")

    monkeypatch.setattr(probe, "_run", fail)
    trial = probe._try.__wrapped__(Level.B)
    assert not trial.holds
    assert "No permissions" in trial.why
    assert trial.remedy


def test_a_level_that_is_being_tried_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Level] = []

    def escapes(level: Level) -> str:
        time.sleep(0.1)
        tried.append(level)
        return "" if level is Level.B else "it could open a socket"

    monkeypatch.setattr(probe, "_hindrance", lambda level: "")
    monkeypatch.setattr(probe, "_escapes", escapes)
    # Not the real ones, which keep what they have found.
    for name in ("_try", "trials", "best_level"):
        monkeypatch.setattr(probe, name, cache(getattr(probe, name).__wrapped__))
    probe.begin()
    assert probe.best_level() is Level.B
    assert probe.trials()[1].holds
    assert tried == [Level.A, Level.B]


def test_without_bubblewrap_there_is_no_level_a(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(supervisor_client.BWRAP, "/nowhere/bwrap")
    trial = probe._try.__wrapped__(Level.A)
    assert not trial.holds
    assert trial.why == "there is no program /nowhere/bwrap, which ARENA_BWRAP names"
    assert "unset it" in trial.remedy
    monkeypatch.delenv(supervisor_client.BWRAP)
    monkeypatch.setenv("PATH", "/nowhere")
    assert "not installed" in probe._try.__wrapped__(Level.A).why


def test_elsewhere_than_on_linux_there_is_only_level_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    for level in (Level.A, Level.B):
        assert "needs Linux" in probe._try.__wrapped__(level).why


@pytest.mark.parametrize(
    ("why", "part"),
    [
        ("bubblewrap (the program bwrap) is not installed", "nstall"),
        ("bwrap: No permissions to create new namespace", "--security-opt"),
        ("bwrap: Creating new namespace failed: No space left on device", "sysctl"),
        ("bwrap: /proc/sys/user/max_*_namespaces exceeded (ENOSPC)", "sysctl"),
    ],
)
def test_a_remedy_for_each_way_to_fail(why: str, part: str) -> None:
    assert part in probe.remedy(Level.A, why)


@pytest.mark.parametrize(("user", "part"), [(0, "--security-opt"), (1000, "apparmor_parser")])
def test_a_profile_helps_no_root_that_lacks_the_right(
    monkeypatch: pytest.MonkeyPatch, user: int, part: str
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setattr(Path, "is_dir", lambda path: True)
    assert part in probe.remedy(Level.A, "bwrap: setting up uid map: Operation not permitted")
